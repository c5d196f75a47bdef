package sqlite

import (
	"path/filepath"
	"sync/atomic"
	"time"

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
	s.writer.done.Report(&report)
	return report
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
