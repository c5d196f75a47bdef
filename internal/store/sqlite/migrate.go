package sqlite

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/store"
	"github.com/quartet-dev/quartet/internal/store/layout"
	"github.com/quartet-dev/quartet/internal/store/sqlite/dbfile"
)

// Migrate does what Open does to the tables and tells what it did. With drop
// it also removes what removed Schemas and properties left behind, for good.
// Errors are those of Open.
func Migrate(ctx context.Context, path string, p *plan.Plan, drop bool) ([]store.Change, error) {
	opts, err := Options{Path: path, Plan: p, Log: slog.New(slog.DiscardHandler)}.withDefaults()
	if err != nil {
		return nil, failure(err)
	}
	c, _, err := openWritable(ctx, opts)
	if err != nil {
		return nil, refusal(opts.Path, err)
	}
	changes, err := layout.Reconcile(ctx, tablesOf(c), p, opts.Log, drop)
	if err = errors.Join(err, c.close()); err != nil {
		return nil, refusal(opts.Path, err)
	}
	return changes, nil
}

// Changes lists what Migrate would do, and what is in its way, without changing
// anything. It does the work and takes it back, so that the answer is exact;
// other processes cannot write meanwhile. A file that Examine finds damaged is
// in the way.
func Changes(ctx context.Context, path string, p *plan.Plan) ([]store.Change, diag.List) {
	opts, err := Options{Path: path, Plan: p, Log: slog.New(slog.DiscardHandler)}.withDefaults()
	if err != nil {
		return nil, diag.List{failure(err)}
	}
	if _, err := os.Stat(opts.Path); errors.Is(err, fs.ErrNotExist) {
		if err := dbfile.CheckLog(opts.Path); err != nil {
			return nil, diag.List{failure(err)}
		}
		return layout.FromNothing(p), nil
	}
	condition, err := Examine(ctx, opts.Path)
	if err != nil {
		return nil, diag.List{failure(err)}
	}
	if problems := condition.Problems(); problems.HasErrors() {
		return nil, problems
	}
	changes, blocked, err := dryRun(ctx, opts)
	if err != nil {
		return nil, diag.List{failure(refusal(opts.Path, err))}
	}
	return changes, blocked
}

func dryRun(ctx context.Context, opts Options) (changes []store.Change, blocked diag.List, err error) {
	c, err := openConn(opts.Path, opts.access(false))
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, c.close()) }()
	if err := errors.Join(refuseUnfinished(c, opts.Path), refuseNewer(c, opts.Path)); err != nil {
		return nil, nil, err
	}
	if found, err := c.look(hasTable, "_quartet_layout"); found == nil || err != nil {
		return layout.FromNothing(opts.Plan), nil, err
	}
	return layout.DryRun(ctx, tablesOf(c), opts.Plan, opts.Log)
}
