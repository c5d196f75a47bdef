package queue

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"runtime/debug"
	"strings"
	"time"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
)

// work runs hooks, one after the other, until the dispatcher gives out no more.
func (q *Queue) work() {
	for h := range q.ready {
		q.run(h)
		q.ended <- h
	}
}

// run runs the first Trigger of a claim, unless it must not, and tells the
// dispatcher by its Outcome what to record.
func (q *Queue) run(h *heldClaim) {
	ctx, end := h.begin(q.ctx)
	defer end()
	switch {
	case isLost(ctx): // another worker may be running what comes next
		h.dropped = true
		q.log(slog.LevelWarn, "a deferred hook lost its claim before it ran", h.Claim, nil)
	case q.isStopping():
		h.handBack()
	case h.Tries > maxTries: // each try ended with its process, before it could be recorded
		h.giveUp(unfinished())
	default:
		q.try(ctx, h)
	}
}

func (q *Queue) try(ctx context.Context, h *heldClaim) {
	h.begun = true
	err := q.attempt(ctx, h.Claim)
	switch {
	case err == nil:
		h.End = Ran
	case isLost(ctx):
		h.dropped = true
		q.log(slog.LevelWarn, "a deferred hook lost its claim while it ran", h.Claim, err)
	case ctx.Err() != nil:
		h.handBack()
	case errors.Is(err, content.ErrUndeliverable) || h.Tries >= maxTries:
		h.giveUp(err)
	default:
		q.log(slog.LevelWarn, "a deferred hook failed and will be tried again", h.Claim, err)
		h.retry(err)
	}
}

// attempt delivers under the eyes of the Observer.
func (q *Queue) attempt(ctx context.Context, c *Claim) (err error) {
	q.counts.tries.Add(1)
	defer func() { q.counts.tried(err) }()
	if q.opts.Observer == nil {
		return q.deliverFirst(ctx, c)
	}
	ctx, ended := q.opts.Observer(ctx, Delivery{
		Event: c.ID, Hook: string(c.Hook), Schema: c.Schema, Trigger: c.Triggers[0], Tries: c.Tries,
	})
	err = q.deliverFirst(ctx, c)
	if ended != nil {
		ended(err)
	}
	return err
}

// deliverFirst runs the first Trigger of a claim, and makes an error of a
// panic: a fault of one event must not end the process that serves all.
func (q *Queue) deliverFirst(ctx context.Context, c *Claim) (err error) {
	ctx, cancel := context.WithTimeout(ctx, q.opts.TryTimeout)
	defer cancel()
	defer func() {
		if cause := recover(); cause != nil {
			err = diag.Internal(fmt.Errorf("panic: %v\n%s", cause, debug.Stack()))
		}
	}()
	return q.deliver(ctx, &c.Deferred, c.Triggers[0])
}

func (h *heldClaim) giveUp(err error) { h.End, h.Last = GaveUp, reason(err) }

func (h *heldClaim) retry(err error) {
	h.Last = reason(err)
	h.End, h.Again = PutOff, time.Now().Add(backoff(h.Tries, rand.Float64())) //nolint:gosec // spreads load, keeps no secret
}

// handBack ends a claim whose try does not count. The event is due as it was.
func (h *heldClaim) handBack() {
	h.Tries--
	h.End, h.Again = PutOff, h.Due
}

func (q *Queue) log(level slog.Level, message string, c *Claim, err error) {
	attrs := []slog.Attr{
		slog.String("event", c.ID), slog.String("trigger", c.Triggers[0]), slog.String("hook", string(c.Hook)),
		slog.String("schema", c.Schema), slog.Int("tries", c.Tries),
	}
	if err != nil {
		attrs = append(attrs, slog.Any("error", diag.Logged(err)))
	}
	q.opts.Log.LogAttrs(context.Background(), level, message, attrs...)
}

// maxReason bounds, in bytes, the message that is kept of a failure.
const maxReason = 2000

// reason is a failure as it is kept with the event, for whoever runs the
// service: it tells the cause that callers are not told.
func reason(err error) *diag.Diagnostic {
	d := diag.As(err)
	kept := diag.At(d.Code, d.Path, d.Message)
	kept.Suggestion = d.Suggestion
	if cause := d.Unwrap(); cause != nil && !errors.Is(cause, content.ErrUndeliverable) {
		kept.Message += " " + cause.Error()
	}
	if len(kept.Message) > maxReason {
		kept.Message = strings.ToValidUTF8(kept.Message[:maxReason], "") + "…"
	}
	return kept
}

func unfinished() error {
	return diag.Internal(errors.New("each try ended with its process before the handler did"))
}
