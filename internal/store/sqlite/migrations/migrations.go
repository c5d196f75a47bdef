package migrations

import (
	"context"
	"database/sql"
	"embed"

	"github.com/pressly/goose/v3"

	"github.com/quartet-dev/quartet/internal/store/migration"
)

//go:embed *.sql
var files embed.FS

// Newest is the number of the last migration.
func Newest() int { return migration.Newest(files) }

// Provider runs the migrations one by one.
func Provider(db *sql.DB, options ...goose.ProviderOption) (*goose.Provider, error) {
	return goose.NewProvider(goose.DialectSQLite3, db, files,
		append(options, goose.WithTableName(migration.VersionTable), goose.WithDisableGlobalRegistry(true), goose.WithLogger(goose.NopLogger()))...)
}

const recordProgram = `INSERT OR REPLACE INTO ` + migration.ProgramTable + ` (migration, version) VALUES (?1, ?2)`

// Up runs what has not run, and notes which program did it, in the transaction
// that the one connection of db holds. ran is false when there was nothing left
// to do. Isolated DDL is goose's name for beginning no transaction itself.
func Up(ctx context.Context, db *sql.DB) (ran bool, err error) {
	provider, err := Provider(db, goose.WithIsolateDDL(true))
	if err != nil {
		return false, err
	}
	done, err := provider.Up(ctx)
	if err != nil || len(done) == 0 {
		return false, err
	}
	_, err = db.ExecContext(ctx, recordProgram, Newest(), migration.Program())
	return true, err
}
