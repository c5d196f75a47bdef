package handbook

import (
	"path"
	"strings"
	"sync"

	"github.com/quartet-dev/quartet/docs"
	"github.com/quartet-dev/quartet/internal/lazyregexp"
)

// Page is a page of the handbook. Name is its path below docs/ without an ending, where
// the page of a folder is "index": guides/search, guides/index.
type Page struct{ Name, Title string }

// Section is a part of the handbook with its pages in order.
type Section struct {
	Title string
	Pages []Page
}

// Contents are the sections for whoever uses the program, in the order of the handbook's
// own index. What is for contributors is left out.
func Contents() []Section { return contents() }

var contents = sync.OnceValue(func() []Section {
	var all []Section
	seen := map[string]bool{index: true}
	for title, text := range sectionsOf(source(index)) {
		section := Section{Title: title, Pages: pagesIn(index, text, seen)}
		if len(section.Pages) > 0 && title != "For contributors" {
			all = append(all, section)
		}
	}
	return all
})

// index is the name of the page of a folder.
const index = "index"

// pagesIn are the pages that a text links to and that were not seen yet. A folder's page is
// followed by those that it links to itself.
func pagesIn(name, text string, seen map[string]bool) (pages []Page) {
	for _, target := range targets.FindAllStringSubmatch(text, -1) {
		to, ok := resolve(name, target[1])
		if !ok || seen[to] {
			continue
		}
		seen[to] = true
		content := source(to)
		pages = append(pages, Page{Name: to, Title: titleOf(content)})
		if path.Base(to) == index {
			pages = append(pages, pagesIn(to, content, seen)...)
		}
	}
	return pages
}

var targets = lazyregexp.New(`\]\(([\w./-]+\.md)(?:#[\w-]+)?\)`)

// resolve is the name of the page that a link of another one leads to, and whether there
// is one.
func resolve(from, target string) (name string, ok bool) {
	name = strings.TrimSuffix(path.Join(path.Dir(from), target), ".md")
	if path.Base(name) == "README" {
		name = path.Join(path.Dir(name), index)
	}
	return name, name != "architecture" && has(name)
}

func has(name string) bool {
	file, err := docs.Files.Open(fileOf(name))
	if err != nil {
		return false
	}
	return file.Close() == nil
}

// source is the Markdown of a page; "" for none.
func source(name string) string {
	text, err := docs.Files.ReadFile(fileOf(name))
	if err != nil {
		return ""
	}
	return string(text)
}

func fileOf(name string) string {
	if path.Base(name) == index {
		return path.Join(path.Dir(name), "README.md")
	}
	return name + ".md"
}

func titleOf(text string) string {
	first, _, _ := strings.Cut(text, "\n")
	return strings.ReplaceAll(strings.TrimPrefix(first, "# "), "`", "")
}

// sectionsOf are the headings of the second level, with what is below each.
func sectionsOf(text string) func(yield func(title, text string) bool) {
	return func(yield func(title, text string) bool) {
		for _, each := range strings.Split(text, "\n## ")[1:] {
			title, below, _ := strings.Cut(each, "\n")
			if !yield(title, below) {
				return
			}
		}
	}
}
