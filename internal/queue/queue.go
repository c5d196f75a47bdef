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
	Workers int           // hooks that run at the same time; default 4
	Lease   time.Duration // of a claim; default 10 s
	Poll    time.Duration // between looks for what other processes stored; default 250 ms
	TryTime time.Duration // after which the context of a handler ends; default 5 minutes
	Grace   time.Duration // that Stop gives to handlers that run; default 10 s
	Log     *slog.Logger  // default slog.Default

	// Observer is told of every try; nil for nobody.
	Observer Observer
}

func (o Options) withDefaults() Options {
	if o.Workers <= 0 {
		o.Workers = 4
	}
	for value, fallback := range map[*time.Duration]time.Duration{
		&o.Lease: 10 * time.Second, &o.Poll: 250 * time.Millisecond, &o.Grace: 10 * time.Second,
		&o.TryTime: 5 * time.Minute,
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

// Queue delivers the events of a Store. It holds no more of them than it has
// workers, so its memory is bounded whatever waits.
type Queue struct {
	store   Store
	deliver Deliver
	opts    Options

	looked  atomic.Pointer[error] // what came of the last look for events
	wake    chan struct{}         // holds one when something was stored
	free    chan struct{}         // a token for each idle worker
	running sync.WaitGroup

	once     sync.Once
	stopping chan struct{} // closed by Stop: claim nothing more
	over     chan struct{} // closed when no more workers will begin
	ctx      context.Context
	cut      context.CancelFunc // ends the handlers that still run
}

// New makes a Queue that rests until Start.
func New(store Store, deliver Deliver, opts Options) *Queue {
	q := &Queue{
		store: store, deliver: deliver, opts: opts.withDefaults(),
		wake: make(chan struct{}, 1), stopping: make(chan struct{}), over: make(chan struct{}),
	}
	q.ctx, q.cut = context.WithCancel(context.Background())
	q.free = make(chan struct{}, q.opts.Workers)
	for range q.opts.Workers {
		q.free <- struct{}{}
	}
	return q
}

// Start begins to deliver. Stop, which may be called again, ends it.
func (q *Queue) Start() { go q.dispatch() }

// Ready tells whether events can be claimed: nil, what came of the last try to,
// or that the queue has stopped. Hooks that fail make no difference, nor do
// workers that are all busy.
func (q *Queue) Ready() error {
	if q.isStopping() {
		return errStopped
	}
	if err := q.looked.Load(); err != nil {
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
// which runs out by itself.
func (q *Queue) Stop() {
	q.once.Do(func() { close(q.stopping) })
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

// dispatch claims events whenever there are idle workers. A busy one claims
// for itself.
func (q *Queue) dispatch() {
	defer close(q.over)
	poll := time.NewTicker(q.opts.Poll)
	defer poll.Stop()
	failing := false
	for {
		idle := q.idle()
		if idle == 0 {
			return
		}
		claimed, err := q.claim(idle)
		q.looked.Store(&err)
		if err != nil && !failing {
			q.opts.Log.Warn("deferred hooks cannot be claimed now", "error", errors.Join(err, errors.Unwrap(err)))
		}
		failing = err != nil
		if claimed < idle && !q.rest(poll.C, failing) {
			return
		}
	}
}

// gatherTime is how long idle waits for more workers than one: those that have
// recorded their events in one commit are free at the same moment, and claim
// the next ones in one, too.
const gatherTime = time.Millisecond

// idle waits for idle workers and takes them all; 0 when the queue stops.
func (q *Queue) idle() (n int) {
	select {
	case <-q.stopping:
		return 0
	case <-q.free:
	}
	late := time.NewTimer(gatherTime)
	defer late.Stop()
	for n = 1; n < cap(q.free); n++ {
		select {
		case <-q.free:
		case <-late.C:
			return n
		}
	}
	return n
}

// claim gives as many events as there are to the idle workers and lets the
// others go.
func (q *Queue) claim(idle int) (int, error) {
	fuse := time.Now().Add(q.opts.Lease)
	claims, err := q.store.Claim(q.ctx, idle, q.opts.Lease)
	for _, c := range claims {
		c.fuse = fuse
		q.running.Go(func() { q.work(c) })
	}
	for range idle - len(claims) {
		q.free <- struct{}{}
	}
	return len(claims), err
}

// rest waits until there may be something to claim; false when the queue
// stops. While the store fails nobody wakes it before its time.
func (q *Queue) rest(poll <-chan time.Time, failing bool) bool {
	wake := q.wake
	if failing {
		wake = nil
	}
	select {
	case <-wake:
	case <-poll:
	case <-q.stopping:
		return false
	}
	return true
}
