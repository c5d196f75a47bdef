package sqlite

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/quartet-dev/quartet/internal/health"
	"github.com/quartet-dev/quartet/internal/queue"
)

const itemColumns = `SELECT key, event, hook, schema, entry, triggers, tries, coalesce(dead, due), claim IS NOT NULL AND due > ?3, reason FROM _quartet_outbox `

var (
	listPending = &query{text: itemColumns + `WHERE dead IS NULL AND key > ?1 ORDER BY key LIMIT ?2`}
	listDead    = &query{text: itemColumns + `WHERE dead IS NOT NULL AND key > ?1 ORDER BY key LIMIT ?2`}

	countEvents = &query{text: `SELECT
(SELECT count(*) FROM _quartet_outbox WHERE dead IS NULL AND due <= ?1),
(SELECT count(*) FROM _quartet_outbox WHERE dead IS NULL AND due > ?1 AND claim IS NOT NULL),
(SELECT count(*) FROM _quartet_outbox WHERE dead IS NULL AND due > ?1 AND claim IS NULL),
(SELECT count(*) FROM _quartet_outbox WHERE dead IS NOT NULL),
(SELECT min(due) FROM _quartet_outbox WHERE dead IS NULL AND due <= ?1)`}

	// What is due later than ?1 and the longest that it may have to wait: ?2 for
	// what is held, else what ?3 has for its tries.
	selectLate = &query{text: `SELECT 1` + fromLate + ` LIMIT 1`}
	hastenLate = &query{text: `UPDATE _quartet_outbox SET due = ?1 + ` + longestWait + ` WHERE key IN (SELECT key` + fromLate + `)`}

	// The parts of an event that no worker holds.
	partsOf = &query{text: `SELECT key FROM _quartet_outbox WHERE dead IS NOT NULL AND event = ?1
UNION ALL SELECT key FROM _quartet_outbox WHERE dead IS NULL AND event = ?1 AND (claim IS NULL OR due <= ?2)`}

	lastEvent     = &query{text: `SELECT coalesce(max(key), 0) FROM _quartet_outbox`}
	deadBehind    = &query{text: `SELECT key FROM _quartet_outbox WHERE key > ?1 AND key <= ?2 AND dead IS NOT NULL ORDER BY key LIMIT ?3`}
	waitingBehind = &query{text: `SELECT key FROM _quartet_outbox WHERE key > ?1 AND key <= ?2 AND dead IS NULL AND claim IS NULL AND due > ?4 ORDER BY key LIMIT ?3`}

	replayDead    = &query{text: `UPDATE _quartet_outbox SET dead = NULL, tries = 0, due = ?2 WHERE key = ?1 AND dead IS NOT NULL`}
	replayWaiting = &query{text: `UPDATE _quartet_outbox SET claim = NULL, tries = 0, due = min(due, ?2) WHERE key = ?1 AND dead IS NULL AND (claim IS NULL OR due <= ?2)`}
	dropDead      = &query{text: `DELETE FROM _quartet_outbox WHERE key = ?1 AND dead IS NOT NULL`}
)

const (
	longestWait = `CASE WHEN claim IS NULL THEN json_extract(?3, '$[' || min(tries, json_array_length(?3) - 1) || ']') ELSE ?2 END`
	fromLate    = ` FROM _quartet_outbox WHERE dead IS NULL AND due > ?1 AND due > ?1 + ` + longestWait
)

// List implements queue.Store.
func (o Outbox) List(ctx context.Context, q queue.Query) ([]queue.Item, error) {
	list := listPending
	if q.State == queue.Dead {
		list = listDead
	}
	var items []queue.Item
	err := o.store.readers.read(ctx, func(c *conn) error {
		return c.each(list, func(s *stmt) error {
			item, err := itemOf(s, q.State)
			items = append(items, item)
			return err
		}, q.After, q.Limit, time.Now().UnixMilli())
	})
	if err != nil {
		return nil, err
	}
	return items, nil
}

func itemOf(s *stmt, state queue.State) (queue.Item, error) {
	item := queue.Item{
		Key: s.integer(0), Event: string(s.text(1)), Hook: string(s.text(2)), Schema: string(s.text(3)), EntryID: string(s.text(4)),
		State: state, Tries: int(s.integer(6)), Time: s.integer(7), Running: s.integer(8) != 0,
	}
	return item, errors.Join(unpack(s.text(5), &item.Triggers), unpack(s.text(9), &item.Diagnostic))
}

// Status implements queue.Store.
func (o Outbox) Status(ctx context.Context) (status health.Hooks, err error) {
	now := time.Now().UnixMilli()
	err = o.store.readers.read(ctx, func(c *conn) error {
		return c.each(countEvents, func(s *stmt) error {
			status = health.Hooks{
				Due: int(s.integer(0)), Running: int(s.integer(1)), Waiting: int(s.integer(2)), Dead: int(s.integer(3)),
			}
			if status.Due > 0 {
				status.Oldest = time.Duration(now-s.integer(4)) * time.Millisecond
			}
			return nil
		}, now)
	})
	return status, err
}

// CorrectClock implements queue.Store.
func (o Outbox) CorrectClock(ctx context.Context, waits []time.Duration, lease time.Duration) (int, error) {
	each := make([]int64, len(waits))
	for i, wait := range waits {
		each[i] = wait.Milliseconds()
	}
	text, _ := json.Marshal(each) //nolint:errchkjson // numbers
	arguments := []any{time.Now().UnixMilli(), lease.Milliseconds(), string(text)}
	late, err := o.store.look(ctx, selectLate, arguments...)
	if late == nil || err != nil {
		return 0, err
	}
	return o.changed(ctx, func(c *conn) (int64, error) {
		err := c.run(hastenLate, arguments...)
		return c.changes(), err
	})
}

// Replay implements queue.Store.
func (o Outbox) Replay(ctx context.Context, event string) (int, error) {
	now := time.Now().UnixMilli()
	return o.ofEvent(ctx, event, now, func(c *conn, key int64) (int64, error) {
		n, err := c.changedBy(replayDead, key, now)
		if n == 0 && err == nil {
			n, err = c.changedBy(replayWaiting, key, now)
		}
		return n, err
	})
}

// ReplayAll implements queue.Store.
func (o Outbox) ReplayAll(ctx context.Context, state queue.State) (int, error) {
	now := time.Now().UnixMilli()
	if state == queue.Dead {
		return o.inPortions(ctx, deadBehind, func(c *conn, key int64) (int64, error) { return c.changedBy(replayDead, key, now) })
	}
	return o.inPortions(ctx, waitingBehind, func(c *conn, key int64) (int64, error) { return c.changedBy(replayWaiting, key, now) }, now)
}

// Drop implements queue.Store.
func (o Outbox) Drop(ctx context.Context, event string) (int, error) {
	drop := func(c *conn, key int64) (int64, error) { return c.changedBy(dropDead, key) }
	if event != "" {
		return o.ofEvent(ctx, event, 0, drop)
	}
	return o.inPortions(ctx, deadBehind, drop)
}

func (c *conn) changedBy(q *query, arguments ...any) (int64, error) {
	err := c.run(q, arguments...)
	return c.changes(), err
}

// ofEvent changes the parts of an event, which are few.
func (o Outbox) ofEvent(ctx context.Context, event string, now int64, change func(*conn, int64) (int64, error)) (int, error) {
	keys, err := o.keys(ctx, partsOf, event, now)
	if len(keys) == 0 || err != nil {
		return 0, err
	}
	return o.eachChanged(ctx, keys, change)
}

// portion is how many events one transaction changes, so that writes do not
// wait for long.
const portion = 1000

// inPortions changes what find finds behind a key, up to the last one that there
// is now. Each event is changed once, whatever becomes of it meanwhile.
func (o Outbox) inPortions(ctx context.Context, find *query, change func(*conn, int64) (int64, error), arguments ...any) (all int, err error) {
	last, err := o.keys(ctx, lastEvent)
	if err != nil {
		return 0, err
	}
	keys := []int64{0}
	for {
		keys, err = o.keys(ctx, find, append([]any{keys[len(keys)-1], last[0], portion}, arguments...)...)
		if len(keys) == 0 || err != nil {
			return all, err
		}
		n, err := o.eachChanged(ctx, keys, change)
		if all += n; err != nil {
			return all, err
		}
	}
}

func (o Outbox) keys(ctx context.Context, q *query, arguments ...any) (keys []int64, err error) {
	err = o.store.readers.read(ctx, func(c *conn) error {
		return c.each(q, func(s *stmt) error {
			keys = append(keys, s.integer(0))
			return nil
		}, arguments...)
	})
	return keys, err
}

// eachChanged changes events in one transaction, all or none of them.
func (o Outbox) eachChanged(ctx context.Context, keys []int64, change func(*conn, int64) (int64, error)) (int, error) {
	return o.changed(ctx, func(c *conn) (all int64, err error) {
		err = c.wholly(func() error {
			for _, key := range keys {
				n, err := change(c, key)
				if all += n; err != nil {
					return err
				}
			}
			return nil
		})
		return all, err
	})
}

func (o Outbox) changed(ctx context.Context, change func(*conn) (int64, error)) (int, error) {
	var n int64
	err := o.store.writer.do(ctx, func(c *conn) (err error) {
		n, err = change(c)
		return err
	})
	if err != nil {
		return 0, err
	}
	return int(n), nil
}
