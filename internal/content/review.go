package content

import (
	"context"
	"slices"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
)

// review holds entries that are published or unpublished in one transaction against their
// checks, one after the other.
type review struct {
	caller   Caller
	move     move
	all      []Publication
	together map[entryKey]bool
	seen     map[entryKey]bool
	moved    []rejoin // what parents among them move
	now      time.Time
}

func newReview(caller Caller, m move, all []Publication, now time.Time) *review {
	return &review{caller: caller, move: m, all: all, together: keysOf(all), seen: make(map[entryKey]bool), now: now}
}

// passed is a publication that its checks let through: as which row, and with which
// translations. One that is idle leaves the entry as it is.
type passed struct {
	*change
	of        int
	after     *Entry
	followers []*follower
}

// review checks one of the publications, behind those of parentsFirst. No hook runs and
// nothing is written.
func (s *Service) review(ctx context.Context, r *review, i int) (*passed, error) {
	key := entryKey{r.all[i].Collection, r.all[i].ID}
	if r.seen[key] {
		return nil, diag.At(diag.InputValidationFailed, "input#", "The entry is named twice.")
	}
	r.seen[key] = true
	c, err := s.moving(ctx, r.caller, r.move, r.all[i])
	if err != nil {
		return nil, err
	}
	for _, each := range r.moved {
		if err := s.takeAlong(each, c); err != nil {
			return nil, err
		}
	}
	p := &passed{change: c, of: i, after: c.before}
	if c.isIdle() {
		return p, nil
	}
	if p.after, err = s.checked(ctx, c, r.now); err != nil {
		return nil, err
	}
	r.moved = append(r.moved, s.rejoins(c, p.after)...)
	p.followers, err = s.followers(ctx, c, p.after, r.together, r.now)
	return p, err
}

// reviewAll holds all of them against their checks: what passes, in the order in which it is
// written, and what is in the way, by the place of its entry. Nothing is changed.
func (s *Service) reviewAll(ctx context.Context, r *review) (through []*passed, found []Obstacle, err error) {
	for _, i := range s.parentsFirst(r.all) {
		if p, err := s.review(ctx, r, i); err != nil {
			found = append(found, Obstacle{i, err})
		} else {
			through = append(through, p)
		}
		if ctx.Err() != nil {
			return nil, nil, diag.Attempted(ctx.Err(), "check entries that move together")
		}
	}
	slices.SortFunc(found, func(a, b Obstacle) int { return a.Index - b.Index })
	return through, found, nil
}

// obstacles are what the checks of a move of entries together find, entry by entry. Nothing
// is changed.
func (s *Service) obstacles(ctx context.Context, caller Caller, m move, all []Publication) ([]Obstacle, error) {
	_, found, err := s.reviewAll(ctx, newReview(caller, m, all, s.opts.Now()))
	return found, err
}

func keysOf(all []Publication) map[entryKey]bool {
	keys := make(map[entryKey]bool, len(all))
	for _, p := range all {
		keys[entryKey{p.Collection, p.ID}] = true
	}
	return keys
}

// parentsFirst is the order in which translations know what becomes of their parent.
func (s *Service) parentsFirst(all []Publication) []int {
	order := make([]int, len(all))
	for i := range all {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return s.depth(all[a].Collection) - s.depth(all[b].Collection) })
	return order
}

// depth is 1 for translations.
func (s *Service) depth(collection string) int {
	if schema := s.plan.Schema(collection); schema != nil && schema.Translation() != nil {
		return 1
	}
	return 0
}
