package cli

import (
	"context"
	"fmt"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/diag"
)

// journal says how large the journal is.
func (d doctor) journal(ctx context.Context) finding {
	size, err := app.JournalSize(ctx, d.site)
	if err != nil {
		return ill("journal", diag.Logged(diag.Attempted(err, "measure the journal")).Error(), nil)
	}
	return fine("journal", fmt.Sprintf("%s; values of %s packed into %s, %s not packed",
		count(int(size.Lines), "line"), count(int(size.Versions), "change"), kilobytes(size.Packed), kilobytes(size.Waiting)))
}

func kilobytes(bytes int64) string { return fmt.Sprintf("%d KiB", (bytes+1023)/1024) }
