package sqlite

import (
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/sqlgen"
)

// matching compiles a View for a search or filter of staff. Its statements have
// what is looked for in them, so that they are not kept.
func (v *view) matching(q *content.ViewQuery) []*selection {
	if v.plan.IsSQL() {
		statement, _ := sqlgen.WrapMatching(sqlgen.SQLite, v.plan, q.Criteria) // of a View that has a page
		return []*selection{{query: query{text: statement.Text, brief: true}, args: statement.Args}}
	}
	compiled := []sqlgen.Query{sqlgen.ViewMatching(sqlgen.SQLite, v.plan, q.Criteria)}
	if q.After != nil {
		compiled = sqlgen.ViewAfterMatching(sqlgen.SQLite, v.plan, nulls(q.After[:len(q.After)-1]), q.Criteria)
	}
	selections := make([]*selection, len(compiled))
	for i, each := range compiled {
		selections[i] = declarative(v.plan, each)
		selections[i].brief = true
	}
	return selections
}
