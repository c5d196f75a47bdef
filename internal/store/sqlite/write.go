package sqlite

import (
	"context"
	"time"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/store"
	"github.com/quartet-dev/quartet/internal/store/platform"
)

// entryWrite is a content.Write encoded for the writer.
type entryWrite struct {
	*collection
	tables    *tables // nil outside the writer
	entry     *content.Entry
	statement *query
	values    []any
	mark      *query // has the row be searched again
	op        content.WriteOp
	sideRows  []sideRow
}

// Write implements content.Store.
func (s *Store) Write(ctx context.Context, w *content.Write) error {
	prepared, err := s.prepared(w)
	if err != nil {
		return err
	}
	defer s.wrote(prepared)
	return s.writer.do(ctx, func(conn *conn) error { return prepared.applyWhole(conn, w) })
}

// WriteTogether implements content.Store.
func (s *Store) WriteTogether(ctx context.Context, all []*content.Write) (failed int, err error) {
	prepared := make([]*entryWrite, len(all))
	for i, w := range all {
		if prepared[i], err = s.prepared(w); err != nil {
			return i, err
		}
	}
	for _, each := range prepared {
		defer s.wrote(each)
	}
	err = s.writer.do(ctx, func(conn *conn) error {
		return conn.allOrNothing(func() error {
			for i, each := range prepared {
				if err := each.applyWhole(conn, all[i]); err != nil {
					failed = i
					return err
				}
			}
			return nil
		})
	})
	return failed, err
}

// prepared is a write with all that is stored beside it.
func (s *Store) prepared(w *content.Write) (*entryWrite, error) {
	c, err := s.collection(w.Schema)
	if err != nil {
		return nil, err
	}
	prepared := c.prepare(w)
	prepared.tables = s.writer.tables
	if w.Record != nil {
		prepared.sideRows = recordSideRows(w.Record)
	}
	if w.Event != nil {
		values := platform.EventArguments(w.Event, time.Now())
		prepared.sideRows = append(prepared.sideRows, sideRow{insert: insertEvent, delete: deleteEvent, values: values})
	}
	if w.Purge {
		values := platform.PurgeArguments(time.Now())
		prepared.sideRows = append(prepared.sideRows, sideRow{insert: insertPurge, delete: deleteEvent, values: values, optional: true})
	}
	return prepared, nil
}

// wrote tells those who watch a collection that a write has ended.
func (s *Store) wrote(w *entryWrite) {
	if !w.inserts() {
		s.sweeper.Wrote()
	}
	s.indexer.wrote(w.search, w.inserts())
	w.writes.Add(1)
}

// applyWhole is all of a write, or nothing.
func (w *entryWrite) applyWhole(conn *conn, of *content.Write) error {
	if len(of.Left) > 0 || of.Media != nil || of.Draft != nil || platform.HasBeside(of) {
		return w.applyBeside(conn, of, time.Now())
	}
	return w.applyAll(conn)
}

func (c *collection) prepare(w *content.Write) *entryWrite {
	statement, values := c.Statement(w)
	prepared := &entryWrite{collection: c, op: w.Op, entry: w.Entry, statement: statement, values: values, mark: &c.search.markChange}
	if prepared.inserts() {
		prepared.mark = &c.search.markInsert
	}
	return prepared
}

func (w *entryWrite) inserts() bool { return w.op == content.Insert }

// apply runs in the writer's transaction. The row is marked first: a mark for
// nothing does no harm, and a write without one must not be.
func (w *entryWrite) apply(conn *conn) error {
	if err := w.marked(conn); err != nil {
		return err
	}
	err := conn.run(w.statement, w.values...)
	switch {
	case err != nil && violatesUnique(err):
		return w.conflict(conn, err)
	case err != nil:
		return err
	case !w.inserts() && conn.changes() == 0:
		return w.missed(conn)
	}
	return w.clearBeside(conn)
}

// clearBeside empties the columns of properties that this process does not know and that
// an update takes out of the entry's data.
func (w *entryWrite) clearBeside(conn *conn) error {
	if len(w.beside) == 0 || w.op != content.Update {
		return nil
	}
	for _, each := range w.beside {
		if _, kept := w.entry.Data[each.name]; kept {
			continue
		}
		if err := conn.run(each.clear, w.entry.ID); err != nil {
			return err
		}
	}
	return nil
}

func (w *entryWrite) marked(conn *conn) error {
	if w.inserts() {
		return conn.run(w.mark)
	}
	return conn.run(w.mark, w.entry.ID)
}

// insertEvent stores a deferred event and insertPurge a purge, and deleteEvent
// takes either out again.
var (
	insertEvent = queryOf(platform.InsertEvent)
	insertPurge = queryOf(platform.InsertPurge)
	deleteEvent = queryOf(platform.DeleteEvent)
)

// sideRow is a row that is stored with the entry's, or not at all.
type sideRow struct {
	insert, delete *query
	values         []any
	optional       bool // may find that there is nothing to insert
}

// applyAll stores the side rows first, because a write is refused for what is
// wrong with its entry: then they are taken out again. A savepoint would cost
// every write two statements more.
func (w *entryWrite) applyAll(conn *conn) error {
	if err := w.tables.writable(w.collection); err != nil {
		return err
	}
	keys := make([]int64, 0, 4)
	for _, c := range w.sideRows {
		if err := conn.run(c.insert, c.values...); err != nil {
			return w.undo(conn, keys, err)
		}
		key := conn.lastKey()
		if c.optional && conn.changes() == 0 {
			key = 0 // of no row
		}
		keys = append(keys, key)
	}
	if err := w.apply(conn); err != nil {
		return w.undo(conn, keys, err)
	}
	return nil
}

// Statements that remember the addresses that an entry leaves.
var (
	insertFormerAddress  = queryOf(platform.InsertFormerAddress)
	pruneFormerAddresses = queryOf(platform.PruneFormerAddresses)
)

// applyBeside is applyAll of a Write that leaves addresses, changes which media the
// entry uses, ends a pending draft, or moves the entry into the bin or out of it, as few
// do. What these rows replace or remove must come back, so that a
// savepoint takes them back.
func (w *entryWrite) applyBeside(conn *conn, of *content.Write, now time.Time) error {
	return conn.allOrNothing(func() error {
		if err := w.applyAll(conn); err != nil {
			return err
		}
		if err := leave(conn, of, now); err != nil {
			return err
		}
		if of.Draft != nil {
			if err := platform.EndDraftWith(conn.platform, of); err != nil {
				return err
			}
		}
		if err := platform.RunBeside(conn.platform, of); err != nil {
			return err
		}
		if of.Media == nil {
			return nil
		}
		use := content.MediaUse{Collection: of.Schema.Name(), EntryID: of.Entry.ID}
		return platform.ChangeMediaUses(conn.platform, use, *of.Media)
	})
}

func leave(conn *conn, of *content.Write, now time.Time) error {
	for _, a := range of.Left {
		if err := conn.run(insertFormerAddress, platform.FormerAddressArguments(of, a, now.UnixMilli())...); err != nil {
			return err
		}
	}
	if len(of.Left) == 0 {
		return nil
	}
	return conn.run(pruneFormerAddresses, platform.PruneArguments(of)...)
}

// undo takes out the side rows that have a key, because of err.
func (w *entryWrite) undo(conn *conn, keys []int64, err error) error {
	if !conn.inTransaction() {
		return err
	}
	for i, key := range keys {
		if undone := conn.run(w.sideRows[i].delete, key); undone != nil {
			return halfDone(undone, err)
		}
	}
	return err
}

// missed says why no row was changed: NOT_FOUND, or CONFLICT for one that has
// moved on.
func (w *entryWrite) missed(conn *conn) error {
	if _, err := w.First(conn, nil, &w.ByID, w.entry.ID); err != nil {
		return err
	}
	return store.Moved()
}

// conflict finds the index that refused the row, by looking for the entry that
// holds the same tuple.
func (w *entryWrite) conflict(conn *conn, cause error) error {
	own := w.entry.ID
	if w.inserts() {
		own = ""
		if held, err := w.Holds(conn, own, &w.ByID, w.entry.ID); held || err != nil {
			return orConflict(err, store.IDTaken())
		}
	}
	for i := range w.Uniques {
		u := &w.Uniques[i]
		values, whole := content.UniqueTuple(u.Columns, w.entry.Data)
		if !whole {
			continue
		}
		if held, err := w.Holds(conn, own, &u.Match, values...); held || err != nil {
			return orConflict(err, content.NotUnique(u.Columns))
		}
	}
	return cause
}

func orConflict(err error, conflict *diag.Diagnostic) error {
	if err != nil {
		return err
	}
	return conflict
}
