package platform

import (
	"context"
	"math"
	"strconv"
	"strings"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/audit/history"
)

var _ audit.Store = Ports{}

// The statements that write the audit log. A store writes the record of an entry in
// the transaction of the entry, and takes it out again where that is refused.
var (
	InsertRecord = declare(`INSERT INTO _quartet_audit (time, actor, credential, client, surface, action, collection, subject, version, before, after)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)`)
	DeleteRecord = declare(`DELETE FROM _quartet_audit WHERE key = ?1`)

	// InsertUndo follows InsertRecord, of whose record it is.
	InsertUndo = declare(`INSERT INTO _quartet_undo (key, undo) VALUES ({last key}, ?1) ON CONFLICT (key) DO UPDATE SET undo = excluded.undo`)
	DeleteUndo = declare(`DELETE FROM _quartet_undo WHERE key = ?1`)
)

// ShortUndo is how long what takes a change back may be to be kept in the record.
const ShortUndo = 256

// RecordArguments are the arguments of InsertRecord. Of an entry's record, before is
// what takes the change back, unless that is long.
func RecordArguments(l *audit.Record) []any {
	before := l.Before
	if l.Collection != "" {
		before = l.Undo
	}
	if len(l.Undo) > ShortUndo {
		before = nil
	}
	return []any{
		l.Time, orNull(l.Actor.ID), orNull(l.Actor.Credential), orNull(l.Actor.Client), string(l.Surface), string(l.Action),
		orNull(l.Collection), l.Subject, l.Version, orNull(string(before)), orNull(string(l.After)),
	}
}

// record writes a record down.
func (c *Conn) record(l *audit.Record) error { return c.run(InsertRecord, RecordArguments(l)...) }

// fitted is a text that may have been too long for a row: then it is compressed,
// in bytes.
func (r row) fitted(i int) ([]byte, error) {
	if r.IsBlob(i) {
		return audit.Decompress(r.Blob(i))
	}
	return r.text(i), nil
}

// recordColumns are those that recordAt reads.
const recordColumns = `key, time, actor, credential, client, surface, action, collection, subject, version`

func recordAt(r row) *audit.Record {
	return &audit.Record{
		Key: r.Integer(0), Time: r.Integer(1),
		Actor:   audit.Actor{ID: r.string(2), Credential: r.string(3), Client: r.string(4)},
		Surface: audit.Surface(r.Text(5)), Action: audit.Action(r.Text(6)),
		Collection: r.string(7), Subject: r.string(8), Version: r.Integer(9),
	}
}

// recordQueries are the statements of AuditRecords by which of actor, collection
// and subject is asked for. A subject beats both others, which are kept from
// being looked up: it has the fewest records.
var recordQueries = func() (queries [8]*Query) {
	for i := range queries {
		where := []string{"key < ?1"}
		for bit, column := range []string{"actor", "collection", "subject"} {
			if i>>bit&1 == 0 {
				continue
			}
			if i>>2&1 != 0 && column != "subject" {
				column = "{aside}" + column
			}
			where = append(where, column+" = ?"+strconv.Itoa(len(where)+2))
		}
		queries[i] = declare(`SELECT ` + recordColumns + `, kept, CASE WHEN collection IS NULL THEN before END, CASE WHEN collection IS NULL THEN after END
FROM _quartet_audit WHERE ` + strings.Join(where, " AND ") + ` ORDER BY key DESC LIMIT ?2`)
	}
	return queries
}()

// AuditRecords implements audit.Store. All that it reads is of one moment.
func (p Ports) AuditRecords(ctx context.Context, q audit.Query) (lines []audit.Record, more bool, err error) {
	err = p.db.ReadSnapshot(ctx, Func(func(c *Conn) error {
		found, err := c.auditRecords(q)
		if err != nil {
			return err
		}
		lines, err = history.Values(historyTx{c}, found[:min(len(found), q.Limit)])
		more = len(lines) < len(found)
		return err
	}))
	if err != nil {
		return nil, false, err
	}
	return lines, more, nil
}

// auditRecords are what q asks for, with one more than its limit.
func (c *Conn) auditRecords(q audit.Query) (lines []history.StoredRecord, err error) {
	if q.Before == 0 {
		q.Before = math.MaxInt64
	}
	chosen, arguments := 0, []any{q.Before, q.Limit + 1}
	for i, text := range []string{q.Actor, q.Collection, q.Subject} {
		if text != "" {
			chosen |= 1 << i
			arguments = append(arguments, text)
		}
	}
	err = c.each(recordQueries[chosen], func(r row) error {
		line := history.StoredRecord{Record: *recordAt(r), Kept: history.Kept(r.Integer(10))}
		line.Before, line.After = r.text(11), r.text(12)
		lines = append(lines, line)
		return nil
	}, arguments...)
	return lines, err
}
