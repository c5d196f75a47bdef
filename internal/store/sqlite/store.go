package sqlite

import (
	"context"
	"errors"
	"fmt"
	"github.com/quartet-dev/quartet/internal/store"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/ncruces/go-sqlite3"

	"github.com/quartet-dev/quartet/internal/audit/history"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/store/layout"
	"github.com/quartet-dev/quartet/internal/store/platform"
	"github.com/quartet-dev/quartet/internal/store/sqlite/dbfile"
)

// Store is content's Store over one SQLite file and one plan.
type Store struct {
	platform.Ports

	opts        Options
	fresh       bool
	views       map[*plan.View]*view
	collections map[*plan.Schema]*collection

	writer         *writer
	indexer        *indexer
	sweeper        *history.Sweeper
	externalWrites *externalWrites
	readers        *pool
	guarded        *pool         // for sql Views
	wholes         chan struct{} // holds whoever reads a View as a whole
	closing        sync.Once
	closed         error
}

var _ content.Store = (*Store)(nil)

// guardedReaders is how many sql Views run at the same time.
const guardedReaders = 2

// Open opens the database file, which it makes when it is missing, brings its
// tables in line with the plan and compiles the plan's statements.
//
// The error is a diag.List of SCHEMA_CHANGE_BLOCKED when stored rows are in the
// way of what changed in the manifests; then nothing was changed. Otherwise it
// is a diagnostic: DATABASE_NEWER when a newer program has migrated the file,
// DATABASE_MISSING when there is none that must exist, RESOURCE_UNAVAILABLE when
// the file cannot be opened, is no database, or stays locked by another process.
func Open(ctx context.Context, opts Options) (*Store, error) {
	opts, err := opts.withDefaults()
	if err != nil {
		return nil, failure(err)
	}
	c, fresh, err := openWritable(ctx, opts)
	if err != nil {
		return nil, refusal(opts.Path, err)
	}
	changes, err := layout.Reconcile(ctx, tablesOf(c), opts.Plan, opts.Log, false)
	if err != nil {
		return nil, refusal(opts.Path, closeAfter(c, err))
	}
	if err := c.wait(opts.BusyTimeout); err != nil {
		return nil, refusal(opts.Path, closeAfter(c, err))
	}
	s, err := newStore(opts, c)
	if err != nil {
		return nil, refusal(opts.Path, closeAfter(c, err))
	}
	layout.WarnKept(opts.Log, changes)
	s.fresh = fresh
	if err := s.warm(ctx); err != nil {
		return nil, refusal(opts.Path, errors.Join(err, s.Close()))
	}
	s.sweeper.Start()
	return s, nil
}

// OpenPlatform opens the platform's tables of a database file alone: the store
// knows no plan, and looks at and changes no Schema's table. Errors are those
// of Open.
func OpenPlatform(ctx context.Context, opts Options) (*Store, error) {
	opts.Plan = new(plan.Plan)
	opts, err := opts.withDefaults()
	if err != nil {
		return nil, failure(err)
	}
	c, _, err := openWritable(ctx, opts)
	if err != nil {
		return nil, refusal(opts.Path, err)
	}
	if err := c.wait(opts.BusyTimeout); err != nil {
		return nil, refusal(opts.Path, closeAfter(c, err))
	}
	s, err := newStore(opts, c)
	if err != nil {
		return nil, refusal(opts.Path, closeAfter(c, err))
	}
	return s, nil
}

// startTimeout is how long a start waits for another process that is changing the
// tables, which takes longer than a write.
const startTimeout = time.Minute

// openWritable opens the connection that will write, with the platform tables
// up to date; fresh when there were none. It waits as a start does.
func openWritable(ctx context.Context, opts Options) (c *conn, fresh bool, err error) {
	opts.BusyTimeout = max(opts.BusyTimeout, startTimeout)
	if opts.MustExist {
		err = mustExist(opts)
	} else {
		err = makeFolder(opts.Path)
	}
	if err != nil {
		return nil, false, err
	}
	if c, err = openWriter(opts, !opts.MustExist); err != nil {
		return nil, false, err
	}
	if fresh, err = migratePlatform(ctx, c, opts); err != nil {
		return nil, false, closeAfter(c, err)
	}
	return c, fresh, nil
}

func makeFolder(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return store.Unavailable(fmt.Errorf("make the folder of the database: %w: %w", sqlite3.CANTOPEN, err))
	}
	return nil
}

func openWriter(opts Options, create bool) (*conn, error) {
	c, err := openConn(opts.Path, opts.access(create))
	if err != nil {
		return nil, err
	}
	if err := c.keepLog(opts); err != nil {
		return nil, closeAfter(c, err)
	}
	return c, nil
}

func (o Options) access(create bool) access {
	return access{create: create, cache: o.CacheBytes, busy: o.BusyTimeout}
}

var turnOnLog = &query{Text: "PRAGMA journal_mode = WAL", Brief: true}

// keepLog turns the write-ahead log on and makes every commit durable, unless
// that is not wanted. SQLite does not wait for others while a new file is turned
// over.
func (c *conn) keepLog(opts Options) error {
	synchronous := "FULL"
	if opts.Unsynced {
		synchronous = "NORMAL"
	}
	for began := time.Now(); ; time.Sleep(5 * time.Millisecond) {
		mode, err := c.look(turnOnLog)
		switch {
		case err == nil && string(mode) == "wal":
			return c.exec(`PRAGMA synchronous = ` + synchronous + `; PRAGMA wal_autocheckpoint = 10000; PRAGMA journal_size_limit = 67108864`)
		case err == nil:
			return store.Unavailable(fmt.Errorf("journal mode is %s: this file system cannot keep a write-ahead log", mode))
		case !isBusy(err) || time.Since(began) > opts.BusyTimeout:
			return err
		}
	}
}

func newStore(opts Options, c *conn) (*Store, error) {
	files := dbfile.NewWatch(opts.Path, opts.Log)
	if err := files.Adopt(c.db); err != nil {
		return nil, err
	}
	s := &Store{
		opts: opts, views: map[*plan.View]*view{}, collections: map[*plan.Schema]*collection{}, wholes: make(chan struct{}, 1),
	}
	for _, v := range opts.Plan.Views() {
		s.views[v] = compileView(v)
	}
	for _, schema := range opts.Plan.Schemas() {
		s.collections[schema] = compileCollection(schema, opts.SearchFrom)
	}
	s.externalWrites = &externalWrites{every: checkInterval, open: sameFile(files, func() (*conn, error) {
		return openConn(opts.Path, access{readOnly: true, plain: true, cache: watcherCache})
	})}
	s.writer = startWriter(c, func() (*conn, error) { return openWriter(opts, false) }, opts, s.externalWrites, files,
		&tables{path: opts.Path, collections: s.collections, log: opts.Log})
	s.readers = newPool(opts.Readers, opts.StatementTimeout, sameFile(files, func() (*conn, error) {
		a := opts.access(false)
		a.readOnly = true
		return openConn(opts.Path, a)
	}))
	s.guarded = newPool(guardedReaders, opts.StatementTimeout, sameFile(files, func() (*conn, error) {
		return openRestricted(opts.Path, opts.access(false), opts.Plan.Schemas())
	}))
	s.Ports = platform.New(units{s.readers, s.writer}, opts.Log)
	s.indexer = newIndexer(s.writer, s.collections, opts.Log)
	s.sweeper = history.NewSweeper(s.History(), *opts.Retention, opts.Log)
	return s, nil
}

// sameFile refuses what open opens when it is another file than the one that is
// written.
func sameFile(files *dbfile.Watch, open func() (*conn, error)) func() (*conn, error) {
	return func() (*conn, error) {
		c, err := open()
		if err != nil {
			return nil, err
		}
		if err := files.Same(c.db); err != nil {
			return nil, closeAfter(c, err)
		}
		return c, nil
	}
}

// warm prepares every declarative View on the first reader, so that a
// statement that the database would refuse fails the start and not a request,
// and looks at how far the search tables are.
func (s *Store) warm(ctx context.Context) error {
	return s.readers.readFor(ctx, 0, func(c *conn) error {
		for _, v := range s.views {
			if v.Plan.IsSQL() {
				continue
			}
			if _, err := c.prepared(&v.Page().Query); err != nil {
				return fmt.Errorf("view %s: %w", v.Plan.Name(), err)
			}
		}
		return s.indexer.start(c)
	})
}

// IsNew reports whether Open found no database, and made one.
func (s *Store) IsNew() bool { return s.fresh }

// Close implements content.Store. It waits for the reads and writes that run.
func (s *Store) Close() error {
	s.closing.Do(func() {
		s.sweeper.Close()
		s.indexer.close()
		err := errors.Join(s.readers.close(), s.guarded.close(), s.writer.close(), s.externalWrites.close())
		if err != nil {
			s.closed = failure(err)
		}
	})
	return s.closed
}

// refusal is why a database could not be opened: the list of what is in the
// way, or one diagnostic, which names the file and what to do where that is
// known.
func refusal(path string, err error) error {
	var blocked diag.List
	if errors.As(err, &blocked) {
		return blocked
	}
	d := *failure(err)
	if todo := remedy(err); todo != "" {
		d.Message, d.Suggestion = "The database "+path+" cannot be used.", todo
	}
	return &d
}
