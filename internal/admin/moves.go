package admin

import (
	"strconv"
	"time"

	"github.com/quartet-dev/quartet/internal/admin/wire"
	timed "github.com/quartet-dev/quartet/internal/moves"
	"github.com/quartet-dev/quartet/internal/presence"
	"github.com/quartet-dev/quartet/internal/querystring"
	"github.com/quartet-dev/quartet/internal/timezone"
)

// entryMoves are the moves of an entry that are set for a time, or failed, and with
// translations=true those of its translations.
func (s *Surface) entryMoves(q *request) error {
	of := s.Moves.OfEntry
	if q.query["translations"] == "true" {
		of = s.Moves.OfArticle
	}
	found, err := of(q.Context(), q.caller, q.query["collection"], q.PathValue("id"))
	return s.answerMoves(q, found, err)
}

func (s *Surface) answerMoves(q *request, found []*timed.Move, err error) error {
	if err != nil {
		return err
	}
	items, err := s.movesOf(q, found)
	return q.answer(wire.ScheduledMoves{Items: items}, err)
}

// movesOf describes moves, each batch once, with what their entries are called.
func (s *Surface) movesOf(q *request, found []*timed.Move) ([]wire.ScheduledMove, error) {
	var named [][2]string
	for _, m := range found {
		named = append(named, [2]string{m.Collection, m.Entry})
	}
	called, err := s.titlesOfAll(q.Context(), named)
	if err != nil {
		return nil, err
	}
	names := s.names(q)
	heads, batches := timed.Heads(found)
	all := make([]wire.ScheduledMove, len(heads))
	for i, m := range heads {
		all[i] = wire.ScheduledMove{
			ID: m.Key(), Parts: movedParts(batches[m.Key()], called),
			Collection: m.Collection, Entry: m.Entry, Direction: string(m.Direction), At: m.Due.UnixMilli(), TimeZone: m.Zone,
			SetAt: m.SetAt.UnixMilli(), Problem: m.Problem, Told: m.Told,
		}
		if m.Failed() {
			at := m.FailedAt.UnixMilli()
			all[i].FailedAt = &at
		}
		if all[i].Actor, err = names.of(q.Context(), m.Actor); err != nil {
			return nil, err
		}
		is := called[[2]string{m.Collection, m.Entry}]
		all[i].Title, all[i].Titles = is.title, is.titles
		if m.Direction == timed.Release {
			all[i].Title = s.Releases.Name(q.Context(), m.Entry)
		}
	}
	return all, nil
}

// movedParts are the entries of a batch; none of a release.
func movedParts(batch []*timed.Move, names map[[2]string]called) []wire.MovedPart {
	parts := []wire.MovedPart{}
	for _, m := range batch {
		if m.Direction != timed.Release {
			is := names[[2]string{m.Collection, m.Entry}]
			parts = append(parts, wire.MovedPart{Collection: m.Collection, ID: m.Entry, Locale: is.locale, Title: is.title})
		}
	}
	return parts
}

// setMoves sets a move of several entries at once, such as the parts of an article.
func (s *Surface) setMoves(q *request) error {
	all, err := q.publications("collection", "id", "expectedVersion", "expectedDraft")
	if err != nil {
		return err
	}
	direction, err := q.text("direction")
	if err != nil {
		return err
	}
	due, zone, err := q.due()
	if err != nil {
		return err
	}
	set, err := s.Moves.SetTogether(q.Context(), q.caller, timed.Batch{Entries: all, Direction: timed.Direction(direction), Due: due, Zone: zone})
	return s.answerMove(q, q.created, set, err)
}

// resetMoves gives all of a move another time.
func (s *Surface) resetMoves(q *request) error {
	due, zone, err := q.due()
	if err != nil {
		return err
	}
	now, err := s.Moves.Reset(q.Context(), q.caller, q.PathValue("id"), due, zone)
	return s.answerMove(q, q.answer, now, err)
}

// takeBackMoves takes all of a move back.
func (s *Surface) takeBackMoves(q *request) error {
	taken, err := s.Moves.TakeBack(q.Context(), q.caller, q.PathValue("id"))
	s.timed(taken...)
	return q.answer(wire.Removed{Removed: true}, err)
}

// answerMove tells one move, of all its entries.
func (s *Surface) answerMove(q *request, answer func(any, error) error, batch []*timed.Move, err error) error {
	if err != nil {
		return err
	}
	s.timed(batch...)
	items, err := s.movesOf(q, batch)
	if err != nil {
		return err
	}
	return answer(items[0], nil)
}

// timed tells whoever has the entries of moves open that their times are others now.
func (s *Surface) timed(batch ...*timed.Move) {
	for _, m := range batch {
		s.hub.Timed(presence.Place{Collection: m.Collection, Entry: m.Entry})
	}
}

// due is the time that a body sets, and the zone in which somebody chose it.
func (q *request) due() (at time.Time, zone string, err error) {
	milli, isNumber := q.body["at"].(int64)
	zone, _ = q.body["timeZone"].(string)
	wrongTime := wrong("at", "The time is a whole number of milliseconds since 1970, and not a text.", "integer")
	wrongZone := wrong("timeZone", timed.NoZone, "IANA name")
	_, isZone := timezone.Named(zone)
	switch {
	case !isNumber && !isZone: // both are told at once
		wrongTime.Message += " timeZone: " + timed.NoZone
		wrongTime.Expected = map[string]string{"at": "integer", "timeZone": "IANA name"}
		return at, "", wrongTime
	case !isNumber:
		return at, "", wrongTime
	case !isZone:
		return at, "", wrongZone
	}
	return time.UnixMilli(milli), zone, nil
}

// setMove sets a move of an entry for a time.
func (s *Surface) setMove(q *request) error {
	direction, err := q.text("direction")
	if err != nil {
		return err
	}
	due, zone, err := q.due()
	if err != nil {
		return err
	}
	m, err := s.Moves.Set(q.Context(), q.caller, timed.Wanted{
		Collection: q.query["collection"], Entry: q.PathValue("id"), Direction: timed.Direction(direction), Due: due, Zone: zone,
	})
	if err != nil {
		return err
	}
	return s.answerMove(q, q.created, []*timed.Move{m}, nil)
}

// cancelMove takes a move back.
func (s *Surface) cancelMove(q *request) error {
	err := s.Moves.Cancel(q.Context(), q.caller, q.query["collection"], q.PathValue("id"), timed.Direction(q.PathValue("direction")))
	if err == nil {
		s.timed(&timed.Move{Collection: q.query["collection"], Entry: q.PathValue("id")})
	}
	return q.answer(wire.Removed{Removed: true}, err)
}

// The bounds of a calendar.
const (
	maxCalendar     = 100 * 24 * time.Hour
	maxCalendarRows = 300
)

// calendar is what is set for a span of time, and what was published in it.
func (s *Surface) calendar(q *request) error {
	from, err := q.query.moment("from")
	if err != nil {
		return err
	}
	to, err := q.query.moment("to")
	if err != nil {
		return err
	}
	if !to.After(from) || to.Sub(from) > maxCalendar {
		return querystring.Invalid("to", "Must be after from, by at most 100 days.")
	}
	set, err := s.Moves.Store.List(q.Context(), timed.Query{From: from, To: to, Limit: maxCalendarRows + 1})
	if err != nil {
		return err
	}
	made, more, err := s.Moves.Store.PublishedBetween(q.Context(), from, to, maxCalendarRows)
	if err != nil {
		return err
	}
	out := wire.Calendar{}
	if out.Scheduled, err = s.movesOf(q, set); err != nil {
		return err
	}
	out.More = more || len(out.Scheduled) > maxCalendarRows
	out.Scheduled = out.Scheduled[:min(len(out.Scheduled), maxCalendarRows)]
	out.Published, err = s.publishedOf(q, made, from, to)
	return q.answer(out, err)
}

// moment is a time in a query, in epoch milliseconds.
func (q query) moment(name string) (time.Time, error) {
	ms, err := strconv.ParseInt(q[name], 10, 64)
	if err != nil || ms < 0 || ms > maxMoment {
		return time.Time{}, querystring.Invalid(name, "Must be a time in milliseconds since 1970.")
	}
	return time.UnixMilli(ms), nil
}

// maxMoment is the last time that a date of JavaScript has.
const maxMoment = 8_640_000_000_000_000

// maxFailedMoves is how many failed moves are told.
const maxFailedMoves = 100

// failedMoves are the moves that were refused, the last first.
func (s *Surface) failedMoves(q *request) error {
	found, err := s.Moves.Store.FailedMoves(q.Context(), maxFailedMoves)
	return s.answerMoves(q, found, err)
}
