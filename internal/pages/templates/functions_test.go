package templates_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/pages/templates"
)

var update = flag.Bool("update", false, "write what functions show into testdata/functions")

// testdata/functions has a file for each function: templates, each with what it
// shows in English and, where that differs, in Chinese or as a preview. "error"
// is what it fails with, "invalid" why it is no template.
func TestFunctions(t *testing.T) {
	paths, _ := filepath.Glob("testdata/functions/*.txtar")
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".txtar")
		t.Run(name, func(t *testing.T) { runTable(t, path) })
	}
}

// Every function has a file, so that each is shown by its output.
func TestEveryFunctionIsShown(t *testing.T) {
	for _, name := range templates.Functions() {
		if _, err := os.Stat("testdata/functions/" + name + ".txtar"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func runTable(t *testing.T, path string) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	found := &txtar.Archive{Comment: archive.Comment}
	for _, each := range archive.Files {
		if each.Name == "template" {
			found.Files = append(found.Files, each)
			found.Files = append(found.Files, showTemplate(strings.TrimSuffix(string(each.Data), "\n"))...)
		}
	}
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

// showTemplate is what a template shows, by how.
func showTemplate(text string) (shown []txtar.File) {
	add := func(name, text string) { shown = append(shown, txtar.File{Name: name, Data: []byte(text + "\n")}) }
	set, problems := templates.Parse(templates.Options{
		Files: files(
			"page.html", text,
			"locales/zh-TW.yaml", "older: 較舊\nall: 全部{0}\n",
			"locales/en.yaml", "older: Older\nall: All of {0}\nnewer: Newer\nof: '{1} of {0}'\n",
		),
	})
	if set == nil {
		add("invalid", located(problems))
		return shown
	}
	first := ""
	for _, each := range []struct {
		how string
		templates.Render
	}{{"en", renderOf("page.html", "en")}, {"zh-TW", renderOf("page.html", "zh-TW")}, {"preview", preview()}} {
		out, err := set.Render(context.Background(), each.Render, nil)
		if err != nil {
			add("error", fault(err))
			return shown
		}
		if each.how == "en" || string(out) != first {
			add(each.how, string(out))
		}
		if each.how == "en" {
			first = string(out)
		}
	}
	return shown
}

// fault is where and why a render failed.
func fault(err error) string {
	var f *templates.Fault
	if errors.As(err, &f) {
		return f.Error()
	}
	return err.Error()
}

// located are diagnostics with their places, a line each.
func located(problems diag.List) string {
	var lines []string
	for _, each := range problems {
		at := ""
		if s := each.Source; s != nil {
			at = fmt.Sprintf("%s:%d:%d: ", s.File, s.Line, s.Column)
		}
		line := fmt.Sprintf("%s%s %s", at, each.Code, each.Message)
		if each.Suggestion != "" {
			line += " " + each.Suggestion
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func preview() templates.Render {
	r := renderOf("page.html", "en")
	copied := *r.Page
	copied.Preview = true
	r.Page = &copied
	return r
}
