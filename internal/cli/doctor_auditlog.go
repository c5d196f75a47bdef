package cli

import (
	"context"
	"fmt"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/diag"
)

// auditLog says how large the audit log is.
func (d doctor) auditLog(ctx context.Context) finding {
	size, err := app.AuditLogSize(ctx, d.site)
	if err != nil {
		return ill("journal", diag.Logged(diag.Attempted(err, "measure the journal")).Error(), nil)
	}
	return fine("journal", fmt.Sprintf("%s; values of %s packed into %s, %s not packed",
		count(int(size.Records), "line"), count(int(size.Versions), "change"), kilobytes(size.Packed), kilobytes(size.Waiting)))
}

func kilobytes(bytes int64) string { return fmt.Sprintf("%d KiB", (bytes+1023)/1024) }
