package sqlite

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ncruces/go-sqlite3"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
)

const shelf = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: books }
spec:
  title: Books
  schema: { type: object, properties: { title: { type: string } } }
`

// opened is a store on a file of its own with the Schema of shelf.
func opened(t *testing.T, busy time.Duration) *Store {
	t.Helper()
	store, err := Open(t.Context(), Options{Path: filepath.Join(t.TempDir(), "site.db"), Plan: plantest.Seal(t, shelf), BusyTimeout: busy})
	if err != nil {
		t.Fatal(err, errors.Unwrap(err))
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return store
}

func (s *Store) insertBook(ctx context.Context, id, title string) error {
	e := &content.Entry{ID: id, Status: content.Draft, Version: 1, Data: map[string]any{"title": title}}
	return s.Write(ctx, &content.Write{Op: content.Insert, Schema: s.opts.Plan.Schema("books"), Entry: e})
}

func (s *Store) wantBook(t *testing.T, id string, want bool) {
	t.Helper()
	_, err := s.Entry(t.Context(), s.opts.Plan.Schema("books"), id)
	if got := err == nil; got != want || err != nil && !diag.HasCode(err, diag.NotFound) {
		t.Errorf("%s is there: %v (%v), want %v", id, got, err, want)
	}
}

// inWriter runs fn between two groups of the writer, or within one.
func (s *Store) inWriter(t *testing.T, fn func(*conn) error) {
	t.Helper()
	if err := s.writer.do(t.Context(), fn); err != nil {
		t.Fatal(err)
	}
}

// held keeps the writer busy until release is called, so that jobs handed over
// meanwhile make one group behind it.
func (s *Store) held(t *testing.T) (release func()) {
	t.Helper()
	started, done, gate := make(chan struct{}), make(chan error, 1), make(chan struct{})
	go func() {
		done <- s.writer.do(context.Background(), func(*conn) error {
			close(started)
			<-gate
			return nil
		})
	}()
	<-started
	return func() {
		close(gate)
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

// queue hands changes over in order and returns their answers, in order, when
// they are asked for.
func (s *Store) queue(t *testing.T, changes ...func(*conn) error) (answers func() []error) {
	t.Helper()
	errs := make([]error, len(changes))
	var all sync.WaitGroup
	for i, change := range changes {
		before := len(s.writer.jobs)
		all.Go(func() { errs[i] = s.writer.do(context.Background(), change) })
		for len(s.writer.jobs) == before {
			time.Sleep(time.Millisecond)
		}
	}
	return func() []error {
		all.Wait()
		return errs
	}
}

// book is an insert as a job.
func (s *Store) book(id, title string) func(*conn) error {
	e := &content.Entry{ID: id, Status: content.Draft, Version: 1, Data: map[string]any{"title": title}}
	schema := s.opts.Plan.Schema("books")
	return s.collections[schema].prepare(&content.Write{Op: content.Insert, Schema: schema, Entry: e}).apply
}

func TestAFailedJobLeavesItsGroupAlone(t *testing.T) {
	s := opened(t, time.Second)
	release := s.held(t)
	answers := s.queue(t, s.book("one", ""), s.book("one", ""), s.book("two", ""))
	release()
	errs := answers()
	if errs[0] != nil || !diag.HasCode(errs[1], diag.Conflict) || errs[2] != nil {
		t.Errorf("got %v", errs)
	}
	s.wantBook(t, "one", true)
	s.wantBook(t, "two", true)
}

// After FULL and its like SQLite may have taken the transaction back: whoever
// was applied in it hears so, and whoever was not yet is applied after all.
func TestALostTransactionIsAnsweredToItsGroup(t *testing.T) {
	s := opened(t, time.Second)
	release := s.held(t)
	lose := func(c *conn) error {
		if err := c.exec("ROLLBACK"); err != nil {
			return err
		}
		return sqlite3.IOERR
	}
	answers := s.queue(t, s.book("before", ""), lose, s.book("after", ""))
	release()
	errs := answers()
	if !diag.HasCode(errs[0], diag.ResourceUnavailable) || !diag.HasCode(errs[1], diag.ResourceUnavailable) || errs[2] != nil {
		t.Errorf("got %v", errs)
	}
	s.wantBook(t, "before", false)
	s.wantBook(t, "after", true)
}

func TestAFullDiskIsResourceExhaustedAndPasses(t *testing.T) {
	s := opened(t, time.Second)
	s.inWriter(t, func(c *conn) error { return c.exec("PRAGMA max_page_count = 1") })
	err := s.insertBook(t.Context(), "large", strings.Repeat("x", 1<<20))
	if !diag.HasCode(err, diag.ResourceExhausted) {
		t.Errorf("got %v, want RESOURCE_EXHAUSTED", err)
	}
	s.wantBook(t, "large", false)
	s.inWriter(t, func(c *conn) error { return c.exec("PRAGMA max_page_count = 1000000") })
	if err := s.insertBook(t.Context(), "large", strings.Repeat("x", 1<<20)); err != nil {
		t.Error(err)
	}
	s.wantBook(t, "large", true)
}

func TestAFailedCommitIsAnsweredToItsGroup(t *testing.T) {
	s := opened(t, time.Second)
	release := s.held(t)
	refuseCommit := func(c *conn) error {
		c.db.CommitHook(func() (ok bool) { return false })
		return nil
	}
	answers := s.queue(t, s.book("one", ""), s.book("one", ""), s.book("two", ""), refuseCommit)
	release()
	for i, err := range answers() {
		if err == nil {
			t.Errorf("job %d was answered as done", i)
		}
	}
	s.inWriter(t, func(c *conn) error {
		c.db.CommitHook(nil)
		return nil
	})
	for _, id := range []string{"one", "two"} {
		s.wantBook(t, id, false)
		if err := s.insertBook(t.Context(), id, ""); err != nil {
			t.Error(err)
		}
	}
}

func TestAConnectionWithoutMemoryIsReplaced(t *testing.T) {
	s := opened(t, time.Second)
	release := s.held(t)
	answers := s.queue(t, s.book("before", ""), func(*conn) error { panic(errors.New("out of memory")) }, s.book("after", ""))
	release()
	errs := answers()
	if !diag.HasCode(errs[0], diag.ResourceExhausted) || !diag.HasCode(errs[1], diag.ResourceExhausted) || errs[2] != nil {
		t.Errorf("got %v", errs)
	}
	s.wantBook(t, "before", false)
	s.wantBook(t, "after", true)
}

func TestACallerThatLeavesBeforeItsTurnWritesNothing(t *testing.T) {
	s := opened(t, time.Second)
	release := s.held(t)
	ctx, cancel := context.WithCancel(t.Context())
	left := make(chan error, 1)
	go func() { left <- s.insertBook(ctx, "left", "") }()
	for len(s.writer.jobs) == 0 {
		time.Sleep(time.Millisecond)
	}
	cancel()
	if err := <-left; !diag.HasCode(err, diag.ResourceUnavailable) {
		t.Errorf("got %v, want RESOURCE_UNAVAILABLE", err)
	}
	release()
	s.inWriter(t, func(*conn) error { return nil })
	s.wantBook(t, "left", false)
}

func TestACallerThatLeavesInItsTurnHearsTheOutcome(t *testing.T) {
	s := opened(t, time.Second)
	ctx, cancel := context.WithCancel(t.Context())
	insert := s.book("late", "")
	err := s.writer.do(ctx, func(c *conn) error {
		cancel()
		time.Sleep(10 * time.Millisecond)
		return insert(c)
	})
	if err != nil {
		t.Error(err)
	}
	s.wantBook(t, "late", true)
}

func TestCloseFinishesWhatWasHandedOver(t *testing.T) {
	s := opened(t, time.Second)
	release := s.held(t)
	var changes []func(*conn) error
	for i := range 20 {
		changes = append(changes, s.book(fmt.Sprint(i), ""))
	}
	answers := s.queue(t, changes...)
	closed := make(chan error)
	go func() { closed <- s.Close() }()
	release()
	if err := errors.Join(answers()...); err != nil {
		t.Error(err)
	}
	if err := <-closed; err != nil {
		t.Error(err)
	}
	if err := s.insertBook(t.Context(), "too late", ""); !diag.HasCode(err, diag.ResourceUnavailable) {
		t.Errorf("got %v, want RESOURCE_UNAVAILABLE", err)
	}
}

// Another process that writes is waited for, and then given up on.
func TestALockedDatabaseIsResourceUnavailable(t *testing.T) {
	s := opened(t, 50*time.Millisecond)
	other, err := openConn(s.opts.Path, access{busy: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = other.close() }()
	if err := other.exec("BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	if err := s.insertBook(t.Context(), "refused", ""); !diag.HasCode(err, diag.ResourceUnavailable) {
		t.Errorf("got %v, want RESOURCE_UNAVAILABLE", err)
	}
	if err := other.exec("COMMIT"); err != nil {
		t.Fatal(err)
	}
	if err := s.insertBook(t.Context(), "accepted", ""); err != nil {
		t.Error(err)
	}
	s.wantBook(t, "refused", false)
	s.wantBook(t, "accepted", true)
}

// One write may be too large; the writer's group and connection are none the
// worse for it.
func TestAWriteThatIsTooLargeIsResourceExhausted(t *testing.T) {
	s := opened(t, time.Second)
	for size, want := range map[int]bool{3 << 20: true, 5 << 20: false, 9 << 20: false, 40 << 20: false} {
		release := s.held(t)
		id := fmt.Sprint(size)
		answers := s.queue(t, s.book("before "+id, ""), s.book(id, strings.Repeat("x", size)), s.book("after "+id, ""))
		release()
		errs := answers()
		if errs[0] != nil || errs[2] != nil || (errs[1] == nil) != want || !want && !diag.HasCode(errs[1], diag.ResourceExhausted) {
			t.Errorf("%d bytes: got %v", size, errs)
		}
		s.wantBook(t, id, want)
	}
}
