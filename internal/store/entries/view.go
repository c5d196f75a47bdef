package entries

import (
	"fmt"
	"sync"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/sqlgen"
)

// View is a View compiled for a dialect.
type View struct {
	Plan *plan.View

	dialect *sqlgen.Dialect
	page    *Selection // page paging; nil for a sql View not written in this dialect

	mu    sync.RWMutex
	after map[string][]*Selection // keyset paging, by which keys are null
}

// maxPatterns bounds how many null patterns of one View's keys are kept
// compiled. A View of n order terms has 2^n; few of them ever occur.
const maxPatterns = 16

// Selection is one compiled SELECT.
type Selection struct {
	Query
	args     []sqlgen.Arg
	columns  []Column          // nil for a sql View: read off the prepared statement
	keys     []int             // columns that hold the order keys and then id
	keyKinds []plan.ColumnKind // what they hold
}

// CompileView writes the statement of a View's pages.
func CompileView(d *sqlgen.Dialect, v *plan.View) *View {
	compiled := &View{Plan: v, dialect: d, after: map[string][]*Selection{}}
	if !v.IsSQL() {
		compiled.page = declarative(v, sqlgen.View(d, v))
	} else if statement, ok := sqlgen.Wrap(d, v); ok {
		compiled.page = &Selection{Query: Query{Text: statement.Text}, args: statement.Args}
	}
	return compiled
}

// Page is the statement of a page; nil for a sql View that is not written in
// the dialect.
func (v *View) Page() *Selection { return v.page }

func declarative(v *plan.View, q sqlgen.Query) *Selection {
	s := &Selection{Query: Query{Text: q.Text}, args: q.Args, keys: q.Keys}
	for _, output := range q.Outputs {
		s.columns = AddColumn(s.columns, output.Name, output.Kind, output.Hidden)
	}
	for i, term := range v.Order() {
		if term.Column.Name() == "id" && len(s.keys) == len(v.Order()) {
			s.keys = append(s.keys[:len(s.keys):len(s.keys)], s.keys[i])
		}
	}
	for _, key := range s.keys {
		s.keyKinds = append(s.keyKinds, q.Outputs[key].Kind)
	}
	return s
}

// Selections are the statements to run in turn until the page is full
// (decision 14).
func (v *View) Selections(q *content.ViewQuery) ([]*Selection, error) {
	switch {
	case v.page == nil:
		return nil, diag.At(diag.ViewDialectUnsupported, "", "This View is not written for the database that the service uses.")
	case q.After != nil && (v.Plan.IsSQL() || len(q.After) != len(v.Plan.Order())+1):
		return nil, diag.Internal(fmt.Errorf("view %s cannot go on after %d keys", v.Plan.Name(), len(q.After)))
	case !q.Criteria.IsZero():
		return v.matching(q), nil
	case q.After == nil:
		return []*Selection{v.page}, nil
	default:
		return v.following(q.After[:len(q.After)-1]), nil
	}
}

// following gives the keyset form for keys that are null where these are.
func (v *View) following(keys []any) []*Selection {
	pattern := make([]byte, len(keys))
	for i, key := range keys {
		if key == nil {
			pattern[i] = 1
		}
	}
	v.mu.RLock()
	selections := v.after[string(pattern)]
	v.mu.RUnlock()
	if selections == nil {
		selections = v.compileAfter(pattern)
	}
	return selections
}

func (v *View) compileAfter(pattern []byte) []*Selection {
	nulls := make([]bool, len(pattern))
	for i := range pattern {
		nulls[i] = pattern[i] == 1
	}
	var selections []*Selection
	for _, segment := range sqlgen.ViewAfter(v.dialect, v.Plan, nulls) {
		selections = append(selections, declarative(v.Plan, segment))
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if known := v.after[string(pattern)]; known != nil {
		return known
	}
	if len(v.after) < maxPatterns {
		v.after[string(pattern)] = selections
	} else {
		for _, s := range selections {
			s.Brief = true
		}
	}
	return selections
}
