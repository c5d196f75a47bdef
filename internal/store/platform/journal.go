package platform

import "github.com/quartet-dev/quartet/internal/audit"

// The statements that write the journal. A store writes the line of an entry in
// the transaction of the entry, and takes it out again where that is refused.
var (
	InsertLine = declare(`INSERT INTO _quartet_audit (time, actor, credential, client, surface, action, collection, subject, version, before, after)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)`)
	DeleteLine = declare(`DELETE FROM _quartet_audit WHERE key = ?1`)

	// InsertUndo follows InsertLine, of whose line it is.
	InsertUndo = declare(`INSERT INTO _quartet_undo (key, undo) VALUES ({last key}, ?1) ON CONFLICT (key) DO UPDATE SET undo = excluded.undo`)
	DeleteUndo = declare(`DELETE FROM _quartet_undo WHERE key = ?1`)
)

// ShortUndo is how long what takes a change back may be to be kept in the line.
const ShortUndo = 256

// LineArguments are the arguments of InsertLine. Of an entry's line, before is
// what takes the change back, unless that is long.
func LineArguments(l *audit.Line) []any {
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

// record writes a line down.
func (c *Conn) record(l *audit.Line) error { return c.run(InsertLine, LineArguments(l)...) }
