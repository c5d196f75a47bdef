package handbook

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/docs"
)

// Every file of the handbook is a page of it, once, but for the index and what is for
// contributors.
func TestContents(t *testing.T) {
	var listed, want []string
	for _, section := range Contents() {
		for _, page := range section.Pages {
			listed = append(listed, page.Name)
			if page.Title == "" {
				t.Errorf("%s has no title", page.Name)
			}
		}
	}
	err := fs.WalkDir(docs.Files, ".", func(file string, entry fs.DirEntry, err error) error {
		if name := strings.TrimSuffix(strings.Replace(file, "README.md", "index.md", 1), ".md"); !entry.IsDir() && name != index && name != "architecture" {
			want = append(want, name)
		}
		return err
	})
	slices.Sort(listed)
	slices.Sort(want)
	if err != nil || len(want) < 60 || !slices.Equal(listed, want) {
		t.Errorf("%v: the contents are\n%s\nwant\n%s", err, strings.Join(listed, "\n"), strings.Join(want, "\n"))
	}
	if first := Contents()[0]; first.Title != "Why" || first.Pages[0] != (Page{"why-quartet", "Why Quartet"}) {
		t.Errorf("it begins with %+v", first)
	}
}

var hrefs = regexp.MustCompile(`href="([^"]*)"`)

// Every link leads to a page and to a heading of it, or out of the handbook.
func TestLinks(t *testing.T) {
	ids := map[string]string{}
	link := func(page, anchor string) string { return "?page=" + page + Anchor(anchor) }
	html := func(name string) string {
		if ids[name] == "" {
			_, text, ok, err := HTML(name, link)
			if !ok || err != nil {
				t.Fatal(name, ok, err)
			}
			ids[name] = string(text)
		}
		return ids[name]
	}
	followed := 0
	for _, section := range Contents() {
		for _, page := range section.Pages {
			for _, href := range hrefs.FindAllStringSubmatch(html(page.Name), -1) {
				name, internal := strings.CutPrefix(href[1], "?page=")
				if !internal {
					if !strings.Contains(href[1], "://") {
						t.Errorf("%s: %s is no link of the handbook", page.Name, href[1])
					}
					continue
				}
				followed++
				name, anchor, _ := strings.Cut(name, "#")
				if anchor != "" && !strings.Contains(html(name), `id="`+anchor+`"`) {
					t.Errorf("%s: %s has no heading %s", page.Name, name, anchor)
				}
			}
		}
	}
	if followed < 200 {
		t.Errorf("only %d links were followed", followed)
	}
}

func TestCodeStaysAsItIs(t *testing.T) {
	const text = "[a](b.md)\n```md\n[a](b.md)\n```\n[a](b.md)"
	if got := outsideCode(text, func(string) string { return "x" }); got != "x```md\n[a](b.md)\n```x" {
		t.Error(got)
	}
}

func TestFind(t *testing.T) {
	for words, want := range map[string]string{"lending LIBRARY": "tutorial", "pgbouncer": "scaling", "": "why-quartet"} {
		var found []string
		for _, section := range Find(words) {
			for _, page := range section.Pages {
				found = append(found, page.Name)
			}
		}
		if !slices.Contains(found, want) || words != "" && len(found) > 20 {
			t.Errorf("%q is found in %v", words, found)
		}
	}
	if found := Find("lending nosuchword"); len(found) != 0 {
		t.Errorf("found %v", found)
	}
	if _, _, ok := Markdown(path.Join("..", "go"), nil); ok {
		t.Error("a file beside the handbook is a page of it")
	}
}
