package sitetest

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/app"
)

// The transcripts that the handbook shows hold on the site that it names.
func TestTheHandbookIsTrue(t *testing.T) {
	for name, want := range map[string]int{"testing-a-site.md": 6, "admin-api.md": 1} {
		t.Run(name, func(t *testing.T) { holdPage(t, "../../docs/"+name, want) })
	}
}

func holdPage(t *testing.T, name string, want int) {
	t.Helper()
	page, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	var tests []Test
	for i, block := range regexp.MustCompile("(?s)```txtar\n(.*?)```").FindAllSubmatch(page, -1) {
		test := Test{Name: fmt.Sprint(i), File: filepath.Join(folder, fmt.Sprint(i)+extension)}
		if err := os.WriteFile(test.File, block[1], 0o600); err != nil {
			t.Fatal(err)
		}
		tests = append(tests, test)
	}
	results, err := Options{Site: app.Options{Dir: "../../examples/publication"}}.Run(t.Context(), tests)
	if err != nil || len(results) != want {
		t.Fatalf("%d transcripts, want %d: %v", len(results), want, err)
	}
	for i := range results {
		if r := &results[i]; !r.OK() {
			t.Errorf("%s: %s", r.Name, strings.Join(said(r), "\n"))
		}
	}
}

// The sites without a program keep the promises in their folder tests.
func TestExamplesHold(t *testing.T) {
	for _, name := range []string{"publication", "commerce", "intake-ts"} {
		results := run(t, Options{Site: app.Options{Dir: "../../examples/" + name}})
		if len(results) < 3 {
			t.Errorf("%s has %d transcripts", name, len(results))
		}
		for i := range results {
			if r := &results[i]; !r.OK() {
				t.Errorf("%s: %s: %s", name, r.Name, strings.Join(said(r), "\n"))
			}
		}
	}
}
