package markup

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// A section is the rows of a part of a table.
type section struct {
	element string
	rows    []*html.Node
}

// table writes a table with its parts in the order that HTML wants.
func (r *rich) table(n *html.Node) {
	head, body, foot := section{element: "thead"}, section{element: "tbody"}, section{element: "tfoot"}
	var caption *html.Node
	for _, c := range children(n) {
		switch {
		case c.Data == "caption" && caption == nil:
			caption = c
		case c.Data == "thead" && head.rows == nil && body.rows == nil:
			head.rows = rowsOf(c)
		case c.Data == "tfoot" && foot.rows == nil:
			foot.rows = rowsOf(c)
		default:
			body.rows = append(body.rows, rowsOf(c)...)
		}
	}
	if len(head.rows)+len(body.rows)+len(foot.rows) == 0 {
		return
	}
	r.openTable()
	if caption != nil && r.hasContent(caption) {
		r.raw("<caption>")
		r.line(children(caption), false)
		r.raw("</caption>\n")
	}
	for _, s := range []section{head, body, foot} {
		r.section(s)
	}
	r.closeTable()
}

// rowsOf returns the rows of a part of a table that have cells.
func rowsOf(n *html.Node) []*html.Node {
	var rows []*html.Node
	for _, c := range children(n) {
		if c.Data == "tr" && len(cellsOf(c)) > 0 {
			rows = append(rows, c)
		}
	}
	return rows
}

func cellsOf(row *html.Node) []*html.Node {
	var cells []*html.Node
	for _, c := range children(row) {
		if c.Data == "td" || c.Data == "th" {
			cells = append(cells, c)
		}
	}
	return cells
}

func (r *rich) section(s section) {
	if len(s.rows) == 0 {
		return
	}
	r.raw("<", s.element, ">\n")
	for i, row := range s.rows {
		r.raw("<tr>")
		for j, cell := range cellsOf(row) {
			r.cell(cell, s.scope(cell, i, j), len(s.rows)-i)
		}
		r.raw("</tr>\n")
	}
	r.raw("</", s.element, ">\n")
}

// scope returns what a header cell heads where its writer did not say.
func (s section) scope(cell *html.Node, row, column int) string {
	switch said := strings.ToLower(attribute(cell, "scope")); said {
	case "col", "row", "colgroup", "rowgroup":
		return said
	}
	if s.element != "thead" && row > 0 && column == 0 {
		return "row"
	}
	return "col"
}

// cell writes a cell that may span at most the rows that are left.
func (r *rich) cell(n *html.Node, scope string, rows int) {
	element := n.Data
	if !r.hasContent(n) {
		element = "td" // a header without a name is an obstacle for who listens
	}
	r.raw("<", element)
	if element == "th" {
		r.attr("scope", scope)
	}
	r.cellSpan(n, "colspan", 100)
	r.cellSpan(n, "rowspan", rows)
	r.raw(">")
	r.flow(children(n), false)
	r.raw("</", element, ">")
}

func (r *rich) cellSpan(n *html.Node, key string, most int) {
	if span, err := strconv.Atoi(attribute(n, key)); err == nil && min(span, most) > 1 {
		r.attr(key, strconv.Itoa(min(span, most)))
	}
}
