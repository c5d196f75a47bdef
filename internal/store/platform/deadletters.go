package platform

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/quartet-dev/quartet/internal/queue"
	"github.com/quartet-dev/quartet/observe"
)

const itemColumns = `SELECT key, event, hook, schema, entry, triggers, tries, coalesce(dead, due),
CASE WHEN claim IS NOT NULL AND due > ?3 THEN 1 ELSE 0 END, reason FROM _quartet_outbox `

var (
	listPending = declare(itemColumns + `WHERE dead IS NULL AND key > ?1 ORDER BY key LIMIT ?2`)
	listDead    = declare(itemColumns + `WHERE dead IS NOT NULL AND key > ?1 ORDER BY key LIMIT ?2`)

	countEvents = declare(`SELECT
(SELECT count(*) FROM _quartet_outbox WHERE dead IS NULL AND due <= ?1),
(SELECT count(*) FROM _quartet_outbox WHERE dead IS NULL AND due > ?1 AND claim IS NOT NULL),
(SELECT count(*) FROM _quartet_outbox WHERE dead IS NULL AND due > ?1 AND claim IS NULL),
(SELECT count(*) FROM _quartet_outbox WHERE dead IS NOT NULL),
(SELECT min(due) FROM _quartet_outbox WHERE dead IS NULL AND due <= ?1)`)

	// What is due later than ?1 and the longest that it may have to wait: ?2 for
	// what is held, else what the list ?3 has for its tries; ?4 is its last index.
	selectLate   = declare(`SELECT 1` + fromLate + ` LIMIT 1`)
	correctClock = declare(`UPDATE _quartet_outbox SET due = ?1 + ` + maxWait + ` WHERE key IN (SELECT key` + fromLate + `)`)

	// The parts of an event that no worker holds.
	partsOf = declare(`SELECT key FROM _quartet_outbox WHERE dead IS NOT NULL AND event = ?1
UNION ALL SELECT key FROM _quartet_outbox WHERE dead IS NULL AND event = ?1 AND (claim IS NULL OR due <= ?2)`)

	lastEvent     = declare(`SELECT coalesce(max(key), 0) FROM _quartet_outbox`)
	deadBehind    = declare(`SELECT key FROM _quartet_outbox WHERE key > ?1 AND key <= ?2 AND dead IS NOT NULL ORDER BY key LIMIT ?3`)
	waitingBehind = declare(`SELECT key FROM _quartet_outbox WHERE key > ?1 AND key <= ?2 AND dead IS NULL AND claim IS NULL AND due > ?4 ORDER BY key LIMIT ?3`)

	replayDead    = declare(`UPDATE _quartet_outbox SET dead = NULL, tries = 0, due = ?2 WHERE key = ?1 AND dead IS NOT NULL`)
	replayWaiting = declare(`UPDATE _quartet_outbox SET claim = NULL, tries = 0, due = CASE WHEN due < ?2 THEN due ELSE ?2 END
WHERE key = ?1 AND dead IS NULL AND (claim IS NULL OR due <= ?2)`)
	dropDead = declare(`DELETE FROM _quartet_outbox WHERE key = ?1 AND dead IS NOT NULL`)
)

const (
	maxWait  = `CASE WHEN claim IS NULL THEN CAST(?3{as json} ->> CAST(CASE WHEN tries < ?4 THEN tries ELSE ?4 END AS integer) AS bigint) ELSE ?2 END`
	fromLate = ` FROM _quartet_outbox WHERE dead IS NULL AND due > ?1 AND due > ?1 + ` + maxWait
)

// List implements queue.Store.
func (o outbox) List(ctx context.Context, q queue.Query) ([]queue.Item, error) {
	list := listPending
	if q.State == queue.Dead {
		list = listDead
	}
	var items []queue.Item
	err := o.db.Read(ctx, Func(func(c *Conn) error {
		items = nil
		return c.each(list, func(r row) error {
			item, err := itemOf(r, q.State)
			items = append(items, item)
			return err
		}, q.After, q.Limit, time.Now().UnixMilli())
	}))
	if err != nil {
		return nil, err
	}
	return items, nil
}

func itemOf(r row, state queue.State) (queue.Item, error) {
	item := queue.Item{
		Key: r.Integer(0), Event: r.string(1), Hook: r.string(2), Schema: r.string(3), EntryID: r.string(4),
		State: state, Tries: int(r.Integer(6)), Time: r.Integer(7), Running: r.flag(8),
	}
	return item, errors.Join(r.unpack(5, &item.Triggers), r.unpack(9, &item.Diagnostic))
}

// Status implements queue.Store.
func (o outbox) Status(ctx context.Context) (status observe.Hooks, err error) {
	now := time.Now().UnixMilli()
	err = o.db.Read(ctx, Func(func(c *Conn) error {
		return c.each(countEvents, func(r row) error {
			status = observe.Hooks{
				Due: int(r.Integer(0)), Running: int(r.Integer(1)), Waiting: int(r.Integer(2)), Dead: int(r.Integer(3)),
			}
			if status.Due > 0 {
				status.Oldest = time.Duration(now-r.Integer(4)) * time.Millisecond
			}
			return nil
		}, now)
	}))
	return status, err
}

// CorrectClock implements queue.Store.
func (o outbox) CorrectClock(ctx context.Context, waits []time.Duration, lease time.Duration) (int, error) {
	each := make([]int64, len(waits))
	for i, wait := range waits {
		each[i] = wait.Milliseconds()
	}
	text, _ := json.Marshal(each) //nolint:errchkjson // numbers
	arguments := []any{time.Now().UnixMilli(), lease.Milliseconds(), string(text), len(waits) - 1}
	late, err := o.any(ctx, selectLate, arguments...)
	if !late || err != nil {
		return 0, err
	}
	return o.changed(ctx, func(c *Conn) (int, error) { return c.count(correctClock, arguments...) })
}

// Replay implements queue.Store.
func (o outbox) Replay(ctx context.Context, event string) (int, error) {
	now := time.Now().UnixMilli()
	return o.ofEvent(ctx, event, now, func(c *Conn, key int64) (int, error) {
		n, err := c.count(replayDead, key, now)
		if n == 0 && err == nil {
			n, err = c.count(replayWaiting, key, now)
		}
		return n, err
	})
}

// ReplayAll implements queue.Store.
func (o outbox) ReplayAll(ctx context.Context, state queue.State) (int, error) {
	now := time.Now().UnixMilli()
	if state == queue.Dead {
		return o.inPortions(ctx, deadBehind, func(c *Conn, key int64) (int, error) { return c.count(replayDead, key, now) })
	}
	return o.inPortions(ctx, waitingBehind, func(c *Conn, key int64) (int, error) { return c.count(replayWaiting, key, now) }, now)
}

// Drop implements queue.Store.
func (o outbox) Drop(ctx context.Context, event string) (int, error) {
	drop := func(c *Conn, key int64) (int, error) { return c.count(dropDead, key) }
	if event != "" {
		return o.ofEvent(ctx, event, 0, drop)
	}
	return o.inPortions(ctx, deadBehind, drop)
}

// ofEvent changes the parts of an event, which are few.
func (o outbox) ofEvent(ctx context.Context, event string, now int64, change func(*Conn, int64) (int, error)) (int, error) {
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
func (o outbox) inPortions(ctx context.Context, find *Query, change func(*Conn, int64) (int, error), arguments ...any) (all int, err error) {
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

func (o outbox) keys(ctx context.Context, q *Query, arguments ...any) (keys []int64, err error) {
	err = o.db.Read(ctx, Func(func(c *Conn) error {
		keys = nil
		return c.each(q, func(r row) error {
			keys = append(keys, r.Integer(0))
			return nil
		}, arguments...)
	}))
	return keys, err
}

// eachChanged changes events in one transaction, all or none of them.
func (o outbox) eachChanged(ctx context.Context, keys []int64, change func(*Conn, int64) (int, error)) (int, error) {
	return o.changed(ctx, func(c *Conn) (all int, err error) {
		for _, key := range keys {
			n, err := change(c, key)
			if all += n; err != nil {
				return all, err
			}
		}
		return all, nil
	})
}

func (o outbox) changed(ctx context.Context, change func(*Conn) (int, error)) (n int, err error) {
	err = o.db.Update(ctx, Func(func(c *Conn) (err error) {
		n, err = change(c)
		return err
	}))
	if err != nil {
		return 0, err
	}
	return n, nil
}
