package wire_test

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest"
	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest/wire"
)

// through is a proxy before a database of the test, and the database's address
// through it.
func through(t *testing.T) (*wire.Proxy, string) {
	t.Helper()
	direct := postgrestest.URL(t)
	config, err := pgconn.ParseConfig(direct)
	if err != nil {
		t.Fatal(err)
	}
	p, err := wire.Listen(t.Context(), fmt.Sprintf("%s:%d", config.Host, config.Port))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p, postgrestest.At(direct, p.Address()) + "&application_name=test"
}

func connect(t *testing.T, url string) *pgconn.PgConn {
	t.Helper()
	c, err := pgconn.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close(context.Background()) })
	return c
}

func exec(c *pgconn.PgConn, sql string) error {
	_, err := c.Exec(context.Background(), sql).ReadAll()
	return err
}

// pipelined sends statements, each with an end of its own, and waits once.
func pipelined(c *pgconn.PgConn, statements ...string) error {
	p := c.StartPipeline(context.Background())
	for _, sql := range statements {
		p.SendQueryParams(sql, nil, nil, nil, nil)
		if err := p.Sync(); err != nil {
			return err
		}
	}
	return p.Close()
}

func TestRoundTripsAreCounted(t *testing.T) {
	large := "SELECT '" + strings.Repeat("x", 1<<20) + "'"
	for name, test := range map[string]struct {
		want int64
		do   func(c *pgconn.PgConn) error
	}{
		"none for a connection": {0, func(*pgconn.PgConn) error { return nil }},
		"a simple query":        {1, func(c *pgconn.PgConn) error { return exec(c, "SELECT 1; SELECT 2") }},
		"a statement with arguments": {1, func(c *pgconn.PgConn) error {
			return c.ExecParams(t.Context(), "SELECT $1", [][]byte{[]byte("x")}, nil, nil, nil).Read().Err
		}},
		"one that is prepared first": {2, func(c *pgconn.PgConn) error {
			if _, err := c.Prepare(t.Context(), "s", "SELECT 1", nil); err != nil {
				return err
			}
			return c.ExecPrepared(t.Context(), "s", nil, nil, nil).Read().Err
		}},
		"a pipeline":          {1, func(c *pgconn.PgConn) error { return pipelined(c, "SELECT 1", "SELECT 2", "SELECT 3") }},
		"a pipeline of a MiB": {1, func(c *pgconn.PgConn) error { return pipelined(c, large, "SELECT 2", large) }},
		"one that fails":      {1, func(c *pgconn.PgConn) error { _ = exec(c, "SELECT nothing"); return nil }},
		"a large answer": {2, func(c *pgconn.PgConn) error {
			return cmp.Or(exec(c, "SELECT repeat('x', 100000) FROM generate_series(1, 50)"), exec(c, "SELECT 1"))
		}},
	} {
		t.Run(name, func(t *testing.T) {
			p, url := through(t)
			p.Delay(2 * time.Millisecond) // a client that waits is told from one that still sends
			c := connect(t, url)
			if err := test.do(c); err != nil {
				t.Fatal(err)
			}
			if got := p.RoundTrips(); got != test.want {
				t.Errorf("%d round trips, want %d", got, test.want)
			}
		})
	}
}

func TestARecordSaysWhoSentWhat(t *testing.T) {
	p, url := through(t)
	c := connect(t, url)
	stop := p.Record()
	if _, err := c.Prepare(t.Context(), "s", "SELECT 1", nil); err != nil {
		t.Fatal(err)
	}
	if err := c.ExecPrepared(t.Context(), "s", nil, nil, nil).Read().Err; err != nil {
		t.Fatal(err)
	}
	if err := pipelined(c, "SELECT 2", "SELECT 3"); err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(stop()), "[[test] PREPARE SELECT 1\n [test] SELECT 1\n [test] PREPARE SELECT 2; SELECT 2\n[test] PREPARE SELECT 3; SELECT 3\n]"; got != want {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

// Two delays are waited for, and not one for each message.
func TestADelayIsEachWayAndTakesNoBandwidth(t *testing.T) {
	p, url := through(t)
	c := connect(t, url)
	const each = 20 * time.Millisecond
	p.Delay(each)
	begin := time.Now()
	if err := exec(c, "SELECT repeat('x', 100000) FROM generate_series(1, 50)"); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(begin); took < 2*each {
		t.Errorf("a round trip took %v", took)
	}
}

func TestAFlightIsCutWhereTheTestSays(t *testing.T) {
	for name, test := range map[string]struct {
		action wire.Action
		want   string
	}{
		"before the server sees it":    {wire.CutBefore, "0"},
		"after the server has done it": {wire.CutAnswer, "1"},
	} {
		t.Run(name, func(t *testing.T) {
			p, url := through(t)
			c := connect(t, url)
			if err := exec(c, "CREATE TABLE things (id int)"); err != nil {
				t.Fatal(err)
			}
			p.Decide(func(f wire.Flight) wire.Action {
				if strings.HasPrefix(f.Statements[0], "INSERT") {
					return test.action
				}
				return wire.Pass
			})
			if err := exec(c, "INSERT INTO things VALUES (1)"); err == nil {
				t.Error("an answer came")
			}
			rows, err := connect(t, url).Exec(t.Context(), "SELECT count(*) FROM things").ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			if got := string(rows[0].Rows[0][0]); got != test.want {
				t.Errorf("%s rows, want %s", got, test.want)
			}
		})
	}
}

func TestConnectionsAreCutOneByOneOrAll(t *testing.T) {
	p, url := through(t)
	first, second, third := connect(t, url), connect(t, url), connect(t, url)
	p.Connections()[1].Cut()
	if exec(first, "SELECT 1") != nil || exec(second, "SELECT 1") == nil || exec(third, "SELECT 1") != nil {
		t.Error("another one was cut than the second")
	}
	p.CutAll()
	if exec(first, "SELECT 1") == nil || exec(third, "SELECT 1") == nil {
		t.Error("one was left")
	}
	if err := exec(connect(t, url), "SELECT 1"); err != nil {
		t.Errorf("a new one: %v", err)
	}
}
