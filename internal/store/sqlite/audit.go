package sqlite

import (
	"context"
	"time"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/store/platform"
)

var _ audit.Store = (*Store)(nil)

// Sweep brings the whole history into packs and within its bounds now.
func (s *Store) Sweep(ctx context.Context) error {
	if err := s.sweeper.Sweep(ctx, time.Now()); err != nil {
		return failure(err)
	}
	return nil
}

// The statements that write the audit log, for those that write entries.
var (
	insertRecord = queryOf(platform.InsertRecord)
	deleteRecord = queryOf(platform.DeleteRecord)
	insertUndo   = queryOf(platform.InsertUndo)
	deleteUndo   = queryOf(platform.DeleteUndo)
)

// recordSideRows store a record of an entry with it.
func recordSideRows(l *audit.Record) []sideRow {
	line := sideRow{insert: insertRecord, delete: deleteRecord, values: platform.RecordArguments(l)}
	if len(l.Undo) <= platform.ShortUndo {
		return []sideRow{line}
	}
	return []sideRow{line, {insert: insertUndo, delete: deleteUndo, values: []any{fitting(l.Undo)}}}
}

// fitting is a text as a row can hold it beside its other columns: compressed
// when it alone takes a good part of what a row may have.
func fitting(text []byte) any {
	if len(text) > maxValueBytes/4 {
		return audit.Compress(text)
	}
	if len(text) == 0 {
		return nil
	}
	return string(text)
}
