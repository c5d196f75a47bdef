package script

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/inflight"
	"github.com/quartet-dev/quartet/internal/script/worker"
)

const (
	// maxCalls is how many calls have a realm at a time. A call that a handler causes
	// needs no place of its own, or handlers that wait for each other would wait
	// forever.
	maxCalls = 64
	maxWait  = 30 * time.Second

	// maxIdle is how many realms are kept for the next calls.
	maxIdle = 16

	// startLimit is how long a process may take to start and to evaluate the modules.
	startLimit = 30 * time.Second

	// lastCalls is how long the calls beside one that cannot be stopped may take until
	// their process is ended.
	lastCalls = 5 * time.Second
)

// pool keeps realms ready, in one process at a time. It is safe for concurrent use.
type pool struct {
	handlers worker.Handlers
	log      *slog.Logger
	calls    *inflight.Budget

	mu      sync.Mutex
	current *process // nil before the first, and after one was lost
	closed  bool
}

// process is a worker with the realms that no call has.
type process struct {
	*worker.Process
	idle  []*worker.Realm
	calls sync.WaitGroup
}

// lease is a realm for one call.
type lease struct {
	*worker.Realm
	process *process
}

func newPool(handlers worker.Handlers, log *slog.Logger) *pool {
	return &pool{handlers: handlers, log: log, calls: inflight.NewBudget(maxCalls, maxWait)}
}

// warm starts the process.
func (p *pool) warm(ctx context.Context) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, err := p.started(ctx)
	return err
}

// started is the process that takes new calls.
func (p *pool) started(ctx context.Context) (*process, error) {
	if p.closed {
		return nil, diag.At(diag.ResourceUnavailable, "", "The service is stopping.")
	}
	if p.current != nil && !p.current.isGone() {
		return p.current, nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), startLimit) // it serves other calls, too
	defer cancel()
	began, err := worker.Start(ctx, p.handlers, threads, slot)
	if err != nil {
		return nil, err
	}
	p.current = &process{Process: began}
	return p.current, nil
}

func (p *process) isGone() bool {
	select {
	case <-p.Gone():
		return true
	default:
		return false
	}
}

// take takes a realm. The lease must be given back.
func (p *pool) take(ctx context.Context) (*lease, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	current, err := p.started(ctx)
	if err != nil {
		return nil, err
	}
	current.calls.Add(1)
	if last := len(current.idle) - 1; last >= 0 {
		realm := current.idle[last]
		current.idle = current.idle[:last]
		return &lease{realm, current}, nil
	}
	return &lease{current.Open(), current}, nil
}

// give gives a realm back. One that is spent is not used again.
func (p *pool) give(l *lease, isSpent bool) {
	defer l.process.calls.Done()
	p.mu.Lock()
	defer p.mu.Unlock()
	if isSpent || l.process != p.current || len(l.process.idle) == maxIdle {
		l.Drop()
		return
	}
	l.process.idle = append(l.process.idle, l.Realm)
}

// condemn ends a process with a call that cannot be stopped. New calls go to
// another one at once; those beside it have some time to end.
func (p *pool) condemn(l *lease) {
	p.mu.Lock()
	if p.current == l.process {
		p.current = nil
	}
	p.mu.Unlock()
	l.process.calls.Done()
	go func() {
		ended := make(chan struct{})
		go func() { l.process.calls.Wait(); close(ended) }()
		select {
		case <-ended:
		case <-time.After(lastCalls):
		}
		l.process.Kill()
	}()
}

// close ends the process.
func (p *pool) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	if p.current != nil {
		p.current.Close()
		p.current = nil
	}
}

// callKey is the call of a handler that a context belongs to.
type callKey struct{}

// nested is a call of a handler, and how many handlers have called each other on the
// way to it.
type nested struct {
	key   string
	depth int
}

// KeyOf is the ref key of the handler whose call a context belongs to; "" for none.
func KeyOf(ctx context.Context) string {
	call, _ := ctx.Value(callKey{}).(nested)
	return call.key
}

// maxDepth is how deep handlers may call each other.
const maxDepth = 8

// admit waits until a call may have a realm. A call within a call has waited.
func (p *pool) admit(ctx context.Context, key string) (_ context.Context, release func(), err error) {
	outer, _ := ctx.Value(callKey{}).(nested)
	inner := context.WithValue(ctx, callKey{}, nested{key, outer.depth + 1})
	switch {
	case outer.depth == maxDepth:
		return nil, nil, diag.At(diag.Conflict, "input#", "Handlers call each other without end.")
	case outer.depth > 0:
		return inner, func() {}, nil
	}
	if err := p.calls.Acquire(ctx, 1); err != nil {
		return nil, nil, err
	}
	return inner, func() { p.calls.Release(1) }, nil
}
