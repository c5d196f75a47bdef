package platform

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"math"
	"time"

	"github.com/google/uuid"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/moves"
)

const moveColumns = `id, collection, entry, direction, due, zone, actor, role, set_at, failed_at, problem, told, batch, place`

var (
	putMove = declare(`INSERT INTO _quartet_moves (id, collection, entry, direction, due, zone, actor, role, set_at, event, failed_at, problem, told, batch, place)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, NULL, NULL, NULL, 0, ?10, ?11) ON CONFLICT (entry, collection, direction) DO UPDATE SET
id = excluded.id, due = excluded.due, zone = excluded.zone, actor = excluded.actor, role = excluded.role, set_at = excluded.set_at, event = NULL, failed_at = NULL, problem = NULL, told = 0,
batch = excluded.batch, place = excluded.place`)
	cancelMove  = declare(`DELETE FROM _quartet_moves WHERE entry = ?1 AND collection = ?2 AND direction = ?3`)
	cancelMoves = declare(`DELETE FROM _quartet_moves WHERE entry = ?1 AND collection = ?2`)
	endMove     = declare(`DELETE FROM _quartet_moves WHERE id = ?1`)
	endMoves    = declare(`DELETE FROM _quartet_moves WHERE id = ?1 OR batch = ?1`)
	movesOfKey  = declare(`SELECT ` + moveColumns + ` FROM _quartet_moves WHERE id = ?1 OR batch = ?1 ORDER BY place`)
	movesOf     = declare(`SELECT ` + moveColumns + ` FROM _quartet_moves WHERE entry = ?1 AND collection = ?2
OR batch IN (SELECT one.batch FROM _quartet_moves AS one WHERE one.entry = ?1 AND one.collection = ?2) ORDER BY direction, coalesce(batch, id), place`)
	movesWaiting = declare(`SELECT ` + moveColumns + ` FROM _quartet_moves WHERE entry IN {texts of ?1} AND failed_at IS NULL ORDER BY due, id`)
	movesByTime  = declare(`SELECT ` + moveColumns + ` FROM _quartet_moves WHERE due >= ?1 AND due < ?2 AND coalesce(batch, id) IN
(SELECT coalesce(batch, id) FROM _quartet_moves WHERE due >= ?1 AND due < ?2 GROUP BY coalesce(batch, id) ORDER BY min(due), coalesce(batch, id) LIMIT ?3)
ORDER BY due, coalesce(batch, id), place`)
	movesFailed = declare(`SELECT ` + moveColumns + ` FROM _quartet_moves WHERE failed_at IS NOT NULL AND coalesce(batch, id) IN
(SELECT coalesce(batch, id) FROM _quartet_moves WHERE failed_at IS NOT NULL GROUP BY coalesce(batch, id) ORDER BY max(failed_at) DESC, coalesce(batch, id) DESC LIMIT ?1)
ORDER BY failed_at DESC, coalesce(batch, id) DESC, place`)
	moveDue = declare(`SELECT 1 FROM _quartet_moves WHERE event IS NULL AND failed_at IS NULL AND due <= ?1 LIMIT 1`)
	// The first of each batch, which is locked for all of it.
	movesDue = declare(`SELECT coalesce(batch, id), collection, entry, direction FROM _quartet_moves WHERE event IS NULL AND failed_at IS NULL AND due <= ?1
AND NOT EXISTS (SELECT 1 FROM _quartet_moves AS earlier WHERE earlier.batch = _quartet_moves.batch AND earlier.place < _quartet_moves.place)
ORDER BY due LIMIT ?2{skip locked}`)
	moveQueued = declare(`UPDATE _quartet_moves SET event = ?2 WHERE (id = ?1 OR batch = ?1) AND event IS NULL AND failed_at IS NULL`)
	moveFailed = declare(`UPDATE _quartet_moves SET failed_at = ?2, problem = ?3 WHERE (id = ?1 OR batch = ?1) AND failed_at IS NULL`)
	moveTold   = declare(`UPDATE _quartet_moves SET told = 1 WHERE id = ?1 OR batch = ?1`)

	publishedBetween = declare(`SELECT collection, subject, time, actor, surface, version FROM _quartet_audit
WHERE action = 'publish' AND time >= ?1 AND time < ?2 ORDER BY time, key LIMIT ?3`)
)

type scheduledMoves struct{ db Database }

// Moves are the moves of entries that are set for a time.
func (p Ports) Moves() moves.Store { return scheduledMoves{p.db} }

// Set implements moves.Store.
func (s scheduledMoves) Set(ctx context.Context, all ...*moves.Move) error {
	return s.db.Update(ctx, Func(func(c *Conn) error { return c.setMoves(all) }))
}

func (c *Conn) setMoves(all []*moves.Move) error {
	for _, m := range all {
		err := c.run(putMove, m.ID, m.Collection, m.Entry, string(m.Direction), m.Due.UnixMilli(), m.Zone, m.Actor, m.Role, m.SetAt.UnixMilli(), orNull(m.Batch), int64(m.Place))
		if err != nil {
			return err
		}
	}
	return nil
}

// errNotThere takes a unit of work back whose moves have changed.
var errNotThere = errors.New("a move is not there any more")

// Replace implements moves.Store.
func (s scheduledMoves) Replace(ctx context.Context, ids []string, by ...*moves.Move) (there bool, err error) {
	err = s.db.Update(ctx, Func(func(c *Conn) error {
		for _, id := range ids {
			if there, err := c.hits(endMove, id); err != nil || !there {
				return cmp.Or(err, errNotThere)
			}
		}
		return c.setMoves(by)
	}))
	if errors.Is(err, errNotThere) {
		return false, nil
	}
	return err == nil, err
}

func (s scheduledMoves) run(ctx context.Context, q *Query, arguments ...any) error {
	return s.db.Update(ctx, Func(func(c *Conn) error { return c.run(q, arguments...) }))
}

// Cancel implements moves.Store.
func (s scheduledMoves) Cancel(ctx context.Context, collection, entry string, d moves.Direction) (there bool, err error) {
	err = s.db.Update(ctx, Func(func(c *Conn) (err error) {
		there, err = c.hits(cancelMove, entry, collection, string(d))
		return err
	}))
	return there, err
}

// Batch implements moves.Store.
func (s scheduledMoves) Batch(ctx context.Context, key string) ([]*moves.Move, error) {
	return s.list(ctx, movesOfKey, key)
}

// OfEntry implements moves.Store.
func (s scheduledMoves) OfEntry(ctx context.Context, collection, entry string) ([]*moves.Move, error) {
	return s.list(ctx, movesOf, entry, collection)
}

// Waiting implements moves.Store.
func (s scheduledMoves) Waiting(ctx context.Context, ids []string) ([]*moves.Move, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	return s.list(ctx, movesWaiting, list(ids))
}

// List implements moves.Store.
func (s scheduledMoves) List(ctx context.Context, q moves.Query) ([]*moves.Move, error) {
	from, to := int64(math.MinInt64), int64(math.MaxInt64)
	if !q.From.IsZero() {
		from = q.From.UnixMilli()
	}
	if !q.To.IsZero() {
		to = q.To.UnixMilli()
	}
	return s.list(ctx, movesByTime, from, to, q.Limit)
}

// FailedMoves implements moves.Store.
func (s scheduledMoves) FailedMoves(ctx context.Context, limit int) ([]*moves.Move, error) {
	return s.list(ctx, movesFailed, limit)
}

func (s scheduledMoves) list(ctx context.Context, q *Query, arguments ...any) (found []*moves.Move, err error) {
	err = s.db.Read(ctx, Func(func(c *Conn) error {
		found = nil
		return c.each(q, func(r row) error {
			m, err := moveAt(r)
			found = append(found, m)
			return err
		}, arguments...)
	}))
	return found, err
}

func moveAt(r row) (*moves.Move, error) {
	m := &moves.Move{
		ID: r.string(0), Collection: r.string(1), Entry: r.string(2), Direction: moves.Direction(r.string(3)), Due: r.time(4), Zone: r.string(5),
		Actor: r.string(6), Role: r.string(7), SetAt: r.time(8), FailedAt: r.time(9), Told: r.flag(11),
		Batch: r.string(12), Place: int(r.Integer(13)),
	}
	return m, r.unpack(10, &m.Problem)
}

// Enqueue implements moves.Store.
func (s scheduledMoves) Enqueue(ctx context.Context, now time.Time, limit int) (queued int, err error) {
	due := false
	err = s.db.Read(ctx, Func(func(c *Conn) (err error) {
		due, err = c.exists(moveDue, now.UnixMilli())
		return err
	}))
	if !due || err != nil {
		return 0, err
	}
	err = s.db.UpdateInBackground(ctx, Func(func(c *Conn) (err error) {
		queued, err = c.enqueueMoves(now, limit)
		return err
	}))
	return queued, err
}

func (c *Conn) enqueueMoves(now time.Time, limit int) (queued int, err error) {
	var events []*content.Deferred
	err = c.each(movesDue, func(r row) error {
		events = append(events, &content.Deferred{
			ID: uuid.Must(uuid.NewV7()).String(), Hook: moves.Hook, Schema: r.string(1), EntryID: r.string(2),
			Triggers: []string{r.string(3)}, Body: moves.Body(r.string(0)),
		})
		return nil
	}, now.UnixMilli(), limit)
	if err != nil {
		return 0, err
	}
	for _, e := range events {
		key, err := moves.KeyOf(e)
		if err != nil {
			return 0, err
		}
		mine, err := c.hits(moveQueued, key, e.ID)
		if err != nil {
			return 0, err
		}
		if mine {
			if err := c.run(InsertEvent, EventArguments(e, now)...); err != nil {
				return 0, err
			}
			queued++
		}
	}
	return queued, nil
}

// Fail implements moves.Store.
func (s scheduledMoves) Fail(ctx context.Context, key string, at time.Time, problem *diag.Diagnostic) error {
	text, err := json.Marshal(problem)
	if err != nil {
		return diag.Internal(err)
	}
	return s.run(ctx, moveFailed, key, at.UnixMilli(), string(text))
}

// Told implements moves.Store.
func (s scheduledMoves) Told(ctx context.Context, key string) error { return s.run(ctx, moveTold, key) }

// End implements moves.Store.
func (s scheduledMoves) End(ctx context.Context, key string) error { return s.run(ctx, endMoves, key) }

// PublishedBetween implements moves.Store.
func (s scheduledMoves) PublishedBetween(ctx context.Context, from, to time.Time, limit int) (found []moves.Published, more bool, err error) {
	err = s.db.Read(ctx, Func(func(c *Conn) error {
		found = nil
		return c.each(publishedBetween, func(r row) error {
			found = append(found, moves.Published{
				Collection: r.string(0), Entry: r.string(1), At: r.time(2), Actor: r.string(3), Surface: r.string(4), Version: r.Integer(5),
			})
			return nil
		}, from.UnixMilli(), to.UnixMilli(), limit+1)
	}))
	if err != nil {
		return nil, false, err
	}
	return found[:min(len(found), limit)], len(found) > limit, nil
}
