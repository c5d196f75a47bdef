package templates_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/quartet-dev/quartet/internal/pages/page"
	"github.com/quartet-dev/quartet/internal/pages/templates"
)

// testdata/functions has a file for each function: templates, each with what it
// shows in English and, where that differs, in Chinese, or as a preview. "error"
// is what it fails with.
func TestFunctions(t *testing.T) {
	paths, _ := filepath.Glob("testdata/functions/*.txtar")
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".txtar")
		t.Run(name, func(t *testing.T) { runTable(t, path) })
	}
}

func runTable(t *testing.T, path string) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var text string
	var shown map[string]string
	for _, each := range archive.Files {
		want := strings.TrimSuffix(string(each.Data), "\n")
		if each.Name == "template" {
			text, shown = want, showTemplate(t, want)
			continue
		}
		if shown[each.Name] != want {
			t.Errorf("%s\nshows (%s)\n%s\nwant\n%s", text, each.Name, shown[each.Name], want)
		}
	}
}

// showTemplate is what a template shows, by how.
func showTemplate(t *testing.T, text string) map[string]string {
	set, problems := templates.Parse(templates.Options{
		Files: files(
			"page.html", text,
			"locales/zh-TW.yaml", "older: 較舊\nall: 全部{0}\n",
			"locales/en.yaml", "older: Older\nall: All of {0}\nnewer: Newer\nof: '{1} of {0}'\n",
		),
	})
	if set == nil {
		return map[string]string{"invalid": problems.Error()}
	}
	shown := make(map[string]string)
	for how, r := range map[string]templates.Render{
		"en": renderOf("page.html", "en"), "zh-TW": renderOf("page.html", "zh-TW"), "preview": preview(),
	} {
		out, err := set.Render(context.Background(), r, nil)
		if err != nil {
			shown["error"] = said(err)
			continue
		}
		shown[how] = string(out)
	}
	return shown
}

func preview() templates.Render {
	r := renderOf("page.html", "en")
	copied := *r.Page
	copied.Preview = true
	r.Page = &copied
	return r
}

var _ page.Source = source{}
