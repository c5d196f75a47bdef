package main

import (
	"context"
	"fmt"

	"github.com/quartet-dev/quartet"
	"github.com/quartet-dev/quartet/internal/diag"
)

// auditLog says how large the audit log is.
func (d doctor) auditLog(ctx context.Context, database string) finding {
	size, err := quartet.SizeOfAuditLog(ctx, d.site(database))
	if err != nil {
		return ill("journal", diag.Logged(diag.Attempted(err, "measure the journal")).Error(), nil)
	}
	return fine("journal", fmt.Sprintf("%s; values of %s packed into %s, %s not packed",
		count(int(size.Records), "line"), count(int(size.Versions), "change"), kilobytes(size.Packed), kilobytes(size.Waiting)))
}

func kilobytes(bytes int64) string { return fmt.Sprintf("%d KiB", (bytes+1023)/1024) }
