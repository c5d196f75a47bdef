package templates_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/pages/templates"
)

// FuzzRender parses and renders any template. Whatever it is, there is a page
// within its bounds, or a diagnostic that names the file.
func FuzzRender(f *testing.F) {
	paths, _ := filepath.Glob("testdata/*/*.txtar")
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			f.Fatal(err)
		}
		for _, each := range archive.Files {
			if each.Name == "template" || strings.HasSuffix(each.Name, ".html") {
				f.Add(string(each.Data), "{{ .Title }}")
			}
		}
	}
	f.Fuzz(func(t *testing.T, text, partial string) {
		set, problems := templates.Parse(templates.Options{
			Files: files("page.html", text, "partials/card.html", partial, "partials/when.html", "{{ date .UpdatedAt }}"),
			Time:  20 * time.Millisecond, Bytes: 10_000, Copies: 1,
		})
		if set == nil {
			wantPlaces(t, problems)
			return
		}
		for _, r := range []templates.Render{renderOf("page.html", "en"), preview()} {
			out, err := set.Render(context.Background(), r, nil)
			var fault *templates.Fault
			if len(out) > 10_000 || err != nil && (!errors.As(err, &fault) || fault.Source.File == "") {
				t.Fatalf("%d bytes, %v", len(out), said(err))
			}
		}
	})
}

func wantPlaces(t *testing.T, problems diag.List) {
	for _, each := range problems {
		if each.Code != diag.TemplateInvalid || each.Source == nil || each.Source.File == "" {
			t.Fatalf("%+v", each)
		}
	}
}
