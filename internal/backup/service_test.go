package backup

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/backup/copies"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/store"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
)

// clock is a time that tests move.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// broken is a place that takes nothing while it is broken.
type broken struct {
	copies.Folder
	is bool
}

func (b *broken) Draft() (*copies.Draft, error) {
	if b.is {
		return nil, errors.New("no room on the disk")
	}
	return b.Folder.Draft()
}

type served struct {
	*Service
	t     *testing.T
	clock *clock
	place *broken
	again func() *Service // another process
}

func newServed(t *testing.T) *served {
	t.Helper()
	database := sqlite.Database{Path: filepath.Join(t.TempDir(), "site.db")}
	opened, err := database.Open(t.Context(), store.Options{Plan: new(plan.Plan), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = opened.Close() })
	s := &served{t: t, clock: &clock{at: time.Now()}, place: &broken{Folder: copies.Folder(t.TempDir())}}
	s.again = func() *Service {
		made := New(Options{
			Site: Site{Database: database, Dialect: "sqlite"}, Place: s.place, Every: 10 * time.Minute, Keep: copies.Keep{Last: 2},
			Store: opened.Backups(), Log: slog.New(slog.DiscardHandler), Now: s.clock.now,
		})
		t.Cleanup(made.Close)
		return made
	}
	s.Service = s.again()
	return s
}

func (s *served) status() Status {
	s.t.Helper()
	status, err := s.Status(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	return status
}

// Each interval has one copy, whichever process takes it, and what is kept no longer
// goes.
func TestOneProcessTakesEachCopy(t *testing.T) {
	s := newServed(t)
	other := s.again()
	for range 4 {
		var both sync.WaitGroup
		for _, each := range []*Service{s.Service, other, s.again()} {
			both.Go(func() { each.takeDue(t.Context()) })
		}
		both.Wait()
		s.clock.pass(9 * time.Minute)
		s.takeDue(t.Context())
		time.Sleep(2 * time.Millisecond) // names tell milliseconds
		s.clock.pass(time.Minute)
	}
	records, err := s.Store.Records(t.Context(), 100)
	if err != nil || len(records) != 4 {
		t.Fatalf("%d copies, %v", len(records), err)
	}
	status := s.status()
	if len(status.Copies) != 2 || status.Copies[0].Record == nil || status.Last.Rows == 0 || status.Failed != nil || status.Overdue {
		t.Errorf("%+v", status)
	}
}

// What fails is told, tried again ever later, and forgotten when it has succeeded.
func TestAFailedCopyIsTriedAgain(t *testing.T) {
	s := newServed(t)
	s.place.is = true
	for i, pause := range []time.Duration{time.Minute, 2 * time.Minute, 4 * time.Minute, 8 * time.Minute, 10 * time.Minute, 10 * time.Minute} {
		s.takeDue(t.Context())
		s.clock.pass(pause - time.Second)
		s.takeDue(t.Context())
		if status := s.status(); status.Failures != i+1 || status.Failed.Problem != "no room on the disk" || !status.Overdue {
			t.Fatalf("after %d: %+v", i+1, status)
		}
		s.clock.pass(time.Second)
	}
	health, err := s.Health(t.Context())
	if err != nil || health.Failures != 6 || !health.LastAt.IsZero() || !health.Scheduled {
		t.Errorf("%+v, %v", health, err)
	}
	s.place.is = false
	s.takeDue(t.Context())
	if status := s.status(); status.Failures != 0 || status.Failed != nil || status.Last == nil || status.Overdue {
		t.Errorf("%+v", status)
	}
	s.clock.pass(21 * time.Minute)
	if health, err := s.Health(t.Context()); err != nil || !health.Overdue || health.LastSize == 0 {
		t.Errorf("%+v, %v", health, err)
	}
}

// slow is a place whose draft is not there before somebody says so.
type slow struct {
	copies.Place
	begun, admit chan struct{}
}

func (s *slow) Draft() (*copies.Draft, error) {
	s.begun <- struct{}{}
	<-s.admit
	return s.Place.Draft()
}

// While one copy is taken nobody takes another. Whoever asks is told, and a process
// that ended gives its place to the next.
func TestAClaimEndsWithItsProcess(t *testing.T) {
	s := newServed(t)
	place := &slow{s.place, make(chan struct{}), make(chan struct{})}
	s.Place = place
	if _, err := s.Request(t.Context(), audit.Actor{ID: "ada"}); err != nil {
		t.Fatal(err)
	}
	<-place.begun
	other := s.again()
	if _, err := other.Request(t.Context(), audit.Actor{ID: "bob"}); !diag.HasCode(err, diag.Conflict) {
		t.Errorf("two at once: %v", err)
	}
	other.takeDue(t.Context())
	if status := s.status(); status.Running == nil || status.Running.Cause != "ada" || len(status.Copies) > 0 {
		t.Errorf("%+v", status)
	}
	s.clock.pass(lease + firstRetry + time.Second) // without a sign of life
	other.takeDue(t.Context())
	if status := s.status(); status.Last == nil || status.Last.Cause != copies.Schedule || len(status.Copies) != 1 {
		t.Errorf("%+v", status)
	}
	close(place.admit)
}

// A service that stops takes its claim back, and leaves nothing.
func TestAStoppedServiceLeavesNothing(t *testing.T) {
	s := newServed(t)
	place := &slow{s.place, make(chan struct{}), make(chan struct{})}
	s.Place = place
	if _, err := s.Request(t.Context(), audit.Actor{ID: "ada"}); err != nil {
		t.Fatal(err)
	}
	<-place.begun
	s.stop()
	close(place.admit)
	s.Close()
	records, err := s.Store.Records(context.Background(), 10)
	files, globbed := filepath.Glob(filepath.Join(string(s.place.Folder), "*"))
	drafts, _ := filepath.Glob(filepath.Join(string(s.place.Folder), ".*"))
	if len(records) > 0 || len(files)+len(drafts) > 0 || errors.Join(err, globbed) != nil {
		t.Errorf("%v and %v, %v stay, %v", records, files, drafts, err)
	}
}

func TestACopyIsOpenedByItsName(t *testing.T) {
	s := newServed(t)
	s.takeDue(t.Context())
	name := s.status().Copies[0].Name
	body, size, err := s.Download(t.Context(), name, audit.Actor{ID: "ada"})
	if err != nil {
		t.Fatal(err)
	}
	defer body.Close()
	if n, err := io.Copy(io.Discard, body); n != size || err != nil {
		t.Errorf("%d of %d, %v", n, size, err)
	}
	for _, other := range []string{"", "../" + name, "site.db", copies.Name(time.Unix(0, 0))} {
		if _, _, err := s.Download(t.Context(), other, audit.Actor{}); !diag.HasCode(err, diag.NotFound) {
			t.Errorf("%q: %v", other, err)
		}
	}
	s.Place = nil
	if _, _, err := s.Download(t.Context(), name, audit.Actor{ID: "ada"}); !diag.HasCode(err, diag.NotFound) {
		t.Error(err)
	}
	if _, err := s.Request(t.Context(), audit.Actor{ID: "ada"}); !diag.HasCode(err, diag.NotFound) {
		t.Error(err)
	}
}
