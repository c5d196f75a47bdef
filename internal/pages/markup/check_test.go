package markup

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// allowed are the elements that may occur, with their attributes. Nothing in
// it is read from the package: a new element needs a line here too.
var allowed = map[string]string{
	"p": "class", "br": "", "hr": "", "em": "", "strong": "", "u": "", "s": "", "sub": "", "sup": "id", "mark": "",
	"small": "", "kbd": "", "samp": "", "var": "", "cite": "", "q": "", "abbr": "",
	"h2": "id", "h3": "id", "h4": "id", "h5": "id", "h6": "id",
	"ul": "", "ol": "start reversed", "li": "id", "blockquote": "class role",
	"pre": "tabindex", "code": "class", "span": "class role aria-label",
	"a":   "href title rel role aria-label type",
	"img": "src srcset sizes alt title width height style loading fetchpriority decoding", "figure": "class", "figcaption": "",
	"picture": "", "source": "src srcset sizes type media", "video": "width height aria-label controls preload",
	"section": "class role tabindex aria-label",
	"table":   "", "caption": "", "thead": "", "tbody": "", "tfoot": "", "tr": "",
	"th": "scope class colspan rowspan", "td": "class colspan rowspan",
	"details": "class open", "summary": "",
	"iframe": "src title style loading allow referrerpolicy sandbox",
}

// values are the forms of the attributes that people cannot fill with text.
var values = map[string]*regexp.Regexp{
	"id":       regexp.MustCompile(`^(h|fn|fnref)-[\pL\pN-]+$`),
	"class":    regexp.MustCompile(`^(language-[A-Za-z0-9+#._-]+|table|footnotes|task|embed|gallery|bookmark|center|right|callout (note|tip|important|warning|caution))$`),
	"role":     regexp.MustCompile(`^(img|note|doc-noteref|doc-backlink|doc-endnotes)$`),
	"rel":      regexp.MustCompile(`^(nofollow|noopener|noreferrer|sponsored|ugc| )+$`),
	"href":     regexp.MustCompile(`^(https?:|mailto:|tel:|[^:]*$|[^:]*[/?#])`),
	"src":      regexp.MustCompile(`^(https?:|[^:]*$|[^:]*[/?#])`),
	"tabindex": regexp.MustCompile(`^0$`), "start": number, "width": number, "height": number,
	"colspan": number, "rowspan": number, "loading": regexp.MustCompile(`^lazy$`),
	"decoding": regexp.MustCompile(`^async$`), "scope": regexp.MustCompile(`^(col|row)(group)?$`),
	"open": empty, "reversed": empty,
	"style": regexp.MustCompile(`^(object-position:[0-9.]+% [0-9.]+%|border:0;inline-size:100%[a-z0-9:;/-]*)$`), "fetchpriority": regexp.MustCompile(`^high$`),
	"allow": regexp.MustCompile(`^encrypted-media; fullscreen; picture-in-picture$`), "referrerpolicy": regexp.MustCompile(`^strict-origin-when-cross-origin$`),
	"sandbox": regexp.MustCompile(`^allow-scripts allow-same-origin( allow-popups| allow-popups-to-escape-sandbox| allow-presentation)*$`),
}

// playing are the addresses that a frame may have.
var playing = regexp.MustCompile(`^https://(www\.youtube-nocookie\.com/embed|player\.vimeo\.com/video|open\.spotify\.com/embed|codepen\.io/[\w-]+/embed)/[\w?=&%./-]+$`)

var (
	number = regexp.MustCompile(`^[0-9]+$`)
	empty  = regexp.MustCompile(`^$`)
)

// inside says which elements may not stand anywhere below an element.
var inside = map[string]string{
	"a": "a details pre section table", "p": blocks, "summary": blocks, "caption": blocks + " ul table",
	"h2": blocks, "h3": blocks, "h4": blocks, "h5": blocks, "h6": blocks, "pre": blocks + " img",
	"em": blocks, "strong": blocks, "span": blocks, "figcaption": "",
}

const blocks = "p h2 h3 h4 h5 h6 ul ol li blockquote pre figure figcaption table div section details summary hr"

// checkHTML returns what is wrong with HTML that the package wrote: an element,
// an attribute or an address that may not be, a repeated id, a heading that leaves
// a level out, or markup that a parser would read as something else.
func checkHTML(text string) error {
	body := &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body}
	nodes, err := html.ParseFragment(strings.NewReader(text), body)
	if err != nil {
		return err
	}
	c := &checker{level: 1}
	for _, n := range nodes {
		c.node(n, nil)
	}
	if tags := startTags(text); c.fault == nil && !slices.Equal(tags, c.elements) {
		return fmt.Errorf("the tags %q are read as the elements %q", tags, c.elements)
	}
	return c.fault
}

// startTags returns the names of the start tags of a text, and fails none: what
// is not closed in its place shows as an end tag of another name.
func startTags(text string) []string {
	var tags, open []string
	z := html.NewTokenizer(strings.NewReader(text))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return append(tags, open...)
		case html.StartTagToken:
			name, _ := z.TagName()
			tags = append(tags, string(name))
			if string(name) == "a" && slices.Contains(open, "a") {
				return append(tags, "a in a") // which a parser takes apart
			}
			if !slices.Contains([]string{"br", "hr", "img", "source"}, string(name)) {
				open = append(open, string(name))
			}
		case html.EndTagToken:
			name, _ := z.TagName()
			if len(open) == 0 || open[len(open)-1] != string(name) {
				return append(tags, "/"+string(name))
			}
			open = open[:len(open)-1]
		}
	}
}

type checker struct {
	elements []string
	ids      []string
	level    int
	fault    error
}

func (c *checker) fail(format string, args ...any) {
	if c.fault == nil {
		c.fault = fmt.Errorf(format, args...)
	}
}

func (c *checker) node(n *html.Node, above []string) {
	switch n.Type {
	case html.TextNode:
		c.text(n.Data)
	case html.ElementNode:
		c.element(n, above)
	default:
		c.fail("a node of type %d: %q", n.Type, n.Data)
	}
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		c.node(child, append(above, n.Data))
	}
}

func (c *checker) text(s string) {
	if strings.ContainsFunc(s, func(r rune) bool { return r < 0x20 && !strings.ContainsRune("\t\n\f", r) }) {
		c.fail("a control character in %q", s)
	}
}

func (c *checker) element(n *html.Node, above []string) {
	c.elements = append(c.elements, n.Data)
	attributes, ok := allowed[n.Data]
	if !ok || n.Namespace != "" {
		c.fail("the element %s %s", n.Namespace, n.Data)
	}
	for _, a := range above {
		if slices.Contains(strings.Fields(inside[a]), n.Data) {
			c.fail("the element %s inside %s", n.Data, a)
		}
	}
	for _, a := range n.Attr {
		c.attribute(n, a, strings.Fields(attributes))
	}
	if n.Data[0] == 'h' && len(n.Data) == 2 && n.Data != "hr" {
		level := int(n.Data[1] - '0')
		if level > c.level+1 {
			c.fail("%s below a heading of level %d", n.Data, c.level)
		}
		c.level = level
	}
}

func (c *checker) attribute(n *html.Node, a html.Attribute, attributes []string) {
	if !slices.Contains(attributes, a.Key) || a.Namespace != "" {
		c.fail("the attribute %s of %s", a.Key, n.Data)
	}
	if form := values[a.Key]; form != nil && !form.MatchString(a.Val) {
		c.fail("%s=%q of %s", a.Key, a.Val, n.Data)
	}
	if n.Data == "iframe" && a.Key == "src" && !playing.MatchString(a.Val) {
		c.fail("the frame of %q", a.Val)
	}
	if (a.Key == "href" || a.Key == "src") && strings.ContainsFunc(a.Val, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
		c.fail("the address %q", a.Val)
	}
	if a.Key == "id" {
		if slices.Contains(c.ids, a.Val) {
			c.fail("the id %s twice", a.Val)
		}
		c.ids = append(c.ids, a.Val)
	}
}
