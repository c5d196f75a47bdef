package sqlite

import (
	"context"
	"errors"
	"time"

	"github.com/quartet-dev/quartet/internal/queue"
)

const itemColumns = `SELECT key, event, hook, schema, entry, triggers, tries, coalesce(dead, due), claim IS NOT NULL AND due > ?3, reason FROM _quartet_outbox `

var (
	listPending = &query{text: itemColumns + `WHERE dead IS NULL AND key > ?1 ORDER BY key LIMIT ?2`}
	listDead    = &query{text: itemColumns + `WHERE dead IS NOT NULL AND key > ?1 ORDER BY key LIMIT ?2`}

	countEvents = &query{text: `SELECT (SELECT count(*) FROM _quartet_outbox WHERE dead IS NULL), (SELECT count(*) FROM _quartet_outbox WHERE dead IS NOT NULL)`}

	replayAll = &query{text: `UPDATE _quartet_outbox SET dead = NULL, tries = 0, due = ?1
WHERE key IN (SELECT key FROM _quartet_outbox WHERE dead <= ?2 ORDER BY key LIMIT ?3)`}
	replayEvent = &query{text: `UPDATE _quartet_outbox SET dead = NULL, tries = 0, due = ?1 WHERE dead IS NOT NULL AND event = ?2`}
	dropAll     = &query{text: `DELETE FROM _quartet_outbox WHERE key IN (SELECT key FROM _quartet_outbox WHERE dead <= ?1 ORDER BY key LIMIT ?2)`}
	dropEvent   = &query{text: `DELETE FROM _quartet_outbox WHERE dead IS NOT NULL AND event = ?1`}
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

// Depth implements queue.Store.
func (o Outbox) Depth(ctx context.Context) (pending, dead int, err error) {
	err = o.store.readers.read(ctx, func(c *conn) error {
		return c.each(countEvents, func(s *stmt) error {
			pending, dead = int(s.integer(0)), int(s.integer(1))
			return nil
		})
	})
	return pending, dead, err
}

// Replay implements queue.Store.
func (o Outbox) Replay(ctx context.Context, event string) (int, error) {
	now := time.Now().UnixMilli()
	if event != "" {
		return o.changed(ctx, replayEvent, now, event)
	}
	return o.inPortions(ctx, replayAll, now, now)
}

// Drop implements queue.Store.
func (o Outbox) Drop(ctx context.Context, event string) (int, error) {
	if event != "" {
		return o.changed(ctx, dropEvent, event)
	}
	return o.inPortions(ctx, dropAll, time.Now().UnixMilli())
}

// portion is how many dead events one transaction changes, so that writes do
// not wait for long.
const portion = 1000

// inPortions repeats a statement, whose last argument is its limit, until it
// finds nothing more. What dies meanwhile is left alone.
func (o Outbox) inPortions(ctx context.Context, q *query, arguments ...any) (all int, err error) {
	for n := portion; n == portion && err == nil; all += n {
		n, err = o.changed(ctx, q, append(arguments, portion)...)
	}
	return all, err
}

func (o Outbox) changed(ctx context.Context, q *query, arguments ...any) (n int, err error) {
	err = o.store.writer.do(ctx, func(c *conn) error {
		if err := c.run(q, arguments...); err != nil {
			return err
		}
		n = int(c.changes())
		return nil
	})
	if err != nil {
		return 0, err
	}
	return n, nil
}
