package markup

import (
	"regexp"
	"sync"

	"github.com/microcosm-cc/bluemonday"
)

// richPolicy removes from rich text what can do harm: every element, attribute
// and scheme that is not listed here. What it leaves is then written anew from
// its tree, by rules that are stricter still, so that a fault in one of the two
// lets nothing through.
var richPolicy = sync.OnceValue(func() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements(phrasingNames()...)
	p.AllowElements("br", "wbr", "span", "font", "p", "pre", "hr", "h1", "h2", "h3", "h4", "h5", "h6",
		"ul", "ol", "li", "blockquote", "figure", "figcaption", "details", "summary",
		"table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td")
	p.AllowElements("div", "section", "article", "aside", "header", "footer", "main", "nav", "address",
		"center", "dl", "dt", "dd", "fieldset", "form", "hgroup")
	p.AllowAttrs("href").Matching(addressForm("https?|mailto|tel|media")).OnElements("a")
	p.AllowAttrs("title", "rel").OnElements("a")
	p.AllowAttrs("src").Matching(addressForm("https?|media")).OnElements("img")
	p.AllowAttrs("alt", "title").OnElements("img")
	number := regexp.MustCompile(`^[0-9]{1,5}$`)
	p.AllowAttrs("width", "height").Matching(number).OnElements("img")
	p.AllowAttrs("colspan", "rowspan").Matching(number).OnElements("td", "th")
	p.AllowAttrs("scope").OnElements("th")
	p.AllowAttrs("start").Matching(number).OnElements("ol")
	p.AllowAttrs("reversed").OnElements("ol")
	p.AllowAttrs("open").OnElements("details")
	p.AllowAttrs("class").OnElements("code", "pre")
	p.SkipElementsContent("svg", "math", "template", "title", "select", "textarea", "xmp", "plaintext",
		"canvas", "video", "audio", "applet", "head")
	return p
})

// addressForm matches relative addresses and those of the given schemes. The
// library's own check refuses every address with a space in it.
func addressForm(schemes string) *regexp.Regexp {
	return regexp.MustCompile(`^\s*(?i:(?:` + schemes + `):|[^:]*$|[^:/?#]*[/?#])`)
}

// phrasing says which element stands for an element within a line of rich text.
var phrasing = map[string]string{
	"strong": "strong", "b": "strong", "em": "em", "i": "em", "u": "u", "ins": "u",
	"s": "s", "strike": "s", "del": "s", "sub": "sub", "sup": "sup", "mark": "mark", "small": "small",
	"code": "code", "tt": "code", "kbd": "kbd", "samp": "samp", "var": "var", "cite": "cite", "q": "q", "abbr": "abbr",
}

func phrasingNames() []string {
	names := []string{"a", "img"}
	for name := range phrasing {
		names = append(names, name)
	}
	return names
}
