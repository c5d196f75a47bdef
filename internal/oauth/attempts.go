package oauth

import (
	"context"

	"github.com/quartet-dev/quartet/internal/diag"
)

// attempts is the Store as it is used here: every call says what it is for, and
// what fails has these words in the log.
type attempts struct{ store Store }

func (a attempts) Read(ctx context.Context, what string, fn func(Reader) error) error {
	if err := a.store.Read(ctx, fn); err != nil {
		return diag.Attempted(err, "%s", what)
	}
	return nil
}

func (a attempts) Update(ctx context.Context, what string, fn func(Tx) error) error {
	if err := a.store.Update(ctx, fn); err != nil {
		return diag.Attempted(err, "%s", what)
	}
	return nil
}
