package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/sqlgen"
	"github.com/quartet-dev/quartet/internal/store"
	"github.com/quartet-dev/quartet/internal/store/platform"
	"github.com/quartet-dev/quartet/internal/store/postgres/changes"
	"github.com/quartet-dev/quartet/internal/store/postgres/migrations"
)

// entryWrite is a content.Write as the statements of one flight.
type entryWrite struct {
	*collection
	write *content.Write
	parts []part
}

// part is a statement of a flight.
type part struct {
	text   string
	values []any
}

// Write implements content.Store.
func (s *Store) Write(ctx context.Context, w *content.Write) error {
	c, err := s.collection(w.Schema)
	if err != nil {
		return err
	}
	if w.Op != content.Insert {
		defer s.sweeper.Wrote()
	}
	prepared := c.prepare(w, time.Now())
	return s.pool.write(ctx, s.done, func(conn *conn) (committing bool, err error) {
		return s.commit(conn, prepared)
	})
}

// WriteTogether implements content.Store. The first write opens the transaction.
func (s *Store) WriteTogether(ctx context.Context, all []*content.Write) (failed int, err error) {
	now, prepared := time.Now(), make([]*entryWrite, len(all))
	for i, w := range all {
		c, err := s.collection(w.Schema)
		if err != nil {
			return i, err
		}
		prepared[i] = c.prepare(w, now)
	}
	if len(all) == 0 {
		return 0, nil
	}
	defer s.sweeper.Wrote()
	err = s.pool.write(ctx, s.done, func(conn *conn) (committing bool, err error) {
		committing, failed, err = s.commitAll(conn, prepared)
		return committing, err
	})
	return failed, err
}

// commitAll is commit of several writes.
func (s *Store) commitAll(c *conn, all []*entryWrite) (committing bool, failed int, err error) {
	got, err := c.flight(all[0].parts)
	if err == nil {
		err = s.writable(c, all[0], got)
	}
	topics := []*changes.Topic{all[0].topic}
	for i := 1; i < len(all) && err == nil; i++ {
		failed, topics = i, append(topics, all[i].topic)
		if got.changed, err = all[i].follow(c); err == nil {
			err = s.writable(c, all[i], got)
		}
	}
	if err == nil {
		err = c.commit()
		s.told(got.number, true, err, topics...)
		return true, 0, err // it is of none of them
	}
	s.told(got.number, false, err)
	if lost := c.rollBack(); lost != nil {
		return false, failed, errors.Join(err, lost)
	}
	return false, failed, all[failed].refused(err)
}

// follow runs the statements of a write in a transaction that has begun, and tells how many
// rows its first one has changed.
func (w *entryWrite) follow(c *conn) (changed int64, err error) {
	for i, p := range w.parts {
		n, err := c.run(p.text, p.values...)
		if err != nil {
			return 0, err
		}
		if i == 0 {
			changed = n
		}
	}
	return changed, nil
}

// prepare lists what is stored: the row first, because a write is refused for
// what is wrong with its entry.
func (c *collection) prepare(w *content.Write, now time.Time) *entryWrite {
	statement, values := c.Statement(w)
	prepared := &entryWrite{collection: c, write: w, parts: []part{{statement.Text, values}}}
	if w.Record != nil {
		prepared.add(platform.InsertRecord, platform.RecordArguments(w.Record))
		if len(w.Record.Undo) > platform.ShortUndo {
			prepared.add(platform.InsertUndo, []any{string(w.Record.Undo)})
		}
	}
	if w.Event != nil {
		prepared.add(platform.InsertEvent, platform.EventArguments(w.Event, now))
	}
	if w.Purge {
		prepared.add(platform.InsertPurge, platform.PurgeArguments(now))
	}
	for _, a := range w.Left {
		prepared.add(platform.InsertFormerAddress, platform.FormerAddressArguments(w, a, now.UnixMilli()))
	}
	if len(w.Left) > 0 {
		prepared.add(platform.PruneFormerAddresses, platform.PruneArguments(w))
	}
	platform.BesideWrite(w, func(q *platform.Query, values []any) { prepared.add(q, values) })
	if w.Media != nil {
		use := content.MediaUse{Collection: w.Schema.Name(), EntryID: w.Entry.ID}
		platform.EachMediaUse(use, *w.Media, func(q *platform.Query, values []any) { prepared.add(q, values) })
	}
	return prepared
}

func (w *entryWrite) add(q *platform.Query, values []any) {
	w.parts = append(w.parts, part{textOf(q), values})
}

// Every write begins with these. The lock is of the transaction; it is waited for
// while tables change. The mark tells whether they have, and the number tells
// other processes that something was written.
var (
	shareLayout = fmt.Sprintf(`SELECT pg_advisory_xact_lock_shared(%d, %d)`, migrations.LockKey, migrations.LayoutLock)
	readMark    = `SELECT number FROM _quartet_mark`
)

// opening are the statements before those of a write.
var opening = []part{{text: readCommitted}, {text: shareLayout}, {text: readMark}, {text: changes.TakeNumber}}

// commit sends the flight of a write, and commits it when its tables are those
// that it was made for.
func (s *Store) commit(c *conn, w *entryWrite) (committing bool, err error) {
	got, err := c.flight(w.parts)
	if err == nil {
		err = s.writable(c, w, got)
	}
	if err == nil {
		err = c.commit()
		s.told(got.number, true, err, w.topic)
		return true, err
	}
	s.told(got.number, false, err)
	if lost := c.rollBack(); lost != nil {
		return false, errors.Join(err, lost)
	}
	return false, w.refused(err)
}

// writable is why what was written must not be committed.
func (s *Store) writable(c *conn, w *entryWrite, got landed) error {
	if !s.tables.isKnown(got.mark) {
		if err := s.tables.compare(c, got.mark); err != nil {
			return err
		}
	}
	if err := s.tables.writable(w.collection); err != nil {
		return err
	}
	if w.write.Op != content.Insert && got.changed == 0 {
		return w.missed(c)
	}
	if w.write.Draft != nil {
		if err := platform.EndDraftWith(c.platform, w.write); err != nil {
			return err
		}
	}
	if err := platform.EndBeside(c.platform, w.write); err != nil {
		return err
	}
	if w.write.Op == content.Update {
		return w.clear(c, s.tables.besideOf(w.collection))
	}
	return nil
}

// clear empties the columns of properties that this process does not know and that an
// update takes out of the entry's data.
func (w *entryWrite) clear(c *conn, columns []beside) error {
	for _, each := range columns {
		if _, kept := w.write.Entry.Data[each.name]; kept {
			continue
		}
		if _, err := c.run(each.clear, w.write.Entry.ID); err != nil {
			return err
		}
	}
	return nil
}

// landed is what a flight has found: the mark of the tables, the number of the
// write, and how many rows its first part has changed.
type landed struct{ mark, number, changed int64 }

// flight begins a transaction, shares the layout and runs parts, in one round
// trip.
func (c *conn) flight(parts []part) (got landed, err error) {
	all := slices.Concat(opening, parts)
	statements := make([]*stmt, len(all))
	for i, p := range all {
		if statements[i], err = c.bound(p); err != nil {
			return got, err
		}
		defer statements[i].Reset()
	}
	pipeline := c.pg.StartPipeline(c.ctx)
	for _, s := range statements {
		s.send(pipeline)
	}
	err = pipeline.Sync()
	var values, changed [5]int64
	for i := 0; i < len(statements) && err == nil; i++ {
		at := min(i, len(values)-1)
		value, n, failed := nextResult(pipeline)
		if i <= at {
			values[at], changed[at] = value, n
		}
		err = failed
	}
	return landed{mark: values[2], number: values[3], changed: changed[4]}, errors.Join(err, pipeline.Close())
}

// bound is the statement of a part with its arguments.
func (c *conn) bound(p part) (*stmt, error) {
	s, err := c.prepared(p.text, false)
	if err != nil {
		return nil, err
	}
	for i, value := range p.values {
		if err := s.bind(i+1, value); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (s *stmt) send(to *pgconn.Pipeline) {
	if s.description != nil {
		to.SendQueryStatement(s.description, s.args, s.formats, nil)
	} else {
		to.SendQueryParams(s.text, s.args, nil, s.formats, nil)
	}
}

// nextResult reads what the next statement gave: the first value of its first
// row, where that is an integer, and how many rows it changed.
func nextResult(p *pgconn.Pipeline) (value, changed int64, err error) {
	results, err := p.GetResults()
	if err != nil {
		return 0, 0, err
	}
	reader, ok := results.(*pgconn.ResultReader)
	if !ok {
		return 0, 0, errOutOfStep
	}
	for reader.NextRow() {
		value = integerOf(reader.Values()[0])
	}
	tag, err := reader.Close()
	return value, tag.RowsAffected(), err
}

var errOutOfStep = errors.New("the server answers another statement than the one that was sent")

// missed says why no row was changed: NOT_FOUND, or CONFLICT for one that has
// moved on.
func (w *entryWrite) missed(c *conn) error {
	if _, err := w.First(c, nil, &w.ByID, w.write.Entry.ID); err != nil {
		return err
	}
	return store.Moved()
}

// refused is the diagnostic for an index that refuses the row.
func (w *entryWrite) refused(err error) error {
	var refused *pgconn.PgError
	if !errors.As(err, &refused) || refused.TableName != w.Schema.Name() && refused.Code != limitExceeded {
		return err
	}
	switch refused.Code {
	case limitExceeded:
		return w.tooLong(refused)
	case uniqueViolation:
		for i := range w.Uniques {
			if refused.ConstraintName == sqlgen.IndexName(w.Schema, w.Uniques[i].Index) {
				return content.NotUnique(w.Uniques[i].Columns)
			}
		}
		return store.IDTaken()
	}
	return err
}
