package sqlite

import (
	"context"
	"strings"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/sqlgen"
	"github.com/quartet-dev/quartet/internal/store/entries"
	"github.com/quartet-dev/quartet/internal/store/layout"
	"github.com/quartet-dev/quartet/internal/store/platform"
)

// schemaTables is layout's Database on a connection.
type schemaTables struct {
	*conn
	rewritten map[*plan.Schema]*collection
}

var _ layout.Database = schemaTables{}

func tablesOf(c *conn) schemaTables { return schemaTables{c, map[*plan.Schema]*collection{}} }

// Dialect implements layout.Database.
func (t schemaTables) Dialect() *sqlgen.Dialect { return sqlgen.SQLite }

// Atomically implements layout.Database.
func (t schemaTables) Atomically(ctx context.Context, fn func() error) error {
	return t.atomically(ctx, fn)
}

// Layouts implements layout.Database.
func (t schemaTables) Layouts() ([][]byte, error) { return platform.Layouts(t.platform) }

// SaveLayout implements layout.Database.
func (t schemaTables) SaveLayout(table string, text []byte) error {
	return platform.SaveLayout(t.platform, table, text)
}

// DeleteLayout implements layout.Database.
func (t schemaTables) DeleteLayout(table string) error {
	return platform.DeleteLayout(t.platform, table)
}

// UseMedia implements layout.Database.
func (t schemaTables) UseMedia(collection, entryID string, assetIDs []string) error {
	return platform.ChangeMediaUses(t.platform, content.MediaUse{Collection: collection, EntryID: entryID}, content.MediaChange{Added: assetIDs})
}

// ForgetMedia implements layout.Database.
func (t schemaTables) ForgetMedia(collection string) error {
	return platform.ForgetMediaUses(t.platform, collection)
}

// Changed implements layout.Database.
func (t schemaTables) Changed() error { return t.mark() }

// Exec implements layout.Database.
func (t schemaTables) Exec(statement string, arguments ...any) (changed int64, err error) {
	err = t.run(&query{Text: statement, Brief: true}, arguments...)
	return t.changes(), err
}

// Number implements layout.Database.
func (t schemaTables) Number(statement string) (int64, error) {
	return t.number(&query{Text: statement, Brief: true})
}

// Texts implements layout.Database.
func (t schemaTables) Texts(statement string, fn func(string), arguments ...any) error {
	return t.each(&query{Text: statement, Brief: true}, func(s *stmt) error {
		fn(string(s.text(0)))
		return nil
	}, arguments...)
}

// Entries implements layout.Database.
func (t schemaTables) Entries(s *plan.Schema, after string, most int) ([]*content.Entry, error) {
	list := &query{Text: sqlgen.SelectEntries(sqlgen.SQLite, s, false), Brief: true}
	return (&entries.Collection{Schema: s}).All(t.conn, nil, list, after, most)
}

// Rewrite implements layout.Database.
func (t schemaTables) Rewrite(s *plan.Schema, e *content.Entry) error {
	c := t.rewritten[s]
	if c == nil {
		c = compileCollection(s, 0)
		c.Update.Brief, c.search.markChange.Brief = true, true
		t.rewritten[s] = c
	}
	w := &content.Write{Op: content.Update, Schema: s, Entry: e, Expect: content.Expect{Version: e.Version, Status: e.Status}}
	return c.prepare(w).apply(t.conn)
}

// DropTable implements layout.Database.
func (t schemaTables) DropTable(schema string) error {
	return t.exec(strings.Join(append(sqlgen.DropSearch(schema), sqlgen.DropTable(schema)), ";\n"))
}
