package oauth

import (
	"context"

	"github.com/quartet-dev/quartet/internal/diag"
)

// describedStore is the Store as it is used here: every call says what it is
// for, and what fails has these words in the log.
type describedStore struct{ store Store }

func (d describedStore) Read(ctx context.Context, what string, fn func(Reader) error) error {
	if err := d.store.Read(ctx, fn); err != nil {
		return diag.Attempted(err, "%s", what)
	}
	return nil
}

func (d describedStore) Update(ctx context.Context, what string, fn func(Tx) error) error {
	if err := d.store.Update(ctx, fn); err != nil {
		return diag.Attempted(err, "%s", what)
	}
	return nil
}
