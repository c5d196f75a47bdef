package sqlite

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/store/sqlite/dbfile"
)

// Migrate does what Open does to the tables and tells what it did. With drop
// it also removes what removed Schemas and properties left behind, for good.
// Errors are those of Open.
func Migrate(ctx context.Context, path string, p *plan.Plan, drop bool) ([]Change, error) {
	opts, err := Options{Path: path, Plan: p, Log: slog.New(slog.DiscardHandler)}.withDefaults()
	if err != nil {
		return nil, failure(err)
	}
	c, _, err := openWritable(ctx, opts)
	if err != nil {
		return nil, refusal(opts.Path, err)
	}
	changes, err := reconcile(ctx, c, p, opts.Log, drop)
	if err = errors.Join(err, c.close()); err != nil {
		return nil, refusal(opts.Path, err)
	}
	return changes, nil
}

// errTakeBack ends a transaction whose changes were only wanted to be known.
var errTakeBack = errors.New("take everything back")

// Changes tells what Migrate would do, and what is in its way, without changing
// anything. It does the work and takes it back, so that the answer is exact;
// other processes cannot write meanwhile. A file that Examine finds damaged is
// in the way.
func Changes(ctx context.Context, path string, p *plan.Plan) ([]Change, diag.List) {
	opts, err := Options{Path: path, Plan: p, Log: slog.New(slog.DiscardHandler)}.withDefaults()
	if err != nil {
		return nil, diag.List{failure(err)}
	}
	if _, err := os.Stat(opts.Path); errors.Is(err, fs.ErrNotExist) {
		if err := dbfile.CheckLog(opts.Path); err != nil {
			return nil, diag.List{failure(err)}
		}
		return fromNothing(p), nil
	}
	condition, err := Examine(ctx, opts.Path)
	if err != nil {
		return nil, diag.List{failure(err)}
	}
	if problems := condition.Problems(); problems.HasErrors() {
		return nil, problems
	}
	r := &reconciler{plan: p, log: opts.Log}
	if err := r.rehearse(ctx, opts); err != nil {
		return nil, diag.List{failure(refusal(opts.Path, err))}
	}
	return r.changes, r.blocked
}

// fromNothing are the changes that a new file needs.
func fromNothing(p *plan.Plan) (changes []Change) {
	for _, s := range p.Schemas() {
		changes = append(changes, Change{Schema: s.Name(), Action: CreateTable})
		for _, name := range layoutOf(s).Indexes {
			changes = append(changes, Change{Schema: s.Name(), Action: CreateIndex, Name: name})
		}
	}
	return changes
}

func (r *reconciler) rehearse(ctx context.Context, opts Options) (err error) {
	if r.conn, err = openConn(opts.Path, opts.access(false)); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.conn.close()) }()
	if err := refuseNewer(r.conn, opts.Path); err != nil {
		return err
	}
	found, err := r.conn.look(hasTable, "_quartet_layout")
	if err != nil {
		return err
	}
	if found == nil {
		r.changes = fromNothing(r.plan)
		return nil
	}
	err = r.conn.atomically(ctx, func() error {
		if err := r.run(); err != nil {
			return err
		}
		return errTakeBack
	})
	if errors.Is(err, errTakeBack) {
		return nil
	}
	return err
}
