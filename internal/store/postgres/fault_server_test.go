package postgres_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/store/postgres"
	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest"
)

// fleet is writers that write until they are told to stop.
type fleet struct {
	*faulty
	stop     chan struct{}
	done     sync.WaitGroup
	answered [16][]string // by writer
	reported [16][]string // those that were not answered
	since    [16]atomic.Int64
}

func sendFleet(f *faulty) *fleet {
	w := &fleet{faulty: f, stop: make(chan struct{})}
	for i := range w.answered {
		w.done.Go(func() { w.run(i) })
	}
	return w
}

func (w *fleet) run(i int) {
	for n := 0; ; n++ {
		select {
		case <-w.stop:
			return
		default:
		}
		id := fmt.Sprintf("post-%02d-%05d", i, n)
		switch err := w.insert(id); {
		case err == nil:
			w.answered[i] = append(w.answered[i], id)
			w.since[i].Add(1)
		case diag.HasCode(err, diag.ResourceUnavailable):
			w.reported[i] = append(w.reported[i], id)
		default:
			w.t.Errorf("%s: %v", id, err)
			return
		}
	}
}

// progress waits until each writer had n more answers.
func (w *fleet) progress(n int64, within time.Duration) {
	w.t.Helper()
	var before [16]int64
	for i := range before {
		before[i] = w.since[i].Load()
	}
	end := time.Now().Add(within)
	for i := range before {
		for w.since[i].Load() < before[i]+n {
			if time.Now().After(end) {
				w.t.Fatalf("writer %d had %d answers in %v", i, w.since[i].Load()-before[i], within)
			}
			time.Sleep(time.Millisecond)
		}
	}
}

// hold ends the writers, and holds what they were told against what is stored:
// every answered post once, with one record, and every other one once or not at
// all.
func (w *fleet) hold(f *faulty) {
	w.t.Helper()
	close(w.stop)
	w.done.Wait()
	stored, records := f.posts(), f.records()
	for id, n := range stored {
		if n != 1 || records[id] != 1 {
			w.t.Errorf("%s is stored %d times with %d records", id, n, records[id])
		}
	}
	answers, reports := 0, 0
	for i := range w.answered {
		for _, id := range w.answered[i] {
			answers++
			if stored[id] != 1 {
				w.t.Errorf("%s was answered and is lost", id)
			}
		}
		reports += len(w.reported[i])
	}
	if len(records) != len(stored) {
		w.t.Errorf("%d posts have records, of %d", len(records), len(stored))
	}
	w.t.Logf("%d writes answered, %d reported as not known or not done", answers, reports)
}

func (f *faulty) posts() map[string]int {
	f.t.Helper()
	found := map[string]int{}
	for after := ""; ; {
		page, err := f.store.Entries(f.t.Context(), content.EntryQuery{Schema: f.plan.Schema("posts"), After: after, Limit: 1000})
		if err != nil {
			f.t.Fatal(err)
		}
		if len(page) == 0 {
			return found
		}
		for _, e := range page {
			found[e.ID]++
			after = e.ID
		}
	}
}

// records counts those of each post.
func (f *faulty) records() map[string]int {
	f.t.Helper()
	found := map[string]int{}
	for before := int64(0); ; {
		lines, _, err := f.store.AuditRecords(f.t.Context(), audit.Query{Before: before, Limit: 100})
		if err != nil {
			f.t.Fatal(err)
		}
		if len(lines) == 0 {
			return found
		}
		for _, l := range lines {
			found[l.Subject]++
			before = l.Key
		}
	}
}

// The server crashes under sixteen writers, twice.
func TestTheServerRestartsUnderWriters(t *testing.T) {
	server := postgrestest.Start(t, postgrestest.Options{Durable: true})
	f := openFaulty(t, server.Database(t))
	w := sendFleet(f)
	for range 2 {
		w.progress(10, time.Minute)
		server.Restart(t, true)
		w.progress(1, 5*time.Second) // it is back
	}
	w.hold(f)
}

// A read that its time ends while the server is down was not slow: whoever asks comes
// again, and need not ask for less.
func TestAReadWhileTheServerIsDown(t *testing.T) {
	server := postgrestest.Start(t, postgrestest.Options{})
	p := plantest.Seal(t, posts)
	s, err := postgres.Open(t.Context(), postgres.Options{URL: server.Database(t), Plan: p, StatementTimeout: 300 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	server.Stop(true)
	for range 3 {
		if _, err := s.Entry(t.Context(), p.Schema("posts"), "one"); !diag.HasCode(err, diag.ResourceUnavailable) {
			t.Errorf("%v", err)
		}
	}
}

// The server is lost for good; its standby, which every commit has waited for,
// takes over.
func TestAStandbyIsPromotedUnderWriters(t *testing.T) {
	server := postgrestest.Start(t, postgrestest.Options{})
	first := server.Database(t)
	standby := server.Standby(t)
	server.WaitForStandby(t)
	f := openFaulty(t, postgrestest.At(first, server.Address()+","+standby.Address())+"&target_session_attrs=read-write&connect_timeout=2")
	w := sendFleet(f)
	w.progress(5, time.Minute)
	server.Stop(true)
	standby.Promote(t)
	w.progress(1, 5*time.Second)
	w.hold(f)
}

// Every connection is lent: whoever comes is told to come later, and is served
// when there is one again.
func TestThePoolIsExhausted(t *testing.T) {
	t.Parallel()
	url := migrated.URL(t)
	f := openFaulty(t, url+"&pool_max_conns=1")
	held, release, over := make(chan struct{}), make(chan struct{}), make(chan error)
	go func() {
		over <- f.count("calls", func() {
			close(held)
			<-release
		})
	}()
	<-held
	if err := f.view(); !diag.HasCode(err, diag.ResourceUnavailable) {
		t.Errorf("a read: %v", err)
	}
	if got := f.store.Health().Readers; got.Busy != 1 || got.Size != 1 {
		t.Errorf("%+v", got)
	}
	close(release)
	if err := <-over; err != nil {
		t.Error(err)
	}
	if err := f.view(); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}
