package content

import (
	"context"
)

// maxRehearsed is how many ids and tuples a Rehearsal remembers, a few dozen bytes
// each.
const maxRehearsed = 4_000_000

// Rehearsal remembers what an import that is not made would have written, so that
// arrivals are held against each other as well as against the database.
type Rehearsal struct {
	holders map[digest]digest // of a tuple, who has it
	seen    map[digest]arrived
	full    bool
}

// arrived is what an entry came with.
type arrived struct {
	content   digest
	createdAt int64
}

// NewRehearsal is one that nothing has come to yet.
func NewRehearsal() *Rehearsal {
	return &Rehearsal{holders: make(map[digest]digest), seen: make(map[digest]arrived)}
}

// Full reports whether so much has come that arrivals were not held against all
// others.
func (r *Rehearsal) Full() bool { return r.full }

// met is what becomes of an arrival whose id came before and is not stored: Added when
// it did not come.
func (r *Rehearsal) met(c *change, onConflict Resolution) Outcome {
	if r == nil {
		return Added
	}
	former, again := r.seen[digestOf(c.schema.Name(), c.id)]
	switch {
	case !again:
		return Added
	case former.content == contentOf(c.arrive(c.arrival.row.Status)):
		return Same
	case onConflict == Keep:
		return Kept
	}
	return Added
}

// createdAt is when an entry was made that came before; 0 for one that did not. Another line
// of it that names no time is of the same entry.
func (r *Rehearsal) createdAt(a *Arrival) int64 {
	if r == nil {
		return 0
	}
	return r.seen[digestOf(a.Collection, a.ID)].createdAt
}

// contentOf stands for what an entry says.
func contentOf(e *Entry) digest {
	return digestOf(string(e.Status), e.AuthorID, e.CreatedAt, e.Data)
}

// stays notes down an arrival whose stored entry stays.
func (r *Rehearsal) stays(c *change, stored *Entry) error {
	if r == nil {
		return nil
	}
	return r.writes(c, stored)
}

// writes notes down what an arrival would leave.
func (r *Rehearsal) writes(c *change, after *Entry) error {
	if len(r.holders)+len(r.seen) > maxRehearsed {
		r.full = true
		return nil
	}
	who := digestOf(after.Collection, after.ID)
	r.seen[who] = arrived{contentOf(after), after.CreatedAt}
	for _, tuple := range tuples(c.schema, after.Data) {
		r.holders[tuple] = who
	}
	return nil
}

// rehearseUnique is preflight for a change that is not made: an entry that has arrived
// before holds what it arrived with, and no longer what is stored of it.
func (s *Service) rehearseUnique(ctx context.Context, c *change, after *Entry) error {
	r, who := c.arrival.rehearsal, digestOf(after.Collection, after.ID)
	if _, again := r.seen[who]; again && c.before == nil && c.arrival.refuses {
		return differs()
	}
	for i, index := range c.schema.Indexes() {
		values, whole := UniqueTuple(index.Columns(), after.Data)
		if !index.Unique() || !whole {
			continue
		}
		if holder, held := r.holders[digestOf(c.schema.Name(), int64(i), values)]; held && holder != who {
			return NotUnique(index.Columns())
		}
		if c.before != nil && holds(c.before.Data, index.Columns(), values) {
			continue
		}
		other, err := s.match(ctx, c.schema, index.Columns(), values)
		if err != nil {
			return err
		}
		if other == nil || other.ID == after.ID {
			continue
		}
		if _, moved := r.seen[digestOf(other.Collection, other.ID)]; !moved {
			return NotUnique(index.Columns())
		}
	}
	return nil
}
