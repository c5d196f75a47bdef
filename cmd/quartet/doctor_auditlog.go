package main

import (
	"context"
	"fmt"

	"github.com/quartet-dev/quartet"
)

// auditLog says how large the journal is.
func (d doctor) auditLog(ctx context.Context, database string) finding {
	size, err := quartet.SizeOfAuditLog(ctx, d.site(database))
	if err != nil {
		return ill("journal", err.Error(), nil)
	}
	return fine("journal", fmt.Sprintf("%s; values of %s packed into %s, %s not packed",
		count(int(size.Records), "line"), count(int(size.Versions), "change"), kilobytes(size.Packed), kilobytes(size.Waiting)))
}

func kilobytes(bytes int64) string { return fmt.Sprintf("%d KiB", (bytes+1023)/1024) }
