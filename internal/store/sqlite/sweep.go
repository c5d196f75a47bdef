package sqlite

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"sync"
	"time"

	"github.com/quartet-dev/quartet/internal/audit"
)

const (
	sweepTime  = 2 * time.Second // from a change of an entry to the sweep that looks at it
	expireTime = 24 * time.Hour  // between looks for lines that are too old
	tellTime   = time.Hour       // between lines about what was pruned
	sweepBatch = 1000            // lines that are looked at in one read
)

// sweeper brings the history into packs and within its bounds, behind the
// writes: in small patient jobs, for half of the time at most. What is cut
// off, by a crash too, the next sweep goes on with. Several processes may do it
// at once; each change of theirs is made by one.
type sweeper struct {
	writer  *writer
	readers *pool
	keep    audit.Retention
	log     *slog.Logger

	sweeping sync.Mutex
	expired  time.Time // when lines were last looked for that are too old

	wake  chan struct{}
	ctx   context.Context
	stop  context.CancelFunc
	ended sync.WaitGroup
}

func newSweeper(w *writer, readers *pool, keep audit.Retention, log *slog.Logger) *sweeper {
	s := &sweeper{writer: w, readers: readers, keep: keep, log: log, wake: make(chan struct{}, 1)}
	s.ctx, s.stop = context.WithCancel(context.Background())
	return s
}

// start begins to sweep: what there is, and then whatever wrote tells of.
func (w *sweeper) start() {
	w.wrote()
	w.ended.Go(w.run)
}

func (w *sweeper) close() {
	w.stop()
	w.ended.Wait()
}

// wrote is told of every change of an entry that leaves something to be swept.
func (w *sweeper) wrote() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

func (w *sweeper) run() {
	daily := time.NewTicker(expireTime)
	defer daily.Stop()
	for {
		select {
		case <-w.wake:
		case <-daily.C:
		case <-w.ctx.Done():
			return
		}
		w.rest(sweepTime)
		if err := w.sweep(w.ctx, time.Now()); err != nil && w.ctx.Err() == nil {
			w.log.Warn("The history was not swept.", "error", err)
		}
	}
}

func (w *sweeper) rest(while time.Duration) {
	select {
	case <-time.After(while):
	case <-w.ctx.Done():
	}
}

// Sweep brings the whole history into packs and within its bounds now.
func (s *Store) Sweep(ctx context.Context) error {
	if err := s.sweeper.sweep(ctx, time.Now()); err != nil {
		return failure(err)
	}
	return nil
}

func (w *sweeper) sweep(ctx context.Context, now time.Time) error {
	w.sweeping.Lock()
	defer w.sweeping.Unlock()
	for more := true; more; {
		var err error
		if more, err = w.batch(ctx); err != nil {
			return err
		}
	}
	if now.Sub(w.expired) >= expireTime {
		if err := w.expire(ctx, now); err != nil {
			return err
		}
		w.expired = now
	}
	return w.tell(ctx, now)
}

var (
	sweptTo  = &query{text: `SELECT seen FROM _quartet_sweep`}
	lastLine = &query{text: `SELECT max(key) FROM _quartet_audit`}
	// Of the next lines the entries that have something to be swept, and the key
	// of the last line.
	sweptNext = &query{text: `SELECT max(key), collection, subject, max(valued) FROM (
SELECT key, collection, subject, kept = 0 AND action <> 'create' AS valued FROM _quartet_audit WHERE key > ?1 ORDER BY key LIMIT ?2
) GROUP BY subject, collection`}
	tornPacks = &query{text: `DELETE FROM _quartet_versions WHERE last > ?1`}
	tornUndo  = &query{text: `DELETE FROM _quartet_undo WHERE key > ?1`}
	sweepOn   = &query{text: `UPDATE _quartet_sweep SET seen = ?2 WHERE seen = ?1`}
)

// batch sweeps the entries of the next lines, and tells whether there are more.
// A line is looked at once: what is not worth a pack by then will be looked at
// with the next change of its entry.
func (w *sweeper) batch(ctx context.Context) (more bool, err error) {
	var (
		seen, last int64
		entries    []ofEntry
	)
	err = w.readers.read(ctx, func(c *conn) error {
		seen, last, entries, err = c.unswept()
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
			w.log.Warn("The history of an entry was not swept.", "collection", e.collection, "entry", e.subject, "error", err)
		}
		if w.ctx == ctx {
			w.rest(time.Since(began))
		}
	}
	err = w.writer.doPatiently(ctx, func(c *conn) error {
		return c.wholly(func() error {
			if last < seen {
				return c.again(seen)
			}
			return c.run(sweepOn, seen, last)
		})
	})
	return last > seen, err
}

// again has the sweep begin anew, because somebody has deleted the newest lines:
// their keys are given out once more, and what was kept for them goes first.
func (c *conn) again(seen int64) error {
	newest, err := first(c, lastLine, func(s *stmt) *int64 { key := s.integer(0); return &key })
	if err != nil || newest == nil || *newest >= seen {
		return err
	}
	for _, q := range []*query{tornPacks, tornUndo} {
		if err := c.run(q, *newest); err != nil {
			return err
		}
	}
	return c.run(sweepOn, seen, 0)
}

// unswept are the entries of the next lines, and up to which line. Where the
// newest lines were deleted, keys begin anew, and so does the sweep.
func (c *conn) unswept() (seen, last int64, entries []ofEntry, err error) {
	var newest int64
	for q, into := range map[*query]*int64{sweptTo: &seen, lastLine: &newest} {
		err = errors.Join(err, c.each(q, func(s *stmt) error { *into = s.integer(0); return nil }))
	}
	if err != nil || newest < seen {
		return seen, 0, nil, err
	}
	last = seen
	err = c.each(sweptNext, func(s *stmt) error {
		last = max(last, s.integer(0))
		if e := (ofEntry{string(s.text(1)), string(s.text(2))}); e.collection != "" && s.integer(3) > 0 {
			entries = append(entries, e)
		}
		return nil
	}, seen, sweepBatch)
	return seen, last, entries, err
}

// entry brings the history of one entry in order.
func (w *sweeper) entry(ctx context.Context, e ofEntry) error {
	f := &folder{sweeper: w, ofEntry: e}
	due, packed := false, false
	err := w.readers.read(ctx, func(c *conn) (err error) {
		if due, err = f.due(c); err == nil && !due {
			packed, err = c.exists(packBelow, e.subject, e.collection, math.MaxInt64)
		}
		return err
	})
	if err != nil || !due && !packed {
		return err
	}
	if due {
		if err := f.fold(ctx); err != nil && !errors.Is(err, errTooLong) {
			return err
		}
		if err := w.pruneHere(ctx, e); err != nil {
			return err
		}
	}
	return (&pruner{sweeper: w, ofEntry: e}).prune(ctx)
}

var (
	untold     = &query{text: `SELECT versions, lines FROM _quartet_sweep WHERE versions + lines > 0 AND told <= ?1`}
	tellPruned = &query{text: `UPDATE _quartet_sweep SET versions = 0, lines = 0, told = ?1`}
)

// tell writes a line about what was pruned since the last one.
func (w *sweeper) tell(ctx context.Context, now time.Time) error {
	before := now.Add(-tellTime).UnixMilli()
	var due bool
	err := w.readers.read(ctx, func(c *conn) (err error) {
		due, err = c.exists(untold, before)
		return err
	})
	if err != nil || !due {
		return err
	}
	return w.writer.doPatiently(ctx, func(c *conn) error {
		return c.wholly(func() error {
			var line *audit.Record
			err := c.each(untold, func(s *stmt) error {
				line = &audit.Record{Time: now.UnixMilli(), Surface: audit.Sweep, Action: audit.PruneHistory, After: w.pruned(s.integer(0), s.integer(1))}
				return nil
			}, before)
			if err != nil || line == nil {
				return err
			}
			if err := c.run(insertLine, journaled(line)...); err != nil {
				return err
			}
			return c.run(tellPruned, now.UnixMilli())
		})
	})
}

// pruned is what a line says of pruning: how much, and by which bounds.
func (w *sweeper) pruned(versions, lines int64) []byte {
	_, text := audit.Difference(nil, map[string]any{
		"versions": versions, "lines": lines, "keep": int64(w.keep.Versions), "keepPublished": int64(w.keep.Published),
		"auditDays": int64(w.keep.Records / (24 * time.Hour)),
	})
	return text
}
