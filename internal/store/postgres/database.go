package postgres

import (
	"context"
	"log/slog"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/store"
	"github.com/quartet-dev/quartet/internal/store/layout"
	"github.com/quartet-dev/quartet/internal/store/platform"
)

// Database is the database that URL is the address of.
type Database struct {
	URL       string
	DirectURL string // of the server itself, where URL is that of a pooler; "" where there is none

	ViewsURL string // of the role that an operator has made for sql Views; "" for one of our own
}

var _ store.Database = Database{}

// Open implements store.Database.
func (d Database) Open(ctx context.Context, o store.Options) (store.Store, error) {
	s, err := Open(ctx, Options{URL: d.URL, DirectURL: d.DirectURL, ViewsURL: d.ViewsURL, Plan: o.Plan, Log: o.Log, MustExist: o.MustExist, Retention: o.Retention})
	if err != nil {
		return nil, err // and not a Store that is nil
	}
	return s, nil
}

// OpenPlatform implements store.Database.
func (d Database) OpenPlatform(ctx context.Context, log *slog.Logger) (store.Platform, error) {
	s, err := OpenPlatform(ctx, Options{URL: d.URL, Log: log, MustExist: true})
	switch {
	case diag.HasCode(err, diag.DatabaseMissing):
		return nil, nil
	case err != nil:
		return nil, err
	}
	return s, nil
}

// with runs fn on a connection of its own. The error is a diagnostic or a list of
// them.
func (d Database) with(ctx context.Context, fn func(*pool, *conn) error) error {
	p, err := open(ctx, Options{URL: d.URL}.withDefaults())
	if err != nil {
		return refusal(err)
	}
	defer p.close()
	if err := p.use(ctx, func(c *conn) error { return fn(p, c) }); err != nil {
		return refusal(err)
	}
	return nil
}

// Changes implements store.Database.
func (d Database) Changes(ctx context.Context, of *plan.Plan) (changes []store.Change, blocked diag.List) {
	if blocked = CheckNames(of); blocked != nil {
		return nil, blocked
	}
	err := d.with(ctx, func(p *pool, c *conn) (err error) {
		if err := refuseUnfinished(c, p.name()); err != nil {
			return err
		}
		if found, err := c.number(tableExists, "_quartet_layout"); found == 0 || err != nil {
			changes = layout.FromNothing(of)
			return err
		}
		changes, blocked, err = layout.DryRun(ctx, tablesOf(c), of, slog.New(slog.DiscardHandler))
		return err
	})
	if err == nil && blocked == nil {
		err = d.with(ctx, func(p *pool, _ *conn) error { return d.tryRole(ctx, p, of) })
	}
	if err != nil {
		return nil, diag.List{failure(err)}
	}
	return changes, blocked
}

// Migrate implements store.Database.
func (d Database) Migrate(ctx context.Context, of *plan.Plan, drop bool) (changes []store.Change, err error) {
	p, err := open(ctx, Options{URL: d.URL}.withDefaults())
	if err != nil {
		return nil, refusal(err)
	}
	defer p.close()
	if _, err := p.migrate(ctx, false); err != nil {
		return nil, refusal(err)
	}
	if changes, err = reconcile(ctx, p, of, slog.New(slog.DiscardHandler), drop); err != nil {
		return nil, refusal(err)
	}
	if err := d.makeRole(ctx, p, of); err != nil {
		return changes, refusal(err)
	}
	return changes, nil
}

// AuditLogSize implements store.Database.
func (d Database) AuditLogSize(ctx context.Context) (size store.AuditLogSize, err error) {
	err = d.withTable(ctx, "_quartet_versions", func(c *conn) (err error) {
		size, err = platform.AuditLogSize(c.platform)
		return err
	})
	return size, err
}

// SiteConfig implements store.Database.
func (d Database) SiteConfig(ctx context.Context) (rows map[string]string, err error) {
	err = d.withTable(ctx, "site_config", func(c *conn) (err error) {
		rows, err = platform.SiteConfig(c.platform)
		return err
	})
	return rows, err
}

// DeleteSiteConfig implements store.Database.
func (d Database) DeleteSiteConfig(ctx context.Context, key string) error {
	return d.withTable(ctx, "site_config", func(c *conn) error { return platform.DeleteSiteConfig(c.platform, key) })
}

// withTable is with, unless the database has no such table.
func (d Database) withTable(ctx context.Context, table string, fn func(*conn) error) error {
	return d.with(ctx, func(_ *pool, c *conn) error {
		if found, err := c.number(tableExists, table); found == 0 || err != nil {
			return err
		}
		return fn(c)
	})
}
