package sqlite

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/queue"
)

// Outbox is queue's Store over the events that Write has stored.
type Outbox struct{ store *Store }

var _ queue.Store = Outbox{}

// Outbox is the store's queue of deferred hooks.
func (s *Store) Outbox() Outbox { return Outbox{s} }

var (
	insertEvent = &query{text: `INSERT INTO _quartet_outbox (event, hook, schema, entry, triggers, body, tries, due) VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0, ?7)`}
	forgetEvent = &query{text: `DELETE FROM _quartet_outbox WHERE key = ?1`}
	selectDue   = &query{text: `SELECT 1 FROM _quartet_outbox WHERE dead IS NULL AND due <= ?1 LIMIT 1`}
	dueEvents   = &query{text: `SELECT key, event, hook, schema, entry, triggers, body, tries, reason
FROM _quartet_outbox WHERE dead IS NULL AND due <= ?1 ORDER BY due LIMIT ?2`}
	claimEvent   = &query{text: `UPDATE _quartet_outbox SET claim = ?2, due = ?3, tries = ?4 WHERE key = ?1`}
	extendClaim  = &query{text: `UPDATE _quartet_outbox SET due = ?3 WHERE key = ?1 AND claim = ?2`}
	endEvent     = &query{text: `DELETE FROM _quartet_outbox WHERE key = ?1 AND claim = ?2`}
	advanceEvent = &query{text: `UPDATE _quartet_outbox SET triggers = ?3, tries = 1, reason = NULL WHERE key = ?1 AND claim = ?2`}
	retryEvent   = &query{text: `UPDATE _quartet_outbox SET claim = NULL, due = ?3, tries = ?4, reason = ?5 WHERE key = ?1 AND claim = ?2`}
	buryEvent    = &query{text: `UPDATE _quartet_outbox SET claim = NULL, dead = ?3, tries = ?4, reason = ?5 WHERE key = ?1 AND claim = ?2`}
	buryTrigger  = &query{text: `INSERT INTO _quartet_outbox (event, hook, schema, entry, triggers, body, due, dead, tries, reason)
SELECT event, hook, schema, entry, ?3, body, ?4, ?4, ?5, ?6 FROM _quartet_outbox WHERE key = ?1 AND claim = ?2`}
)

// outboxed are the arguments of insertEvent but for the last, when it is due.
func outboxed(e *content.Deferred) []any {
	return []any{e.ID, string(e.Hook), e.Schema, e.EntryID, list(e.Triggers), string(e.Body)}
}

// list is a list of names as it is stored.
func list(names []string) string {
	text, _ := json.Marshal(names) //nolint:errchkjson // strings
	return string(text)
}

// Claim implements queue.Store. Only when something is due it troubles the
// writer.
func (o Outbox) Claim(ctx context.Context, limit int, lease time.Duration) ([]*queue.Claim, error) {
	due, err := o.store.look(ctx, selectDue, time.Now().UnixMilli())
	if due == nil || err != nil {
		return nil, err
	}
	var claims []*queue.Claim
	err = o.store.writer.doPatiently(ctx, func(c *conn) error {
		return c.wholly(func() (err error) {
			claims, err = o.claimed(c, limit, lease)
			return err
		})
	})
	if err != nil {
		return nil, err
	}
	return claims, nil
}

// claimed takes what is due. Reading it and changing it by key is a third of
// the work of one UPDATE that returns it. An event that cannot be read is
// claimed, too, but left out: it is named in the log whenever its lease is
// over, and holds up none behind it.
func (o Outbox) claimed(c *conn, limit int, lease time.Duration) (claims []*queue.Claim, err error) {
	now, token := time.Now(), rand.Text()
	err = c.each(dueEvents, func(s *stmt) error {
		claims = append(claims, o.due(s, token))
		return nil
	}, now.UnixMilli(), limit)
	if err != nil {
		return nil, err
	}
	for _, claim := range claims {
		if err := c.run(claimEvent, claim.Key, token, now.Add(lease).UnixMilli(), claim.Tries); err != nil {
			return nil, err
		}
	}
	return slices.DeleteFunc(claims, func(c *queue.Claim) bool { return c.Triggers == nil }), nil
}

// due is a row of dueEvents as it will be claimed; without Triggers when it
// cannot be read.
func (o Outbox) due(s *stmt, token string) *queue.Claim {
	claim := &queue.Claim{Key: s.integer(0), Token: token, Tries: int(s.integer(7)) + 1, Deferred: content.Deferred{
		ID: string(s.text(1)), Hook: plan.Hook(s.text(2)), Schema: string(s.text(3)), EntryID: string(s.text(4)),
		Body: slices.Clone(s.text(6)),
	}}
	if err := errors.Join(unpack(s.text(5), &claim.Triggers), unpack(s.text(8), &claim.Last)); err != nil {
		o.store.opts.Log.Error("A stored event cannot be read.", "event", claim.ID, "error", err)
		claim.Triggers = nil
	}
	return claim
}

// unpack decodes a column that holds JSON or null.
func unpack(text []byte, value any) error {
	if text == nil {
		return nil
	}
	return json.Unmarshal(text, value)
}

// Extend implements queue.Store.
func (o Outbox) Extend(ctx context.Context, c *queue.Claim, lease time.Duration) error {
	return o.held(ctx, func(conn *conn) error {
		return conn.run(extendClaim, c.Key, c.Token, time.Now().Add(lease).UnixMilli())
	})
}

// Done implements queue.Store.
func (o Outbox) Done(ctx context.Context, c *queue.Claim) error {
	return o.held(ctx, func(conn *conn) error {
		if len(c.Triggers) == 1 {
			return conn.run(endEvent, c.Key, c.Token)
		}
		return conn.run(advanceEvent, c.Key, c.Token, list(c.Triggers[1:]))
	})
}

// Next implements queue.Store.
func (o Outbox) Next(ctx context.Context, c *queue.Claim, lease time.Duration) (*queue.Claim, error) {
	var next []*queue.Claim
	err := o.store.writer.doPatiently(ctx, func(conn *conn) error {
		return conn.wholly(func() (err error) {
			if err = conn.run(endEvent, c.Key, c.Token); err == nil && conn.changes() == 0 {
				err = claimOver()
			}
			if err == nil {
				next, err = o.claimed(conn, 1, lease)
			}
			return err
		})
	})
	if err != nil || len(next) == 0 {
		return nil, err
	}
	return next[0], nil
}

// Dead implements queue.Store.
func (o Outbox) Dead(ctx context.Context, c *queue.Claim) error {
	reason, err := reasonOf(c)
	if err != nil {
		return err
	}
	now := time.Now().UnixMilli()
	if len(c.Triggers) == 1 {
		return o.held(ctx, func(conn *conn) error {
			return conn.run(buryEvent, c.Key, c.Token, now, c.Tries, reason)
		})
	}
	return o.held(ctx, func(conn *conn) error {
		return conn.wholly(func() error {
			if err := conn.run(buryTrigger, c.Key, c.Token, list(c.Triggers[:1]), now, c.Tries, reason); err != nil {
				return err
			}
			return conn.run(advanceEvent, c.Key, c.Token, list(c.Triggers[1:]))
		})
	})
}

// Retry implements queue.Store.
func (o Outbox) Retry(ctx context.Context, c *queue.Claim, due time.Time) error {
	reason, err := reasonOf(c)
	if err != nil {
		return err
	}
	return o.held(ctx, func(conn *conn) error {
		return conn.run(retryEvent, c.Key, c.Token, due.UnixMilli(), c.Tries, reason)
	})
}

func reasonOf(c *queue.Claim) (any, error) {
	if c.Last == nil {
		return nil, nil
	}
	text, err := json.Marshal(c.Last)
	if err != nil {
		return nil, failure(err)
	}
	return string(text), nil
}

// held runs what changes the event of a claim: CONFLICT when the last
// statement found no such claim.
func (o Outbox) held(ctx context.Context, change func(*conn) error) error {
	return o.store.writer.doPatiently(ctx, func(c *conn) error {
		if err := change(c); err != nil {
			return err
		}
		if c.changes() == 0 {
			return claimOver()
		}
		return nil
	})
}

func claimOver() error { return diag.At(diag.Conflict, "", "The claim of the event is over.") }
