package postgres

import (
	"context"

	"github.com/quartet-dev/quartet/internal/store"
)

// Source implements store.Database.
func (d Database) Source(ctx context.Context) (store.Source, error) { return Source(ctx, d.URL) }

// Target implements store.Database.
func (d Database) Target(ctx context.Context) (store.Target, error) { return Target(ctx, d.URL) }
