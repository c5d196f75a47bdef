package cli

import (
	"context"
	"fmt"

	"github.com/quartet-dev/quartet/internal/app"
)

// journal says how large the journal is.
func (d doctor) journal(ctx context.Context) finding {
	size, err := app.JournalSize(ctx, d.site)
	if err != nil {
		return ill("journal", err.Error(), nil)
	}
	return fine("journal", fmt.Sprintf("%s; values of %s packed into %s, %s not packed",
		count(int(size.Lines), "line"), count(int(size.Versions), "change"), kilobytes(size.Packed), kilobytes(size.Waiting)))
}

func kilobytes(bytes int64) string { return fmt.Sprintf("%d KiB", (bytes+1023)/1024) }
