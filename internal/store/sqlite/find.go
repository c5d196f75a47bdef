package sqlite

import (
	"context"
	"time"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/sqlgen"
	"github.com/quartet-dev/quartet/internal/store/entries"
)

// Find implements content.StaffStore.
func (s *Store) Find(ctx context.Context, q content.EntrySearch) (content.Found, error) {
	c, err := s.collection(q.Schema)
	if err != nil {
		return content.Found{}, err
	}
	f := s.finding(ctx, c, &q)
	look := f.look
	if form := f.Kept(); form != nil {
		look = func(conn *conn) error { return f.Fill(conn, form) }
	}
	if err := f.Read.Counted(ctx, func() error { return s.readers.read(ctx, look) }); err != nil {
		return content.Found{}, err
	}
	return f.Found, nil
}

// finding is a page of a collection that may be looked up in its search table.
type finding struct {
	*entries.Finding
	collection *collection
	beside     func(*plan.Schema) *search // the search tables of others
}

func (s *Store) finding(ctx context.Context, c *collection, q *content.EntrySearch) finding {
	return finding{c.Find(ctx, q), c, func(schema *plan.Schema) *search {
		if other := s.collections[schema]; other != nil {
			return other.search
		}
		return nil
	}}
}

// CountMatching implements content.StaffStore. All that matches is counted, so that a
// term is looked up at once.
func (s *Store) CountMatching(ctx context.Context, q content.EntrySearch, most int) (count int64, err error) {
	c, err := s.collection(q.Schema)
	if err != nil {
		return 0, err
	}
	f := s.finding(ctx, c, &q)
	err = s.readers.read(ctx, func(conn *conn) (err error) {
		count, err = f.Count(conn, f.counted(&q), most)
		return err
	})
	return count, err
}

// CountByValue implements content.StaffStore.
func (s *Store) CountByValue(ctx context.Context, q content.EntrySearch, by *plan.Column, most int) (counts map[string]int64, err error) {
	c, err := s.collection(q.Schema)
	if err != nil {
		return nil, err
	}
	f := s.finding(ctx, c, &q)
	err = s.readers.read(ctx, func(conn *conn) (err error) {
		counts, err = f.CountBy(conn, f.counted(&q), by, most)
		return err
	})
	return counts, err
}

// counted is the list whose entries are counted.
func (f finding) counted(q *content.EntrySearch) sqlgen.EntryList {
	list := entries.ListOf(q)
	if f.collection.search.serves(list.Criteria) {
		list = f.lookedUp(list)
	}
	return list
}

// walkTimeout is how long a list is walked for a term before it is looked up: a
// term that many entries have is found sooner than the table answers
// (decision 70).
const walkTimeout = 20 * time.Millisecond

// look walks the list, or looks up what is sought in it.
func (f finding) look(c *conn) (err error) {
	list, err := f.List(c)
	if err != nil {
		return err
	}
	if !f.collection.search.serves(list.Criteria) {
		return f.FillList(c, list)
	}
	over, err := c.watch.within(walkTimeout, func() error { return f.FillList(c, list) })
	if !over {
		return err
	}
	return f.lookUp(c, list)
}

func (f finding) lookUp(c *conn, list sqlgen.EntryList) error {
	return f.FillList(c, f.lookedUp(list))
}

// lookedUp is the list as it is looked up.
func (f finding) lookedUp(list sqlgen.EntryList) sqlgen.EntryList {
	list.Search, list.Beside = f.collection.search.Search, map[*plan.Schema]*sqlgen.Search{}
	for _, each := range list.Criteria.Through {
		if t := f.beside(each.Schema); t != nil && t.ready.Load() && t.Covers(each.Searched) {
			list.Beside[each.Schema] = t.Search
		}
	}
	return list
}
