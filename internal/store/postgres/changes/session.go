package changes

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
)

const (
	connectTimeout = 5 * time.Second
	answerTimeout  = 5 * time.Second // of a statement, after which the connection is given up

	minPause = 50 * time.Millisecond // between two tries to connect
	maxPause = time.Second
)

// run connects again and again.
func (f *Feed) run(ctx context.Context) {
	defer close(f.over)
	for pause := time.Duration(0); ctx.Err() == nil; {
		s := session{Feed: f, again: pause > 0}
		err := s.run(ctx)
		f.currentUntil.Store(0)
		if ctx.Err() != nil {
			return
		}
		if s.heard || !s.again {
			pause = 0
			f.opts.Log.Warn("Other processes cannot be heard; answers are not kept in memory until they can.", "error", err)
		}
		pause = min(max(2*pause, minPause), maxPause)
		sleep(ctx, pause)
	}
}

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// session is one connection of a Feed.
type session struct {
	*Feed
	conn     *pgconn.PgConn
	sequence string // its oid
	process  string // of the server, behind conn; its notices are ours
	channel  string
	again    bool      // the log says that there was none
	heard    bool      // topics were known
	until    uint64    // a transaction that began after all that may have written untold; 0 for none
	sent     time.Time // when the last notice was
	looked   time.Time // when the last look began
}

func (s *session) run(ctx context.Context) (err error) {
	if err := s.connect(ctx); err != nil {
		return err
	}
	defer s.close()
	if err := s.begin(ctx); err != nil {
		return err
	}
	for ctx.Err() == nil && err == nil {
		err = s.turn(ctx)
	}
	if ctx.Err() != nil { // say what is left to say
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		return s.send(last)
	}
	return err
}

func (s *session) connect(ctx context.Context) (err error) {
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	config := s.opts.Config.Copy()
	config.RuntimeParams["application_name"] = "quartet changes"
	config.RuntimeParams["synchronous_commit"] = "off" // a NOTIFY writes nothing that must last
	config.RuntimeParams["default_transaction_isolation"] = "read committed"
	config.OnNotification = s.receive
	// A wait that ends leaves no statement at work which the server would have to cancel.
	config.BuildContextWatcherHandler = func(c *pgconn.PgConn) ctxwatch.Handler {
		return &pgconn.DeadlineContextWatcherHandler{Conn: c.Conn()}
	}
	s.conn, err = pgconn.ConnectConfig(ctx, config)
	return err
}

func (s *session) close() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_ = s.conn.Close(ctx)
}

// begin listens first and looks then: what is written in between is told, and what was
// before is raised.
func (s *session) begin(ctx context.Context) error {
	// Several sites may share a database; each has a sequence of its own.
	row, err := s.row(ctx, "SELECT '_quartet_writes'::regclass::oid, pg_backend_pid()")
	if err != nil {
		return err
	}
	s.sequence, s.channel, s.process = row[0], "quartet_writes_"+row[0], row[1]
	for _, channel := range []string{s.channel, s.messageChannel()} {
		if _, err := s.row(ctx, "LISTEN "+channel); err != nil {
			return err
		}
	}
	now, err := s.look(ctx)
	if err != nil {
		return err
	}
	s.mu.Lock()
	s.numbers.begin(now.number)
	s.mu.Unlock()
	if s.until, err = s.nextTransaction(ctx); err != nil {
		return err
	}
	s.raiseAll()
	s.heard = true
	s.keepCurrent()
	s.announce()
	if s.again {
		s.opts.Log.Info("Other processes are heard again.")
	}
	return nil
}

// announce lets go on who waits for topics to be known.
func (f *Feed) announce() {
	select {
	case <-f.current:
	default:
		close(f.current)
	}
}

// turn waits until something is to be done, and does it.
func (s *session) turn(ctx context.Context) error {
	if err := s.wait(ctx); err != nil || ctx.Err() != nil {
		return err
	}
	if time.Since(s.sent) >= gatherTime {
		if err := s.send(ctx); err != nil {
			return err
		}
		if err := s.sendMessages(ctx); err != nil {
			return err
		}
	}
	if time.Since(s.looked) >= s.opts.Look {
		return s.compare(ctx)
	}
	return nil
}

// wait receives notifications until it is time for a look or a notice.
func (s *session) wait(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ctx, cancelDue := context.WithDeadline(ctx, s.due(cancel))
	defer cancelDue()
	defer s.due(nil)
	err := s.conn.WaitForNotification(ctx)
	if ctx.Err() != nil && !s.conn.IsClosed() {
		return nil
	}
	return err
}

// due is when the next wait ends, which interrupt ends before for the first write that
// is to be told.
func (s *session) due(interrupt context.CancelFunc) time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.interrupt = interrupt
	due := s.looked.Add(s.opts.Look)
	if told := s.sent.Add(gatherTime); (!s.outgoing.empty() || len(s.messages) > 0) && told.Before(due) {
		due = told
	}
	return due
}

// send tells the others what was written since the last notice. What cannot be sent is
// kept for the next connection.
func (s *session) send(ctx context.Context) error {
	s.mu.Lock()
	n := s.outgoing.take()
	s.mu.Unlock()
	if n.empty() {
		return nil
	}
	s.sent = time.Now()
	_, err := s.row(ctx, "SELECT pg_notify($1, $2)", s.channel, n.text(s.opts.Key))
	if err != nil {
		s.mu.Lock()
		s.outgoing.merge(n)
		s.mu.Unlock()
	}
	return err
}

// receive takes a notice. Those of this process come back too.
func (s *session) receive(_ *pgconn.PgConn, n *pgconn.Notification) {
	if strconv.FormatUint(uint64(n.PID), 10) == s.process {
		return
	}
	if n.Channel != s.channel {
		s.receiveMessages(n.Payload)
		return
	}
	p, ok := read(s.opts.Key, n.Payload)
	switch {
	case !ok:
		return
	case p.All:
		s.raiseAll()
	default:
		s.raise(p.Topics)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, number := range p.Numbers {
		s.numbers.account(number)
	}
}

// compare looks at the sequence. While a number is missing it raises everything, until
// all transactions are over that can have taken it.
func (s *session) compare(ctx context.Context) error {
	now, err := s.look(ctx)
	if err != nil {
		return err
	}
	s.mu.Lock()
	missing := s.numbers.look(now.number)
	s.mu.Unlock()
	if missing {
		if s.until, err = s.nextTransaction(ctx); err != nil {
			return err
		}
	}
	if s.until != 0 {
		s.raiseAll()
	}
	if now.oldest >= s.until {
		s.until = 0
	}
	s.keepCurrent()
	return nil
}

// keepCurrent has topics known for a while from the last look on.
func (s *session) keepCurrent() {
	s.currentUntil.Store(int64(s.looked.Sub(started) + currentFor))
}

// look is the last number and the oldest transaction that goes on, at one moment.
type look struct {
	number int64
	oldest uint64
}

// lookStatements take the number first: what has it and is over counts as over.
const lookStatements = `SELECT tableoid, CASE WHEN is_called THEN last_value ELSE last_value - 1 END FROM _quartet_writes;
SELECT pg_snapshot_xmin(pg_current_snapshot())`

func (s *session) look(ctx context.Context) (found look, err error) {
	s.looked = time.Now()
	ctx, cancel := context.WithTimeout(ctx, answerTimeout)
	defer cancel()
	results, err := s.conn.Exec(ctx, lookStatements).ReadAll()
	if err != nil {
		return look{}, fmt.Errorf("look at the sequence of the writes: %w", err)
	}
	sequence := results[0].Rows[0]
	if string(sequence[0]) != s.sequence {
		return look{}, errors.New("the sequence of the writes is another one now")
	}
	if found.number, err = strconv.ParseInt(string(sequence[1]), 10, 64); err != nil {
		return look{}, err
	}
	found.oldest, err = strconv.ParseUint(string(results[1].Rows[0][0]), 10, 64)
	return found, err
}

// nextTransaction is the id of a transaction that begins now, after every one that has a
// number. A snapshot does not tell it: its xmax is the one after the last that is over.
func (s *session) nextTransaction(ctx context.Context) (uint64, error) {
	row, err := s.row(ctx, "SELECT pg_current_xact_id()")
	if err != nil {
		return 0, err
	}
	return strconv.ParseUint(row[0], 10, 64)
}

// row runs a statement and gives its first row, nil for none.
func (s *session) row(ctx context.Context, statement string, arguments ...string) (row []string, err error) {
	ctx, cancel := context.WithTimeout(ctx, answerTimeout)
	defer cancel()
	values := make([][]byte, len(arguments))
	for i, each := range arguments {
		values[i] = []byte(each)
	}
	result := s.conn.ExecParams(ctx, statement, values, nil, nil, nil).Read()
	if result.Err != nil {
		return nil, fmt.Errorf("%s: %w", statement, result.Err)
	}
	if len(result.Rows) > 0 {
		for _, value := range result.Rows[0] {
			row = append(row, string(value))
		}
	}
	return row, nil
}
