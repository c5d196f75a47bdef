package sqlgen

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quartet-dev/quartet/internal/plan"
)

// operands gives the expression of a field and what it holds.
type operands func(field string) (expression string, kind plan.ColumnKind)

// columnsOf are the operands of a Schema's table, as operand writes them.
func columnsOf(s *plan.Schema, operand func(*plan.Column) string) operands {
	return func(field string) (string, plan.ColumnKind) {
		c := s.Column(field)
		return operand(c), c.Kind()
	}
}

// outputsOf are the operands of a sql View: they are of any kind. The qualifier
// keeps SQLite from reading a name that is none of them as a text.
func outputsOf(field string) (expression string, kind plan.ColumnKind) {
	return "page." + quote(field), plan.MixedColumn
}

// matching are the conditions that the criteria put on a row.
func matching(n plan.Criteria, d *Dialect, of operands) (all []*condition) {
	if n.Term != "" {
		either := &condition{op: plan.Or}
		for _, field := range n.Searched {
			expression, kind := of(field)
			either.nodes = append(either.nodes, d.holds(asText(expression, kind), n.Term))
		}
		if len(either.nodes) == 0 {
			either = text("1 = 0")
		}
		all = append(all, either)
	}
	slot := 1
	for _, e := range n.Equal {
		expression, kind := of(e.Field)
		all = append(all, oneOf(expression, kind, slot, e.Values))
		slot += len(e.Values)
	}
	return all
}

// oneOf compares a column of many kinds as text with a text. The slots of the values
// begin with slot; 0 for none.
func oneOf(expression string, kind plan.ColumnKind, slot int, values []any) *condition {
	either := &condition{op: plan.Or}
	for _, v := range values {
		left := expression
		if _, isText := v.(string); isText {
			left = asText(expression, kind)
		}
		either.nodes = append(either.nodes, compare(left, " = ", Arg{Kind: ArgLiteral, Slot: slot, Value: v, Column: kind}))
		if slot > 0 {
			slot++
		}
	}
	if len(either.nodes) == 0 {
		return text("1 = 0")
	}
	return either
}

func asText(expression string, kind plan.ColumnKind) string {
	if kind == plan.TextColumn {
		return expression
	}
	return "CAST(" + expression + " AS TEXT)"
}

// holds is that an expression's text holds term, in any case of its letters.
func (d *Dialect) holds(expression, term string) *condition {
	text, plain := d.Pattern(term)
	pattern := Arg{Kind: ArgLiteral, Value: text}
	if !plain {
		return compare(expression, d.matches, pattern)
	}
	c := compare(expression, d.like, pattern)
	c.parts = append(c.parts, part{text: ` ESCAPE '\'`})
	return c
}

var likeEscapes = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// Pattern is what a text matches that holds term, in any case of its letters.
// A plain pattern is one for LIKE, with a backslash as its escape: it is the
// faster, but knows the case of ASCII alone. Any other is of character classes:
// for GLOB in SQLite.
func (d *Dialect) Pattern(term string) (pattern string, plain bool) {
	if isASCII(term) {
		return "%" + likeEscapes.Replace(term) + "%", true
	}
	return d.classes(term), false
}

func isASCII(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf })
}

// classes matches a text that holds term: each letter becomes a class of its
// forms.
func (d *Dialect) classes(term string) string {
	var p strings.Builder
	p.WriteString(d.anything)
	for _, r := range term {
		switch forms := formsOf(r); {
		case len(forms) > 1:
			p.WriteString("[" + string(forms) + "]")
		case strings.ContainsRune(d.special, r):
			p.WriteString(d.escape[0] + string(r) + d.escape[1])
		default:
			p.WriteRune(r)
		}
	}
	p.WriteString(d.anything)
	return p.String()
}

// formsOf are r and what differs from it by case alone.
func formsOf(r rune) []rune {
	forms := []rune{r}
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		forms = append(forms, f)
	}
	return forms
}
