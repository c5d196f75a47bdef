package sqlite

import (
	"database/sql"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ncruces/go-sqlite3/driver"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/store/sqlite/dbfile"
	"github.com/quartet-dev/quartet/internal/store/sqlite/migrations"
)

// Whatever is asked of the audit log is found by an index that knows all of it, in
// the order in which it is read; an entry has few lines, whoever wrote them.
func TestTheAuditLogIsLookedUp(t *testing.T) {
	wantLookedUp(t, openedPlatform(t))
}

func wantLookedUp(t *testing.T, store *Store) {
	t.Helper()
	const columns = " FROM _quartet_audit WHERE key < ?1 AND "
	for asked, index := range map[string]string{
		"actor = ?3":                                        "_quartet_audit_actor (actor=?",
		"collection = ?3":                                   "_quartet_audit_collection (collection=?",
		"actor = ?3 AND collection = ?4":                    "_quartet_audit_collection_actor (collection=? AND actor=?",
		"subject = ?3":                                      "_quartet_audit_subject (subject=?",
		"+actor = ?3 AND subject = ?4":                      "_quartet_audit_subject (subject=?",
		"+collection = ?3 AND subject = ?4":                 "_quartet_audit_subject (subject=?",
		"+actor = ?3 AND +collection = ?4 AND subject = ?5": "_quartet_audit_subject (subject=?",
	} {
		q := queryWith(t, columns+asked+" ORDER BY")
		steps := queryPlan(t, store, q)
		if len(steps) != 1 || !strings.HasPrefix(steps[0], "SEARCH ") || !strings.Contains(steps[0], index+" AND rowid<?)") {
			t.Errorf("%s: %q, want %s", q.Text, steps, index)
		}
	}
}

// A database from before the audit log's indexes of collections has them after the
// next start, and its lines are found through them.
func TestAnOlderDatabaseGetsTheIndexesOfTheAuditLog(t *testing.T) {
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
	db, err := driver.Open(dbfile.URI(path, "rwc"))
	if err != nil {
		t.Fatal(err)
	}
	provider, err := migrations.Provider(db)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := provider.UpTo(t.Context(), version); err != nil {
		t.Fatal(err)
	}
	return db
}
