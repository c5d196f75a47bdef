package sqlite

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/plan/plantest"
)

// beside opens the file of s once more, as another process would.
func (s *Store) beside(t *testing.T) *Store {
	t.Helper()
	other, err := Open(t.Context(), Options{Path: s.opts.Path, Plan: plantest.Seal(t, shelf)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := other.Close(); err != nil {
			t.Error(err)
		}
	})
	return other
}

func (s *Store) generation(t *testing.T) uint64 {
	t.Helper()
	number, known := s.Generation(s.opts.Plan.Schema("books"))
	if !known {
		t.Fatal("the generation is not known")
	}
	return number
}

func (s *Store) mustInsert(t *testing.T, id string) {
	t.Helper()
	if err := s.insertBook(context.Background(), id, ""); err != nil {
		t.Fatal(err)
	}
}

// By the next look, that is; a write of our own counts at once.
func TestAWriteOfAnotherProcessRaisesTheGeneration(t *testing.T) {
	here := opened(t, time.Second)
	there := here.beside(t)
	for i := range 20 {
		before := here.generation(t)
		if i%2 == 0 {
			here.mustInsert(t, fmt.Sprint("here-", i))
			if got := here.generation(t); got != before+1 {
				t.Fatalf("from %d to %d by one write of our own", before, got)
			}
		}
		before = here.generation(t)
		there.mustInsert(t, fmt.Sprint("there-", i))
		time.Sleep(checkInterval)
		if here.generation(t) == before {
			t.Fatalf("write %d went unseen", i)
		}
	}
}

// A commit of our own that changes no entries is nobody else's.
func TestOurOwnCommitsAreNotTakenForThoseOfOthers(t *testing.T) {
	s := opened(t, time.Second)
	before := s.generation(t)
	for i := range 5 {
		if err := s.MarkSeeded(t.Context(), fmt.Sprint(i)); err != nil {
			t.Fatal(err)
		}
		if got := s.generation(t); got != before {
			t.Fatalf("from %d to %d", before, got)
		}
	}
}

// TestACommitRightBehindOursIsNoticed puts another process's commit between
// ours and the look that follows it, at each place where it can come.
func TestACommitRightBehindOursIsNoticed(t *testing.T) {
	s := opened(t, time.Second)
	there := s.beside(t)
	s.generation(t)
	w, err := openWriter(s.opts, false)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = w.close() }()
	ours := func(id string) {
		t.Helper()
		if err := s.book(id, "")(w); err != nil {
			t.Fatal(err)
		}
	}
	o := &externalWrites{open: s.externalWrites.open}
	defer func() { _ = o.close() }()
	o.count()

	if err := w.exec("BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	o.begin(w)
	before, known := o.count()
	if !known {
		t.Error("it is known while our transaction stands")
	}
	ours("ours")
	if number, known := o.count(); !known || number != before {
		t.Error("it does not change before our transaction is committed")
	}
	if err := w.exec("COMMIT"); err != nil {
		t.Fatal(err)
	}
	if _, known := o.count(); known {
		t.Error("our commit cannot be told from another one yet")
	}
	there.mustInsert(t, "theirs")
	o.end(w)
	if number, known := o.count(); !known || number != before+1 {
		t.Errorf("from %d to %d, %v: want one more", before, number, known)
	}
}

// Whoever looks after another process's write was answered has another number
// than whoever looked before, while our own writer commits all the time.
func TestNoWriteOfAnotherProcessIsMissed(t *testing.T) {
	here := opened(t, 5*time.Second)
	here.externalWrites.every = 0
	there := here.beside(t)
	books := here.opts.Plan.Schema("books")
	var done atomic.Bool
	ended := make(chan error, 1)
	go func() {
		for i := 0; !done.Load(); i++ {
			if err := here.MarkSeeded(context.Background(), fmt.Sprint(i)); err != nil {
				ended <- err
				return
			}
		}
		ended <- nil
	}()
	for i := range 300 {
		before, _ := here.Generation(books)
		there.mustInsert(t, fmt.Sprint(i))
		if after, known := here.Generation(books); known && after == before {
			t.Errorf("write %d went unseen", i)
		}
	}
	done.Store(true)
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestHitsShareALook: between two looks nobody asks the database.
func TestHitsShareALook(t *testing.T) {
	s := opened(t, time.Second)
	s.externalWrites.every = time.Hour
	before := s.generation(t)
	there := s.beside(t)
	there.mustInsert(t, "theirs")
	if got := s.generation(t); got != before {
		t.Errorf("from %d to %d: somebody looked before the time", before, got)
	}
	s.mustInsert(t, "ours")
	if got := s.generation(t); got != before+2 {
		t.Errorf("from %d to %d: want our own write, and theirs, at which the writer looked", before, got)
	}
}

func TestAClosedStoreKnowsNoGeneration(t *testing.T) {
	s := opened(t, time.Second)
	s.generation(t)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, known := s.Generation(s.opts.Plan.Schema("books")); known {
		t.Error("it is known")
	}
}
