package handbook

import (
	"strings"

	"github.com/quartet-dev/quartet/internal/lazyregexp"
	"github.com/quartet-dev/quartet/internal/pages/markup"
)

// Link is the address of a page; anchor is a heading of it, "" for none.
type Link func(page, anchor string) string

// Markdown is the text of a page without its title, whose links to other pages lead where
// link says. Links to what is not in the handbook are their words alone. It reports whether
// there is such a page.
func Markdown(name string, link Link) (page Page, text string, ok bool) {
	if name != index && !isListed(name) {
		return Page{}, "", false
	}
	text = source(name)
	page = Page{Name: name, Title: titleOf(text)}
	_, text, _ = strings.Cut(text, "\n")
	return page, outsideCode(text, func(part string) string { return relinked(name, part, link) }), true
}

// HTML is Markdown as sanitized HTML, for a page whose title is at the second level.
func HTML(name string, link Link) (page Page, html []byte, ok bool, err error) {
	page, text, ok := Markdown(name, link)
	if !ok {
		return page, nil, false, nil
	}
	html, err = markup.Markdown(nil, text, markup.Options{Level: 2})
	return page, html, true, err
}

// Anchor is the id that HTML gives to a heading which links call by a name.
func Anchor(name string) string {
	if name == "" {
		return ""
	}
	return "#h-" + hyphens.ReplaceAllString(strings.Trim(name, "-"), "-")
}

var hyphens = lazyregexp.New(`-+`)

func isListed(name string) bool {
	for _, section := range Contents() {
		for _, page := range section.Pages {
			if page.Name == name {
				return true
			}
		}
	}
	return false
}

var links = lazyregexp.New(`\[([^\[\]]*)\]\(([^()\s]*)\)`)

func relinked(from, text string, link Link) string {
	return links.ReplaceAllStringFunc(text, func(whole string) string {
		parts := links.FindStringSubmatch(whole)
		words, target := parts[1], parts[2]
		if strings.Contains(target, ":") {
			return whole
		}
		file, anchor, _ := strings.Cut(target, "#")
		if file == "" {
			return "[" + words + "](" + link(from, anchor) + ")"
		}
		if to, ok := resolve(from, file); ok && (to == index || isListed(to)) {
			return "[" + words + "](" + link(to, anchor) + ")"
		}
		return words
	})
}

// outsideCode changes what of a text is not in a fenced block of code.
func outsideCode(text string, change func(string) string) string {
	var b strings.Builder
	from, inside := 0, false
	part := func(to int) string {
		if inside {
			return text[from:to]
		}
		return change(text[from:to])
	}
	for _, fence := range fences.FindAllStringSubmatchIndex(text, -1) {
		b.WriteString(part(fence[0]))
		b.WriteString(text[fence[0]:fence[1]])
		from, inside = fence[1], !inside
	}
	b.WriteString(part(len(text)))
	return b.String()
}

var fences = lazyregexp.New("(?m)^ *```.*$")
