package markup

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

const (
	// maxReopened is how often marks that were never closed may be opened again.
	maxReopened = 1 << 17
	// maxIndented is how much the conversion to Markdown may indent, in bytes.
	maxIndented = 8 << 20
	// maxSearched is how far the conversion may look for closing brackets, in bytes.
	maxSearched = 32 << 20
	// maxConverted is how many cells the tables of a converted text may have.
	maxConverted = 1 << 14
)

// reopens reports whether parsing HTML would make a tree many times its size: a
// mark that a paragraph leaves open is opened again in each paragraph after it.
func reopens(text string) bool {
	open, reopened := 0, 0
	z := html.NewTokenizer(strings.NewReader(text))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return false
		case html.StartTagToken:
			if isMark(z) {
				open++
			} else {
				reopened += open
			}
		case html.EndTagToken:
			if isMark(z) {
				open = max(open-1, 0)
			}
		}
		if reopened > maxReopened {
			return true
		}
	}
}

// isMark reports whether the current tag is of an element that HTML opens again.
func isMark(z *html.Tokenizer) bool {
	name, _ := z.TagName()
	switch string(name) {
	case "a", "b", "code", "em", "font", "i", "s", "small", "strike", "strong", "tt", "u":
		return true
	}
	return false
}

// A conversion counts what turning HTML into Markdown costs. Every list, quote
// and cell indents what it holds once more, each row is filled up to the width of
// its table, and each bracket is followed to the end of its line.
type conversion struct {
	depth    int
	indented int
	cells    int
	tables   []grid
}

// A grid is the size of a table that is being read.
type grid struct{ rows, columns, widest, spanning int }

// convertible reports whether the conversion of HTML that [RichText] wrote takes
// time and memory in proportion to it.
func convertible(text string) bool {
	if bracketSearch(text) > maxSearched {
		return false
	}
	c := conversion{}
	z := html.NewTokenizer(strings.NewReader(text))
	for c.indented <= maxIndented && c.cells <= maxConverted {
		switch z.Next() {
		case html.ErrorToken:
			return true
		case html.TextToken:
			c.indented += len(z.Raw()) * c.depth
		case html.StartTagToken:
			c.indented += 2 * c.depth * c.depth
			c.open(z.Token())
		case html.EndTagToken:
			c.close(z.Token())
		}
	}
	return false
}

func (c *conversion) open(t html.Token) {
	switch t.Data {
	case "ul", "ol", "blockquote":
		c.depth++
	case "table":
		c.depth++
		c.tables = append(c.tables, grid{})
	case "tr":
		c.grid().rows++
		c.grid().columns = 0
	case "td", "th":
		c.grid().cell(t)
	}
}

func (c *conversion) close(t html.Token) {
	switch t.Data {
	case "ul", "ol", "blockquote":
		c.depth--
	case "table":
		c.depth--
		g := c.grid()
		c.cells += g.rows * (g.widest + g.spanning)
		c.tables = c.tables[:len(c.tables)-1]
	}
}

// grid returns the innermost table; rows and cells stand in no other place.
func (c *conversion) grid() *grid { return &c.tables[len(c.tables)-1] }

func (g *grid) cell(t html.Token) {
	width := 1
	for _, a := range t.Attr {
		switch span, _ := strconv.Atoi(a.Val); a.Key {
		case "colspan":
			width = max(span, 1)
		case "rowspan":
			g.spanning++
		}
	}
	g.columns += width
	g.widest = max(g.widest, g.columns)
}

// bracketSearch returns how many bytes stand between brackets that open and the
// next that closes on their line.
func bracketSearch(text string) int {
	searched, end := 0, len(text)
	for i := len(text) - 1; i >= 0; i-- {
		switch text[i] {
		case ']', '\n':
			end = i
		case '[':
			searched += end - i
		}
	}
	return searched
}
