package migrations_test

import (
	"context"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/store/migration"
	"github.com/quartet-dev/quartet/internal/store/postgres/migrations"
	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest"
	sqlite "github.com/quartet-dev/quartet/internal/store/sqlite/migrations"
)

func config(t testing.TB) *pgx.ConnConfig {
	t.Helper()
	parsed, err := pgx.ParseConfig(postgrestest.URL(t))
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

func connect(t testing.TB, at *pgx.ConnConfig) *pgx.Conn {
	t.Helper()
	conn, err := pgx.ConnectConfig(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

// number is what a statement selects.
func number(t testing.TB, conn *pgx.Conn, text string, arguments ...any) (n int64) {
	t.Helper()
	if err := conn.QueryRow(t.Context(), text, arguments...).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// A number means the same tables in both databases.
func TestBothDatabasesHaveTheSameMigrations(t *testing.T) {
	files, err := filepath.Glob("*.sql")
	first := 14
	if err != nil || first+len(files)-1 != migrations.Newest() || migrations.Newest() != sqlite.Newest() {
		t.Errorf("%d files up to %d, and %d of SQLite, %v", len(files), migrations.Newest(), sqlite.Newest(), err)
	}
}

// Processes that start at once: one migrates, the others find nothing to do, and
// those that run notice that tables have changed.
func TestOneOfSeveralProcessesMigrates(t *testing.T) {
	at := config(t)
	var mu sync.Mutex
	var all sync.WaitGroup
	ran := 0
	for range 4 {
		all.Go(func() {
			did, err := migrations.Run(t.Context(), at)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				t.Error(err)
			}
			if did {
				ran++
			}
		})
	}
	all.Wait()
	if again, err := migrations.Run(t.Context(), at); ran != 1 || again || err != nil {
		t.Errorf("%d have migrated, and later %t, %v", ran, again, err)
	}
	conn := connect(t, at)
	if mark := number(t, conn, `SELECT number FROM _quartet_mark`); mark != 1 {
		t.Errorf("the mark is %d", mark)
	}
	var version int
	var program string
	if err := conn.QueryRow(t.Context(), migration.Recorded).Scan(&version, &program); err != nil ||
		version != migrations.Newest() || program != migration.Program() {
		t.Errorf("noted %q for %d, %v", program, version, err)
	}
}

// What fails leaves nothing behind, whatever was done before.
func TestAMigrationIsDoneWholeOrNotAtAll(t *testing.T) {
	at := config(t)
	conn := connect(t, at)
	if _, err := conn.Exec(t.Context(), `CREATE TABLE _quartet_media_groups (id text)`); err != nil {
		t.Fatal(err)
	}
	if ran, err := migrations.Run(t.Context(), at); ran || err == nil {
		t.Errorf("ran %t, %v", ran, err)
	}
	if tables := number(t, conn, `SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()`); tables != 1 {
		t.Errorf("%d tables", tables)
	}
}

func TestTablesOfANewerProgramAreRefused(t *testing.T) {
	at := config(t)
	if _, err := migrations.Run(t.Context(), at); err != nil {
		t.Fatal(err)
	}
	conn := connect(t, at)
	if _, err := conn.Exec(t.Context(), `INSERT INTO _quartet_migrations (version_id, is_applied) VALUES (9901, true)`); err != nil {
		t.Fatal(err)
	}
	if ran, err := migrations.Run(t.Context(), at); ran || !diag.HasCode(err, diag.DatabaseNewer) {
		t.Errorf("ran %t, %v", ran, err)
	}
}

// Whatever collation a database has, texts of the platform sort by their bytes.
func TestEveryTextSortsByItsBytes(t *testing.T) {
	at := config(t)
	if _, err := migrations.Run(t.Context(), at); err != nil {
		t.Fatal(err)
	}
	rows, err := connect(t, at).Query(t.Context(), `SELECT c.table_name || '.' || c.column_name || ' ' || c.data_type FROM information_schema.columns c
WHERE c.table_schema = current_schema() AND c.table_name <> '_quartet_migrations'
AND NOT (c.data_type IN ('bigint', 'bytea') OR c.data_type = 'text' AND c.collation_name = 'C')`)
	if err != nil {
		t.Fatal(err)
	}
	if others, err := pgx.CollectRows(rows, pgx.RowTo[string]); err != nil || !slices.Equal(others, nil) {
		t.Errorf("%v, %v", others, err)
	}
}
