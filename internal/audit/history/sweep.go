package history

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/diag"
)

const (
	sweepInterval  = 2 * time.Second // from a change of an entry to the sweep that looks at it
	expireInterval = 24 * time.Hour  // between looks for records that are too old
	recordInterval = time.Hour       // between records about what was pruned
	sweepBatch     = 1000            // records that are looked at in one read
)

// Sweeper brings the history into packs and within its bounds, behind the
// writes: in small background jobs, for half of the time at most. What is cut
// off, by a crash too, the next sweep goes on with. Several processes may do it
// at once; each change of theirs is made by one.
type Sweeper struct {
	store     Store
	retention audit.Retention
	log       *slog.Logger

	sweeping sync.Mutex
	expired  time.Time // when records were last looked for that are too old

	wake  chan struct{}
	ctx   context.Context
	stop  context.CancelFunc
	ended sync.WaitGroup
}

// NewSweeper sweeps what a store holds once it is started. log is told when a
// history could not be swept.
func NewSweeper(store Store, keep audit.Retention, log *slog.Logger) *Sweeper {
	s := &Sweeper{store: store, retention: keep, log: log, wake: make(chan struct{}, 1)}
	s.ctx, s.stop = context.WithCancel(context.Background())
	return s
}

// Start begins to sweep: what there is, and then whatever Wrote tells of.
func (w *Sweeper) Start() {
	w.Wrote()
	w.ended.Go(w.run)
}

// Close ends what Start has begun, also in the middle.
func (w *Sweeper) Close() {
	w.stop()
	w.ended.Wait()
}

// Wrote is told of every change of an entry that leaves something to be swept.
func (w *Sweeper) Wrote() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

func (w *Sweeper) run() {
	daily := time.NewTicker(expireInterval)
	defer daily.Stop()
	for {
		select {
		case <-w.wake:
		case <-daily.C:
		case <-w.ctx.Done():
			return
		}
		w.rest(sweepInterval)
		if err := w.Sweep(w.ctx, time.Now()); err != nil && w.ctx.Err() == nil {
			w.log.Warn("The history was not swept.", "error", diag.Logged(err))
		}
	}
}

func (w *Sweeper) rest(while time.Duration) {
	select {
	case <-time.After(while):
	case <-w.ctx.Done():
	}
}

// Sweep brings the whole history into packs and within its bounds now.
func (w *Sweeper) Sweep(ctx context.Context, now time.Time) error {
	w.sweeping.Lock()
	defer w.sweeping.Unlock()
	for more := true; more; {
		var err error
		if more, err = w.batch(ctx); err != nil {
			return err
		}
	}
	if now.Sub(w.expired) >= expireInterval {
		if err := w.expire(ctx, now); err != nil {
			return err
		}
		w.expired = now
	}
	return w.recordPruning(ctx, now)
}

// batch sweeps the entries of the next records, and reports whether there are more.
// A record is looked at once: what is not worth a pack by then will be looked at
// with the next change of its entry. So will one that was committed behind a later
// record, which a database with several writers may do (decision 210).
func (w *Sweeper) batch(ctx context.Context) (more bool, err error) {
	var (
		seen, last int64
		entries    []Entry
	)
	err = w.store.Read(ctx, func(journal Reader) error {
		seen, last, entries, err = unswept(journal)
		return err
	})
	if err != nil || last == seen {
		return false, err
	}
	for _, e := range entries {
		began := time.Now()
		err := w.entry(ctx, e)
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
		if err != nil && !errors.Is(err, errMoved) {
			w.log.Warn("The history of an entry was not swept.", "collection", e.Collection, "entry", e.ID, "error", diag.Logged(err))
		}
		if w.ctx == ctx {
			w.rest(time.Since(began))
		}
	}
	err = w.store.Write(ctx, func(journal Writer) error {
		if last < seen {
			return again(journal, seen)
		}
		return journal.Sweep(seen, last)
	})
	return last > seen, err
}

// again has the sweep begin anew, because somebody has deleted the newest records:
// their keys are given out once more, and what was kept for them goes first.
func again(journal Writer, seen int64) error {
	_, newest, err := journal.Progress()
	if err != nil || newest >= seen {
		return err
	}
	if err := journal.DeleteBehind(newest); err != nil {
		return err
	}
	return journal.Sweep(seen, 0)
}

// unswept are the entries of the next records, and up to which record. Where the
// newest records were deleted, keys begin anew, and so does the sweep.
func unswept(journal Reader) (seen, last int64, entries []Entry, err error) {
	seen, newest, err := journal.Progress()
	if err != nil || newest < seen {
		return seen, 0, nil, err
	}
	last, entries, err = journal.Unswept(seen, sweepBatch)
	return seen, last, entries, err
}

// entry brings the history of one entry in order.
func (w *Sweeper) entry(ctx context.Context, e Entry) error {
	f := &packer{Sweeper: w, of: e}
	due, packed := false, false
	err := w.store.Read(ctx, func(journal Reader) (err error) {
		if due, err = f.due(journal); err != nil || due {
			return err
		}
		packs, err := journal.Packs(e)
		packed = len(packs) > 0
		return err
	})
	if err != nil || !due && !packed {
		return err
	}
	if due {
		if err := f.packAll(ctx); err != nil && !errors.Is(err, errTooLong) {
			return err
		}
		if err := w.pruneRecords(ctx, e); err != nil {
			return err
		}
	}
	return (&pruner{Sweeper: w, of: e}).prune(ctx)
}

// recordPruning writes a record about what was pruned since the last one.
func (w *Sweeper) recordPruning(ctx context.Context, now time.Time) error {
	var t Tally
	err := w.store.Read(ctx, func(journal Reader) (err error) {
		t, err = journal.Tally()
		return err
	})
	if err != nil || !t.due(now) {
		return err
	}
	return w.store.Write(ctx, func(journal Writer) error {
		t, err := journal.Tally()
		if err != nil || !t.due(now) { // another process has told it
			return err
		}
		return journal.RecordPruning(t, &audit.Record{Time: now.UnixMilli(), Surface: audit.Sweep, Action: audit.PruneHistory, After: w.pruned(t)})
	})
}

// due reports whether there is something to be told, and the last time is long
// enough ago.
func (t Tally) due(now time.Time) bool {
	return t.Versions+t.Records > 0 && t.Told <= now.Add(-recordInterval).UnixMilli()
}

// pruned is what a record says of pruning: how much, and by which bounds.
func (w *Sweeper) pruned(t Tally) []byte {
	_, text := audit.Difference(nil, map[string]any{
		"versions": t.Versions, "lines": t.Records, "keep": int64(w.retention.Versions), "keepPublished": int64(w.retention.Published),
		"auditDays": int64(w.retention.Records / (24 * time.Hour)),
	})
	return text
}
