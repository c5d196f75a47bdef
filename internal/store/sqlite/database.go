package sqlite

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/store"
	"github.com/quartet-dev/quartet/internal/store/sqlite/migrations"
)

// Database is the database in the file at Path.
type Database struct{ Path string }

var _ store.Database = Database{}

// Open implements store.Database.
func (d Database) Open(ctx context.Context, o store.Options) (store.Store, error) {
	s, err := Open(ctx, Options{
		Path: d.Path, Plan: o.Plan, Log: o.Log, MustExist: o.MustExist, Unsynced: o.Unsynced, Retention: o.Retention,
	})
	if err != nil {
		return nil, err // and not a Store that is nil
	}
	return s, nil
}

// OpenPlatform implements store.Database.
func (d Database) OpenPlatform(ctx context.Context, log *slog.Logger) (store.Platform, error) {
	if _, err := os.Stat(d.Path); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	s, err := OpenPlatform(ctx, Options{Path: d.Path, Log: log})
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Changes implements store.Database.
func (d Database) Changes(ctx context.Context, p *plan.Plan) ([]store.Change, diag.List) {
	return Changes(ctx, d.Path, p)
}

// Migrate implements store.Database.
func (d Database) Migrate(ctx context.Context, p *plan.Plan, drop bool) ([]store.Change, error) {
	return Migrate(ctx, d.Path, p, drop)
}

// Examine implements store.Database.
func (d Database) Examine(ctx context.Context) (store.Condition, error) { return Examine(ctx, d.Path) }

// AuditLogSize implements store.Database.
func (d Database) AuditLogSize(ctx context.Context) (store.AuditLogSize, error) {
	return ReadAuditLogSize(ctx, d.Path)
}

// SiteConfig implements store.Database.
func (d Database) SiteConfig(ctx context.Context) (map[string]string, error) {
	return SiteConfig(ctx, d.Path)
}

// DeleteSiteConfig implements store.Database.
func (d Database) DeleteSiteConfig(ctx context.Context, key string) error {
	return DeleteSiteConfig(ctx, d.Path, key)
}

// PlatformTables are the platform's tables of this program's version, as a copy of any
// database has them.
func PlatformTables(ctx context.Context) ([]*store.Table, error) {
	dir, err := os.MkdirTemp("", "quartet-tables-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // a temporary folder
	target, err := Database{Path: filepath.Join(dir, "empty.db")}.Target(ctx)
	if err != nil {
		return nil, err
	}
	tables, err := target.Tables(ctx)
	return tables, errors.Join(err, target.Close())
}

// NewestVersion is that of the platform's tables which this program knows, in every
// database.
func NewestVersion() int { return migrations.Newest() }
