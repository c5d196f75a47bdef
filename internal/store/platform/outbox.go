package platform

import (
	"context"
	"encoding/json"
	"time"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
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
	selectDue    = declare(`SELECT 1 FROM _quartet_outbox WHERE dead IS NULL AND due <= ?1 LIMIT 1`)
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
	err := o.db.UpdateInBackground(ctx, Func(func(c *Conn) (err error) {
		if err := c.settle(outcomes); err != nil || limit == 0 {
			return err
		}
		claim := func() (err error) {
			claims, err = o.claimed(c, limit, lease)
			return err
		}
		if len(outcomes) == 0 {
			return claim()
		}
		unclaimed, err = c.partFailed(c.driver.Atomic(claim))
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
	over := make(map[string][]*queue.Outcome) // of events that are done with, by the token of the claim
	for _, each := range outcomes {
		if each.End == queue.Ran && len(each.Triggers) == 1 {
			over[each.Token] = append(over[each.Token], each)
		} else if each.Err, err = c.partFailed(c.outcome(each)); err != nil {
			return err
		}
	}
	for token, outcomes := range over {
		if err := c.end(token, outcomes); err != nil {
			return err
		}
	}
	return nil
}

// end removes events of one claim that are done with, all in one statement.
func (c *Conn) end(token string, outcomes []*queue.Outcome) error {
	keys := make([]int64, len(outcomes))
	for i, each := range outcomes {
		keys[i] = each.Key
	}
	ended, err := c.changeClaims(endEvents, token, keys)
	failed, err := c.partFailed(err)
	for _, each := range outcomes {
		each.Err = failed
		if failed == nil && !ended[each.Key] {
			each.Err = claimIsOver()
		}
	}
	return err
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

// outcome records one of an event that goes on, or leaves nothing behind.
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
		err = claimIsOver()
	}
	return err
}

func claimIsOver() error { return diag.At(diag.Conflict, "", "The claim of the event is over.") }

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
