package e2e_test

import (
	_ "embed"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

//go:embed pages/varied.yaml
var variedEntries string

// looks are the sites whose public pages are looked at: by the name that
// pages/table.txt has for it, an example and how it is changed.
var looks = []struct {
	name, example string
	change        func(t testing.TB, dir string)
}{
	{"publication", "publication", func(testing.TB, string) {}},
	{"commerce", "commerce", func(testing.TB, string) {}},
	{"intake", "intake", func(testing.TB, string) {}},
	{"varied", "publication", vary},
	{"publication-empty", "publication", unseed},
	{"commerce-empty", "commerce", unseed},
	{"intake-empty", "intake", unseed},
}

// TestPublicPages is every kind of page: what it looks like with the data of each
// example and with none.
func TestPublicPages(t *testing.T) {
	t.Parallel()
	environment := browser(t)
	for _, each := range looks {
		t.Run(each.name, func(t *testing.T) {
			t.Parallel()
			s, dir := newSite(t, each.example)
			each.change(t, dir)
			name(t, dir)
			s.serve(t, each.example, dir, nil)
			s.play(t, filepath.Join("pages", "look.mjs"), append(environment, "LOOK="+each.name)...)
		})
	}
}

// TestPicturesOfPages is what screens load of an article's pictures: the width that
// fits, without a move of what is read.
func TestPicturesOfPages(t *testing.T) {
	t.Parallel()
	environment := browser(t)
	s, dir := newSite(t, "publication")
	s.serve(t, "publication", dir, nil)
	s.play(t, filepath.Join("pages", "pictures.mjs"), environment...)
}

// TestLighthouseOfPages measures, and so has the machine to itself as
// TestLighthouse.
func TestLighthouseOfPages(t *testing.T) {
	s, dir := newSite(t, "publication")
	name(t, dir)
	s.serve(t, "publication", dir, nil)
	s.play(t, filepath.Join("pages", "lighthouse.mjs"), chromium(t)...)
}

// name tells a site its origin, without which the addresses in its pages are
// relative.
func name(t testing.TB, dir string) {
	t.Helper()
	replace(t, filepath.Join(dir, "quartet.yaml"), "site:\n", "site:\n  origin: \"{{origin}}\"\n")
}

// unseed takes the entries of an example away.
func unseed(t testing.TB, dir string) {
	t.Helper()
	if err := os.RemoveAll(filepath.Join(dir, "seed")); err != nil {
		t.Fatal(err)
	}
}

// vary adds entries to the publication, and shows them in every language.
func vary(t testing.TB, dir string) {
	t.Helper()
	replace(t, filepath.Join(dir, "quartet.yaml"), "feed: true }", "feed: true, fallback: canonical }")
	if err := os.WriteFile(filepath.Join(dir, "seed", "varied.yaml"), []byte(variedEntries), 0o600); err != nil {
		t.Fatal(err)
	}
}

// replace writes a text that stands in a file in another way.
func replace(t testing.TB, name, before, after string) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(string(text), before, after, 1)
	if changed == string(text) {
		t.Fatalf("%s does not say %s", name, before)
	}
	if err := os.WriteFile(name, []byte(changed), 0o600); err != nil {
		t.Fatal(err)
	}
}

// corpus are the hostile texts that hostile/walk.mjs reads.
const corpus = "../internal/pages/markup/testdata/hostile.txt"

// TestNothingHostileRuns: whatever somebody writes, no browser runs it.
func TestNothingHostileRuns(t *testing.T) {
	t.Parallel()
	environment := browser(t)
	if _, err := os.ReadFile(corpus); err != nil { // read, so that go test knows when it changes
		t.Fatal(err)
	}
	s, dir := folder(t, os.DirFS("hostile"), "site")
	s.serve(t, "publication", dir, nil)
	s.play(t, filepath.Join("hostile", "walk.mjs"), environment...)
}
