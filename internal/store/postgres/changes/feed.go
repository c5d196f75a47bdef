package changes

import (
	"cmp"
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// TakeNumber is the statement by which a write takes its number, in its own transaction.
// The transaction has its id before it has the number, which Feed relies on: whoever has
// seen the number waits for the transactions that have an id by then.
const TakeNumber = `SELECT CASE WHEN pg_current_xact_id() IS NOT NULL THEN nextval('_quartet_writes') END`

// Options say where the database is. Config and Key are needed.
type Options struct {
	// Config is the address of the database itself: LISTEN does not work through a
	// pool that gives each transaction another connection.
	Config *pgconn.Config

	// Key is the same in every process of the site and known to nobody else. It seals
	// what they tell each other: whoever may connect to the database may NOTIFY.
	Key []byte

	// Look is the time between two looks at the sequence. Default 400 ms.
	Look time.Duration

	Log *slog.Logger // default slog.Default
}

// currentFor is how old the last look may be for topics to be known. So long a connection
// that nobody tells is cut passes for one on which nothing happens. It is less than a
// purge of a CDN waits.
const currentFor = time.Second

// gatherTime is the least between two NOTIFYs. What is written meanwhile goes into one.
const gatherTime = 5 * time.Millisecond

// Feed hears what other processes write and tells them what this one does. It is safe
// for concurrent use.
type Feed struct {
	opts   Options
	cancel context.CancelFunc
	over   chan struct{}

	currentUntil atomic.Int64 // by sinceStart; 0 while the connection is lost

	mu        sync.Mutex
	topics    map[string]*Topic
	numbers   numbers
	outgoing  notice
	interrupt context.CancelFunc // ends a wait for notifications; nil while there is none
	current   chan struct{}      // closed when topics are first known
	messages  [][]byte           // that wait
	hears     func([]byte)       // nil for nobody
}

// Start begins to connect, and goes on until Close.
func Start(o Options) *Feed {
	o.Look = cmp.Or(o.Look, 400*time.Millisecond)
	if o.Log == nil {
		o.Log = slog.Default()
	}
	ctx, cancel := context.WithCancel(context.Background())
	f := &Feed{
		opts: o, cancel: cancel, over: make(chan struct{}), current: make(chan struct{}),
		topics: map[string]*Topic{}, numbers: numbers{accounted: map[int64]struct{}{}},
	}
	go f.run(ctx)
	return f
}

// Close sends what is not sent yet, unless the connection is lost, and ends the Feed.
func (f *Feed) Close() {
	f.cancel()
	<-f.over
}

// Wait returns when topics are known for the first time, or with the error of ctx.
func (f *Feed) Wait(ctx context.Context) error {
	select {
	case <-f.current:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Written tells that a transaction which took a number is over, and raises its topics
// here and elsewhere. A number without a topic is that of one which was taken back.
// Where nobody knows how it ended, number is 0: everybody notices the missing one, and
// raises everything when the transaction is over for sure. It does not wait.
func (f *Feed) Written(number int64, topics ...*Topic) {
	for _, t := range topics {
		t.own.Add(1)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.numbers.account(number)
	first := f.outgoing.empty()
	f.outgoing.add(number, topics)
	if first && f.interrupt != nil {
		f.interrupt()
	}
}

var started = time.Now()

func sinceStart() int64 { return int64(time.Since(started)) }

func (f *Feed) isCurrent() bool {
	until := f.currentUntil.Load()
	return until != 0 && sinceStart() < until
}
