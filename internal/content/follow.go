package content

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
)

// rejoin is that an entry has another value where its translations join it.
type rejoin struct {
	plan.Reference
	was, is any
}

// rejoins are the joins that a change moves. What others may have as well, since no unique
// index holds it alone, moves nothing: nobody knows whose the translations are. An import
// says itself what the translations have.
func (s *Service) rejoins(c *change, after *Entry) (all []rejoin) {
	if c.move != edit && c.move != replace || c.arrival != nil {
		return nil
	}
	for _, r := range s.plan.References() {
		if !r.Translation || r.To != c.schema || !slices.Contains(c.schema.Keys(), r.Field) {
			continue
		}
		was, is := c.before.column(r.Field), after.column(r.Field)
		if was != nil && is != nil && !jsonvalue.Equal(was, is) {
			all = append(all, rejoin{r, was, is})
		}
	}
	return all
}

// followers are the translations that a change of their parent takes along, ready for its
// transaction: an article keeps its words when its slug changes (decision 350). Those of
// skip, by collection and id, are left out.
func (s *Service) followers(ctx context.Context, c *change, after *Entry, skip map[string]bool, now time.Time) (writes []*Write, err error) {
	for _, r := range s.rejoins(c, after) {
		ids, err := s.leftBehind(ctx, r)
		if err != nil {
			return nil, err
		}
		for _, id := range ids {
			if skip[r.From.Name()+"/"+id] {
				continue
			}
			w, err := s.follower(ctx, c, r, id, now)
			if err != nil {
				return nil, cannotFollow(r, err)
			}
			writes = append(writes, w)
		}
	}
	return writes, nil
}

// leftBehind are the ids of the translations that have the value which is left.
func (s *Service) leftBehind(ctx context.Context, r rejoin) (ids []string, err error) {
	found, err := s.translationsTo(ctx, r.Reference, r.was)
	if err != nil {
		return nil, err
	}
	if len(found) == maxTranslationsOf {
		return nil, cannotFollow(r, diag.At(diag.Conflict, "data#", "There are "+strconv.Itoa(maxTranslationsOf)+" of them or more."))
	}
	for _, e := range found {
		ids = append(ids, e.ID)
	}
	return ids, nil
}

// follower is one translation with the new value.
func (s *Service) follower(ctx context.Context, parent *change, r rejoin, id string, now time.Time) (*Write, error) {
	e, err := s.entry(ctx, r.From, id)
	if err != nil {
		return nil, err
	}
	c, err := patching(parent.caller, r.From, e, map[string]any{r.Property.Name(): r.is})
	if err != nil {
		return nil, err
	}
	c.dry = parent.dry
	after, err := s.ready(ctx, c, now)
	if err != nil {
		return nil, err
	}
	return s.writeOf(ctx, c, after, now)
}

// join gives the change of a translation the new value of its parent, which is published
// with it.
func (r rejoin) join(c *change) {
	property := r.Property.Name()
	if c.schema != r.From || !jsonvalue.Equal(c.before.column(r.Property), r.was) {
		return
	}
	switch {
	case c.isIdle():
		c.move = edit
	case c.move == publish && c.before.Status == Draft:
		c.move = replace
	case c.move != replace || !jsonvalue.Equal(c.data[property], r.was):
		return
	}
	if c.data == nil {
		c.data, c.original = maps.Clone(c.before.Data), maps.Clone(declared(c.schema, c.before.Data))
	}
	c.data[property], c.original[property] = r.is, r.is
}

// cannotFollow refuses a change whose translations it cannot take along, at the property
// that joins them.
func cannotFollow(r rejoin, err error) error {
	inner := diag.As(err)
	d := *inner
	d.Path = "data#" + jsonvalue.Pointer(r.Field.Name())
	d.Message = "A translation cannot take the new value along: " + inner.Message
	return &d
}
