package migrations

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/pressly/goose/v3"

	"github.com/quartet-dev/quartet/internal/store/migration"
)

//go:embed *.sql
var files embed.FS

// Newest is the number of the last migration.
func Newest() int { return migration.Newest(files) }

// LockKey is the first number of the advisory locks of this program. The second
// says what is locked.
const LockKey = 0x71756172

// What is locked. One process at a time migrates. Whoever writes shares the layout
// of the tables, and whoever changes tables has it alone.
const (
	MigrationsLock = 1
	LayoutLock     = 2
)

const (
	lock          = `SELECT pg_advisory_xact_lock($1, $2)`
	raiseMark     = `UPDATE _quartet_mark SET number = number + 1`
	recordProgram = `INSERT INTO ` + migration.ProgramTable + ` (migration, version) VALUES ($1, $2)
ON CONFLICT (migration) DO UPDATE SET version = excluded.version`
)

// Run brings the platform's tables up to date, in one transaction: a crash leaves
// nothing behind, and of processes that start at once one migrates and the others
// find nothing to do, as ran tells. It refuses the tables of a newer program. With
// nothing to do it takes no lock and costs one connection.
func Run(ctx context.Context, config *pgx.ConnConfig) (ran bool, err error) {
	db := open(config)
	defer func() { err = errors.Join(err, db.Close()) }()
	ran, err = migrate(ctx, db, nameOf(config))
	if err != nil || !ran {
		return false, err
	}
	_, err = db.ExecContext(ctx, "COMMIT")
	return err == nil, err
}

// nameOf is the database without what is secret of its address.
func nameOf(config *pgx.ConnConfig) string {
	return fmt.Sprintf("%s on %s:%d", config.Database, config.Host, config.Port)
}

// migrate does the work in the transaction of db; nothing is committed.
func migrate(ctx context.Context, db *sql.DB, name string) (ran bool, err error) {
	if behind, err := isBehind(ctx, db, name); err != nil || !behind {
		return false, err
	}
	if err := alone(ctx, db); err != nil {
		return false, err
	}
	if behind, err := isBehind(ctx, db, name); err != nil || !behind {
		return false, err
	}
	if err := up(ctx, db); err != nil {
		return false, fmt.Errorf("migrate platform tables: %w", err)
	}
	return true, nil
}

// isBehind reports whether migrations are to be run, and refuses those of a
// newer program.
func isBehind(ctx context.Context, db *sql.DB, name string) (bool, error) {
	recorded, by, err := recorded(ctx, db)
	if err != nil || recorded < Newest() {
		return err == nil, err
	}
	if recorded > Newest() {
		return false, migration.Newer(name, recorded, by, Newest())
	}
	return false, nil
}

// recorded is the number of the newest migration that the tables have had, and
// the program that ran it; 0 without tables.
func recorded(ctx context.Context, db *sql.DB) (version int, by string, err error) {
	var exists bool
	row := db.QueryRowContext(ctx, `SELECT to_regclass($1) IS NOT NULL`, migration.VersionTable)
	if err := row.Scan(&exists); err != nil || !exists {
		return 0, "", err
	}
	row = db.QueryRowContext(ctx, migration.Recorded)
	err = row.Scan(&version, &by)
	return version, by, err
}

// alone waits until this is the only process that migrates, and until nobody
// writes.
func alone(ctx context.Context, db *sql.DB) error {
	for _, what := range []int{MigrationsLock, LayoutLock} {
		if _, err := db.ExecContext(ctx, lock, LockKey, what); err != nil {
			return err
		}
	}
	return nil
}

// up runs what has not run, notes which program did it, and has every other
// process look at the tables again. Isolated DDL is goose's name for beginning no
// transaction itself.
func up(ctx context.Context, db *sql.DB) error {
	provider, err := goose.NewProvider(goose.DialectPostgres, db, files, goose.WithTableName(migration.VersionTable),
		goose.WithIsolateDDL(true), goose.WithDisableGlobalRegistry(true), goose.WithLogger(goose.NopLogger()))
	if err != nil {
		return err
	}
	if _, err := provider.Up(ctx); err != nil {
		return err
	}
	if _, err := db.ExecContext(ctx, recordProgram, Newest(), migration.Program()); err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, raiseMark)
	return err
}
