package templates_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/pages/templates"
)

// testBytes is the limit of a page in tests that meet it.
const testBytes = 100_000

// testdata/sets has folders of templates: site/ over theme/. "needs" are the
// templates that routes name, "properties" what .Data may have, "time" is the limit of a render. "problems" is what
// Parse finds; "shows" and "error" what page.html shows or fails with.
func TestSets(t *testing.T) {
	paths, _ := filepath.Glob("testdata/sets/*.txtar")
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".txtar")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			runSet(t, path)
		})
	}
}

func runSet(t *testing.T, path string) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	site, theme, o := make(fstest.MapFS), make(fstest.MapFS), templates.Options{Prefix: "templates/", Time: time.Minute, Bytes: testBytes}
	found := &txtar.Archive{Comment: archive.Comment}
	for _, each := range archive.Files {
		switch folder, name, _ := strings.Cut(each.Name, "/"); folder {
		case "site":
			site[name] = &fstest.MapFile{Data: each.Data}
		case "theme":
			theme[name] = &fstest.MapFile{Data: each.Data}
		case "needs":
			o.Needs = needsOf(string(each.Data))
		case "properties":
			o.Properties = strings.Fields(string(each.Data))
		case "time":
			o.Time, _ = time.ParseDuration(strings.TrimSpace(string(each.Data)))
		default:
			continue // written anew
		}
		found.Files = append(found.Files, each)
	}
	o.Files, o.Theme = fs.FS(site), theme
	found.Files = append(found.Files, showSet(o)...)
	got := txtar.Format(found)
	if *update {
		if err := os.WriteFile(path, got, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(string(txtar.Format(archive)), string(got)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func needsOf(text string) (needs []templates.Need) {
	for i, name := range strings.Fields(text) {
		fields := strings.Split(name, "-without-")
		needs = append(needs, templates.Need{Name: fields[0], Without: fields[1:], Path: "quartet.yaml#/routes", Source: &diag.Source{File: "quartet.yaml", Line: i + 1, Column: 1}})
	}
	return needs
}

func showSet(o templates.Options) (shown []txtar.File) {
	add := func(name, text string) { shown = append(shown, txtar.File{Name: name, Data: []byte(text + "\n")}) }
	set, problems := templates.Parse(o)
	if len(problems) > 0 {
		add("problems", located(problems))
	}
	if set == nil || set.Origin("page.html") == "" {
		return shown
	}
	out, err := set.Render(context.Background(), renderOf("page.html", "en"), nil)
	if err != nil {
		add("error", fault(err))
		return shown
	}
	add("shows", strings.TrimSuffix(string(out), "\n"))
	return shown
}
