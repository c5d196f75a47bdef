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
	dueEvents   = &query{text: `SELECT key, event, hook, schema, entry, triggers, body, tries, reason, due, claim IS NOT NULL
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
	return o.Settle(ctx, nil, limit, lease)
}

// Settle implements queue.Store.
func (o Outbox) Settle(ctx context.Context, outcomes []*queue.Outcome, limit int, lease time.Duration) (claims []*queue.Claim, unclaimed error) {
	if len(outcomes) == 0 {
		due, err := o.store.look(ctx, selectDue, time.Now().UnixMilli())
		if due == nil || err != nil {
			return nil, err
		}
	}
	err := o.store.writer.doPatiently(ctx, func(c *conn) error {
		if err := o.record(c, outcomes); err != nil || limit == 0 {
			return err
		}
		unclaimed = c.wholly(func() (err error) {
			claims, err = o.claimed(c, limit, lease)
			return err
		})
		return spoilt(c, unclaimed)
	})
	if err != nil {
		for _, each := range outcomes {
			each.Err = err
		}
		return nil, err
	}
	if unclaimed != nil {
		return nil, failure(unclaimed)
	}
	return claims, nil
}

// record records outcomes, each for itself. An error is one that takes them all
// back.
func (o Outbox) record(c *conn, outcomes []*queue.Outcome) error {
	for _, each := range outcomes {
		err := recordOne(c, each)
		if err := spoilt(c, err); err != nil {
			return err
		}
		if each.Err = nil; err != nil {
			each.Err = failure(err)
		}
	}
	return nil
}

// spoilt is err where the transaction did not outlive it.
func spoilt(c *conn, err error) error {
	if err != nil && (isLost(err) || !c.inTransaction()) {
		return err
	}
	return nil
}

// recordOne leaves nothing behind when it fails.
func recordOne(c *conn, o *queue.Outcome) error {
	switch {
	case o.End == queue.PutOff:
		reason, err := reasonOf(o.Claim)
		if err != nil {
			return err
		}
		return change(c, retryEvent, o.Key, o.Token, o.Again.UnixMilli(), o.Tries, reason)
	case o.End == queue.GaveUp:
		return bury(c, o.Claim)
	case len(o.Triggers) == 1:
		return change(c, endEvent, o.Key, o.Token)
	default:
		return change(c, advanceEvent, o.Key, o.Token, list(o.Triggers[1:]))
	}
}

// bury keeps the first Trigger's part of an event as dead.
func bury(conn *conn, c *queue.Claim) error {
	reason, err := reasonOf(c)
	if err != nil {
		return err
	}
	now := time.Now().UnixMilli()
	if len(c.Triggers) == 1 {
		return change(conn, buryEvent, c.Key, c.Token, now, c.Tries, reason)
	}
	return conn.wholly(func() error {
		if err := change(conn, buryTrigger, c.Key, c.Token, list(c.Triggers[:1]), now, c.Tries, reason); err != nil {
			return err
		}
		return change(conn, advanceEvent, c.Key, c.Token, list(c.Triggers[1:]))
	})
}

// change runs what changes the event of a claim: CONFLICT when there is no such
// claim.
func change(c *conn, q *query, arguments ...any) error {
	err := c.run(q, arguments...)
	if err == nil && c.changes() == 0 {
		err = diag.At(diag.Conflict, "", "The claim of the event is over.")
	}
	return err
}

// claimed takes what is due. Reading it and changing it by key is a third of
// the work of one UPDATE that returns it. An event that cannot be read is
// claimed, too, but left out: it is named in the log whenever its lease is
// over, and holds up none behind it.
func (o Outbox) claimed(c *conn, limit int, lease time.Duration) ([]*queue.Claim, error) {
	now, token := time.Now(), rand.Text()
	claims, err := o.due(c, now, limit)
	if err != nil {
		return nil, err
	}
	for _, claim := range claims {
		claim.Token = token
		if err := c.run(claimEvent, claim.Key, token, now.Add(lease).UnixMilli(), claim.Tries); err != nil {
			return nil, err
		}
	}
	return slices.DeleteFunc(claims, func(c *queue.Claim) bool { return c.Triggers == nil }), nil
}

// due reads what one claim takes of what is due.
func (o Outbox) due(c *conn, now time.Time, limit int) (claims []*queue.Claim, err error) {
	size := 0
	err = c.each(dueEvents, func(s *stmt) error {
		lapsed := s.integer(10) != 0
		if len(claims) > 0 && lapsed {
			return errEnough
		}
		claim := o.dueEvent(s)
		claim.Lapsed = lapsed
		claims = append(claims, claim)
		if size += len(claim.Body); lapsed || size >= queue.MostBytes {
			return errEnough
		}
		return nil
	}, now.UnixMilli(), limit)
	if errors.Is(err, errEnough) {
		err = nil
	}
	return claims, err
}

// dueEvent is a row of dueEvents as it will be claimed; without Triggers when it
// cannot be read.
func (o Outbox) dueEvent(s *stmt) *queue.Claim {
	claim := &queue.Claim{
		Key: s.integer(0), Tries: int(s.integer(7)) + 1, Due: time.UnixMilli(s.integer(9)),
		Deferred: content.Deferred{
			ID: string(s.text(1)), Hook: plan.Hook(s.text(2)), Schema: string(s.text(3)), EntryID: string(s.text(4)),
			Body: slices.Clone(s.text(6)),
		},
	}
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
func (o Outbox) Extend(ctx context.Context, claims []*queue.Claim, lease time.Duration) (lost []*queue.Claim, err error) {
	err = o.store.writer.doPatiently(ctx, func(c *conn) error {
		return c.wholly(func() (err error) {
			lost, err = extended(c, claims, time.Now().Add(lease))
			return err
		})
	})
	if err != nil {
		return nil, err
	}
	return lost, nil
}

func extended(c *conn, claims []*queue.Claim, until time.Time) (lost []*queue.Claim, err error) {
	for _, claim := range claims {
		err := change(c, extendClaim, claim.Key, claim.Token, until.UnixMilli())
		switch {
		case diag.HasCode(err, diag.Conflict):
			lost = append(lost, claim)
		case err != nil:
			return nil, err
		}
	}
	return lost, nil
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
