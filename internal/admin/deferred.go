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
func (s *Surface) deferred(q *request) (any, error) {
	state := queue.State(cmp.Or(q.query["state"], string(queue.Dead)))
	if state != queue.Dead && state != queue.Pending {
		return nil, querystring.Invalid("state", "Must be pending or dead.")
	}
	list := []string{"deferred", string(state)}
	keys, err := s.placeIn(list, q, 1)
	if err != nil {
		return nil, err
	}
	wanted := queue.Query{State: state, Limit: q.query.limit() + 1}
	if keys != nil {
		wanted.After, _ = keys[0].(int64)
	}
	items, err := s.Queue.List(q.Context(), wanted)
	if err != nil {
		return nil, err
	}
	return pageOf(s, list, items, wanted.Limit-1, deferredOf, func(i queue.Item) []any { return []any{i.Key} })
}

func deferredOf(i queue.Item) wire.Deferred {
	out := wire.Deferred{
		ID: i.Event, Hook: i.Hook, Collection: i.Schema, EntryID: i.EntryID, Triggers: orEmpty(i.Triggers),
		State: string(i.State), Running: i.Running, Tries: i.Tries, Time: i.Time,
	}
	if i.Diagnostic != nil {
		out.Diagnostic = i.Diagnostic
	}
	return out
}

// replay makes the dead parts of an event due at once.
func (s *Surface) replay(q *request) (any, error) {
	n := 0
	if q.name != "" { // which would be every event
		var err error
		if n, err = s.Queue.Replay(q.Context(), q.name); err != nil {
			return nil, err
		}
	}
	if n == 0 {
		return nil, diag.At(diag.NotFound, "input#", "No dead deferred hook belongs to this event.")
	}
	s.Queue.Wake()
	return wire.Replayed{Replayed: n}, nil
}
