package sqlite

import (
	"context"

	"github.com/quartet-dev/quartet/internal/store"
)

var (
	sizeOfLines = &query{text: `SELECT count(*), coalesce(sum(octet_length(before)), 0) + coalesce(sum(octet_length(after)), 0) FROM _quartet_audit`, brief: true}
	sizeOfUndo  = &query{text: `SELECT coalesce(sum(octet_length(undo)), 0) FROM _quartet_undo`, brief: true}
	sizeOfPacks = &query{text: `SELECT coalesce(sum(lines + published), 0), coalesce(sum(octet_length(pack)), 0) FROM _quartet_versions`, brief: true}
)

// ReadAuditLogSize looks at the audit log of the file at path, all of it; nothing
// when there is none, or one of before there was a history.
func ReadAuditLogSize(ctx context.Context, path string) (size store.AuditLogSize, err error) {
	err = withTable(path, "_quartet_versions", func(c *conn) error {
		c.watch.guard(ctx, 0)
		if err := c.each(sizeOfLines, func(s *stmt) error { size.Records, size.Waiting = s.integer(0), s.integer(1); return nil }); err != nil {
			return err
		}
		if err := c.each(sizeOfUndo, func(s *stmt) error { size.Waiting += s.integer(0); return nil }); err != nil {
			return err
		}
		return c.each(sizeOfPacks, func(s *stmt) error { size.Versions, size.Packed = s.integer(0), s.integer(1); return nil })
	})
	return size, err
}
