package sqlgen

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quartet-dev/quartet/internal/plan"
)

// operand is how a field is compared: as a value of its kind, and as a text. bare is
// that text where nothing tells whether the field holds one, "" where something does.
type operand struct {
	value, text, bare string
	kind              plan.ColumnKind
}

// operands gives how a field is compared.
type operands func(field string) operand

// columnsOf are the operands of a Schema's table, as write writes them.
func (d *Dialect) columnsOf(s *plan.Schema, write func(*plan.Column) string) operands {
	return func(field string) operand {
		c := s.Column(field)
		return operand{write(c), d.textOfColumn(c, write(c)), d.bareText(c), c.Kind()}
	}
}

// outputsOf are the operands of a sql View: they are of any kind. The qualifier
// keeps SQLite from reading a name that is none of them as a text.
func (d *Dialect) outputsOf(field string) operand {
	output := "page." + quote(field)
	return operand{d.bytewise(of(d.outputValue, output)), d.bytewise(of(d.textOf, output)), of(d.textOf, output), d.outputKind}
}

// leads writes what criteria want of what translates a row.
type leads interface {
	// held is that a translation holds a term.
	held(t plan.Through, term string) *condition
	// translated is that there is such a translation, or that there is none.
	translated(t plan.TranslationTest) *condition
}

// matching are the conditions that the criteria put on a row. to is nil where they lead
// nowhere.
func matching(n plan.Criteria, d *Dialect, of operands, to leads) []*condition {
	var all []*condition
	for _, term := range n.Terms {
		either := d.anyHolds(of, n.Searched, term)
		for _, each := range n.Through {
			either = anyOf(either, to.held(each, term))
		}
		all = append(all, either)
	}
	slot := 1
	for _, e := range n.Equal {
		all = append(all, oneOf(of(e.Field), slot, e.Values))
		slot += len(e.Values)
	}
	return append(all, tested(n, d, of, to)...)
}

// tested are the conditions of everything but terms and Equal.
func tested(n plan.Criteria, d *Dialect, of operands, to leads) (all []*condition) {
	for _, e := range n.Unequal {
		all = append(all, noneOf(of(e.Field), e.Values))
	}
	for _, h := range n.Holding {
		all = append(all, d.holding(of(h.Field), h))
	}
	for _, r := range n.Ranges {
		all = append(all, between(of(r.Field), r)...)
	}
	for _, e := range n.Empty {
		all = append(all, isEmpty(of(e.Field), e.Not))
	}
	for _, t := range n.Translations {
		all = append(all, to.translated(t))
	}
	for _, group := range n.Groups {
		either := anyOf()
		for _, each := range group {
			either.nodes = append(either.nodes, within(each, d, of, to))
		}
		all = append(all, either)
	}
	return all
}

// within are criteria as one condition inside of another. What they compare with has no
// slot: a statement that is kept has none but those of its own Equal.
func within(n plan.Criteria, d *Dialect, of operands, to leads) *condition {
	all := allOf()
	for _, e := range n.Equal {
		all.nodes = append(all.nodes, oneOf(of(e.Field), 0, e.Values))
	}
	all.nodes = append(all.nodes, tested(n, d, of, to)...)
	return all
}

// anyHolds is that one of some fields holds a term; nothing does without any.
func (d *Dialect) anyHolds(of operands, fields []string, term string) *condition {
	either := &condition{op: plan.Or}
	for _, field := range fields {
		either.nodes = append(either.nodes, d.holds(of(field).text, term))
	}
	if len(either.nodes) == 0 {
		return text("1 = 0")
	}
	return either
}

// between are the ends of a range. A value that the column never has lies in none.
func between(o operand, r plan.Range) (ends []*condition) {
	for _, end := range []struct {
		op    plan.Op
		value any
	}{{plan.Gte, r.From}, {plan.Lte, r.To}} {
		switch {
		case end.value == nil:
		case !Comparable(o.kind, end.value):
			ends = append(ends, text("1 = 0"))
		default:
			ends = append(ends, compare(o.value, operator[end.op], Arg{Kind: ArgLiteral, Value: end.value, Column: o.kind, Wide: isFraction(o.kind, end.value)}))
		}
	}
	return ends
}

// empties are the texts of what is empty, though it is there.
func (o operand) empties() string {
	if o.kind == plan.TextColumn {
		return " = ''"
	}
	return " IN ('', '[]', '{}')"
}

func isEmpty(o operand, not bool) *condition {
	switch {
	case o.bare == "" && not:
		return text(o.value, " IS NOT NULL")
	case o.bare == "":
		return text(o.value, " IS NULL")
	case not:
		return allOf(text(o.bare, " IS NOT NULL"), text("NOT (", o.bare, o.empties(), ")"))
	}
	return anyOf(text(o.bare, " IS NULL"), text(o.bare, o.empties()))
}

// holding is that the text of a field holds a term, or that it does not.
func (d *Dialect) holding(o operand, h plan.Holding) *condition {
	if !h.Not {
		return d.holds(o.text, h.Term)
	}
	lacks := d.holds(o.text, h.Term)
	lacks.parts = slices.Concat([]part{{text: "NOT ("}}, lacks.parts, []part{{text: ")"}})
	return anyOf(text(o.value, " IS NULL"), lacks)
}

// noneOf is that a column has none of the values, or nothing.
func noneOf(o operand, values []any) *condition {
	none := &condition{op: plan.And}
	for _, v := range values {
		left, arg := o.compared(v)
		none.nodes = append(none.nodes, compare(left, " <> ", arg))
	}
	if len(none.nodes) == 0 {
		return text("1 = 1")
	}
	return anyOf(text(o.value, " IS NULL"), none)
}

// compared is what a value is compared with: of a column of many kinds the text, where
// the value is one.
func (o operand) compared(v any) (left string, arg Arg) {
	left, kind := o.value, o.kind
	if _, isText := v.(string); isText {
		left, kind = o.text, plan.TextColumn
	}
	return left, Arg{Kind: ArgLiteral, Value: v, Column: kind, Wide: isFraction(kind, v)}
}

// oneOf compares a column of many kinds as text with a text. The slots of the values
// begin with slot; 0 for none.
func oneOf(o operand, slot int, values []any) *condition {
	either := &condition{op: plan.Or}
	for _, v := range values {
		left, arg := o.compared(v)
		arg.Slot = slot
		either.nodes = append(either.nodes, compare(left, " = ", arg))
		if slot > 0 {
			slot++
		}
	}
	if len(either.nodes) == 0 {
		return text("1 = 0")
	}
	return either
}

// bareText is what an empty value of a column is told by; "" for a column that has none
// but null.
func (d *Dialect) bareText(c *plan.Column) string {
	switch kind := c.Kind(); {
	case kind == plan.TextColumn:
		return quote(c.Name())
	case !kind.HoldsText():
		return ""
	}
	return of(d.text, c.Name())
}

// textOfColumn is the text of a column, which is written as expression. It is that
// of the answer: databases have texts of their own for true and for 1.5
// (decision 239).
func (d *Dialect) textOfColumn(c *plan.Column, expression string) string {
	switch c.Kind() {
	case plan.TextColumn:
		return expression
	case plan.IntegerColumn:
		return d.bytewise(of(d.textOf, expression))
	case plan.RealColumn, plan.BooleanColumn, plan.MixedColumn, plan.JSONColumn:
	}
	return d.bytewise(of(d.text, c.Name()))
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
