package admin

import (
	"slices"
	"time"

	"github.com/quartet-dev/quartet/internal/admin/wire"
	timed "github.com/quartet-dev/quartet/internal/moves"
	"github.com/quartet-dev/quartet/internal/releases"
)

// publication is what went out together (decision 307): with one release, or of one article by
// one person within the minute that a calendar shows.
type publication struct {
	by
	at      int64 // of the first of them
	release *releases.Release
	parts   []timed.Published
}

// by is what publications have in common that may be one: the article, or "" and the id of the
// release.
type by struct {
	of             [2]string
	actor, surface string
}

// together is how long an article goes out, its languages one after the other.
const together = time.Minute

// publishedOf tells what was published, what went out together as one.
func (s *Surface) publishedOf(q *request, made []timed.Published, from, to time.Time) ([]wire.PublishedEntry, error) {
	out, err := s.releasesOut(q, from, to)
	if err != nil {
		return nil, err
	}
	on := shelf{}
	of, err := s.articlesOf(q.Context(), on, publishedKeys(made))
	if err != nil {
		return nil, err
	}
	var all []*publication
	last := map[by]*publication{}
	for _, p := range made {
		one := &publication{at: p.At.UnixMilli(), release: out[p.At.UnixMilli()], by: by{of[[2]string{p.Collection, p.Entry}], p.Actor, p.Surface}}
		if one.release != nil {
			one.of = [2]string{"", one.release.ID}
		}
		if first := last[one.by]; first != nil && one.at-first.at < together.Milliseconds() {
			first.add(p)
			continue
		}
		one.add(p)
		all, last[one.by] = append(all, one), one
	}
	return s.publications(q, on, all)
}

// add is a part that went out, once.
func (one *publication) add(p timed.Published) {
	if !slices.ContainsFunc(one.parts, func(each timed.Published) bool { return each.Collection == p.Collection && each.Entry == p.Entry }) {
		one.parts = append(one.parts, p)
	}
}

func publishedKeys(made []timed.Published) (keys [][2]string) {
	for _, p := range made {
		keys = append(keys, [2]string{p.Collection, p.Entry})
	}
	return keys
}

// releasesOut are the releases that went out in a span, by the time at which their entries did.
func (s *Surface) releasesOut(q *request, from, to time.Time) (map[int64]*releases.Release, error) {
	all := map[int64]*releases.Release{}
	for wanted := (releases.Query{Before: to, Limit: maxCalendarRows}); ; {
		found, more, err := s.Releases.Published(q.Context(), q.caller, wanted)
		if err != nil {
			return nil, err
		}
		for _, r := range found {
			if r.PublishedAt.Before(from) {
				return all, nil
			}
			all[r.PublishedAt.UnixMilli()] = r
		}
		if !more {
			return all, nil
		}
		last := found[len(found)-1]
		wanted.Before, wanted.ID = last.PublishedAt, last.ID
	}
}

// publications describes what went out together.
func (s *Surface) publications(q *request, on shelf, made []*publication) ([]wire.PublishedEntry, error) {
	var named [][2]string
	for _, one := range made {
		named = append(append(named, one.of), publishedKeys(one.parts)...)
	}
	called, err := s.titlesOn(q.Context(), on, named)
	if err != nil {
		return nil, err
	}
	names := s.names(q)
	all := make([]wire.PublishedEntry, len(made))
	for i, one := range made {
		all[i] = wire.PublishedEntry{
			Direction: string(timed.Publish), Collection: one.of[0], Entry: one.of[1], At: one.at, Surface: one.surface,
			Version: one.parts[0].Version, Title: called[one.of].title, Titles: called[one.of].titles,
		}
		if one.release != nil {
			all[i].Direction, all[i].Title = string(timed.Release), one.release.Name
		}
		if all[i].Actor, err = names.of(q.Context(), one.actor); err != nil {
			return nil, err
		}
		for _, p := range one.parts {
			is := called[[2]string{p.Collection, p.Entry}]
			all[i].Parts = append(all[i].Parts, wire.MovedPart{Collection: p.Collection, ID: p.Entry, Locale: is.locale, Title: is.title})
		}
	}
	return all, nil
}
