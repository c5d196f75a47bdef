package entries

import (
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/sqlgen"
)

// matching compiles a View for a search or filter of staff. Its statements have
// what is looked for in them, so that they are not kept.
func (v *View) matching(q *content.ViewQuery) []*Selection {
	if v.Plan.IsSQL() {
		statement, _ := sqlgen.WrapMatching(v.dialect, v.Plan, q.Criteria) // of a View that has a page
		return []*Selection{{Query: Query{Text: statement.Text, Brief: true}, args: statement.Args}}
	}
	compiled := []sqlgen.Query{sqlgen.ViewMatching(v.dialect, v.Plan, q.Criteria)}
	if q.After != nil {
		compiled = sqlgen.ViewAfterMatching(v.dialect, v.Plan, Nulls(q.After[:len(q.After)-1]), q.Criteria)
	}
	selections := make([]*Selection, len(compiled))
	for i, each := range compiled {
		selections[i] = declarative(v.Plan, each)
		selections[i].Brief = true
	}
	return selections
}
