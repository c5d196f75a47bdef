package platform

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

// Outbox is the queue of deferred hooks, over the events that were stored with
// their entries.
func (p Ports) Outbox() queue.Store { return outbox(p) }

type outbox Ports

// The statements that store an event. A store runs them in the transaction of
// the entry, and takes the event out again where that is refused.
var (
	InsertEvent = declare(`INSERT INTO _quartet_outbox (event, hook, schema, entry, triggers, body, tries, due) VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0, ?7)`)
	DeleteEvent = declare(`DELETE FROM _quartet_outbox WHERE key = ?1`)
)

// EventArguments are the arguments of InsertEvent for an event that is due at a
// time.
func EventArguments(e *content.Deferred, due time.Time) []any {
	return []any{e.ID, string(e.Hook), e.Schema, e.EntryID, list(e.Triggers), string(e.Body), due.UnixMilli()}
}

var (
	selectDue = declare(`SELECT 1 FROM _quartet_outbox WHERE dead IS NULL AND due <= ?1 LIMIT 1`)
	dueEvents = declare(`SELECT key, event, hook, schema, entry, triggers, body, tries, reason, due, CASE WHEN claim IS NULL THEN 0 ELSE 1 END
FROM _quartet_outbox WHERE dead IS NULL AND due <= ?1 ORDER BY due, key LIMIT ?2{skip locked}`)
	claimEvent   = declare(`UPDATE _quartet_outbox SET claim = ?2, due = ?3, tries = ?4 WHERE key = ?1`)
	extendClaim  = declare(`UPDATE _quartet_outbox SET due = ?3 WHERE key = ?1 AND claim = ?2`)
	endEvent     = declare(`DELETE FROM _quartet_outbox WHERE key = ?1 AND claim = ?2`)
	advanceEvent = declare(`UPDATE _quartet_outbox SET triggers = ?3, tries = 1, reason = NULL WHERE key = ?1 AND claim = ?2`)
	retryEvent   = declare(`UPDATE _quartet_outbox SET claim = NULL, due = ?3, tries = ?4, reason = ?5 WHERE key = ?1 AND claim = ?2`)
	buryEvent    = declare(`UPDATE _quartet_outbox SET claim = NULL, dead = ?3, tries = ?4, reason = ?5 WHERE key = ?1 AND claim = ?2`)
	buryTrigger  = declare(`INSERT INTO _quartet_outbox (event, hook, schema, entry, triggers, body, due, dead, tries, reason)
SELECT event, hook, schema, entry, ?3, body, ?4, ?4, ?5, ?6 FROM _quartet_outbox WHERE key = ?1 AND claim = ?2`)
)

// Claim implements queue.Store. It writes only when something is due.
func (o outbox) Claim(ctx context.Context, limit int, lease time.Duration) ([]*queue.Claim, error) {
	return o.Settle(ctx, nil, limit, lease)
}

// Settle implements queue.Store.
func (o outbox) Settle(ctx context.Context, outcomes []*queue.Outcome, limit int, lease time.Duration) (claims []*queue.Claim, unclaimed error) {
	if len(outcomes) == 0 {
		due, err := o.any(ctx, selectDue, time.Now().UnixMilli())
		if !due || err != nil {
			return nil, err
		}
	}
	err := o.db.UpdateInBackground(ctx, Func(func(c *Conn) error {
		if err := c.settle(outcomes); err != nil || limit == 0 {
			return err
		}
		err := c.driver.Atomic(func() (err error) {
			claims, err = o.claimed(c, limit, lease)
			return err
		})
		unclaimed, err = c.partFailed(err)
		return err
	}))
	if err != nil {
		for _, each := range outcomes {
			each.Err = err
		}
		return nil, err
	}
	if unclaimed != nil {
		return nil, unclaimed
	}
	return claims, nil
}

// any reports whether a statement has a row.
func (o outbox) any(ctx context.Context, q *Query, arguments ...any) (found bool, err error) {
	err = o.db.Read(ctx, Func(func(c *Conn) (err error) {
		found, err = c.exists(q, arguments...)
		return err
	}))
	return found, err
}

// settle records outcomes, each for itself. An error is one that takes them all
// back.
func (c *Conn) settle(outcomes []*queue.Outcome) (err error) {
	for _, each := range outcomes {
		if each.Err, err = c.partFailed(c.outcome(each)); err != nil {
			return err
		}
	}
	return nil
}

// partFailed is the diagnostic for an error of a part of a transaction. It is
// fatal where the transaction did not outlive it.
func (c *Conn) partFailed(err error) (diagnostic, fatal error) {
	switch {
	case err == nil:
		return nil, nil
	case c.driver.EndsTransaction(err):
		return nil, err
	default:
		return c.driver.Diagnostic(err), nil
	}
}

// outcome records one, or leaves nothing behind.
func (c *Conn) outcome(o *queue.Outcome) error {
	switch {
	case o.End == queue.PutOff:
		reason, err := reasonOf(o.Claim)
		if err != nil {
			return err
		}
		return c.changeClaim(retryEvent, o.Key, o.Token, o.Again.UnixMilli(), o.Tries, reason)
	case o.End == queue.GaveUp:
		return c.deadLetter(o.Claim)
	case len(o.Triggers) == 1:
		return c.changeClaim(endEvent, o.Key, o.Token)
	default:
		return c.changeClaim(advanceEvent, o.Key, o.Token, list(o.Triggers[1:]))
	}
}

// deadLetter keeps the first Trigger's part of an event as dead.
func (c *Conn) deadLetter(claim *queue.Claim) error {
	reason, err := reasonOf(claim)
	if err != nil {
		return err
	}
	now := time.Now().UnixMilli()
	if len(claim.Triggers) == 1 {
		return c.changeClaim(buryEvent, claim.Key, claim.Token, now, claim.Tries, reason)
	}
	return c.driver.Atomic(func() error {
		err := c.changeClaim(buryTrigger, claim.Key, claim.Token, list(claim.Triggers[:1]), now, claim.Tries, reason)
		if err != nil {
			return err
		}
		return c.changeClaim(advanceEvent, claim.Key, claim.Token, list(claim.Triggers[1:]))
	})
}

// changeClaim runs what changes the event of a claim: CONFLICT when there is no
// such claim.
func (c *Conn) changeClaim(q *Query, arguments ...any) error {
	changed, err := c.hits(q, arguments...)
	if err == nil && !changed {
		err = diag.At(diag.Conflict, "", "The claim of the event is over.")
	}
	return err
}

// claimed takes what is due. Reading it and changing it by key is a third of
// the work of one UPDATE that returns it. An event that cannot be read is
// claimed, too, but left out: it is named in the log whenever its lease is
// over, and holds up none behind it.
func (o outbox) claimed(c *Conn, limit int, lease time.Duration) ([]*queue.Claim, error) {
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

// errEnough ends a walk of rows that has gone on for long enough.
var errEnough = errors.New("enough for now")

// due reads what one claim takes of what is due.
func (o outbox) due(c *Conn, now time.Time, limit int) (claims []*queue.Claim, err error) {
	size := 0
	err = c.each(dueEvents, func(r row) error {
		lapsed := r.flag(10)
		if len(claims) > 0 && lapsed {
			return errEnough
		}
		claim := o.dueEvent(r)
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
func (o outbox) dueEvent(r row) *queue.Claim {
	claim := &queue.Claim{
		Key: r.Integer(0), Tries: int(r.Integer(7)) + 1, Due: time.UnixMilli(r.Integer(9)),
		Deferred: content.Deferred{
			ID: r.string(1), Hook: plan.Hook(r.Text(2)), Schema: r.string(3), EntryID: r.string(4),
			Body: r.text(6),
		},
	}
	if err := errors.Join(r.unpack(5, &claim.Triggers), r.unpack(8, &claim.Last)); err != nil {
		o.log.Error("A stored event cannot be read.", "event", claim.ID, "error", err)
		claim.Triggers = nil
	}
	return claim
}

// Extend implements queue.Store.
func (o outbox) Extend(ctx context.Context, claims []*queue.Claim, lease time.Duration) (lost []*queue.Claim, err error) {
	err = o.db.UpdateInBackground(ctx, Func(func(c *Conn) (err error) {
		lost, err = c.extend(claims, time.Now().Add(lease))
		return err
	}))
	if err != nil {
		return nil, err
	}
	return lost, nil
}

func (c *Conn) extend(claims []*queue.Claim, until time.Time) (lost []*queue.Claim, err error) {
	for _, claim := range claims {
		err := c.changeClaim(extendClaim, claim.Key, claim.Token, until.UnixMilli())
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
		return nil, diag.Internal(err)
	}
	return string(text), nil
}
