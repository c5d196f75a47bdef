package admin

import (
	"cmp"

	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/querystring"
	"github.com/quartet-dev/quartet/internal/queue"
)

// deferred lists the events of deferred hooks: those that were given up, unless
// the query says that it is those that wait.
func (s *Surface) deferred(q *request) error {
	state := queue.State(cmp.Or(q.query["state"], string(queue.Dead)))
	if state != queue.Dead && state != queue.Pending {
		return querystring.Invalid("state", "Must be pending or dead.")
	}
	list, limit := []string{"deferred", string(state)}, q.query.limit()
	after, err := s.openKeyCursor(list, q)
	if err != nil {
		return err
	}
	items, err := s.Queue.List(q.Context(), queue.Query{State: state, After: after, Limit: limit + 1})
	items, next := cut(items, limit, func(i queue.Item) []any { return []any{i.Key} })
	return q.answer(wire.Page[wire.Deferred]{Items: each(items, deferredOf), NextCursor: s.sealCursor(list, next)}, err)
}

func deferredOf(i queue.Item) wire.Deferred {
	return wire.Deferred{
		ID: i.Event, Hook: i.Hook, Collection: i.Schema, EntryID: i.EntryID, Triggers: orEmpty(i.Triggers),
		State: string(i.State), Running: i.Running, Tries: i.Tries, Time: i.Time, Diagnostic: i.Diagnostic,
	}
}

// replay makes what is dead of an event due at once, or the event itself where
// it waits.
func (s *Surface) replay(q *request) error {
	n, err := s.Queue.Replay(q.Context(), q.PathValue("id"))
	switch {
	case err != nil:
		return err
	case n == 0:
		return diag.At(diag.NotFound, "input#", "No deferred hook of this event is dead or waits.")
	}
	s.Queue.Wake()
	return q.answer(wire.Replayed{Replayed: n}, nil)
}
