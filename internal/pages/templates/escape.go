package templates

import (
	"bytes"
	"html/template"
	"slices"
	"strings"
	"text/template/parse"
)

// escaper is a place of a document where html/template escapes a value, by the names of
// the functions that it calls there. A render calls one function of ours for all of
// them, which leaves to html/template what is not escaped in the same way everywhere
// (decision 265).
type escaper struct {
	*template.Template
	before, after string
	calls         []string
	instead       string // the name of the function of ours
}

func newEscaper(instead, before, after string, calls ...string) escaper {
	return escaper{template.Must(template.New("").Parse(before + "{{ . }}" + after)), before, after, calls, instead}
}

const (
	escapesText      = "_html_template_htmlescaper"
	escapesAttribute = "_html_template_attrescaper"
	filtersAddress   = "_html_template_urlfilter"
	escapesAddress   = "_html_template_urlnormalizer"
)

var (
	inText      = newEscaper(guardPrefix+"text", "<p>", "</p>", escapesText)
	inAttribute = newEscaper(guardPrefix+"attribute", `<p title="`, `">`, escapesAttribute)
	inAddress   = newEscaper(guardPrefix+"address", `<a href="`, `">`, filtersAddress, escapesAddress, escapesAttribute)
)

// escapers are the known ones. One that ends as another does stands before it.
var escapers = []escaper{inAddress, inAttribute, inText}

// escape writes a value as html/template does in that place.
func (e escaper) escape(value any) string {
	var b bytes.Buffer
	if err := e.Execute(&b, value); err != nil {
		return "" // as html/template has it, whose escapers cannot fail
	}
	return b.String()[len(e.before) : b.Len()-len(e.after)]
}

// endsIn reports whether a pipeline ends in the calls of the escaper.
func (e escaper) endsIn(commands []*parse.CommandNode) bool {
	first := len(commands) - len(e.calls)
	return first > 0 && slices.EqualFunc(commands[first:], e.calls, func(c *parse.CommandNode, name string) bool {
		return len(c.Args) == 1 && isIdentifier(c.Args[0], name)
	})
}

// shorten has an action call one function in the place of the escapers that it ends in.
func shorten(action *parse.ActionNode) {
	for _, each := range escapers {
		if commands := action.Pipe.Cmds; each.endsIn(commands) {
			first := len(commands) - len(each.calls)
			commands[first].Args[0].(*parse.IdentifierNode).Ident = each.instead
			action.Pipe.Cmds = commands[:first+1]
			return
		}
	}
}

// escapeFunctions are the functions of the known escapers.
func escapeFunctions() template.FuncMap {
	return template.FuncMap{
		inText.instead: func(value any) string {
			if html, ok := value.(template.HTML); ok {
				return string(html)
			}
			return inText.orEscaped(value)
		},
		inAttribute.instead: inAttribute.orEscaped,
		inAddress.instead: func(value any) string {
			if text, ok := value.(string); ok && isPlainAddress(text) {
				return text
			}
			return inAddress.escape(value)
		},
	}
}

// orEscaped escapes a text by the function of the library that differs from the escaper
// in a plus sign alone.
func (e escaper) orEscaped(value any) string {
	if text, ok := value.(string); ok && !strings.Contains(text, "+") {
		return template.HTMLEscapeString(text)
	}
	return e.escape(value)
}

// isPlainAddress reports whether an address is the same after each of its escapers: a
// path, a query or a fragment of characters that mean nothing to HTML.
func isPlainAddress(text string) bool {
	for i := range len(text) {
		c := text[i]
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		case strings.IndexByte("/-._~?=#", c) >= 0:
		case c == '%' && i+2 < len(text) && isHex(text[i+1]) && isHex(text[i+2]):
		default:
			return false
		}
	}
	return true
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}
