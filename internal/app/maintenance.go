package app

import (
	"context"

	"github.com/quartet-dev/quartet/internal/store"
)

// These functions look after the database of a site: migrate and its --drop,
// doctor, and the commands that open the platform's tables. The site need not be
// served; where it is, they work beside the server. The settings must be well
// formed; the manifests matter where a function says so.

// Changes lists what the database needs to match the manifests and changes
// nothing. What is in the way, such as stored rows that a Schema no longer
// admits, is a *BootValidationError.
func Changes(ctx context.Context, o Options) ([]store.Change, error) {
	b, err := checked(ctx, o)
	if err != nil {
		return nil, err
	}
	changes, problems := b.database().Changes(ctx, b.plan)
	return changes, b.refused(problems.Err())
}

// Migrate brings the database in line with the manifests, as Open does, and
// tells what it did. With drop it also removes, for good, what Schemas and
// properties that are no longer declared have left behind.
func Migrate(ctx context.Context, o Options, drop bool) ([]store.Change, error) {
	b, err := checked(ctx, o)
	if err != nil {
		return nil, err
	}
	if err := b.keepPrivate(); err != nil {
		return nil, err
	}
	changes, err := b.database().Migrate(ctx, b.plan, drop)
	return changes, b.refused(err)
}

// Examine looks at the database of a site and changes nothing; it reads all of
// it. The error is a diagnostic of a file that cannot be read, which names it
// and what to do.
func Examine(ctx context.Context, o Options) (store.Condition, error) {
	b, err := configured(o)
	if err != nil {
		return store.Condition{}, err
	}
	return b.database().Examine(ctx)
}

// AuditLogSize looks at the audit log of a site, and changes nothing.
func AuditLogSize(ctx context.Context, o Options) (store.AuditLogSize, error) {
	b, err := configured(o)
	if err != nil {
		return store.AuditLogSize{}, err
	}
	return b.database().AuditLogSize(ctx)
}

// openPlatform opens the tables of the platform; nil when there is no database
// yet.
func openPlatform(ctx context.Context, o Options) (store.Platform, error) {
	b, err := configured(o)
	if err != nil {
		return nil, err
	}
	return b.database().OpenPlatform(ctx, b.Logger)
}

// checked is a site whose tables are to be looked at; its handlers matter to
// nobody then.
func checked(ctx context.Context, o Options) (*boot, error) {
	o.withoutHandlers = true
	b := newBootOf(new(App), o)
	return b, b.check(ctx)
}

// configured is a site of which the settings alone matter, and nothing that the
// program brings.
func configured(o Options) (*boot, error) {
	b := newBoot(o)
	if err := b.readSettings(); err != nil {
		return nil, err
	}
	return b, b.failure()
}
