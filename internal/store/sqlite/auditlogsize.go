package sqlite

import (
	"context"

	"github.com/quartet-dev/quartet/internal/store"
	"github.com/quartet-dev/quartet/internal/store/platform"
)

// ReadAuditLogSize looks at the audit log of the file at path, all of it; nothing
// when there is none, or one of before there was a history.
func ReadAuditLogSize(ctx context.Context, path string) (size store.AuditLogSize, err error) {
	err = withTable(path, "_quartet_versions", func(c *conn) error {
		c.watch.guard(ctx, 0)
		size, err = platform.AuditLogSize(c.platform)
		return err
	})
	return size, err
}
