package sqlite

import (
	"context"
	"time"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/sqlgen"
	"github.com/quartet-dev/quartet/internal/store/entries"
)

// Find implements content.StaffStore.
func (s *Store) Find(ctx context.Context, q content.EntrySearch) (content.Found, error) {
	c, err := s.collection(q.Schema)
	if err != nil {
		return content.Found{}, err
	}
	f := finding{c.Find(ctx, &q), c}
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
	list.Search = f.collection.search.Search
	return f.FillList(c, list)
}
