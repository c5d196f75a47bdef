package queue

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/quartet-dev/quartet/internal/content"
)

// Deliver runs one Trigger of an event. A failure that no further try can mend
// has content.ErrUndeliverable in its chain.
type Deliver func(ctx context.Context, e *content.Deferred, trigger string) error

// Options configure a Queue. Every field may be zero.
type Options struct {
	Workers    int           // hooks that run at the same time; default 16
	Batch      int           // events that are held at the same time, at least Workers; default 256
	Lease      time.Duration // of a claim; default 10 s
	Poll       time.Duration // between looks for what other processes stored; default 250 ms
	TryTimeout time.Duration // after which the context of a handler ends; default 5 minutes
	Grace      time.Duration // that Stop gives to handlers that run; default 10 s
	Log        *slog.Logger  // default slog.Default

	// Observer is told of every try; nil for nobody.
	Observer Observer
}

func (o Options) withDefaults() Options {
	if o.Workers <= 0 {
		o.Workers = 16
	}
	if o.Batch <= 0 {
		o.Batch = 256
	}
	o.Batch = max(o.Batch, o.Workers)
	for value, fallback := range map[*time.Duration]time.Duration{
		&o.Lease: 10 * time.Second, &o.Poll: 250 * time.Millisecond, &o.Grace: 10 * time.Second,
		&o.TryTimeout: 5 * time.Minute,
	} {
		if *value <= 0 {
			*value = fallback
		}
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	return o
}

// Queue delivers the events of a Store. It holds no more of them than its
// batch, and no more bytes than a few, so its memory is bounded whatever waits.
type Queue struct {
	store   Store
	deliver Deliver
	opts    Options
	counts  counts

	claimErr atomic.Pointer[error] // what came of the last look for events
	wake     chan struct{}         // holds one when something was stored
	ready    chan *heldClaim       // for the workers; room for a batch
	ended    chan *heldClaim       // from the workers; room for a batch
	running  sync.WaitGroup        // workers and who renews their leases

	mu    sync.Mutex              // held to change held, and to read it elsewhere than in the dispatcher
	held  map[*heldClaim]struct{} // what the dispatcher has claimed
	bytes int                     // of their bodies; the dispatcher's

	started  atomic.Bool
	once     sync.Once
	stopping chan struct{} // closed by Stop: claim nothing more
	over     chan struct{} // closed when nothing is held any more
	ctx      context.Context
	cut      context.CancelFunc // ends the handlers that still run
}

// New makes a Queue that rests until Start.
func New(store Store, deliver Deliver, opts Options) *Queue {
	q := &Queue{
		store: store, deliver: deliver, opts: opts.withDefaults(), held: map[*heldClaim]struct{}{},
		wake: make(chan struct{}, 1), stopping: make(chan struct{}), over: make(chan struct{}),
	}
	q.ctx, q.cut = context.WithCancel(context.Background())
	q.ready, q.ended = make(chan *heldClaim, q.opts.Batch), make(chan *heldClaim, q.opts.Batch)
	return q
}

// Start begins to deliver. Stop, which may be called again, ends it.
func (q *Queue) Start() {
	q.started.Store(true)
	for range q.opts.Workers {
		q.running.Go(q.work)
	}
	q.running.Go(q.keep)
	go q.dispatch()
}

// Ready reports whether events can be claimed: nil, what came of the last try to,
// or that the queue has stopped. Hooks that fail make no difference, nor do
// workers that are all busy (decision 42).
func (q *Queue) Ready() error {
	if q.isStopping() {
		return errStopped
	}
	if err := q.claimErr.Load(); err != nil {
		return *err
	}
	return nil
}

var errStopped = errors.New("the queue has stopped")

// Wake tells that an event was stored. It returns at once.
func (q *Queue) Wake() {
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

// cutTime is how long Stop waits for handlers whose context has ended.
const cutTime = time.Second

// Stop claims nothing more, hands back what has not begun, and gives the
// handlers that run the time of grace. Then it ends their contexts and hands
// back what they leave; one that does not heed its context keeps its claim,
// which runs out by itself. A queue that was never started has nothing to end.
func (q *Queue) Stop() {
	q.once.Do(func() { close(q.stopping) })
	if !q.started.Load() {
		return
	}
	done := make(chan struct{})
	go func() {
		<-q.over
		q.running.Wait()
		close(done)
	}()
	if !within(done, q.opts.Grace) {
		q.cut()
		within(done, cutTime)
	}
	q.cut()
}

func within(done <-chan struct{}, limit time.Duration) bool {
	select {
	case <-done:
		return true
	case <-time.After(limit):
		return false
	}
}

func (q *Queue) isStopping() bool {
	select {
	case <-q.stopping:
		return true
	default:
		return false
	}
}
