package migrations_test

import (
	"database/sql"
	"os"
	"path/filepath"
	"testing"

	"github.com/ncruces/go-sqlite3/driver"

	"github.com/quartet-dev/quartet/internal/store/migration"
	"github.com/quartet-dev/quartet/internal/store/sqlite/migrations"
)

// Each file is a version, without a gap, and a new database takes all of them
// once and notes which program did it.
func TestAllMigrationsRunOnce(t *testing.T) {
	files, err := filepath.Glob("*.sql")
	if err != nil || len(files) != migrations.Newest() {
		t.Fatalf("%d files up to version %d, %v", len(files), migrations.Newest(), err)
	}
	db := opened(t)
	for i, want := range []bool{true, false} {
		if _, err := db.ExecContext(t.Context(), "BEGIN IMMEDIATE"); err != nil {
			t.Fatal(err)
		}
		if ran, err := migrations.Up(t.Context(), db); ran != want || err != nil {
			t.Errorf("time %d: ran %t, %v", i, ran, err)
		}
		if _, err := db.ExecContext(t.Context(), "COMMIT"); err != nil {
			t.Fatal(err)
		}
	}
	var version int
	var program string
	row := db.QueryRowContext(t.Context(), `SELECT migration, version FROM `+migration.ProgramTable)
	if err := row.Scan(&version, &program); err != nil || version != migrations.Newest() || program != migration.Program() {
		t.Errorf("noted %q for %d, %v", program, version, err)
	}
}

func opened(t *testing.T) *sql.DB {
	t.Helper()
	path := filepath.Join(t.TempDir(), "site.db")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	db, err := driver.Open("file:" + path)
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}
