package changes_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
	"go.uber.org/goleak"

	"github.com/quartet-dev/quartet/internal/store/postgres/changes"
	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest"
)

var key = []byte("the same in every process")

// createSequence is what the migrations of the platform's tables run.
const createSequence = "CREATE SEQUENCE _quartet_writes"

// database is a database with the sequence of the numbers.
type database struct {
	*testing.T
	url string
}

func newDatabase(t *testing.T) database {
	t.Helper()
	d := database{t, postgrestest.URL(t)}
	d.exec(d.connect(), createSequence, "CREATE TABLE notes (id int)")
	return d
}

func (d database) connect() *pgconn.PgConn {
	d.Helper()
	conn, err := pgconn.Connect(d.Context(), d.url)
	if err != nil {
		d.Fatal(err)
	}
	d.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

func (d database) exec(conn *pgconn.PgConn, statements ...string) (value string) {
	d.Helper()
	for _, each := range statements {
		results, err := conn.Exec(d.Context(), each).ReadAll()
		if err != nil {
			d.Fatalf("%s: %v", each, err)
		}
		if len(results) > 0 && len(results[0].Rows) > 0 {
			value = string(results[0].Rows[0][0])
		}
	}
	return value
}

// feed is that of another process each time, which is known already.
func (d database) feed(o changes.Options) *changes.Feed {
	d.Helper()
	if o.Config == nil {
		config, err := pgconn.ParseConfig(d.url)
		if err != nil {
			d.Fatal(err)
		}
		o.Config = config
	}
	if o.Key == nil {
		o.Key = key
	}
	f := changes.Start(o)
	d.Cleanup(f.Close)
	ctx, cancel := context.WithTimeout(d.Context(), patience)
	defer cancel()
	if err := f.Wait(ctx); err != nil {
		d.Fatal("nothing is known: ", err)
	}
	return f
}

// write writes as an adapter does, and gives the number that it has taken.
func (d database) write(conn *pgconn.PgConn) (number int64) {
	d.Helper()
	d.exec(conn, "BEGIN", "INSERT INTO notes VALUES (1)")
	if _, err := fmt.Sscan(d.exec(conn, changes.TakeNumber), &number); err != nil {
		d.Fatal(err)
	}
	d.exec(conn, "COMMIT")
	return number
}

// patience is how long a test waits for what happens in milliseconds.
const patience = 30 * time.Second

func (d database) until(what string, is func() bool) {
	d.Helper()
	for begun := time.Now(); !is(); time.Sleep(time.Millisecond) {
		if time.Since(begun) > patience {
			d.Fatalf("never: %s", what)
		}
	}
}

func number(t *changes.Topic) uint64 {
	n, _ := t.Generation()
	return n
}

func known(t *changes.Topic) bool {
	_, known := t.Generation()
	return known
}

// seldom has looks not interfere.
var seldom = changes.Options{Look: time.Hour}

// Looks every hour make topics unknown after a second; their numbers rise all the same.
func TestAWriteRaisesItsTopicInEveryProcess(t *testing.T) {
	d := newDatabase(t)
	one, two := d.feed(seldom), d.feed(seldom)
	here, there, beside := one.Topic("notes"), two.Topic("notes"), two.Topic("others")
	own, others, besides := number(here), number(there), number(beside)
	foreign, _ := here.Others()
	one.Written(d.write(d.connect()), here)
	if number(here) != own+1 {
		t.Errorf("from %d to %d where it was written", own, number(here))
	}
	d.until("the other process is told", func() bool { return number(there) > others })
	if number(beside) != besides {
		t.Error("it raised another topic")
	}
	if now, _ := here.Others(); now != foreign {
		t.Error("it passes for a write of another process")
	}
}

// An address may be that of connections whose statements are cancelled at the server, with
// time for that. A wait is no statement, and ends at once.
func TestAWaitEndsWhateverEndsStatements(t *testing.T) {
	d := newDatabase(t)
	config, err := pgconn.ParseConfig(d.url)
	if err != nil {
		t.Fatal(err)
	}
	config.BuildContextWatcherHandler = func(c *pgconn.PgConn) ctxwatch.Handler {
		return &pgconn.CancelRequestContextWatcherHandler{Conn: c, DeadlineDelay: time.Minute}
	}
	one, two := d.feed(changes.Options{Config: config, Look: time.Hour}), d.feed(seldom)
	topic := two.Topic("notes")
	before := number(topic)
	time.Sleep(50 * time.Millisecond) // until it waits
	one.Written(0, one.Topic("notes"))
	d.until("the other process is told", func() bool { return number(topic) > before })
}

func TestEveryOneOfManyWritesIsTold(t *testing.T) {
	d := newDatabase(t)
	one, two := d.feed(seldom), d.feed(seldom)
	var writers sync.WaitGroup
	for i := range 16 {
		writers.Go(func() {
			topic := one.Topic(fmt.Sprint("notes", i))
			for range 200 {
				one.Written(0, topic)
			}
		})
	}
	for i := range 16 {
		topic := two.Topic(fmt.Sprint("notes", i))
		before := number(topic)
		d.until("the other process is told of the last write", func() bool {
			one.Written(0, one.Topic(topic.Name()))
			return number(topic) > before
		})
	}
	writers.Wait()
}

// A process that is killed between its commit and its notice says nothing, and so does
// a program that knows of none.
func TestAWriteThatNobodyTellsIsFound(t *testing.T) {
	d := newDatabase(t)
	topic := d.feed(changes.Options{Look: 10 * time.Millisecond}).Topic("notes")
	conn := d.connect()
	d.settled(topic)
	before := number(topic)
	d.write(conn)
	d.until("the write is found", func() bool { return number(topic) > before })
	d.settled(topic)
}

// settled waits until nothing is raised any more.
func (d database) settled(topic *changes.Topic) {
	d.Helper()
	d.until("it is quiet", func() bool {
		before := number(topic)
		time.Sleep(100 * time.Millisecond)
		return number(topic) == before
	})
}

// The number is seen long before the write is.
func TestAWriteThatNobodyTellsIsFoundAfterItsCommit(t *testing.T) {
	d := newDatabase(t)
	topic := d.feed(changes.Options{Look: 10 * time.Millisecond}).Topic("notes")
	conn := d.connect()
	d.exec(conn, "BEGIN", changes.TakeNumber)
	before := number(topic)
	d.until("the number is missing for some looks", func() bool { return number(topic) > before+5 })
	d.exec(conn, "COMMIT")
	before = number(topic)
	d.until("everything is raised after the commit", func() bool { return number(topic) > before })
	d.settled(topic)
}

// What was taken back is nobody's business, and neither are writes that were told.
func TestNumbersThatAreAccountedForRaiseNothing(t *testing.T) {
	d := newDatabase(t)
	one, two := d.feed(changes.Options{Look: 100 * time.Millisecond}), d.feed(changes.Options{Look: 100 * time.Millisecond})
	beside := two.Topic("others")
	conn := d.connect()
	d.settled(beside)
	// A slow machine may tell too late; then it is tried again.
	d.until("numbers are accounted for", func() bool {
		before := number(beside)
		for range 20 {
			one.Written(d.write(conn), one.Topic("notes"))
			d.exec(conn, "BEGIN")
			var taken int64
			if _, err := fmt.Sscan(d.exec(conn, changes.TakeNumber), &taken); err != nil {
				t.Fatal(err)
			}
			d.exec(conn, "ROLLBACK")
			two.Written(taken)
		}
		time.Sleep(300 * time.Millisecond)
		return number(beside) == before
	})
}

func TestALostConnectionMakesTopicsUnknownAndRaisesThem(t *testing.T) {
	d := newDatabase(t)
	one, two := d.feed(changes.Options{}), d.feed(changes.Options{})
	topic := two.Topic("notes")
	conn := d.connect()
	for range 3 {
		before := number(topic)
		d.exec(conn, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'quartet changes' AND datname = current_database()")
		one.Written(0, one.Topic("notes"))
		d.until("everything is raised", func() bool { return number(topic) > before })
		d.until("it is known again", func() bool { return known(topic) && known(one.Topic("notes")) })
		before = number(topic)
		one.Written(0, one.Topic("notes"))
		d.until("writes are told again", func() bool { return number(topic) > before })
	}
}

// Nobody tells that a connection is cut on which nothing arrives.
func TestASilentConnectionMakesTopicsUnknown(t *testing.T) {
	d := newDatabase(t)
	proxy := d.proxy()
	config, err := pgconn.ParseConfig(d.url)
	if err != nil {
		t.Fatal(err)
	}
	config.Host, config.Port = "127.0.0.1", uint16(proxy.Addr().(*net.TCPAddr).Port)
	config.Fallbacks = nil
	topic := d.feed(changes.Options{Config: config}).Topic("notes")
	d.until("it is known", func() bool { return known(topic) })
	proxy.hold(true)
	d.until("it is not known", func() bool { return !known(topic) })
	proxy.hold(false)
	d.until("it is known again", func() bool { return known(topic) })
}

func TestWhatOtherUsersOfTheDatabaseSendIsIgnored(t *testing.T) {
	d := newDatabase(t)
	f := d.feed(seldom)
	topic := f.Topic("notes")
	before := number(topic)
	conn := d.connect()
	channel := "quartet_writes_" + d.exec(conn, "SELECT '_quartet_writes'::regclass::oid")
	for _, payload := range []string{"", "{}", `{"all":true}`, strings.Repeat("x", 7999), "AAAAAAAAAAAAAAAAAAAAAA" + `{"topics":["notes"]}`} {
		d.exec(conn, fmt.Sprintf("SELECT pg_notify('%s', '%s') FROM generate_series(1, 500)", channel, payload))
	}
	stranger := d.feed(changes.Options{Look: time.Hour, Key: []byte("guessed")})
	stranger.Written(0, stranger.Topic("notes"))
	// Notices arrive in the order of their commits.
	friend := d.feed(seldom)
	seen := f.Topic("seen")
	beforeSeen := number(seen)
	d.until("a notice of ours is heard behind them", func() bool {
		friend.Written(0, friend.Topic("seen"))
		return number(seen) > beforeSeen
	})
	if number(topic) != before {
		t.Error("strangers have raised it")
	}
}

// Two sites are two schemas of one database.
func TestSitesInOneDatabaseAreApart(t *testing.T) {
	d := newDatabase(t)
	d.exec(d.connect(), "CREATE SCHEMA beside", "SET search_path = beside", createSequence)
	config, err := pgconn.ParseConfig(d.url)
	if err != nil {
		t.Fatal(err)
	}
	config.RuntimeParams["search_path"] = "beside"
	one, friend, other := d.feed(seldom), d.feed(seldom), d.feed(changes.Options{Look: time.Hour, Config: config})
	topic := other.Topic("notes")
	before := number(topic)
	heard := friend.Topic("notes")
	beforeHeard := number(heard)
	one.Written(0, one.Topic("notes"))
	d.until("the same site hears it", func() bool { return number(heard) > beforeHeard })
	if number(topic) != before {
		t.Error("another site hears it")
	}
}

func TestTheLastWritesOfAProcessAreToldWhenItCloses(t *testing.T) {
	d := newDatabase(t)
	one, two := d.feed(seldom), d.feed(seldom)
	topic := two.Topic("notes")
	before := number(topic)
	one.Written(0, one.Topic("notes"))
	one.Close()
	d.until("the other process is told", func() bool { return number(topic) > before })
}

func TestAFeedEndsWhileItCannotConnect(t *testing.T) {
	ignored := goleak.IgnoreCurrent()
	listener, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // of the test
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close() //nolint:errcheck // of the test
	config, err := pgconn.ParseConfig("postgres://nobody@" + listener.Addr().String() + "/nothing?sslmode=disable")
	if err != nil {
		t.Fatal(err)
	}
	f := changes.Start(changes.Options{Config: config, Key: key})
	f.Written(1, f.Topic("notes"))
	if known(f.Topic("notes")) || number(f.Topic("notes")) != 1 {
		t.Error("something is known of a database that nobody reaches")
	}
	f.Close()
	goleak.VerifyNone(t, ignored)
}

func TestAFeedLeavesNothingBehind(t *testing.T) {
	d := newDatabase(t)
	ignored := goleak.IgnoreCurrent()
	f := d.feed(changes.Options{Look: time.Millisecond})
	for range 100 {
		f.Written(0, f.Topic("notes"))
		time.Sleep(time.Millisecond)
	}
	f.Close()
	goleak.VerifyNone(t, ignored)
}

// proxy passes on bytes, and holds them back on request.
type proxy struct {
	net.Listener
	mu   sync.Mutex
	open *sync.Cond
	held bool
}

func (d database) proxy() *proxy {
	listener, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // of the test
	if err != nil {
		d.Fatal(err)
	}
	p := &proxy{Listener: listener}
	p.open = sync.NewCond(&p.mu)
	config, err := pgconn.ParseConfig(d.url)
	if err != nil {
		d.Fatal(err)
	}
	network, address := pgconn.NetworkAddress(config.Host, config.Port)
	go func() {
		for {
			front, err := listener.Accept()
			if err != nil {
				return
			}
			back, err := net.Dial(network, address) //nolint:noctx // of the test
			if err != nil {
				_ = front.Close()
				continue
			}
			go p.pass(front, back)
			go p.pass(back, front)
		}
	}()
	d.Cleanup(func() { _ = listener.Close(); p.hold(false) })
	return p
}

func (p *proxy) hold(held bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.held = held
	p.open.Broadcast()
}

func (p *proxy) pass(to io.WriteCloser, from io.ReadCloser) {
	defer to.Close()   //nolint:errcheck // of the test
	defer from.Close() //nolint:errcheck // of the test
	buffer := make([]byte, 4096)
	for {
		n, err := from.Read(buffer)
		p.mu.Lock()
		for p.held {
			p.open.Wait()
		}
		p.mu.Unlock()
		if err != nil {
			return
		}
		if _, err := to.Write(buffer[:n]); err != nil {
			return
		}
	}
}
