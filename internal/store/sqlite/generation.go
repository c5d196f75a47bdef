package sqlite

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/quartet-dev/quartet/internal/plan"
)

// Generation implements content.Store: the writes of this process to the
// Schema, and whatever any other process has written.
func (s *Store) Generation(schema *plan.Schema) (number uint64, known bool) {
	c := s.collections[schema]
	if c == nil {
		return 0, false
	}
	own := c.writes.Load()
	others, known := s.externalWrites.count()
	return own + others, known
}

// ExternalWrites implements store.Store.
func (s *Store) ExternalWrites() (number uint64, known bool) { return s.externalWrites.count() }

// externalWrites notices when another process has written. It looks at the data
// version of a connection that only reads, which every commit changes, and
// leaves out the commits of our writer: while a transaction of ours stands
// nobody else can commit, and the writer's own connection, whose version its
// own commits leave alone, tells what came right behind one.
type externalWrites struct {
	open  func() (*conn, error)
	every time.Duration // that what a look has found is taken for the present

	number  atomic.Uint64 // raised whenever another process may have written
	checked atomic.Int64  // when number was last known, by sinceStart; 0 for never

	mu      sync.Mutex
	conn    *conn // nil until somebody asks
	version int64 // of conn, when it was last looked at
	writing bool  // a transaction of our writer stands
	begun   int64 // with writing: the version of the writer's connection
	closed  bool
}

// checkInterval is the time between two looks of a store. Each is a statement that
// locks and unlocks the file, and all hits of the cache would wait for one
// another to do so (decision 36).
const checkInterval = time.Millisecond

var started = time.Now()

func sinceStart() int64 { return int64(time.Since(started)) }

// watcherCache is the page cache of the connection that only looks, in bytes:
// room for the one page that each look begins with.
const watcherCache = 64 << 10

// dataVersion changes when another connection has committed.
var dataVersion = &query{Text: "PRAGMA data_version"}

func (c *conn) dataVersion() (version int64, err error) {
	err = recoverPanic(c, func(c *conn) (err error) {
		version, err = c.number(dataVersion)
		return err
	})
	return version, err
}

// count is as it was at most the time between two looks ago. It is not known
// while our own commit cannot be told from another one right behind it, and
// when the database does not answer.
func (o *externalWrites) count() (number uint64, known bool) {
	known = o.fresh() || o.refresh()
	return o.number.Load(), known
}

// fresh reports whether nobody need look yet.
func (o *externalWrites) fresh() bool {
	looked := o.checked.Load()
	return looked != 0 && sinceStart()-looked < int64(o.every)
}

// refresh reports whether number is known now.
func (o *externalWrites) refresh() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.fresh() { // somebody else has looked meanwhile
		return true
	}
	if o.conn == nil && !o.start() {
		return false
	}
	version, ok := o.dataVersion()
	if !ok || version != o.version && o.writing {
		return false
	}
	o.observe(version)
	return true
}

// observe takes a version that is not of our making, or no other than before.
func (o *externalWrites) observe(version int64) {
	if version != o.version {
		o.version = version
		o.number.Add(1)
	}
	o.checked.Store(sinceStart())
}

func (o *externalWrites) start() bool {
	if o.closed {
		return false
	}
	var err error
	if o.conn, err = o.open(); err != nil {
		o.conn = nil
		return false
	}
	o.number.Add(1) // nobody has looked so far
	return true
}

// dataVersion is the present version of conn. A lost connection is opened again when
// it is next asked for.
func (o *externalWrites) dataVersion() (version int64, ok bool) {
	version, err := o.conn.dataVersion()
	if err != nil && isLost(err) {
		_ = closeAfter(o.conn, err)
		o.conn = nil
	}
	return version, err == nil
}

// begin is called when a transaction of the writer has begun: from here on
// only its commit changes the version.
func (o *externalWrites) begin(writer *conn) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.conn == nil {
		return
	}
	version, ok := o.dataVersion()
	begun, err := writer.dataVersion()
	if !ok || err != nil {
		return // its commit will pass for one of another process
	}
	o.observe(version)
	o.writing, o.begun = true, begun
}

// end is called when the transaction is over; writer is nil when its
// connection was lost. What is seen of the commit is left out, and then the
// writer's connection is asked whether it was all ours.
func (o *externalWrites) end(writer *conn) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.writing {
		return
	}
	o.writing = false
	if o.conn == nil {
		return
	}
	if version, ok := o.dataVersion(); ok {
		o.version = version
	}
	if writer != nil {
		if version, err := writer.dataVersion(); err == nil && version == o.begun {
			return
		}
	}
	o.number.Add(1)
}

func (o *externalWrites) close() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.closed = true
	o.checked.Store(0)
	if o.conn == nil {
		return nil
	}
	c := o.conn
	o.conn = nil
	return c.close()
}
