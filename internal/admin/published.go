package admin

import (
	"time"

	"github.com/quartet-dev/quartet/internal/admin/wire"
	timed "github.com/quartet-dev/quartet/internal/moves"
	"github.com/quartet-dev/quartet/internal/releases"
)

// publication is what went out together: at one time, by one person, of one article or with
// one release (decision 307).
type publication struct {
	at             int64
	actor, surface string
	of             [2]string // the article, or "" and the id of the release
}

// publishedOf tells what was published, what went out together as one.
func (s *Surface) publishedOf(q *request, made []timed.Published, from, to time.Time) ([]wire.PublishedEntry, error) {
	out, err := s.releasesOut(q, from, to)
	if err != nil {
		return nil, err
	}
	of, err := s.articlesOf(q.Context(), publishedKeys(made))
	if err != nil {
		return nil, err
	}
	var order []publication
	together := map[publication][]timed.Published{}
	for _, p := range made {
		one := publication{p.At.UnixMilli(), p.Actor, p.Surface, of[[2]string{p.Collection, p.Entry}]}
		if r, is := out[one.at]; is {
			one.of = [2]string{"", r.ID}
		}
		if len(together[one]) == 0 {
			order = append(order, one)
		}
		together[one] = append(together[one], p)
	}
	return s.publications(q, order, together, out)
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
func (s *Surface) publications(q *request, order []publication, together map[publication][]timed.Published, out map[int64]*releases.Release) ([]wire.PublishedEntry, error) {
	var named [][2]string
	for _, one := range order {
		named = append(append(named, one.of), publishedKeys(together[one])...)
	}
	called, err := s.titlesOfAll(q.Context(), named)
	if err != nil {
		return nil, err
	}
	names := s.names(q)
	all := make([]wire.PublishedEntry, len(order))
	for i, one := range order {
		parts := together[one]
		all[i] = wire.PublishedEntry{
			Direction: string(timed.Publish), Collection: one.of[0], Entry: one.of[1], At: one.at, Surface: one.surface,
			Version: parts[0].Version, Title: called[one.of].title, Titles: called[one.of].titles,
		}
		if one.of[0] == "" {
			all[i].Direction, all[i].Title = string(timed.Release), out[one.at].Name
		}
		if all[i].Actor, err = names.of(q.Context(), one.actor); err != nil {
			return nil, err
		}
		for _, p := range parts {
			is := called[[2]string{p.Collection, p.Entry}]
			all[i].Parts = append(all[i].Parts, wire.MovedPart{Collection: p.Collection, ID: p.Entry, Locale: is.locale, Title: is.title})
		}
	}
	return all, nil
}
