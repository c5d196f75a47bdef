package script

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/script/engine"
	"github.com/quartet-dev/quartet/internal/script/worker"
)

// run is one call of a handler: its realm, and what it waits for.
type run struct {
	*Scripts
	key  string
	call *content.Call
	*lease

	ctx     context.Context //nolint:containedctx // of what the handler asks for; it ends with the call
	waiting map[int]context.CancelFunc
	results chan result
	errs    []error // that the handler was given, by their reference
}

// result is what became of an operation.
type result struct {
	id    int
	value any
	bytes []byte
	err   error
}

// invoke calls the handler behind a key.
func (s *Scripts) invoke(ctx context.Context, key string, call *content.Call, input map[string]any) (any, error) {
	ctx, release, err := s.pool.admission.enter(ctx, key)
	if err != nil {
		return nil, err
	}
	defer release()
	realm, err := s.pool.take(ctx)
	if err != nil {
		return nil, s.broken(err)
	}
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	if s.ForCall != nil {
		inner = s.ForCall(inner)
	}
	r := &run{Scripts: s, key: key, call: call, lease: realm, ctx: inner, waiting: make(map[int]context.CancelFunc), results: make(chan result)}
	text, err := begun(call, input)
	if err != nil {
		s.pool.give(realm, false)
		return nil, err
	}
	return r.lead(ctx, text)
}

// begun is what the handler knows of its call, as JSON.
func begun(call *content.Call, input map[string]any) (string, error) {
	caller, err := json.Marshal(call.Caller)
	if err != nil {
		return "", diag.Internal(err)
	}
	b := jsonvalue.Append([]byte(`{"input":`), input)
	b = append(append(b, `,"caller":`...), caller...)
	if e := call.Event; e != nil {
		event := map[string]any{"id": e.ID, "trigger": e.Trigger, "hook": string(e.Hook), "schema": e.Schema, "entry": nil}
		if e.Entry != nil {
			event["entry"] = e.Entry
		}
		b = jsonvalue.Append(append(b, `,"event":`...), event)
	}
	return string(append(b, '}')), nil
}

// lead leads the call through its turns until the handler has ended.
func (r *run) lead(ctx context.Context, call string) (any, error) {
	turn, err := r.Begin(ctx, r.key, call)
	for {
		switch {
		case err != nil:
			return nil, r.lost(err)
		case turn.Outcome != nil:
			r.tell(turn)
			r.pool.give(r.lease, turn.Spent)
			return r.outcome(turn.Outcome)
		case r.carryOut(turn) == 0:
			r.end(ctx)
			return nil, r.failure(&engine.Failure{Message: "The handler waits for a promise that nothing will settle."})
		}
		select {
		case done := <-r.results:
			turn, err = r.settle(ctx, done)
		case <-r.process.Gone():
			err = r.process.Err()
		case <-ctx.Done():
			r.end(ctx)
			return nil, r.failure(&engine.Failure{Message: "The handler did not end in time.", Bound: engine.Stopped})
		}
	}
}

// carryOut begins what the handler asks for, and gives how many results it waits
// for.
func (r *run) carryOut(turn *worker.Turn) int {
	for _, o := range turn.Operations {
		r.start(o)
	}
	for _, id := range turn.Cancelled {
		r.forget(id)
	}
	return len(r.waiting)
}

// tell carries out what nobody waits for, when the handler has ended: all else that
// it began with its last step ends with it.
func (r *run) tell(turn *worker.Turn) {
	for _, o := range turn.Operations {
		if o.ID == 0 {
			r.start(o)
		}
	}
}

func (r *run) start(o engine.Operation) {
	if o.ID == 0 {
		r.operate(r.ctx, o)
		return
	}
	ctx, cancel := context.WithCancel(r.ctx)
	r.waiting[o.ID] = cancel
	go func() {
		done := r.operate(ctx, o)
		select {
		case r.results <- done:
		case <-ctx.Done():
		}
	}()
}

// operate carries out an operation. A panic of it is the call's, not the service's.
func (r *run) operate(ctx context.Context, o engine.Operation) (done result) {
	defer func() {
		if cause := recover(); cause != nil {
			done = result{id: o.ID, err: diag.Internal(fmt.Errorf("panic: %v\n%s", cause, debug.Stack()))}
		}
	}()
	done.id = o.ID
	if carryOut := r.Operations[o.Name]; carryOut != nil {
		done.value, done.bytes, done.err = carryOut(ctx, r.call, o.Payload, o.Bytes)
	} else {
		done.err = fmt.Errorf("there is no operation %s", o.Name)
	}
	return done
}

func (r *run) forget(id int) {
	if cancel := r.waiting[id]; cancel != nil {
		cancel()
		delete(r.waiting, id)
	}
}

// settle gives the handler a result, and takes the turn that follows.
func (r *run) settle(ctx context.Context, done result) (*worker.Turn, error) {
	if r.waiting[done.id] == nil {
		return &worker.Turn{}, nil // nobody waits for it any more
	}
	r.forget(done.id)
	if done.err != nil {
		return r.Reject(ctx, done.id, r.reason(done.err))
	}
	if text, is := done.value.(json.RawMessage); is {
		return r.Settle(ctx, done.id, string(text), done.bytes)
	}
	value, err := jsonvalue.Normalize(done.value, jsonvalue.Limits{})
	if err != nil {
		return r.Reject(ctx, done.id, r.reason(diag.Internal(err)))
	}
	return r.Settle(ctx, done.id, string(jsonvalue.Append(nil, value)), done.bytes)
}

const (
	// lastWords is how long a handler whose call is over may take to hear of it.
	lastWords = 200 * time.Millisecond
	// endLimit bounds the turn that ends a call.
	endLimit = 5 * time.Second
)

// end ends a call that its handler has not: the handler hears of it, and nothing
// of it goes on.
func (r *run) end(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), endLimit)
	defer cancel()
	told, stop := context.WithTimeout(ctx, lastWords)
	defer stop()
	turn, err := r.Abort(told)
	if err == nil {
		r.tell(turn)
	}
	if err == nil && turn.Outcome == nil {
		turn, err = r.End(ctx)
	}
	if err != nil {
		r.abandon(err)
		return
	}
	r.pool.give(r.lease, turn.Spent)
}

// lost is the answer of a call whose realm is of no further use.
func (r *run) lost(err error) error {
	r.abandon(err)
	return r.broken(err)
}

// abandon lets go of a realm that does not answer.
func (r *run) abandon(err error) {
	if errors.Is(err, worker.ErrStuck) {
		r.pool.condemn(r.lease)
		return
	}
	r.pool.give(r.lease, true)
}
