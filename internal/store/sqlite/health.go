package sqlite

import (
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/store/sqlite/dbfile"
	"github.com/quartet-dev/quartet/observe"
)

// Health reports the condition of the file and of the connections to it. It asks
// the file system and not the database, so that it answers when that does not.
func (s *Store) Health() observe.Database {
	report := observe.Database{
		Size: dbfile.Size(s.opts.Path), Log: dbfile.Size(s.opts.Path + "-wal"), Free: dbfile.FreeBytes(filepath.Dir(s.opts.Path)),
		Queued: len(s.writer.jobs) + len(s.writer.background), Readers: s.readers.health(), Guarded: s.guarded.health(),
	}
	s.writer.done.report(&report)
	return report
}

// writeCounts are what a writer has done.
type writeCounts struct {
	writes, commits atomic.Int64

	mu       sync.Mutex
	failures map[string]int64
}

// answered counts a write by how it ended. A write that a caller may mend, such
// as one that is out of date, has not failed.
func (n *writeCounts) answered(err *diag.Diagnostic) {
	n.writes.Add(1)
	if err == nil || err.Status() < 500 {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.failures == nil {
		n.failures = map[string]int64{}
	}
	n.failures[string(err.Code)]++
}

func (n *writeCounts) report(to *observe.Database) {
	n.mu.Lock()
	defer n.mu.Unlock()
	to.Writes, to.Commits = n.writes.Load(), n.commits.Load()
	// Those that there can be are shown before the first one, so that a rise is
	// seen.
	to.Failures = map[string]int64{string(diag.ResourceUnavailable): 0, string(diag.ResourceExhausted): 0, string(diag.InternalError): 0}
	for code, times := range n.failures {
		to.Failures[code] = times
	}
}

// waitCounts are how often, and how long, reads have waited for a connection.
type waitCounts struct{ waits, nanoseconds atomic.Int64 }

func (n *waitCounts) waited(since time.Time) {
	n.waits.Add(1)
	n.nanoseconds.Add(int64(time.Since(since)))
}

func (p *pool) health() observe.Pool {
	return observe.Pool{
		Size: cap(p.free), Busy: cap(p.free) - len(p.free),
		Waits: p.waits.waits.Load(), Waited: time.Duration(p.waits.nanoseconds.Load()),
	}
}
