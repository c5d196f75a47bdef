package sqlite

import (
	"context"
	"github.com/quartet-dev/quartet/internal/store"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/quartet-dev/quartet/internal/store/sqlite/dbfile"
)

const (
	maxJobs      = 256             // jobs that one commit takes
	idleInterval = 2 * time.Second // without a write before the log is checkpointed

	backgroundWait = 5 * time.Millisecond  // of a background job for a caller's to go along with
	callerInterval = 20 * time.Millisecond // after a caller's job in which another is expected
)

// writer owns the connection that writes. What waits for it is applied in one
// transaction and answered after its commit.
//
// A job is one statement that changes something, which SQLite undoes by itself
// when it fails; a job that needs two takes the first back itself, or runs them
// with allOrNothing.
type writer struct {
	open           func() (*conn, error)
	log            *slog.Logger
	externalWrites *externalWrites
	tables         *tables
	files          *dbfile.Watch
	conn           *conn         // nil after it was lost, until the next group
	marked         bool          // the database has its mark
	behind         bool          // something was written since the last checkpoint
	over           chan struct{} // closed when the last job is answered
	done           store.WriteCounts

	trouble *writeTrouble

	jobs       chan *job
	background chan *job // whose callers need no haste: they go along with others
	called     time.Time // when jobs last had one

	mu     sync.RWMutex // held to hand over a job, and to close
	closed bool
}

// job is one prepared change. It depends on no request: apply runs after the
// caller may have left.
type job struct {
	apply func(*conn) error
	state atomic.Int32
	err   error
	done  chan error
}

// The states of a job. Whoever moves it out of waiting decides: the writer
// takes it, or a caller whose context ended withdraws it.
const (
	waiting = iota
	taken
	withdrawn
)

func startWriter(c *conn, open func() (*conn, error), opts Options, o *externalWrites, f *dbfile.Watch, t *tables) *writer {
	w := &writer{
		open: open, log: opts.Log, externalWrites: o, files: f, tables: t, conn: c, behind: true, over: make(chan struct{}),
		trouble: &writeTrouble{path: opts.Path, log: opts.Log},
		jobs:    make(chan *job, maxJobs), background: make(chan *job, maxJobs),
	}
	go w.serve()
	return w
}

// do hands a change over and waits until it is durable or refused. A caller
// whose ctx ends before the writer takes the job leaves with nothing applied;
// afterwards it waits for the answer. The error is a diagnostic.
func (w *writer) do(ctx context.Context, apply func(*conn) error) error {
	return w.through(ctx, w.jobs, apply)
}

// doInBackground is do for work behind the scenes. While callers keep the writer
// busy it adds to their commits and makes none of its own, each of which would
// hold them up by a sync.
func (w *writer) doInBackground(ctx context.Context, apply func(*conn) error) error {
	return w.through(ctx, w.background, apply)
}

func (w *writer) through(ctx context.Context, jobs chan<- *job, apply func(*conn) error) error {
	j := &job{apply: apply, done: make(chan error, 1)}
	if err := w.submit(ctx, jobs, j); err != nil {
		return failure(err)
	}
	select {
	case err := <-j.done:
		return err
	case <-ctx.Done():
		if j.state.CompareAndSwap(waiting, withdrawn) {
			return failure(ctx.Err())
		}
		return <-j.done
	}
}

func (w *writer) submit(ctx context.Context, jobs chan<- *job, j *job) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	w.mu.RLock()
	defer w.mu.RUnlock()
	if w.closed {
		return store.Unavailable(errClosed)
	}
	select {
	case jobs <- j:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// close refuses new jobs, finishes those handed over and closes the connection.
func (w *writer) close() error {
	w.mu.Lock()
	w.closed = true
	close(w.jobs)
	w.mu.Unlock()
	<-w.over
	defer w.files.Close()
	if w.conn == nil {
		return nil
	}
	return w.closeConn()
}

// closeConn closes the connection. Whoever closes a file last moves the log into it
// and removes the log, by name: not when the files are somebody else's now.
func (w *writer) closeConn() error {
	c := w.conn
	w.conn = nil
	if w.files.Lost() {
		if err := c.leaveLog(); err != nil {
			return err
		}
	}
	w.files.Close()
	return recoverPanic(c, (*conn).close)
}

func (w *writer) serve() {
	defer close(w.over)
	rest := time.NewTimer(idleInterval)
	defer rest.Stop()
	for {
		select {
		case first, more := <-w.jobs:
			if !more {
				w.finish()
				return
			}
			w.called = time.Now()
			w.group(first)
			rest.Reset(idleInterval)
		case first := <-w.background:
			w.commitBackground(first)
			rest.Reset(idleInterval)
		case <-rest.C:
			w.idle()
			rest.Reset(idleInterval)
		}
	}
}

// idle is what the writer does while nobody writes. It looks at the files,
// tries a write where the last one failed, and moves the log to the database.
func (w *writer) idle() {
	if w.files.Check() != nil || w.conn == nil {
		return
	}
	if w.trouble.broken() != nil {
		w.group(&job{apply: (*conn).mark, done: make(chan error, 1)})
	}
	if w.behind && w.conn != nil {
		w.checkpoint()
	}
}

// checkpoint is tried again at the next look where it fails.
func (w *writer) checkpoint() {
	err := w.conn.checkpoint()
	switch {
	case err == nil:
		w.behind = false
	case isFull(err) || isBroken(err):
		w.trouble.note(err)
	case !isBusy(err):
		w.log.Warn("The write-ahead log was not checkpointed.", "error", err)
	}
}

// finish does the background jobs that are left when the last caller's is done.
func (w *writer) finish() {
	for {
		select {
		case j := <-w.background:
			w.group(j)
		default:
			return
		}
	}
}

// commitBackground commits a background job, with the next caller's when one is about
// to come.
func (w *writer) commitBackground(j *job) {
	if time.Since(w.called) < callerInterval {
		select {
		case first, more := <-w.jobs:
			if more {
				w.called = time.Now()
				w.group(first, j)
				return
			}
		case <-time.After(backgroundWait):
		}
	}
	w.group(j)
}

// group commits the first jobs and what waits behind them. The lock of the
// database is waited for before the jobs are taken, so that callers may still
// leave.
func (w *writer) group(first ...*job) {
	defer func() { w.externalWrites.end(w.conn) }()
	err := w.begin()
	jobs := w.collect(first)
	if len(jobs) == 0 && err == nil {
		w.rollBack()
	}
	for len(jobs) > 0 {
		if err != nil {
			w.answerAll(jobs, failure(err))
			return
		}
		if jobs = w.commit(jobs); len(jobs) > 0 {
			err = w.begin()
		}
	}
}

// begin begins a transaction on files that are still the ones that were opened.
func (w *writer) begin() (err error) {
	if err := w.files.Check(); err != nil {
		return err
	}
	if err := w.connect(); err != nil {
		w.trouble.note(err)
		return err
	}
	fresh := w.files.Fresh()
	if err = w.exec("BEGIN IMMEDIATE"); err == nil {
		err = w.markLog(fresh)
	}
	if err != nil {
		w.trouble.note(err)
		return err
	}
	w.externalWrites.begin(w.conn)
	if err = recoverPanic(w.conn, w.tables.check); err != nil && !w.ended(err) {
		w.rollBack()
	}
	return err
}

// connect opens a connection where the last one was lost.
func (w *writer) connect() error {
	if w.conn != nil {
		return nil
	}
	c, err := w.open()
	if err != nil {
		return err
	}
	if err := w.files.Adopt(c.db); err != nil {
		return closeAfter(c, err)
	}
	w.conn = c
	return nil
}

// markLog marks the log that this transaction begins anew, and a database that
// has no mark. Without a mark there is no transaction.
func (w *writer) markLog(anew bool) error {
	mark := (*conn).markFirst
	switch {
	case anew:
		mark = (*conn).mark
	case w.marked:
		return nil
	}
	err := recoverPanic(w.conn, mark)
	if err != nil && !w.ended(err) {
		w.rollBack()
	}
	w.marked = err == nil
	return err
}

func (w *writer) exec(sql string) error {
	return recoverPanic(w.conn, func(c *conn) error { return c.exec(sql) })
}

// collect takes what waits. A withdrawn job is left out.
func (w *writer) collect(first []*job) (jobs []*job) {
	for _, j := range first {
		jobs = j.take(jobs)
	}
	for range maxJobs - len(first) {
		select {
		case j, more := <-w.jobs:
			if !more {
				return jobs
			}
			jobs = j.take(jobs)
		case j := <-w.background:
			jobs = j.take(jobs)
		default:
			return jobs
		}
	}
	return jobs
}

func (j *job) take(jobs []*job) []*job {
	if j.state.CompareAndSwap(waiting, taken) {
		return append(jobs, j)
	}
	return jobs
}

// commit applies jobs in the transaction that has begun, commits and answers.
// When SQLite took the whole transaction back, every job applied in it hears
// so, and those that were not yet tried are returned.
func (w *writer) commit(jobs []*job) (untried []*job) {
	var broken error // of a change that left the transaction standing
	for i, j := range jobs {
		j.err = recoverPanic(w.conn, j.apply)
		if j.err != nil && mayEndTransaction(j.err) && w.ended(j.err) {
			w.trouble.note(j.err)
			w.answerAll(jobs[:i+1], failure(j.err))
			return jobs[i+1:]
		}
		if j.err != nil && isBroken(j.err) {
			broken = j.err
		}
	}
	if err := w.keep(broken); err != nil {
		w.answerAll(jobs, failure(err))
		return nil
	}
	for _, j := range jobs {
		w.answer(j, j.err)
	}
	return nil
}

// keep commits; broken is why a change could not be made. A commit into files
// that were removed or replaced meanwhile is as good as none.
func (w *writer) keep(broken error) error {
	err := w.exec("COMMIT")
	if err == nil {
		w.trouble.note(broken)
	} else {
		w.trouble.note(err)
		if !w.ended(err) {
			w.rollBack()
		}
		return err
	}
	w.externalWrites.end(w.conn)
	w.done.Commits.Add(1)
	w.behind = true
	return w.files.Check()
}

// ended reports whether the transaction is gone. A lost connection is closed,
// which takes back what it began.
func (w *writer) ended(err error) bool {
	if !isLost(err) {
		return !w.conn.inTransaction()
	}
	w.log.Error("The connection that writes was lost and is opened again.", "error", err)
	_ = w.closeConn()
	return true
}

func (w *writer) rollBack() {
	if err := w.exec("ROLLBACK"); err != nil {
		w.log.Warn("A transaction was not rolled back.", "error", err)
	}
}

func (w *writer) answer(j *job, err error) {
	if err == nil {
		w.done.Answered(nil)
		j.done <- nil
		return
	}
	d := failure(err)
	w.done.Answered(d)
	j.done <- d
}

func (w *writer) answerAll(jobs []*job, err error) {
	for _, j := range jobs {
		w.answer(j, err)
	}
}
