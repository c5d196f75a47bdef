package quartet

import (
	"context"

	"github.com/quartet-dev/quartet/internal/store/sqlite"
)

// Change is one action on the table of a Schema: the fields Schema, Action and
// Name, the column or index that it is about; for what is no longer declared
// also Rows, how many entries hold it, and Renamed, the new Schema that looks
// like a kept one.
type Change = sqlite.Change

// Changes tells what the database needs to match the manifests and changes
// nothing. What is in the way, such as stored rows that a Schema no longer
// admits, is a *BootValidationError.
func Changes(ctx context.Context, o Options) ([]Change, error) {
	b, err := checked(ctx, o)
	if err != nil {
		return nil, err
	}
	changes, problems := sqlite.Changes(ctx, b.databaseFile(), b.plan)
	return changes, b.refused(problems.Err())
}

// Migrate brings the database in line with the manifests, as Open does, and
// tells what it did. With drop it also removes, for good, what Schemas and
// properties that are no longer declared have left behind.
func Migrate(ctx context.Context, o Options, drop bool) ([]Change, error) {
	b, err := checked(ctx, o)
	if err != nil {
		return nil, err
	}
	if err := b.keepPrivate(); err != nil {
		return nil, err
	}
	changes, err := sqlite.Migrate(ctx, b.databaseFile(), b.plan, drop)
	return changes, b.refused(err)
}

// checked is a site whose tables are to be looked at; its handlers matter to
// nobody then.
func checked(ctx context.Context, o Options) (*boot, error) {
	o.handlersElsewhere = true
	b := &boot{Options: o.withDefaults()}
	return b, b.check(ctx)
}
