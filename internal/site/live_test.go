package site_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/site"
)

// A change by one process reaches the others without a restart.
func TestAChangeReachesOtherProcesses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "site.db")
	here, there := live(t, open(t, path)), live(t, open(t, path))
	if _, err := here.Change(t.Context(), audit.Actor{}, map[string]string{"title": "Changed"}); err != nil {
		t.Fatal(err)
	}
	if title := here.Config().Title; title != "Changed" {
		t.Errorf("the process that changed it sees %q", title)
	}
	if c, err := there.Read(t.Context()); err != nil || c.Title != "Changed" {
		t.Errorf("another one that reads now sees %v, %v", c, err)
	}
	if _, err := there.Change(t.Context(), audit.Actor{}, map[string]string{"title": "Again"}); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(5 * time.Second); here.Config().Title != "Again"; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("another one that asks sees no change")
		}
	}
}

// Whoever builds something from a Config can tell that it still holds.
func TestAnUnchangedConfigIsTheSame(t *testing.T) {
	path := filepath.Join(t.TempDir(), "site.db")
	here, there := live(t, open(t, path)), live(t, open(t, path))
	read := func() any {
		c, err := here.Read(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	before := read()
	if read() != before {
		t.Error("another Config without a change")
	}
	if _, err := there.Change(t.Context(), audit.Actor{}, map[string]string{"brand": "New"}); err != nil {
		t.Fatal(err)
	}
	if read() == before {
		t.Error("the same Config after a change")
	}
}

// While the database cannot answer, what was read last stands, and a read that
// must be right fails.
func TestTheLastConfigOutlivesTheDatabase(t *testing.T) {
	store := fresh(t)
	var log bytes.Buffer
	l, err := site.NewLive(t.Context(), store, slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Change(t.Context(), audit.Actor{}, map[string]string{"title": "Kept"}); err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	// A look in vain is logged, and what was read last is given all the same.
	for deadline := time.Now().Add(20 * time.Second); log.Len() == 0; time.Sleep(time.Millisecond) {
		if title := l.Config().Title; title != "Kept" {
			t.Fatalf("title %q", title)
		}
		if time.Now().After(deadline) {
			t.Fatal("nobody looks at the database")
		}
	}
	if _, err := l.Read(t.Context()); !diag.HasCode(err, diag.ResourceUnavailable) {
		t.Errorf("%v, want RESOURCE_UNAVAILABLE", err)
	}
}

// However reads overtake each other, what is held never goes back.
func TestTheConfigNeverGoesBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "site.db")
	first := open(t, path)
	write(t, first, map[string]string{"title": "000"})
	here, there := live(t, first), live(t, open(t, path))
	done := make(chan struct{})
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			last := ""
			for {
				select {
				case <-done:
					return
				default:
				}
				if _, err := here.Read(t.Context()); err != nil {
					t.Error(err)
					return
				}
				now := here.Config().Title
				if now < last {
					t.Errorf("%q after %q", now, last)
				}
				last = now
			}
		})
	}
	for i := range 100 {
		if _, err := there.Change(t.Context(), audit.Actor{}, map[string]string{"title": fmt.Sprintf("%03d", i)}); err != nil {
			t.Error(err)
		}
	}
	close(done)
	all.Wait()
}

// Only the editable keys can be changed, all of a change or nothing of it.
func TestOnlyEditableKeysChange(t *testing.T) {
	store := fresh(t)
	seed(t, store, everything())
	l := live(t, store)
	for key := range everyRow() {
		_, err := l.Change(t.Context(), audit.Actor{}, map[string]string{"brand": "Other", key: "de"})
		switch key {
		case "brand", "title", "description", "ga4MeasurementId", "facebookPixelId":
			if err != nil {
				t.Errorf("%s: %v", key, err)
			}
			write(t, store, everyRow())
		default:
			if !diag.HasCode(err, diag.InputValidationFailed) || diag.As(err).Path != "input#/"+key {
				t.Errorf("%s: %v, want INPUT_VALIDATION_FAILED there", key, err)
			}
			wantRows(t, store, everyRow())
		}
	}
	if _, err := l.Change(t.Context(), audit.Actor{}, map[string]string{"title": "a\x00b"}); !diag.HasCode(err, diag.InputValidationFailed) {
		t.Errorf("%v for a NUL", err)
	}
}

// The audit log has every change, in the order in which they were made, and each
// line begins where the one before it ended, however many change a key at once.
func TestTheAuditRecordsOfChangesThatMeet(t *testing.T) {
	store := fresh(t)
	l := live(t, store)
	var all sync.WaitGroup
	for worker := range 8 {
		all.Go(func() {
			for i := range 10 { // few values, so that some changes change nothing
				if _, err := l.Change(t.Context(), audit.Actor{ID: "ada"}, map[string]string{"title": strconv.Itoa((worker + i) % 3)}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	lines, _, err := store.AuditRecords(t.Context(), audit.Query{Limit: 100})
	if err != nil || len(lines) < 2 {
		t.Fatalf("%d lines, %v", len(lines), err)
	}
	slices.Reverse(lines)
	was := ""
	for _, record := range lines {
		if string(record.Before) != was {
			t.Errorf("line %d begins with %s, and %s was before it", record.Key, record.Before, was)
		}
		was = string(record.After)
	}
	if now := fmt.Sprintf(`{"title":%q}`, l.Config().Title); was != now {
		t.Errorf("the journal ends with %s, and the site has %s", was, now)
	}
}

// Whoever changes something is given what the site is then.
func TestAChangeGivesTheConfig(t *testing.T) {
	l := live(t, fresh(t))
	for _, values := range []map[string]string{{"title": "Tea", "brand": "B"}, nil} {
		if c, err := l.Change(t.Context(), audit.Actor{}, values); err != nil || c.Title != "Tea" || c.Brand != "B" {
			t.Errorf("%v gives %+v, %v", values, c, err)
		}
	}
}

func TestAChangeOfNothing(t *testing.T) {
	store := fresh(t)
	if _, err := live(t, store).Change(t.Context(), audit.Actor{}, nil); err != nil {
		t.Error(err)
	}
	wantRows(t, store, map[string]string{})
}
