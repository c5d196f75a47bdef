package sqlite

import (
	"context"
	"strings"
	"time"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
)

// entryWrite is a content.Write encoded for the writer.
type entryWrite struct {
	*collection
	tables     *tables // nil outside the writer
	entry      *content.Entry
	statement  *query
	values     []any
	mark       *query // has the row be searched again
	inserts    bool
	companions []companion
}

// Write implements content.Store.
func (s *Store) Write(ctx context.Context, w *content.Write) error {
	c, err := s.collection(w.Schema)
	if err != nil {
		return err
	}
	defer c.writes.Add(1)
	defer s.indexer.wrote(c.search, w.Op == content.Insert)
	if w.Op != content.Insert {
		defer s.sweeper.wrote()
	}
	prepared := c.prepare(w)
	prepared.tables = s.writer.tables
	if w.Record != nil {
		prepared.companions = lineCompanions(w.Record)
	}
	if w.Event != nil {
		values := append(outboxed(w.Event), time.Now().UnixMilli())
		prepared.companions = append(prepared.companions, companion{insertEvent, forgetEvent, values})
	}
	return s.writer.do(ctx, prepared.applyWhole)
}

func (c *collection) prepare(w *content.Write) *entryWrite {
	switch expect := w.Expect; w.Op {
	case content.Insert:
		return &entryWrite{collection: c, entry: w.Entry, statement: &c.insert, values: c.entryValues(w.Entry), mark: &c.search.markInsert, inserts: true}
	case content.Update:
		values := append(c.entryValues(w.Entry), expect.Version, string(expect.Status))
		return &entryWrite{collection: c, entry: w.Entry, statement: &c.update, values: values, mark: &c.search.markChange}
	default:
		values := []any{w.Entry.ID, expect.Version, string(expect.Status)}
		return &entryWrite{collection: c, entry: w.Entry, statement: &c.remove, values: values, mark: &c.search.markChange}
	}
}

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
	case !w.inserts && conn.changes() == 0:
		return w.missed(conn)
	}
	return nil
}

func (w *entryWrite) marked(conn *conn) error {
	if w.inserts {
		return conn.run(w.mark)
	}
	return conn.run(w.mark, w.entry.ID)
}

// companion is a row that is stored with the entry's, or not at all.
type companion struct {
	insert, forget *query
	values         []any
}

// applyWhole stores the companions first, because a write is refused for what is
// wrong with its entry: then they are taken out again. A savepoint would cost
// every write two statements more.
func (w *entryWrite) applyWhole(conn *conn) error {
	if err := w.tables.writable(w.collection); err != nil {
		return err
	}
	keys := make([]int64, 0, 3)
	for _, c := range w.companions {
		if err := conn.run(c.insert, c.values...); err != nil {
			return w.takeBack(conn, keys, err)
		}
		keys = append(keys, conn.lastKey())
	}
	if err := w.apply(conn); err != nil {
		return w.takeBack(conn, keys, err)
	}
	return nil
}

// takeBack takes out the companions that have a key, because of err.
func (w *entryWrite) takeBack(conn *conn, keys []int64, err error) error {
	if !conn.inTransaction() {
		return err
	}
	for i, key := range keys {
		if undone := conn.run(w.companions[i].forget, key); undone != nil {
			return halfDone(undone, err)
		}
	}
	return err
}

// missed says why no row was changed: NOT_FOUND, or CONFLICT for one that has
// moved on.
func (w *entryWrite) missed(conn *conn) error {
	if _, err := w.first(conn, nil, &w.byID, w.entry.ID); err != nil {
		return err
	}
	d := diag.At(diag.Conflict, "data#/version", "The entry has changed since it was read.")
	d.Suggestion = "Read the entry again and repeat the change on its present version."
	return d
}

// conflict finds the index that refused the row, by looking for the entry that
// holds the same tuple.
func (w *entryWrite) conflict(conn *conn, cause error) error {
	if w.inserts {
		if held, err := w.held(conn, &w.byID, w.entry.ID); held || err != nil {
			return orConflict(err, "data#/id", "An entry with this id exists already.")
		}
	}
	for i := range w.uniques {
		u := &w.uniques[i]
		values, whole := tuple(u.columns, w.entry.Data)
		if !whole {
			continue
		}
		if held, err := w.held(conn, &u.match, values...); held || err != nil {
			return orConflict(err, "data#"+jsonvalue.Pointer(u.columns[0].Name()), sameValues(u.columns))
		}
	}
	return cause
}

// held tells whether an entry other than the one written is found.
func (w *entryWrite) held(conn *conn, q *query, values ...any) (bool, error) {
	other, err := w.first(conn, nil, q, values...)
	if diag.HasCode(err, diag.NotFound) {
		return false, nil
	}
	return err == nil && (w.inserts || other.ID != w.entry.ID), err
}

func orConflict(err error, path, message string) error {
	if err != nil {
		return err
	}
	return diag.At(diag.Conflict, path, message)
}

// tuple is the values of columns in data; not whole when one is absent, which
// never conflicts.
func tuple(columns []*plan.Column, data map[string]any) (values []any, whole bool) {
	for _, c := range columns {
		value := scalar(data[c.Name()])
		if value == nil {
			return nil, false
		}
		values = append(values, value)
	}
	return values, true
}

func sameValues(columns []*plan.Column) string {
	if len(columns) == 1 {
		return "Another entry has this value already."
	}
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.Name()
	}
	return "Another entry has these values of " + strings.Join(names, ", ") + " already."
}
