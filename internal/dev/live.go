package dev

import (
	"fmt"
	"hash/fnv"
	"sync"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/diag"
)

// version is one loaded state of the site with the requests under way on it.
type version struct {
	*app.App
	requests sync.WaitGroup
}

// stored names the entries and the settings that the version has stored. It
// changes with every write to an entry and with every change of a setting,
// whichever surface or process it came from.
func (v *version) stored() string {
	var writes uint64
	for _, schema := range v.Plan().Schemas() {
		number, _ := v.Content().SchemaGeneration(schema) // while it is not known it is at least this
		writes += number
	}
	settings := fnv.New64a()
	_, _ = fmt.Fprintf(settings, "%+v", *v.Site().Config()) // a hash takes everything
	return fmt.Sprintf("%d.%x", writes, settings.Sum64())
}

// live holds the version that answers now and what is wrong with the files
// since. It is safe for concurrent use.
type live struct {
	mu       sync.Mutex
	current  *version // nil until a version was good
	stale    bool     // the version is of an attempt before the last one, which failed
	problems diag.List
	number   int           // rises with every attempt
	changed  chan struct{} // closed with the next attempt

	closing sync.WaitGroup // versions that finish their requests
}

// state is what a page shows.
type state struct {
	stale    bool
	problems diag.List
	number   int
	changed  <-chan struct{}
}

func newLive() *live { return &live{changed: make(chan struct{})} }

// replace puts a good version in front; problems are those of its seeds. The
// version before is closed when its last request is answered.
func (l *live) replace(s *app.App, problems diag.List) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.retire()
	l.current, l.stale = &version{App: s}, false
	l.attempted(problems)
}

// keep leaves the version as it is and records why a newer one is no good.
func (l *live) keep(problems diag.List) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stale = l.current != nil
	l.attempted(problems)
}

func (l *live) attempted(problems diag.List) {
	l.problems = problems
	l.number++
	close(l.changed)
	l.changed = make(chan struct{})
}

func (l *live) retire() {
	if old := l.current; old != nil {
		l.current = nil
		l.closing.Go(func() {
			old.requests.Wait()
			_ = old.Close() // a newer version has the database open; there is nothing left to save
		})
	}
}

// close ends the current version and waits until all are closed.
func (l *live) close() {
	l.mu.Lock()
	l.retire()
	l.mu.Unlock()
	l.closing.Wait()
}

// use gives the current version, nil when there is none. done must be called
// when the request is answered.
func (l *live) use() (v *version, now state, done func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now = state{l.stale, l.problems, l.number, l.changed}
	if l.current == nil {
		return nil, now, func() {}
	}
	l.current.requests.Add(1)
	return l.current, now, l.current.requests.Done
}
