package sqlite

import (
	"errors"
	"math"
	"sync/atomic"
	"time"

	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/sqlgen"
)

const (
	batchRows    = 1000                  // rows that are read between two looks at whether to go on
	maxBehind    = 100_000               // entries behind a search table that serves
	batchTimeout = 10 * time.Millisecond // that the writer may be kept from others by a batch
)

// search is the search table of a collection with the statements over it. What
// it holds is never more than a hint, since what is found is looked at again,
// and never less: each write marks its row, in its own transaction
// (decision 101).
type search struct {
	*sqlgen.Search
	from int64 // entries from which there is a table

	markInsert, markChange             query
	state, unsearched, behind, reached query
	row, searched, put, forget         query

	rows  atomic.Int64 // entries that there may be, as far as this process knows
	due   atomic.Bool  // something may be left to do
	ready atomic.Bool  // the table serves
}

// compileSearch makes no table for a Schema whose id alone is searched: nobody
// looks for entries by a part of their ids. Its writes leave marks all the same,
// for a table of before, which serves again when its fields come back.
func compileSearch(s *plan.Schema, from int) *search {
	if len(s.SearchedFields()) == 1 {
		from = math.MaxInt
	}
	t := sqlgen.SearchOf(s)
	return &search{
		Search:     t,
		from:       int64(from),
		markInsert: query{Text: t.MarkInsert()},
		markChange: query{Text: t.MarkChange()},
		state:      query{Text: t.State(), Brief: true},
		unsearched: query{Text: t.Unsearched(), Brief: true},
		searched:   query{Text: t.Searched()},
		row:        query{Text: t.Row()},
		behind:     query{Text: t.Behind(), Brief: true},
		put:        query{Text: t.Put()},
		forget:     query{Text: t.Forget()},
		reached:    query{Text: t.Reach(), Brief: true},
	}
}

// serves reports whether a term is looked up, rather than looked for.
func (s *search) serves(n plan.Criteria) bool {
	return len(n.Terms) > 0 && s.ready.Load() && s.Covers(n.Searched)
}

// standing is how a search table stands to its collection. A table that is not
// made is none, or one of other texts or rows.
type standing struct {
	made       bool
	top, reach int64 // the last row, and the last one that is searched
	more       bool  // there is something left to do
}

// serves reports whether looking up is less work than a walk.
func (s standing) serves() bool { return s.made && s.top-s.reach <= maxBehind }

func (s *search) look(c *conn) (now standing, err error) {
	err = c.each(&s.state, func(row *stmt) error {
		now.top, now.reach, now.made = row.integer(0), row.integer(1), row.integer(2) == 1
		return nil
	})
	return now, err
}

// advance makes the table where there is none, and brings it further for as
// long as a batch may take. It runs in the writer's transaction and tells what
// is true when that is over.
func (s *search) advance(c *conn) (now standing, err error) {
	if now, err = s.look(c); err != nil || !now.made && now.top < s.from {
		return now, err
	}
	if !now.made {
		if err := s.make(c); err != nil {
			return now, err
		}
		now.made, now.reach = true, 0
	}
	until := time.Now().Add(batchTimeout)
	if now.more, err = s.searchChanged(c, now, until); now.more || err != nil {
		return now, err
	}
	return s.advanceBatch(c, now, until)
}

func (s *search) make(c *conn) error {
	for _, statement := range append(sqlgen.DropSearch(s.Schema()), s.Create(), s.Begin()) {
		if err := c.exec(statement); err != nil {
			return err
		}
	}
	return nil
}

// searchChanged searches rows that were written since. The last one that is searched may
// have been deleted.
func (s *search) searchChanged(c *conn, now standing, until time.Time) (more bool, err error) {
	var rows []int64
	err = c.each(&s.unsearched, func(row *stmt) error {
		rows = append(rows, row.integer(0))
		return nil
	}, batchRows)
	for i, row := range rows {
		if more = i > 0 && time.Now().After(until); more || err != nil {
			break
		}
		err = s.renew(c, row)
	}
	if len(rows) == 0 || err != nil {
		return false, err
	}
	return more || len(rows) == batchRows, c.run(&s.reached, now.reach)
}

func (s *search) renew(c *conn, row int64) error {
	if err := c.run(&s.forget, row); err != nil {
		return err
	}
	if err := c.each(&s.row, func(entry *stmt) error { return s.add(c, entry) }, row); err != nil {
		return err
	}
	return c.run(&s.searched, row)
}

// errEnough ends a walk of rows that has gone on for long enough.
var errEnough = errors.New("enough for now")

// advanceBatch searches the next entries.
func (s *search) advanceBatch(c *conn, now standing, until time.Time) (standing, error) {
	before := now.reach
	err := c.each(&s.behind, func(entry *stmt) error {
		if now.reach > before && time.Now().After(until) {
			return errEnough
		}
		now.reach = entry.integer(0)
		return s.add(c, entry)
	}, batchRows)
	if err != nil && !errors.Is(err, errEnough) || now.reach == before {
		return now, err
	}
	now.more = now.reach < now.top
	return now, c.run(&s.reached, now.reach)
}

func (s *search) add(c *conn, entry *stmt) error {
	texts := make([][]byte, 0, entry.columns()-1)
	for i := 1; i < entry.columns(); i++ {
		texts = append(texts, entry.text(i))
	}
	return c.run(&s.put, entry.integer(0), sqlgen.Grams(texts...))
}
