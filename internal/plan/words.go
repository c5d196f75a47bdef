package plan

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

// Description is the declared description; zero when none was.
func (v *View) Description() Text { return v.atom.Description }

// Words say what the View reads, to developers and agents that choose among
// Views: the declared description, or else a sentence in English made from title,
// Schema, filter, params and order. Every surface describes a View by them
// (decision 180).
func (v *View) Words() Text {
	if declared := v.Description(); !declared.IsZero() {
		return declared
	}
	return Text{Plain: v.sentence()}
}

// maxNamed bounds how many names or comparisons a sentence tells one by one.
const maxNamed = 12

func (v *View) sentence() string {
	reads := v.reads() + v.ordered() + "; at most " + rows(v.capacity) + " a page."
	if title := v.Title().In("en"); title != "" {
		return title + ": " + reads
	}
	first := []rune(reads)
	first[0] = unicode.ToUpper(first[0])
	return string(first)
}

func rows(n int) string {
	if n == 1 {
		return "1 row"
	}
	return strconv.Itoa(n) + " rows"
}

// reads says which rows, such as "published articles by section".
func (v *View) reads() string {
	if v.IsSQL() {
		return "rows of a SQL query" + withParams(" with", v.params.names(nil))
	}
	subject := lowered(v.source.Title().In("en"))
	if v.published {
		subject = "published " + subject
	}
	w := filterWords{view: v, used: make(map[int]bool)}
	subject += w.clause(v.filter)
	return subject + withParams(", with", v.params.names(w.used))
}

// lowered is a title inside a sentence: words in title case lose it, and others,
// such as SKU, do not.
func lowered(title string) string {
	words := strings.Split(title, " ")
	for i, word := range words {
		if runes := []rune(word); len(runes) > 1 && strings.ToLower(string(runes[1:])) == string(runes[1:]) {
			words[i] = strings.ToLower(word)
		}
	}
	return strings.Join(words, " ")
}

// names lists the params whose slots are not among those left out.
func (p *Params) names(leftOut map[int]bool) []string {
	var names []string
	for slot, each := range p.all {
		if !leftOut[slot] {
			names = append(names, each.Name)
		}
	}
	return names
}

func withParams(before string, names []string) string {
	switch len(names) {
	case 0:
		return ""
	case 1:
		return before + " the param " + names[0]
	}
	return before + " the params " + listed(names)
}

// listed is `a, b and c`.
func listed(names []string) string {
	last := len(names) - 1
	switch {
	case last > maxNamed:
		return strings.Join(names[:maxNamed], ", ") + " and " + strconv.Itoa(len(names)-maxNamed) + " more"
	case last < 1:
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// filterWords tells a filter, and remembers which params it told.
type filterWords struct {
	view *View
	used map[int]bool
}

// isShown reports whether readers of the View may learn of a column: its rows show
// it, or they are staff. Everybody reads the words of a public View.
func (v *View) isShown(c *Column) bool { return v.Surface() == Staff || slices.Contains(v.fields, c) }

// clause is what a filter adds to the subject of a sentence: " by " what must equal
// a param, " where " what else holds, and that there is more where it is not shown.
func (w filterWords) clause(root *Filter) string {
	if root == nil {
		return ""
	}
	if n := len(comparisons(root)); n > maxNamed {
		return fmt.Sprintf(" that pass a filter of %d comparisons", n)
	}
	var by, where []string
	caller, more := "", ""
	nodes := conjuncts(root)
	for _, each := range nodes {
		switch each = unwrapped(each); {
		case w.view.published && each.Column != nil && each.Column.name == "status": // said already
		case each.Op == Eq && each.Operand.Kind == ParamRef:
			by = append(by, w.keyed(each))
		case w.isTold(each):
			where = append(where, w.condition(each, len(nodes) > 1))
		case each.Operand.Kind == CallerID:
			caller = " of the caller"
		case !slices.ContainsFunc(comparisons(each), isOfParam): // params that are not told are listed
			more = ", under a fixed filter"
		}
	}
	text := caller
	if len(by) > 0 {
		text += " by " + listed(by)
	}
	if len(where) > 0 {
		text += " where " + strings.Join(where, " and ")
	}
	return text + more
}

// isTold reports whether everything that a node compares is shown.
func (w filterWords) isTold(f *Filter) bool {
	return !slices.ContainsFunc(comparisons(f), func(each *Filter) bool { return !w.view.isShown(each.Column) })
}

func isOfParam(f *Filter) bool { return f.Operand.Kind == ParamRef }

// comparisons are those of a filter, however deep it nests.
func comparisons(root *Filter) (found []*Filter) {
	for stack := []*Filter{root}; len(stack) > 0; {
		f := stack[len(stack)-1]
		stack = append(stack[:len(stack)-1], f.Nodes...)
		if f.Column != nil {
			found = append(found, f)
		}
	}
	return found
}

// conjuncts are the nodes that must all hold.
func conjuncts(f *Filter) []*Filter {
	if f = unwrapped(f); f.Op == And {
		return f.Nodes
	}
	return []*Filter{f}
}

// unwrapped is the node below groups of one, however many there are: what is told
// recursively then has more than one comparison at every level.
func unwrapped(f *Filter) *Filter {
	for len(f.Nodes) == 1 {
		f = f.Nodes[0]
	}
	return f
}

// keyed is the field that a param must equal, with the param where its name is
// another.
func (w filterWords) keyed(f *Filter) string {
	param := w.param(f)
	if param != f.Column.name && w.view.isShown(f.Column) {
		return f.Column.name + " (the param " + param + ")"
	}
	return param
}

// param is the name of the param of a comparison, which is told now.
func (w filterWords) param(f *Filter) string {
	w.used[f.Operand.Slot] = true
	return w.view.params.all[f.Operand.Slot].Name
}

// condition tells a node; a group within a group is told in brackets.
func (w filterWords) condition(f *Filter, inside bool) string {
	f = unwrapped(f)
	if len(f.Nodes) == 0 {
		return w.comparison(f)
	}
	parts := make([]string, len(f.Nodes))
	for i, node := range f.Nodes {
		parts[i] = w.condition(node, true)
	}
	text := strings.Join(parts, " "+string(f.Op)+" ")
	if inside {
		return "(" + text + ")"
	}
	return text
}

var comparisonWords = map[Op]string{Eq: " is ", Gt: " is above ", Gte: " is at least ", Lt: " is below ", Lte: " is at most ", And: "", Or: ""}

func (w filterWords) comparison(f *Filter) string {
	subject := f.Column.name + comparisonWords[f.Op]
	switch {
	case f.Operand.Kind == ParamRef:
		return subject + "the param " + w.param(f)
	case f.Operand.Kind == CallerID:
		return subject + "the caller"
	case f.Operand.Value == nil && f.Op == Eq:
		return f.Column.name + " has no value"
	}
	return subject + literal(f.Operand.Value)
}

// literal is a value as JSON, and a long text by how it begins.
func literal(value any) string {
	const longest = 60
	if text, ok := value.(string); ok && len([]rune(text)) > longest {
		value = string([]rune(text)[:longest]) + "…"
	}
	return string(jsonvalue.Append(nil, value))
}

// ordered says in which order the rows come.
func (v *View) ordered() string {
	var terms []string
	for _, term := range v.order {
		words, alone := v.orderTerm(term)
		switch {
		case words == "" || len(terms) == maxNamed:
			continue
		case len(terms) > 0:
			words = "then " + words
		case !alone:
			words = "ordered by " + words
		}
		terms = append(terms, words)
	}
	if len(terms) == 0 {
		return ""
	}
	return ", " + strings.Join(terms, ", ")
}

// orderTerm tells one term, "" for one that is not shown; alone reports whether it
// needs no "ordered by".
func (v *View) orderTerm(term Order) (words string, alone bool) {
	name := term.Column.name
	switch {
	case name == "createdAt" && term.Desc:
		return "newest first", true
	case name == "createdAt":
		return "oldest first", true
	case name == "updatedAt" && term.Desc:
		return "last changed first", true
	case !v.isShown(term.Column):
		return "", true
	case v.isTime(term.Column) && term.Desc:
		return "latest " + name + " first", true
	case v.isTime(term.Column):
		return "earliest " + name + " first", true
	case term.Desc:
		return name + " descending", false
	}
	return name, false
}

// isTime reports whether a column is declared to hold moments or dates.
func (v *View) isTime(c *Column) bool {
	said := v.source.PropertyDocument(c.name)
	return c.name == "updatedAt" || said["format"] == "date-time" || said["format"] == "date" || said["x-mcp-hint"] == "timestamp-ms"
}
