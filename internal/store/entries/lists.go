package entries

import (
	"sync"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/sqlgen"
)

// maxLists is how many statements of lists are kept for a collection, on each
// connection that has run them, and how many forms of lists.
const maxLists = 24

// lists are the lists over a collection that are asked for often: to write a statement
// and to prepare it take longer than to read a short page. The first ones are kept.
type lists struct {
	dialect *sqlgen.Dialect

	mu    sync.Mutex
	kept  map[string]*Query // by their text
	forms map[string]*Form  // by what appendForm says of them
}

// Form is a list without its values, the limit and where it goes on.
type Form struct {
	segments []segment
	columns  []*plan.Column // of an excerpt, behind the entry's
	keys     []int          // columns of the order
	kinds    []plan.ColumnKind
}

type segment struct {
	*Query
	args []sqlgen.Arg
}

func (l *lists) of(text string) *Query {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.query(text)
}

func (l *lists) query(text string) *Query {
	if q := l.kept[text]; q != nil {
		return q
	}
	q := &Query{Text: text, Brief: len(l.kept) >= maxLists}
	if q.Brief {
		return q
	}
	if l.kept == nil {
		l.kept = make(map[string]*Query)
	}
	l.kept[text] = q
	return q
}

// form is that of a list which is asked for often; nil where what is sought in it
// decides how it is read.
func (l *lists) form(q *content.EntrySearch) *Form {
	if !q.Often || !q.Criteria.IsEqualAlone() {
		return nil
	}
	var room [256]byte
	key := appendForm(room[:0], q)
	l.mu.Lock()
	defer l.mu.Unlock()
	f, ok := l.forms[string(key)]
	if ok {
		return f
	}
	if list := ListOf(q); !l.dialect.SeeksFew() || list.Sought() == nil {
		f = formOf(l.dialect, list, l.query)
	}
	if l.forms == nil {
		l.forms = make(map[string]*Form)
	}
	if len(l.forms) < maxLists {
		l.forms[string(key)] = f
	}
	return f
}

// formOf writes the statements of a list.
func formOf(d *sqlgen.Dialect, list sqlgen.EntryList, query func(text string) *Query) *Form {
	f := &Form{columns: list.Columns(), keys: list.Keys()}
	for _, term := range list.Order {
		f.kinds = append(f.kinds, term.Column.Kind())
	}
	for _, each := range list.Statements(d) {
		f.segments = append(f.segments, segment{query(each.Text), each.Args})
	}
	return f
}

// appendForm appends what of a list decides its statements. A quote ends each name:
// none has one in it.
func appendForm(dst []byte, q *content.EntrySearch) []byte {
	dst = append(dst, q.Status...)
	for _, each := range q.Order {
		dst = appendName(append(dst, direction(each)), each.Column.Name())
	}
	for _, key := range q.After {
		dst = append(dst, kindOf(key))
	}
	for _, each := range q.Criteria.Equal {
		dst = appendName(append(dst, '='), each.Field)
		for _, value := range each.Values {
			dst = append(dst, kindOf(value))
		}
	}
	if q.Excerpt == nil {
		return dst
	}
	dst = append(dst, ':')
	for _, c := range q.Excerpt {
		dst = appendName(dst, c.Name())
	}
	return dst
}

func appendName(dst []byte, name string) []byte { return append(append(dst, name...), '"') }

func direction(o plan.Order) byte {
	if o.Desc {
		return '>'
	}
	return '<'
}

// kindOf tells values apart that statements treat differently.
func kindOf(value any) byte {
	switch value.(type) {
	case nil:
		return '0'
	case string:
		return 's'
	}
	return 'n'
}
