package document

import (
	"bufio"
	"io"
	"strconv"
	"strings"
	"unicode"

	"github.com/quartet-dev/quartet/internal/lazyregexp"
	"github.com/quartet-dev/quartet/internal/pages/page"
)

// LLMsType is the content type of llms.txt.
const LLMsType = "text/plain; charset=utf-8"

// LLMs is an index of the site's Markdown, in the form of llmstxt.org.
type LLMs struct {
	Site     page.Site
	Sections []Section
	Next     string // address of the index's next page; "" at the end
}

// Section is what a collection has in a locale.
type Section struct {
	Title, Locale string // Locale is "" on a site without locales
	Links         []Link
}

// Link is an entry: the address of its Markdown and what it says.
type Link struct{ Title, URL, Description string }

// WriteLLMs writes the index, without sections that have no links. No text of an entry makes a heading, a link or an
// item of its own.
func WriteLLMs(w io.Writer, doc *LLMs) error {
	l := llmsWriter{bufio.NewWriter(w), doc.Site.Origin, map[string]bool{"Continue": true}}
	l.line("# ", orText(headed(doc.Site.Title), "Index"))
	if description := quoted(doc.Site.Description); description != "" {
		l.line("\n> ", description)
	}
	for _, each := range doc.Sections {
		l.section(each)
	}
	if doc.Next != "" {
		l.line("\n## Continue\n")
		l.link(Link{Title: "Next page", URL: doc.Next})
	}
	return l.Flush()
}

// An llmsWriter keeps the headings that were written: parsers take a section by
// its heading.
type llmsWriter struct {
	*bufio.Writer
	origin   string
	headings map[string]bool
}

func (l *llmsWriter) line(parts ...string) {
	for _, each := range parts {
		_, _ = l.WriteString(each) // the writer keeps its first error
	}
	_ = l.WriteByte('\n')
}

func (l *llmsWriter) section(s Section) {
	if len(s.Links) == 0 {
		return
	}
	l.line("\n## ", l.heading(s), "\n")
	for _, each := range s.Links {
		l.link(each)
	}
}

func (l *llmsWriter) heading(s Section) string {
	first := orText(headed(s.Title), "Entries")
	if s.Locale != "" {
		first += " (" + headed(s.Locale) + ")"
	}
	heading := first
	for n := 2; l.headings[heading]; n++ {
		heading = first + ", " + strconv.Itoa(n)
	}
	l.headings[heading] = true
	return heading
}

func (l *llmsWriter) link(each Link) {
	address := destination.Replace(page.Absolute(l.origin, each.URL))
	title, colon, description := orText(inline(each.Title), address), "", inline(each.Description)
	if description != "" {
		colon = ": "
	}
	l.line("- [", title, "](", address, ")", colon, description)
}

// destination encodes what would end the address of a link.
var destination = strings.NewReplacer("(", "%28", ")", "%29", "[", "%5B", "]", "%5D")

// inline is one line of plain text. Brackets become character references, as
// parsers of llms.txt end a title at the first one, escaped or not. A backslash
// takes their meaning from the other characters of Markdown.
func inline(text string) string {
	text = strings.Join(strings.Fields(strings.Map(printable, text)), " ")
	return markdown.Replace(reference.ReplaceAllString(text, "&amp;$1"))
}

var (
	reference = lazyregexp.New("&([#A-Za-z])") // what may begin a character reference
	markdown  = strings.NewReplacer("[", "&#91;", "]", "&#93;", `\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "<", `\<`)
	block     = lazyregexp.New(`^(\d*)([-#+=~>|:.)])`) // what may begin a block within a quote
)

// quoted is inline text after a >, where it is a paragraph whatever it begins with.
func quoted(text string) string { return block.ReplaceAllString(inline(text), `$1\$2`) }

// headed is inline text after a #, where number signs at the end close the heading.
func headed(text string) string {
	text = inline(text)
	if before, ok := strings.CutSuffix(text, "#"); ok {
		return before + `\#`
	}
	return text
}

// printable keeps white space for Fields. Control characters and the two line
// separators become spaces.
func printable(r rune) rune {
	if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
		return ' '
	}
	return r
}

func orText(text, other string) string {
	if text == "" {
		return other
	}
	return text
}
