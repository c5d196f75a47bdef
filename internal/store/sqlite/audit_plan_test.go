package sqlite

import (
	"database/sql"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ncruces/go-sqlite3/driver"
	"github.com/pressly/goose/v3"

	"github.com/quartet-dev/quartet/internal/audit"
)

// Whatever is asked of the journal is found by an index that knows all of it, in
// the order in which it is read; an entry has few lines, whoever wrote them.
func TestTheJournalIsLookedUp(t *testing.T) {
	wantLookedUp(t, openedPlatform(t))
}

func wantLookedUp(t *testing.T, store *Store) {
	t.Helper()
	const actor, collection, subject = 1, 2, 4
	for chosen, index := range map[int]string{
		actor:                        "_quartet_audit_actor (actor=?",
		collection:                   "_quartet_audit_collection (collection=?",
		collection | actor:           "_quartet_audit_collection_actor (collection=? AND actor=?",
		subject:                      "_quartet_audit_subject (subject=?",
		subject | actor:              "_quartet_audit_subject (subject=?",
		subject | collection:         "_quartet_audit_subject (subject=?",
		subject | collection | actor: "_quartet_audit_subject (subject=?",
	} {
		q := auditQueries[chosen]
		steps := queryPlan(t, store, q)
		if len(steps) != 1 || !strings.HasPrefix(steps[0], "SEARCH ") || !strings.Contains(steps[0], index+" AND rowid<?)") {
			t.Errorf("%s: %q, want %s", q.text, steps, index)
		}
	}
}

// A database from before the journal's indexes of collections has them after the
// next start, and its lines are found through them.
func TestAnOlderDatabaseGetsTheIndexesOfTheJournal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "site.db")
	db := migratedTo(t, path, 4)
	_, err := db.ExecContext(t.Context(), `INSERT INTO _quartet_audit (time, actor, surface, action, collection, subject, version)
VALUES (1, 'ada', 'admin', 'update', 'posts', 'p1', 2), (2, 'ada', 'admin', 'update', 'orders', 'o1', 2), (3, NULL, 'seed', 'create', 'posts', 'p2', 1)`)
	if err = errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	store, err := OpenPlatform(t.Context(), Options{Path: path, CacheBytes: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	}()
	wantLookedUp(t, store)
	for subject, q := range map[string]audit.Query{
		"p2": {Collection: "posts", Limit: 1},
		"p1": {Collection: "posts", Actor: "ada", Limit: 10},
	} {
		if lines, _, err := store.AuditRecords(t.Context(), q); err != nil || len(lines) != 1 || lines[0].Subject != subject {
			t.Errorf("%+v finds %v, %v; want %s", q, lines, err, subject)
		}
	}
}

// migratedTo is a new database whose platform tables are those of a version.
func migratedTo(t *testing.T, path string, version int64) *sql.DB {
	t.Helper()
	db, err := driver.Open(fileURI(path, "rwc"))
	if err != nil {
		t.Fatal(err)
	}
	files, err := fs.Sub(migrationFiles, "migrations")
	if err != nil {
		t.Fatal(err)
	}
	provider, err := goose.NewProvider(goose.DialectSQLite3, db, files, goose.WithTableName(versionTable), goose.WithDisableGlobalRegistry(true))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := provider.UpTo(t.Context(), version); err != nil {
		t.Fatal(err)
	}
	return db
}
