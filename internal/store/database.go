package store

import (
	"context"
	"log/slog"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
)

// Database is where the data of a site lies, served or not. Errors are
// diagnostics, or a diag.List of what is in the way of the manifests.
type Database interface {
	// Open brings the tables in line with the plan and compiles its statements.
	Open(ctx context.Context, o Options) (Store, error)

	// OpenPlatform opens the tables of the platform alone, beside whatever
	// serves the site; nil when there is no database yet.
	OpenPlatform(ctx context.Context, log *slog.Logger) (Platform, error)

	// Changes lists what Migrate would do, and what is in its way, and changes
	// nothing. Migrate does it, and with drop removes for good what is no longer
	// declared.
	Changes(ctx context.Context, p *plan.Plan) ([]Change, diag.List)
	Migrate(ctx context.Context, p *plan.Plan, drop bool) ([]Change, error)

	// Examine looks at all of the database and changes nothing.
	Examine(ctx context.Context) (Condition, error)

	// AuditLogSize reports how much the audit log holds.
	AuditLogSize(ctx context.Context) (AuditLogSize, error)

	// Source opens all that the database holds, beside whatever serves it.
	// DATABASE_MISSING where there is none.
	Source(ctx context.Context) (Source, error)

	// Target opens the database to be loaded. It is made where there is none;
	// DATABASE_NOT_EMPTY where it holds anything but an interrupted load.
	Target(ctx context.Context) (Target, error)

	// SiteConfig reads the rows of site_config; DeleteSiteConfig removes one.
	SiteConfig(ctx context.Context) (map[string]string, error)
	DeleteSiteConfig(ctx context.Context, key string) error
}

// Options say how a database is opened to be served.
type Options struct {
	Plan *plan.Plan
	Log  *slog.Logger

	MustExist bool // refuse a database that is missing, and make none
	Unsynced  bool // commits do not wait for the disk

	Retention *audit.Retention // bounds of the history
}

// AuditLogSize is how much an audit log holds. Bytes are those of the values,
// without pages and indexes.
type AuditLogSize struct {
	Records  int64
	Waiting  int64 // bytes of values that are not packed
	Versions int64 // changes whose values are packed, and versions alone
	Packed   int64 // bytes of those
}
