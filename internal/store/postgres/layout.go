package postgres

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/sqlgen"
	"github.com/quartet-dev/quartet/internal/store"
	"github.com/quartet-dev/quartet/internal/store/entries"
	"github.com/quartet-dev/quartet/internal/store/layout"
	"github.com/quartet-dev/quartet/internal/store/platform"
	"github.com/quartet-dev/quartet/internal/store/postgres/changes"
	"github.com/quartet-dev/quartet/internal/store/postgres/migrations"
)

// schemaTables is layout's Database on a connection.
type schemaTables struct {
	*conn
	rewritten map[*plan.Schema]*entries.Collection
}

var _ layout.Database = schemaTables{}

// reconcile brings the tables of Schemas in line with a plan, while nobody writes.
func reconcile(ctx context.Context, p *pool, of *plan.Plan, log *slog.Logger, drop bool) (changes []store.Change, err error) {
	if err := CheckNames(of).Err(); err != nil {
		return nil, err
	}
	err = p.use(ctx, func(c *conn) error {
		changes, err = layout.Reconcile(ctx, tablesOf(c), of, log, drop)
		return err
	})
	return changes, err
}

func tablesOf(c *conn) schemaTables {
	return schemaTables{c, map[*plan.Schema]*entries.Collection{}}
}

// Dialect implements layout.Database.
func (t schemaTables) Dialect() *sqlgen.Dialect { return sqlgen.Postgres }

var lockLayout = fmt.Sprintf(`SELECT pg_advisory_xact_lock(%d, %d)`, migrations.LockKey, migrations.LayoutLock)

// Atomically implements layout.Database. It waits until nobody writes, and holds
// up whoever wants to.
func (t schemaTables) Atomically(_ context.Context, fn func() error) error {
	return t.inTransaction(readCommitted+"; SET LOCAL statement_timeout = 0; "+lockLayout, fn)
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

// Changed implements layout.Database. Nobody tells of the number: everything that others
// keep is old.
func (t schemaTables) Changed() error {
	if err := t.exec(`UPDATE _quartet_mark SET number = number + 1`); err != nil {
		return err
	}
	_, err := t.number(changes.TakeNumber)
	return err
}

// Exec implements layout.Database.
func (t schemaTables) Exec(statement string, arguments ...any) (changed int64, err error) {
	changed, err = t.run(statement, arguments...)
	if hasState(err, limitExceeded) {
		err = fmt.Errorf("%w: %w", layout.ErrTooLong, err)
	}
	return changed, err
}

// Number implements layout.Database.
func (t schemaTables) Number(statement string) (int64, error) { return t.number(statement) }

// Texts implements layout.Database.
func (t schemaTables) Texts(statement string, fn func(string), arguments ...any) error {
	return t.each(statement, func(s *stmt) error {
		fn(string(s.Text(0)))
		return nil
	}, arguments...)
}

// Entries implements layout.Database.
func (t schemaTables) Entries(s *plan.Schema, after string, most int) ([]*content.Entry, error) {
	list := &entries.Query{Text: sqlgen.SelectEntries(sqlgen.Postgres, s, false), Brief: true}
	return (&entries.Collection{Schema: s}).All(t.conn, nil, list, after, most)
}

// Rewrite implements layout.Database.
func (t schemaTables) Rewrite(s *plan.Schema, e *content.Entry) error {
	c := t.rewritten[s]
	if c == nil {
		c = entries.Compile(sqlgen.Postgres, s)
		t.rewritten[s] = c
	}
	statement, values := c.Statement(&content.Write{
		Op: content.Update, Schema: s, Entry: e, Expect: content.Expect{Version: e.Version, Status: e.Status},
	})
	_, err := t.run(statement.Text, values...)
	return err
}

// DropTable implements layout.Database.
func (t schemaTables) DropTable(schema string) error { return t.exec(sqlgen.DropTable(schema)) }
