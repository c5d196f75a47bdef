package platform

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/queue"
)

var (
	dueEvents = declare(`SELECT key, event, hook, schema, entry, triggers, body, tries, reason, due, CASE WHEN claim IS NULL THEN 0 ELSE 1 END
FROM _quartet_outbox WHERE dead IS NULL AND due <= ?1 ORDER BY due, key LIMIT ?2{skip locked}`)

	// Of many events at once: each statement is a way to the server and back.
	claimEvents  = declare(`UPDATE _quartet_outbox SET claim = ?2, due = ?3, tries = tries + 1 WHERE key IN {keys of ?1}`)
	extendClaims = declare(`UPDATE _quartet_outbox SET due = ?3 WHERE key IN {keys of ?1} AND claim = ?2 RETURNING key`)
	endEvents    = declare(`DELETE FROM _quartet_outbox WHERE key IN {keys of ?1} AND claim = ?2 RETURNING key`)
)

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
	keys := make([]int64, len(claims))
	for i, claim := range claims {
		claim.Token, keys[i] = token, claim.Key
	}
	if err := c.run(claimEvents, keyList(keys), token, now.Add(lease).UnixMilli()); err != nil {
		return nil, err
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
	keys := make(map[string][]int64) // by the token of the claim
	for _, claim := range claims {
		keys[claim.Token] = append(keys[claim.Token], claim.Key)
	}
	held := make(map[string]map[int64]bool)
	for token := range keys {
		if held[token], err = c.changeClaims(extendClaims, token, keys[token], until.UnixMilli()); err != nil {
			return nil, err
		}
	}
	for _, claim := range claims {
		if !held[claim.Token][claim.Key] {
			lost = append(lost, claim)
		}
	}
	return lost, nil
}

// changeClaims runs what changes events of one claim, and tells of which there is
// such a claim.
func (c *Conn) changeClaims(q *Query, token string, keys []int64, arguments ...any) (there map[int64]bool, err error) {
	there = make(map[int64]bool, len(keys))
	err = c.each(q, func(r row) error {
		there[r.Integer(0)] = true
		return nil
	}, append([]any{keyList(keys), token}, arguments...)...)
	return there, err
}

func keyList(keys []int64) string {
	text, _ := json.Marshal(keys) //nolint:errchkjson // integers
	return string(text)
}
