package admin

import (
	"maps"
	"slices"

	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/observe"
)

// health is how the service fares at this moment.
func (s *Surface) health(q *request) error {
	report, err := s.Health(q.Context())
	return q.answer(healthOf(report), err)
}

func healthOf(r observe.Health) wire.Health {
	d := r.Database
	out := wire.Health{
		Since: r.Since.UnixMilli(),
		Hooks: wire.HookBacklog{
			Due: r.Hooks.Due, Running: r.Hooks.Running, Waiting: r.Hooks.Waiting, Dead: r.Hooks.Dead,
			OldestMS: r.Hooks.Oldest.Milliseconds(),
		},
		Deliveries: wire.Deliveries(r.Deliveries),
		Database: wire.Database{
			Size: known(d.Size), Log: known(d.Log), Free: known(d.Free),
			Writes: d.Writes, Commits: d.Commits, Failures: []wire.WriteFailure{}, Queued: d.Queued,
			Readers: poolOf(d.Readers), Guarded: poolOf(d.Guarded),
		},
	}
	for _, code := range slices.Sorted(maps.Keys(d.Failures)) {
		out.Database.Failures = append(out.Database.Failures, wire.WriteFailure{Code: code, Count: d.Failures[code]})
	}
	return out
}

// known is null for a size that is not known.
func known(size int64) *int64 {
	if size < 0 {
		return nil
	}
	return &size
}

func poolOf(p observe.Pool) wire.Pool {
	return wire.Pool{Size: p.Size, Busy: p.Busy, Waits: p.Waits, WaitedMS: p.Waited.Milliseconds()}
}
