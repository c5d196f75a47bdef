package script

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/script/worker"
)

const (
	// maxIdle is how many realms are kept for the next calls, and maxIdleMemory what
	// they may hold together, in bytes.
	maxIdle       = 16
	maxIdleMemory = 128 << 20

	// lastCalls is how long the calls beside one that cannot be stopped may take until
	// their process is ended.
	lastCalls = 5 * time.Second
)

// pool keeps realms ready, in one process at a time. It is safe for concurrent use.
type pool struct {
	handlers  worker.Handlers
	log       *slog.Logger
	admission *admission

	stopping context.Context //nolint:containedctx // ends when the pool is closed
	stop     context.CancelFunc
	live     sync.WaitGroup // what looks after processes; begun under mu

	mu       sync.Mutex
	current  *process // that new calls go to; nil before the first, and after one was lost
	starting *start   // nil for none
	crashes  crashes
	closed   bool
}

// process is a worker with the realms that no call has.
type process struct {
	*worker.Process
	began  time.Time
	calls  sync.WaitGroup
	idle   []*worker.Realm
	memory int // of those
}

// lease is a realm for one call.
type lease struct {
	*worker.Realm
	process *process
}

func newPool(handlers worker.Handlers, log *slog.Logger) *pool {
	p := &pool{handlers: handlers, log: log, admission: newAdmission()}
	p.stopping, p.stop = context.WithCancel(context.Background())
	return p
}

// warm starts the process.
func (p *pool) warm(ctx context.Context) error {
	l, err := p.take(ctx)
	if err != nil {
		return err
	}
	p.give(l, false)
	return nil
}

// take takes a realm, and waits for a process that is about to start. The lease
// must be given back.
func (p *pool) take(ctx context.Context) (*lease, error) {
	for {
		realm, next, err := p.realm()
		if next == nil {
			return realm, err
		}
		select {
		case <-next.done:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
		if next.err != nil {
			return nil, next.err
		}
	}
}

// realm is a realm, or the start of the process that will have one.
func (p *pool) realm() (*lease, *start, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil, nil, diag.At(diag.ResourceUnavailable, "", "The service is stopping.")
	}
	if p.current != nil && p.current.isGone() {
		p.lose(p.current)
	}
	if p.current == nil {
		return nil, p.started(), nil
	}
	p.current.calls.Add(1)
	return &lease{p.current.realm(), p.current}, nil, nil
}

// realm is the one that was used last, or a new one.
func (p *process) realm() *worker.Realm {
	last := len(p.idle) - 1
	if last < 0 {
		return p.Open()
	}
	realm := p.idle[last]
	p.idle[last] = nil
	p.idle = p.idle[:last]
	p.memory -= realm.Memory()
	return realm
}

func (p *process) isGone() bool {
	select {
	case <-p.Gone():
		return true
	default:
		return false
	}
}

// give gives a realm back. One that is spent is not used again.
func (p *pool) give(l *lease, isSpent bool) {
	defer l.process.calls.Done()
	if isSpent || !p.keep(l) {
		l.Drop()
	}
}

// keep keeps a realm for the next call, if there is room for it.
func (p *pool) keep(l *lease) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	of := l.process
	if of != p.current || len(of.idle) == maxIdle || of.memory+l.Memory() > maxIdleMemory {
		return false
	}
	of.idle = append(of.idle, l.Realm)
	of.memory += l.Memory()
	return true
}

// condemn ends a process with a call that cannot be stopped. New calls go to
// another one at once; those beside it have some time to end.
func (p *pool) condemn(l *lease) {
	l.process.calls.Done()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.current == l.process {
		p.current = nil
	}
	if !p.closed { // which ends it anyway
		p.live.Go(func() { p.end(l.process) })
	}
}

func (p *pool) end(condemned *process) {
	p.log.Warn("a handler cannot be stopped; its process is ended")
	ended := make(chan struct{})
	go func() { condemned.calls.Wait(); close(ended) }()
	late := time.NewTimer(lastCalls)
	defer late.Stop()
	select {
	case <-ended:
	case <-late.C:
	case <-p.stopping.Done():
	}
	condemned.Kill()
}

// close ends all processes.
func (p *pool) close() {
	p.mu.Lock()
	p.closed, p.current = true, nil
	p.mu.Unlock()
	p.stop()
	p.live.Wait()
}
