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
	"github.com/quartet-dev/quartet/internal/principal"
)

// rejoin is that a change gives an entry another value where its translations join it, nil
// for none.
type rejoin struct {
	plan.Reference
	was, is any
	by      *change
}

// follower is a translation that a change of its parent takes along.
type follower struct {
	*change
	rejoin
	after *Entry
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
		if was != nil && !jsonvalue.Equal(was, is) {
			all = append(all, rejoin{r, was, is, c})
		}
	}
	return all
}

// rejoined are the translations in the bin that a change takes along: they come back to the
// entry that they were of.
func (s *Service) rejoined(c *change, after *Entry) (all []Rejoined) {
	for _, r := range s.rejoins(c, after) {
		if r.is != nil {
			all = append(all, Rejoined{
				Collection: r.From.Name(), Property: r.Property.Name(), Since: after.CreatedAt,
				Was: string(jsonvalue.Append(nil, r.was)), Is: string(jsonvalue.Append(nil, r.is)),
			})
		}
	}
	return all
}

// followers are the translations that a change of their parent takes along, checked: an
// article keeps its words when its slug changes (decision 350). Those of skip, by
// collection and id, are left out.
func (s *Service) followers(ctx context.Context, c *change, after *Entry, skip map[entryKey]bool, now time.Time) (all []*follower, err error) {
	for _, r := range s.rejoins(c, after) {
		found, err := s.translationsTo(ctx, r.Reference, r.was)
		if err != nil {
			return nil, err
		}
		if len(found) == maxTranslationsOf {
			return nil, cannotFollow(r, nil, diag.At(diag.Conflict, "data#", "There are "+strconv.Itoa(maxTranslationsOf)+" of them or more."))
		}
		for _, e := range found {
			if skip[entryKey{r.From.Name(), e.ID}] {
				continue
			}
			f, err := s.follower(ctx, r, e.ID, now)
			if err != nil {
				return nil, cannotFollow(r, e, err)
			}
			all = append(all, f)
		}
	}
	return all, nil
}

// follower is one translation with the new value.
func (s *Service) follower(ctx context.Context, r rejoin, id string, now time.Time) (*follower, error) {
	e, err := s.entry(ctx, r.From, id)
	if err != nil {
		return nil, err
	}
	if err := s.mayFollow(r, e); err != nil {
		return nil, err
	}
	c, err := patching(r.by.caller, r.From, e, map[string]any{r.Property.Name(): r.is})
	if err != nil {
		return nil, err
	}
	c.follows = true
	after, err := s.checked(ctx, c, now)
	return &follower{c, r, after}, err
}

// mayFollow holds a translation against what its parent's change may do: a member of staff
// changes no translation with an entry that they could not change alone.
func (s *Service) mayFollow(r rejoin, e *Entry) error {
	if r.is == nil {
		d := diag.At(diag.Conflict, "data#", "It is found by the present value.")
		d.Suggestion = "Give the entry another value, instead of none."
		return d
	}
	if !r.by.staff {
		return nil
	}
	if _, err := s.writable(edit, r.From.Name()); err != nil {
		return err
	}
	if OpenToContributors(r.From, e.Status) {
		return nil
	}
	return r.by.caller.NeedRole(principal.Editor)
}

// takeAlong gives the change of a translation the new value of its parent, which is
// published with it.
func (s *Service) takeAlong(r rejoin, c *change) error {
	if !r.moves(c) {
		return nil
	}
	if err := s.mayFollow(r, c.before); err != nil {
		return cannotFollow(r, c.before, err)
	}
	switch {
	case c.isIdle():
		c.move = edit
	case c.move == publish:
		c.move = replace
	}
	if c.data == nil {
		c.data, c.original = maps.Clone(c.before.Data), maps.Clone(declared(c.schema, c.before.Data))
	}
	property := r.Property.Name()
	c.data[property], c.original[property] = r.is, r.is
	return nil
}

// moves reports whether a change is one of a translation that is left behind by the parent
// and would still join it by the former value.
func (r rejoin) moves(c *change) bool {
	if c.schema != r.From || !jsonvalue.Equal(c.before.column(r.Property), r.was) {
		return false
	}
	if c.move == replace {
		return jsonvalue.Equal(c.data[r.Property.Name()], r.was)
	}
	return c.isIdle() || c.move == publish && c.before.Status == Draft
}

// cannotFollow refuses a change whose translation e, nil for all of them, it cannot take
// along, at the property that joins them. Staff are told which one it is: to anybody else it
// may be a draft that they know nothing of.
func cannotFollow(r rejoin, e *Entry, err error) error {
	inner := diag.As(err)
	d := *inner
	if d.Code == diag.NotFound {
		d.Code = diag.Conflict // it is not the entry that is gone
	}
	d.Path = "data#" + jsonvalue.Pointer(r.Field.Name())
	d.Message = "A translation cannot take the new value along: " + inner.Message
	if e != nil && r.by.staff {
		d.Message += " (" + r.From.Name() + "/" + e.ID + ", " + e.Locale() + ")"
	}
	return &d
}
