package postgres

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/quartet-dev/quartet/internal/audit/history"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/sqlgen"
	"github.com/quartet-dev/quartet/internal/store"
	"github.com/quartet-dev/quartet/internal/store/entries"
	"github.com/quartet-dev/quartet/internal/store/layout"
	"github.com/quartet-dev/quartet/internal/store/platform"
	"github.com/quartet-dev/quartet/internal/store/postgres/changes"
	"github.com/quartet-dev/quartet/observe"
)

// Store is content's Store over one PostgreSQL database and one plan.
type Store struct {
	platform.Ports

	opts        Options
	fresh       bool
	views       map[*plan.View]*entries.View
	collections map[*plan.Schema]*collection
	tables      *tables

	pool    *pool
	guard   *guard        // of statements by hand
	wholes  chan struct{} // holds whoever reads a View as a whole
	done    *store.WriteCounts
	sweeper *history.Sweeper

	feed  *changes.Feed  // nil where no plan is served
	media *changes.Topic // with a feed

	closing sync.Once
}

var _ store.Store = (*Store)(nil)

// Open makes the tables of the platform where they are missing, brings those of
// Schemas in line with the plan and prepares the plan's statements.
//
// The error is a diag.List of SCHEMA_CHANGE_BLOCKED when stored rows are in the
// way of what changed in the manifests; then nothing was changed. Otherwise it
// is a diagnostic: DATABASE_NEWER when a newer program has migrated the database,
// DATABASE_MISSING when there is none that must exist, RESOURCE_UNAVAILABLE when
// it cannot be reached. DATABASE_UNSUITABLE, a list, says what of the server is in the way.
func Open(ctx context.Context, opts Options) (*Store, error) {
	opts = opts.withDefaults()
	p, err := open(ctx, opts)
	if err != nil {
		return nil, refusal(err)
	}
	s, err := opened(ctx, opts, p)
	if err != nil {
		if s != nil {
			_ = s.Close()
		}
		p.close()
		return nil, refusal(err)
	}
	s.sweeper.Start()
	return s, nil
}

func opened(ctx context.Context, opts Options, p *pool) (*Store, error) {
	fresh, err := p.migrate(ctx, opts.MustExist)
	if err != nil {
		return nil, err
	}
	changes, err := reconcile(ctx, p, opts.Plan, opts.Log, false)
	if err != nil {
		return nil, err
	}
	layout.WarnKept(opts.Log, changes)
	s := newStore(opts, p)
	s.fresh = fresh
	if err := s.listen(ctx); err != nil {
		return nil, err
	}
	if s.guard, err = guardOf(ctx, opts, p, s.Secret); err != nil {
		return s, err
	}
	s.compileViews()
	return s, s.warm(ctx)
}

// OpenPlatform opens the platform's tables of a database alone: the store knows no
// plan, and looks at and changes no Schema's table. Errors are those of Open.
func OpenPlatform(ctx context.Context, opts Options) (*Store, error) {
	opts.Plan = new(plan.Plan)
	opts = opts.withDefaults()
	p, err := open(ctx, opts)
	if err != nil {
		return nil, refusal(err)
	}
	if _, err := p.migrate(ctx, opts.MustExist); err != nil {
		p.close()
		return nil, refusal(err)
	}
	return newStore(opts, p), nil
}

func newStore(opts Options, p *pool) *Store {
	s := &Store{
		opts: opts, pool: p, views: map[*plan.View]*entries.View{}, collections: map[*plan.Schema]*collection{},
		wholes: make(chan struct{}, 1), done: &store.WriteCounts{},
	}
	for _, schema := range opts.Plan.Schemas() {
		s.collections[schema] = &collection{Collection: entries.Compile(sqlgen.Postgres, schema)}
	}
	s.tables = &tables{collections: s.collections, log: opts.Log}
	s.Ports = platform.New(units{s}, opts.Log)
	s.sweeper = history.NewSweeper(s.History(), *opts.Retention, opts.Log)
	return s
}

// compileViews writes the statements of Views. Those by hand are shown the logical
// tables.
func (s *Store) compileViews() {
	byHand := s.guard.dialect(s.opts.Plan)
	for _, v := range s.opts.Plan.Views() {
		dialect := sqlgen.Postgres
		if v.IsSQL() {
			dialect = byHand
		}
		s.views[v] = entries.CompileView(dialect, v)
	}
}

// warm prepares every declarative View on one connection, so that a statement
// that the database would refuse fails the start and not a request.
func (s *Store) warm(ctx context.Context) error {
	err := s.pool.use(ctx, func(c *conn) error {
		for _, v := range s.views {
			if v.Plan.IsSQL() {
				continue
			}
			prepared, err := c.Prepared(&v.Page().Query)
			if err != nil {
				return fmt.Errorf("view %s: %w", v.Plan.Name(), err)
			}
			c.Finish(&v.Page().Query, prepared)
		}
		return nil
	})
	return err
}

// IsNew reports whether Open found no tables, and made them.
func (s *Store) IsNew() bool { return s.fresh }

// Health implements store.Store.
func (s *Store) Health() observe.Database {
	report := observe.Database{Size: -1, Log: -1, Free: -1, Readers: s.pool.health()}
	if s.guard != nil && s.guard.pool != nil {
		report.Guarded = s.guard.pool.health()
	}
	s.done.Report(&report)
	return report
}

// Close implements content.Store. It waits for the reads and writes that run.
func (s *Store) Close() error {
	s.closing.Do(func() {
		s.sweeper.Close()
		s.guard.close()
		s.pool.close()
		if s.feed != nil {
			s.feed.Close()
		}
	})
	return nil
}

// refusal is why a database could not be opened: the list of what is in the way,
// or one diagnostic.
func refusal(err error) error {
	var blocked diag.List
	if errors.As(err, &blocked) {
		return blocked
	}
	if d := refused(err); d != nil {
		return d
	}
	return failure(err)
}
