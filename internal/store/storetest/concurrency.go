package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
)

const writers = 16

// together runs fn in as many goroutines as there are writers, all at once, and
// collects what they return.
func together(fn func(writer int) error) []error {
	errs := make([]error, writers)
	var done sync.WaitGroup
	start := make(chan struct{})
	for i := range writers {
		done.Go(func() {
			<-start
			errs[i] = fn(i)
		})
	}
	close(start)
	done.Wait()
	return errs
}

// wantOne checks that one writer won and all others got CONFLICT.
func wantOne(t *testing.T, errs []error) {
	t.Helper()
	won := 0
	for _, err := range errs {
		if err == nil {
			won++
		} else {
			wantCode(t, err, diag.Conflict)
		}
	}
	if won != 1 {
		t.Errorf("%d writers won, want 1", won)
	}
}

func testConcurrency(t *testing.T, open Opener) {
	f := with(t, open)

	t.Run("every answered write is there", func(t *testing.T) {
		const each = 25
		errs := together(func(w int) error {
			for i := range each {
				if err := f.write(content.Insert, draft(fmt.Sprintf("many-%02d-%02d", w, i), nil), content.Expect{}); err != nil {
					return err
				}
			}
			return nil
		})
		if err := errors.Join(errs...); err != nil {
			t.Fatal(err)
		}
		found, err := f.store.Entries(context.Background(), content.EntryQuery{Schema: f.items, After: "many-", Limit: 10_000})
		if err != nil || len(found) != writers*each {
			t.Errorf("found %d entries, %v; want %d", len(found), err, writers*each)
		}
	})

	t.Run("one of many takes a unique value", func(t *testing.T) {
		wantOne(t, together(func(w int) error {
			return f.write(content.Insert, draft(fmt.Sprintf("race-%d", w), map[string]any{"slug": "race"}), content.Expect{})
		}))
	})

	t.Run("one of many moves a version on", func(t *testing.T) {
		f.insert(draft("moved", nil))
		wantOne(t, together(func(w int) error {
			e := draft("moved", map[string]any{"count": int64(w)})
			e.Version = 2
			return f.write(content.Update, e, content.Expect{Version: 1, Status: content.Draft})
		}))
	})

	t.Run("no increment is lost", func(t *testing.T) {
		f.insert(draft("counter", map[string]any{"count": int64(0)}))
		if err := errors.Join(together(func(int) error { return f.increment("counter") })...); err != nil {
			t.Fatal(err)
		}
		if got := f.entry("counter"); got.Data["count"] != int64(writers) || got.Version != writers+1 {
			t.Errorf("count is %v at version %d, want %d at %d", got.Data["count"], got.Version, writers, writers+1)
		}
	})

	t.Run("every process and caller has the same secret", func(t *testing.T) {
		secrets := make([]string, writers)
		errs := together(func(w int) error {
			secret, err := f.store.Secret(context.Background(), "shared")
			secrets[w] = string(secret)
			return err
		})
		if err := errors.Join(errs...); err != nil {
			t.Fatal(err)
		}
		for _, secret := range secrets {
			if secret != secrets[0] || len(secret) != 32 {
				t.Fatalf("secrets %q and %q", secrets[0], secret)
			}
		}
	})
}

// increment reads and writes until nobody was in between.
func (f *fixture) increment(id string) error {
	for {
		e, err := f.store.Entry(context.Background(), f.items, id)
		if err != nil {
			return err
		}
		expect := content.Expect{Version: e.Version, Status: e.Status}
		e.Version++
		e.Data["count"] = e.Data["count"].(int64) + 1
		if err := f.write(content.Update, e, expect); !diag.HasCode(err, diag.Conflict) {
			return err
		}
	}
}
