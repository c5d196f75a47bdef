package postgres

import (
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/queue"
	"github.com/quartet-dev/quartet/internal/store/platform"
)

// What a write relies on is begun by no worker before the write is committed, and a
// write relies on nothing that a worker is about to begin.
func TestAPurgeComesAfterTheWritesThatRelyOnIt(t *testing.T) {
	s := openedPlatform(t, newScratch(t).empty(t))
	now := time.Now()
	purges := func() int {
		t.Helper()
		items, err := s.Outbox().List(t.Context(), queue.Query{State: queue.Pending, Limit: 10})
		if err != nil {
			t.Fatal(err)
		}
		return len(items)
	}
	claim := func() []*queue.Claim {
		t.Helper()
		claims, err := s.Outbox().Claim(t.Context(), 10, time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		return claims
	}
	stored := now.Add(-queue.PurgeDelay - 500*time.Millisecond) // so that the purge is due for the worker, and not yet for the write
	rely := func(c *conn) error {
		_, err := c.run(textOf(platform.InsertPurge), platform.PurgeArguments(now.Add(-time.Second))...)
		return err
	}
	held(t, s, func(c *conn) {
		if _, err := c.run(textOf(platform.InsertPurge), platform.PurgeArguments(stored)...); err != nil {
			t.Fatal(err)
		}
	})
	held(t, s, func(c *conn) {
		if err := rely(c); err != nil {
			t.Fatal(err)
		}
		if got := claim(); len(got) != 0 {
			t.Errorf("a worker begins %+v, which an open write relies on", got)
		}
	})
	if n := purges(); n != 1 {
		t.Errorf("%d purges are stored, want 1", n)
	}

	relied := make(chan error, 1)
	held(t, s, func(c *conn) {
		if err := c.exec(`UPDATE _quartet_outbox SET claim = 'worker', due = due + 60000 WHERE hook = '` + string(content.Purge) + `'`); err != nil {
			t.Fatal(err)
		}
		go func() {
			err := s.pool.use(t.Context(), rely)
			relied <- err
		}()
		awaitLock(t, s)
	})
	if err := <-relied; err != nil {
		t.Fatal(err)
	}
	if n := purges(); n != 2 {
		t.Errorf("%d purges are stored, want another beside the one that a worker holds", n)
	}
}

// held runs fn in a transaction, and commits it.
func held(t *testing.T, s *Store, fn func(*conn)) {
	t.Helper()
	err := s.pool.use(t.Context(), func(c *conn) error {
		return c.inTransaction(readCommitted, func() error { fn(c); return nil })
	})
	if err != nil {
		t.Fatal(err)
	}
}

// awaitLock waits until a statement of the database waits for a lock.
func awaitLock(t *testing.T, s *Store) {
	t.Helper()
	for {
		var waiting int64
		err := s.pool.use(t.Context(), func(c *conn) (err error) {
			waiting, err = c.number(`SELECT count(*) FROM pg_locks WHERE NOT granted AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if waiting > 0 {
			return
		}
		time.Sleep(time.Millisecond)
	}
}
