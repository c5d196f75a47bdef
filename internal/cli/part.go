package cli

import (
	"context"
	"io"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/diag"
)

// withPart opens a part of a site for use, while another process may serve the
// site. What is wrong comes back as diagnostics, or as an error where there are
// none.
func withPart[T io.Closer](ctx context.Context, h host, f folder, d database,
	open func(context.Context, app.Options) (T, error), use func(T) error,
) (diag.List, error) {
	site, err := h.site(f, d)
	if err != nil {
		return nil, err
	}
	part, err := open(ctx, site)
	if err != nil {
		return found(diag.Attempted(err, "open the database of the site"))
	}
	err = use(part)
	if closed := part.Close(); err == nil {
		err = diag.Attempted(closed, "close the database")
	}
	return found(err)
}

// failedBy is err, or what ends a command whose diagnostics hold an error.
func failedBy(err error, list diag.List) error {
	if err == nil && list.HasErrors() {
		return errFailed
	}
	return err
}
