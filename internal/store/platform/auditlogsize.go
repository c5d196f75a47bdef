package platform

import "github.com/quartet-dev/quartet/internal/store"

// A sum of bigints is a numeric in PostgreSQL.
var (
	sizeOfLines = declare(`SELECT count(*), CAST(coalesce(sum(octet_length(before)), 0) + coalesce(sum(octet_length(after)), 0) AS bigint) FROM _quartet_audit`)
	sizeOfUndo  = declare(`SELECT CAST(coalesce(sum(octet_length(undo)), 0) AS bigint) FROM _quartet_undo`)
	sizeOfPacks = declare(`SELECT CAST(coalesce(sum(lines + published), 0) AS bigint), CAST(coalesce(sum(octet_length(pack)), 0) AS bigint) FROM _quartet_versions`)
)

// AuditLogSize looks at all of the audit log.
func AuditLogSize(c *Conn) (size store.AuditLogSize, err error) {
	err = c.each(sizeOfLines, func(r row) error { size.Records, size.Waiting = r.Integer(0), r.Integer(1); return nil })
	if err != nil {
		return size, err
	}
	err = c.each(sizeOfUndo, func(r row) error { size.Waiting += r.Integer(0); return nil })
	if err != nil {
		return size, err
	}
	err = c.each(sizeOfPacks, func(r row) error { size.Versions, size.Packed = r.Integer(0), r.Integer(1); return nil })
	return size, err
}
