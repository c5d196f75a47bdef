package settings_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/settings"
)

var update = flag.Bool("update", false, "rewrite the diagnostics of the cases")

const cases = 23

// A case is a site folder (quartet.yaml, .env), the environment of the
// process, and the diagnostics they give: CODE file:line:column path.
func TestSettingsFilesAndTheirDiagnostics(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) != cases {
		t.Fatalf("%d files, want %d: %v", len(files), cases, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			compare(t, file, func(parts map[string]string) string { return lines(read(parts)) })
		})
	}
}

// compare gives the parts of a case, and holds what is said of them against its
// last one.
func compare(t *testing.T, file string, say func(parts map[string]string) string) {
	t.Helper()
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	parts := make(map[string]string)
	for _, part := range archive.Files {
		parts[part.Name] = string(part.Data)
	}
	got := say(parts)
	last := &archive.Files[len(archive.Files)-1]
	if *update {
		last.Data = []byte(got)
		if err := os.WriteFile(file, txtar.Format(archive), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(last.Data), got); diff != "" {
		t.Error(diff)
	}
}

func read(parts map[string]string) (*settings.Settings, diag.List) {
	site := make(fstest.MapFS)
	for _, name := range []string{settings.FileName, settings.EnvFileName} {
		if text, ok := parts[name]; ok {
			site[name] = &fstest.MapFile{Data: []byte(text)}
		}
	}
	environment := make(map[string]string)
	for line := range strings.Lines(parts["environment"]) {
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
		environment[name] = value
	}
	lookup := func(name string) (string, bool) {
		value, ok := environment[name]
		return value, ok
	}
	o := settings.Options{FS: site, Phase: diag.Boot, Environment: lookup}
	if _, ok := parts["development"]; ok {
		o.Development = &settings.Development{Origin: "http://localhost:4711", Secret: "hush-of-development-0123456789-0"}
	}
	return settings.Read(o)
}

func lines(_ *settings.Settings, found diag.List) string {
	var b strings.Builder
	for _, d := range found {
		place := "-"
		if s := d.Source; s != nil {
			place = fmt.Sprintf("%s:%d:%d", s.File, s.Line, s.Column)
		}
		fmt.Fprintf(&b, "%s %s %s\n", d.Code, place, d.Path)
	}
	return b.String()
}
