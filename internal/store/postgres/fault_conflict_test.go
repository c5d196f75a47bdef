package postgres_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/diag"
)

// PostgreSQL takes a transaction back since another one was in its way: it is run
// again.
func TestATransactionIsTakenBack(t *testing.T) {
	t.Parallel()
	f := openFaulty(t, migrated.URL(t))
	if err := f.count("calls", nil); err != nil {
		t.Fatal(err)
	}
	runs := 0
	err := f.count("calls", func() {
		if runs++; runs <= 2 {
			if err := f.count("calls", nil); err != nil {
				t.Error(err)
			}
		}
	})
	if err != nil || runs != 3 {
		t.Errorf("%v after %d runs", err, runs)
	}
	if got := f.counted("calls"); got != 4 {
		t.Errorf("counted %d, want 4", got)
	}
}

// One that is always taken back ends, and says that it may be tried later.
func TestATransactionIsTakenBackAgainAndAgain(t *testing.T) {
	t.Parallel()
	f := openFaulty(t, migrated.URL(t))
	others := 0
	err := f.count("calls", func() {
		others++
		if err := f.count("calls", nil); err != nil {
			t.Error(err)
		}
	})
	if !diag.HasCode(err, diag.ResourceUnavailable) {
		t.Errorf("it ended with %v", err)
	}
	if got := f.counted("calls"); got != others {
		t.Errorf("counted %d, want %d", got, others)
	}
}

// Sixteen read and write the same row: each counts once.
func TestManyTransactionsAreInEachOthersWay(t *testing.T) {
	t.Parallel()
	f := openFaulty(t, migrated.URL(t))
	const each = 5
	errs := make([]error, 16)
	var all sync.WaitGroup
	for i := range errs {
		all.Go(func() {
			for range each {
				errs[i] = errors.Join(errs[i], f.count("calls", nil))
			}
		})
	}
	all.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Error(err)
	}
	if got := f.counted("calls"); got != each*len(errs) {
		t.Errorf("counted %d, want %d", got, each*len(errs))
	}
}

// PostgreSQL answers a COMMIT with ROLLBACK, and no error, when a statement of the
// transaction had failed and nobody minded: nothing was kept, so nothing is
// answered as if it was.
func TestATransactionThatFailedUnnoticedIsNoSuccess(t *testing.T) {
	t.Parallel()
	f := openFaulty(t, migrated.URL(t))
	err := f.store.Auth().Update(t.Context(), func(tx auth.Tx) error {
		if err := tx.CountRate("calls", window, window.Add(time.Hour)); err != nil {
			return err
		}
		_ = tx.InsertUser(&auth.User{ID: "twice", CreatedAt: window, UpdatedAt: window})
		_ = tx.InsertUser(&auth.User{ID: "twice", CreatedAt: window, UpdatedAt: window})
		return nil
	})
	if got := f.counted("calls"); err == nil && got != 1 {
		t.Errorf("the transaction was answered, and %d is counted", got)
	}
}
