package storetest

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/backup/copies"
)

// RunBackups runs the suite of stores of the records of copies.
func RunBackups(t *testing.T, open func(t *testing.T) copies.Store) {
	t.Run("Records", func(t *testing.T) { testBackupRecords(t, open(t)) })
	t.Run("Rollback", func(t *testing.T) { testBackupRollback(t, open(t)) })
	t.Run("Claims", func(t *testing.T) { testBackupClaims(t, open(t)) })
}

func wantBackups(t *testing.T, s copies.Store, limit int, want ...*copies.Record) {
	t.Helper()
	got, err := s.Records(context.Background(), limit)
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v %s", err, diff)
	}
}

func testBackupRecords(t *testing.T, s copies.Store) {
	at := time.UnixMilli(1_700_000_000_000).UTC()
	running := &copies.Record{ID: "2", BeganAt: at.Add(time.Hour), Held: at.Add(2 * time.Hour), Cause: "u1", Place: "copies"}
	done := &copies.Record{
		ID: "1", BeganAt: at, EndedAt: at.Add(time.Second), Place: "s3://copies/tea", Name: "backup.zip", Media: true,
		Size: 1 << 40, Rows: 7, Objects: 3, Digest: "abc",
	}
	ok(t, s.Update(context.Background(), func(tx copies.Tx) error { return errors.Join(tx.Put(running), tx.Put(done)) }))
	wantBackups(t, s, 10, running, done)
	wantBackups(t, s, 1, running)
	running.EndedAt, running.Held, running.Problem = at.Add(90*time.Minute), time.Time{}, "the disk is full"
	ok(t, s.Update(context.Background(), func(tx copies.Tx) error { return tx.Put(running) }))
	wantBackups(t, s, 10, running, done)
	ok(t, s.Update(context.Background(), func(tx copies.Tx) error { return tx.Prune(1) }))
	wantBackups(t, s, 10, running)
	ok(t, s.Update(context.Background(), func(tx copies.Tx) error { return tx.Delete("2") }))
	wantBackups(t, s, 10)
}

func testBackupRollback(t *testing.T, s copies.Store) {
	refused := errors.New("refused")
	err := s.Update(context.Background(), func(tx copies.Tx) error {
		return errors.Join(tx.Put(&copies.Record{ID: "1", BeganAt: time.Now()}), refused)
	})
	if err == nil {
		t.Error("an error was lost")
	}
	wantBackups(t, s, 10)
}

// testBackupClaims: of those that look and write at once, one sees that nobody has.
func testBackupClaims(t *testing.T, s copies.Store) {
	const callers = 8
	claimed := make(chan bool, callers)
	for i := range callers {
		go func() {
			mine := false
			err := s.Update(context.Background(), func(tx copies.Tx) error {
				mine = false
				found, err := tx.Records(10)
				if err != nil || len(found) > 0 {
					return err
				}
				mine = true
				return tx.Put(&copies.Record{ID: fmt.Sprint(i), BeganAt: time.Now()})
			})
			claimed <- mine && err == nil
		}()
	}
	count := 0
	for range callers {
		if <-claimed {
			count++
		}
	}
	if found, err := s.Records(context.Background(), 10); count != 1 || len(found) != 1 || err != nil {
		t.Errorf("%d claimed, %d records, %v", count, len(found), err)
	}
}

func ok(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
