package sqlite

import (
	"log/slog"
	"path/filepath"
	"time"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/plan"
)

// Options configure Open. Path and Plan are required; everything else has a
// default.
type Options struct {
	Path string     // the database file; it and its folder are made when missing
	Plan *plan.Plan // what the tables and statements are made for
	Log  *slog.Logger

	MustExist bool // refuse a file that is missing or new, and make none

	// Unsynced has commits not wait for the disk: a loss of power may take the
	// last ones that were answered, and leaves the file whole.
	Unsynced bool

	Readers          int           // connections that read at the same time; default 4
	CacheBytes       int           // page cache of each connection; default 8 MiB
	AnswerBytes      int           // longest answer of a View; default 8 MiB
	StatementTimeout time.Duration // longest that one read may run; default 5 s
	BusyTimeout      time.Duration // longest wait for another process's write; default 5 s
	SearchFrom       int           // entries from which a collection has a search table; default 10,000

	Retention *audit.Retention // bounds of the history; default audit.RetainAll
}

func (o Options) withDefaults() (Options, error) {
	path, err := filepath.Abs(o.Path)
	if err != nil {
		return o, err
	}
	o.Path = path
	if o.Log == nil {
		o.Log = slog.Default()
	}
	positive(&o.Readers, 4)
	positive(&o.CacheBytes, 8<<20)
	positive(&o.AnswerBytes, 8<<20)
	positive(&o.StatementTimeout, 5*time.Second)
	positive(&o.BusyTimeout, 5*time.Second)
	positive(&o.SearchFrom, 10_000)
	if o.Retention == nil {
		o.Retention = &audit.RetainAll
	}
	return o, nil
}

func positive[T int | time.Duration](value *T, fallback T) {
	if *value <= 0 {
		*value = fallback
	}
}
