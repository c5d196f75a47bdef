package harness

import (
	"slices"

	"github.com/quartet-dev/quartet/internal/lazyregexp"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/sqltext"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
)

// candidate is a set of indexes that might serve a View.
type candidate []sqlite.TrialIndex

// columns is how many columns the indexes hold, which is what writes pay for.
func (c candidate) columns() (n int) {
	for _, index := range c {
		n += len(index.Columns)
	}
	return n
}

// candidates are what might serve a View, without what is declared already.
func candidates(p *plan.Plan, v *plan.View) []candidate {
	if v.IsSQL() {
		return sqlCandidates(p, v)
	}
	b := candidateList{schema: v.Source()}
	equal, ranges, either := parted(v.Filter())
	var order []*plan.Column
	for _, term := range v.Order() {
		order = append(order, term.Column)
	}
	b.serve(equal, ranges, order)
	for _, or := range either {
		b.serveBranches(or, equal, order)
	}
	return b.all
}

// parted sorts the parts of a filter that must all hold into properties compared
// for equality, properties compared by order, and those with an or.
func parted(f *plan.Filter) (equal, ranges []*plan.Column, either []*plan.Filter) {
	for _, part := range conjunction(f) {
		switch {
		case len(part.Nodes) > 0:
			either = append(either, part)
		case part.Column.Reserved(): // no index can hold it
		case part.Op == plan.Eq:
			equal = append(equal, part.Column)
		default:
			ranges = append(ranges, part.Column)
		}
	}
	return equal, ranges, either
}

type candidateList struct {
	schema *plan.Schema
	all    []candidate
}

// serve adds indexes for what is equal, then for the order or a range.
func (b *candidateList) serve(equal, ranges, order []*plan.Column) {
	b.add(equal)
	for _, r := range ranges {
		b.add(joined(equal, []*plan.Column{r}))
		b.add(joined(equal, []*plan.Column{r}, order))
	}
	for n := 1; n <= len(order); n++ {
		b.add(joined(equal, order[:n]))
		for _, r := range ranges {
			b.add(joined(equal, order[:n], []*plan.Column{r}))
		}
	}
	for _, c := range equal {
		b.add([]*plan.Column{c})
		b.add(joined([]*plan.Column{c}, order))
	}
}

// serveBranches adds an index for each branch of an or, all of which are needed,
// and one for what the branches share.
func (b *candidateList) serveBranches(or *plan.Filter, equal, order []*plan.Column) {
	var bare, ordered candidate
	for _, branch := range or.Nodes {
		own, ranges, _ := parted(branch)
		columns := joined(equal, own, ranges[:min(len(ranges), 1)])
		bare = bare.with(b.schema, columns)
		ordered = ordered.with(b.schema, joined(equal, own, order))
	}
	b.addSet(bare)
	b.addSet(ordered)
}

func (c candidate) with(s *plan.Schema, columns []*plan.Column) candidate {
	index, ok := trialOf(s, columns)
	if !ok || slices.ContainsFunc(c, func(o sqlite.TrialIndex) bool { return slices.Equal(o.Columns, index.Columns) }) {
		return c
	}
	return append(c, index)
}

func (b *candidateList) add(columns []*plan.Column) { b.addSet(candidate{}.with(b.schema, columns)) }

func (b *candidateList) addSet(c candidate) {
	if len(c) > 0 && !slices.ContainsFunc(b.all, func(o candidate) bool { return o.equals(c) }) {
		b.all = append(b.all, c)
	}
}

func (c candidate) equals(o candidate) bool {
	return slices.EqualFunc(c, o, func(a, b sqlite.TrialIndex) bool { return a.Schema == b.Schema && slices.Equal(a.Columns, b.Columns) })
}

// trialOf is an index over columns up to a reserved one, which no index can
// hold; id ends each.
func trialOf(s *plan.Schema, columns []*plan.Column) (sqlite.TrialIndex, bool) {
	var kept []*plan.Column
	for _, c := range columns {
		if c.Reserved() {
			break
		}
		if !slices.Contains(kept, c) {
			kept = append(kept, c)
		}
	}
	declared := slices.ContainsFunc(s.Indexes(), func(i *plan.Index) bool { return slices.Equal(i.Columns(), kept) && !i.Unique() })
	return sqlite.TrialIndex{Schema: s, Columns: kept}, len(kept) > 0 && !declared
}

func joined(parts ...[]*plan.Column) []*plan.Column { return slices.Concat(parts...) }

// maxNamed bounds how many columns of a Schema a sql View is tried with: pairs
// of them are tried, too.
const maxNamed = 6

var names = lazyregexp.New(`[A-Za-z_][A-Za-z0-9_]*`)

// sqlCandidates are every column that the text of a View names after the word
// FROM, and pairs of them: what it does with a column only SQLite knows.
func sqlCandidates(p *plan.Plan, v *plan.View) (all []candidate) {
	text, _ := v.SQL(sqltext.SQLite)
	for _, s := range sourcesOf(p, v) {
		b := candidateList{schema: s}
		named := namedColumns(s, text)
		for _, c := range named {
			b.add([]*plan.Column{c})
		}
		for _, first := range named {
			for _, second := range named {
				b.add([]*plan.Column{first, second})
			}
		}
		all = append(all, b.all...)
	}
	return all
}

var fromWord = lazyregexp.New(`(?i)\bfrom\b`)

func namedColumns(s *plan.Schema, text string) (columns []*plan.Column) {
	if at := fromWord.FindStringIndex(text); at != nil {
		text = text[at[1]:]
	}
	for _, name := range names.FindAllString(text, -1) {
		c := columnNamed(s, name)
		if c != nil && !c.Reserved() && len(columns) < maxNamed && !slices.Contains(columns, c) {
			columns = append(columns, c)
		}
	}
	return columns
}
