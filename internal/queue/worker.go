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

// errLost ends a handler whose claim has gone to another worker, or may have.
var errLost = errors.New("the claim of the event is lost")

// work delivers an event, and then one after the other that is due when the one
// before is done: while there are many, recording and claiming are one write.
func (q *Queue) work(c *Claim) {
	for c != nil {
		c = q.run(c)
	}
	q.free <- struct{}{}
}

// run delivers an event, Trigger after Trigger, until one fails or the claim
// ends. It gives the event that its worker has claimed in its place, if any.
func (q *Queue) run(c *Claim) (next *Claim) {
	ctx, lose := context.WithCancelCause(q.ctx)
	defer lose(nil)
	// Most handlers have ended by then and need no keeper. The lease began with
	// the claim, which may have been slow.
	keeper := time.AfterFunc(time.Until(c.fuse)-q.opts.Lease*2/3, func() { q.keep(ctx, c, lose) })
	defer keeper.Stop()
	if time.Until(c.fuse) <= 0 {
		lose(errLost)
	}
	for next = c; next == c; {
		switch {
		case isLost(ctx): // another worker may be running what comes next
			q.log(slog.LevelWarn, "a deferred hook lost its claim before it ran", c, nil)
			return nil
		case q.isStopping():
			q.handBack(c)
			return nil
		}
		next = q.try(ctx, c)
	}
	return next
}

func isLost(ctx context.Context) bool { return errors.Is(context.Cause(ctx), errLost) }

// keep renews a lease until ctx ends, and ends ctx when it cannot.
func (q *Queue) keep(ctx context.Context, c *Claim, lose context.CancelCauseFunc) {
	fuse := time.AfterFunc(time.Until(c.fuse), func() { lose(errLost) })
	defer fuse.Stop()
	beat := time.NewTicker(q.opts.Lease / 3)
	defer beat.Stop()
	for {
		began := time.Now()
		err := q.store.Extend(ctx, c, q.opts.Lease)
		switch {
		case err == nil:
			fuse.Reset(time.Until(began.Add(q.opts.Lease)))
		case diag.HasCode(err, diag.Conflict):
			lose(errLost)
		}
		select {
		case <-ctx.Done():
			return
		case <-beat.C:
		}
	}
}

// try runs the first Trigger of a claim and records what came of it. It gives
// what the worker holds then: the claim, at its next Trigger; another; or nil.
func (q *Queue) try(ctx context.Context, c *Claim) *Claim {
	if c.Tries > maxTries { // each try ended with its process, before it could be recorded
		return q.giveUp(c, unfinished())
	}
	err := q.attempt(ctx, c)
	switch {
	case err == nil && len(c.Triggers) == 1 && !q.isStopping():
		return q.next(c)
	case err == nil:
		return q.advance(c, q.store.Done)
	case isLost(ctx):
		q.log(slog.LevelWarn, "a deferred hook lost its claim while it ran", c, err)
	case ctx.Err() != nil:
		q.handBack(c)
	case errors.Is(err, content.ErrUndeliverable) || c.Tries >= maxTries:
		return q.giveUp(c, err)
	default:
		q.retry(c, err)
	}
	return nil
}

// attempt delivers under the eyes of the Observer.
func (q *Queue) attempt(ctx context.Context, c *Claim) error {
	if q.opts.Observer == nil {
		return q.deliverFirst(ctx, c)
	}
	ctx, ended := q.opts.Observer(ctx, Delivery{
		Event: c.ID, Hook: string(c.Hook), Schema: c.Schema, Trigger: c.Triggers[0], Tries: c.Tries,
	})
	err := q.deliverFirst(ctx, c)
	ended(err)
	return err
}

// deliverFirst runs the first Trigger of a claim, and makes an error of a
// panic: a fault of one event must not end the process that serves all.
func (q *Queue) deliverFirst(ctx context.Context, c *Claim) (err error) {
	ctx, cancel := context.WithTimeout(ctx, q.opts.TryTime)
	defer cancel()
	defer func() {
		if cause := recover(); cause != nil {
			err = diag.Internal(fmt.Errorf("panic: %v\n%s", cause, debug.Stack()))
		}
	}()
	return q.deliver(ctx, &c.Deferred, c.Triggers[0])
}

func (q *Queue) giveUp(c *Claim, err error) *Claim {
	c.Last = reason(err)
	died := *c
	next := q.advance(c, q.store.Dead)
	// Said when it is so: whoever reads it finds it among the dead.
	q.log(slog.LevelError, "a deferred hook is dead", &died, err)
	return next
}

// advance records that the first Trigger is over and moves the claim on to the
// next one, if there is one.
func (q *Queue) advance(c *Claim, record func(context.Context, *Claim) error) *Claim {
	last := len(c.Triggers) == 1
	if !q.recorded(c, func(ctx context.Context) error { return record(ctx, c) }) || last {
		return nil
	}
	c.Triggers, c.Tries, c.Last = c.Triggers[1:], 1, nil
	return c
}

// next records that the last Trigger is over and claims another event.
func (q *Queue) next(c *Claim) (next *Claim) {
	fuse := time.Now().Add(q.opts.Lease)
	q.recorded(c, func(ctx context.Context) (err error) {
		next, err = q.store.Next(ctx, c, q.opts.Lease)
		return err
	})
	if next != nil {
		next.fuse = fuse
	}
	return next
}

func (q *Queue) retry(c *Claim, err error) {
	c.Last = reason(err)
	q.log(slog.LevelWarn, "a deferred hook failed and will be tried again", c, err)
	due := time.Now().Add(backoff(c.Tries, rand.Float64())) //nolint:gosec // spreads load, keeps no secret
	q.recorded(c, func(ctx context.Context) error { return q.store.Retry(ctx, c, due) })
}

// handBack ends a claim whose try does not count.
func (q *Queue) handBack(c *Claim) {
	c.Tries--
	q.recorded(c, func(ctx context.Context) error { return q.store.Retry(ctx, c, time.Now()) })
}

// recordTime bounds the wait for the store, whatever became of the queue.
const recordTime = 5 * time.Second

// recorded tells whether the store took note. When it could not, the claim runs
// out and the Trigger runs again.
func (q *Queue) recorded(c *Claim, record func(context.Context) error) bool {
	ctx, cancel := context.WithTimeout(context.Background(), recordTime)
	defer cancel()
	err := record(ctx)
	if err != nil {
		q.log(slog.LevelWarn, "what became of a deferred hook was not recorded", c, err)
	}
	return err == nil
}

func (q *Queue) log(level slog.Level, message string, c *Claim, err error) {
	attrs := []slog.Attr{
		slog.String("event", c.ID), slog.String("trigger", c.Triggers[0]), slog.String("hook", string(c.Hook)),
		slog.String("schema", c.Schema), slog.Int("tries", c.Tries),
	}
	if err != nil {
		attrs = append(attrs, slog.Any("error", errors.Join(err, errors.Unwrap(err))))
	}
	q.opts.Log.LogAttrs(context.Background(), level, message, attrs...)
}

// longestReason bounds, in bytes, the message that is kept of a failure.
const longestReason = 2000

// reason is a failure as it is kept with the event, for whoever runs the
// service: it tells the cause that callers are not told.
func reason(err error) *diag.Diagnostic {
	d := diag.As(err)
	kept := diag.At(d.Code, d.Path, d.Message)
	kept.Suggestion = d.Suggestion
	if cause := d.Unwrap(); cause != nil && !errors.Is(cause, content.ErrUndeliverable) {
		kept.Message += " " + cause.Error()
	}
	if len(kept.Message) > longestReason {
		kept.Message = strings.ToValidUTF8(kept.Message[:longestReason], "") + "…"
	}
	return kept
}

func unfinished() error {
	return diag.Internal(errors.New("each try ended with its process before the handler did"))
}
