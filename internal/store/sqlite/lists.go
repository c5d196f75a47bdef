package sqlite

import "sync"

// maxLists is how many statements of lists are kept for a collection, on each
// connection that has run them.
const maxLists = 24

// lists are the statements over a collection that are asked for often, by their text:
// to prepare one takes longer than to read a short page. The first ones are kept.
type lists struct {
	mu   sync.Mutex
	kept map[string]*query
}

func (l *lists) of(text string) *query {
	l.mu.Lock()
	defer l.mu.Unlock()
	if q := l.kept[text]; q != nil {
		return q
	}
	q := &query{text: text, brief: len(l.kept) >= maxLists}
	if q.brief {
		return q
	}
	if l.kept == nil {
		l.kept = make(map[string]*query)
	}
	l.kept[text] = q
	return q
}
