package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"time"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/driver"
	"github.com/pressly/goose/v3"

	"github.com/quartet-dev/quartet/internal/store/sqlite/dbfile"
)

// platformPrefix begins the name of every platform table but site_config
// (decision 2).
const platformPrefix = "_quartet_"

const versionTable = platformPrefix + "migrations"

//go:embed migrations/*.sql
var migrationFiles embed.FS

var (
	hasTable      = &query{text: `SELECT 1 FROM sqlite_schema WHERE name = ?1`, brief: true}
	latestVersion = &query{text: `SELECT max(version_id) FROM ` + versionTable, brief: true}
)

// migratePlatform brings the platform tables up to date, and refuses those of a
// newer program; fresh when there were none. When there is nothing to do it costs
// a few short reads.
func migratePlatform(ctx context.Context, c *conn, opts Options) (fresh bool, err error) {
	recorded, err := platformVersion(c)
	if err != nil {
		return false, err
	}
	if recorded < newestMigration() {
		if err := runMigrations(ctx, opts); err != nil {
			return false, fmt.Errorf("migrate platform tables: %w", err)
		}
	}
	return recorded == 0, refuseNewer(c, opts.Path)
}

// newestMigration is the number that the last file's name begins with.
func newestMigration() (newest int) {
	files, _ := fs.Glob(migrationFiles, "migrations/*.sql")
	for _, file := range files {
		number, _, _ := strings.Cut(strings.TrimPrefix(file, "migrations/"), "_")
		version, _ := strconv.Atoi(number)
		newest = max(newest, version)
	}
	return newest
}

// runMigrations runs goose on a connection that holds one write transaction
// from its first statement to its last. Of processes that start at once, one
// migrates and the others find nothing left to do; a crash leaves nothing
// behind. Isolated DDL is goose's name for beginning no transaction itself.
func runMigrations(ctx context.Context, opts Options) (err error) {
	db, err := driver.Open(dbfile.URI(opts.Path, "rw"), func(c *sqlite3.Conn) error {
		return errors.Join(c.BusyTimeout(opts.BusyTime), c.Exec("BEGIN IMMEDIATE"))
	})
	if err != nil {
		return err
	}
	db.SetMaxOpenConns(1)
	db.SetConnMaxIdleTime(time.Hour)
	defer func() { err = errors.Join(err, db.Close()) }()
	return migrateUp(ctx, db)
}

func migrateUp(ctx context.Context, db *sql.DB) error {
	files, err := fs.Sub(migrationFiles, "migrations")
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(goose.DialectSQLite3, db, files,
		goose.WithTableName(versionTable), goose.WithIsolateDDL(true), goose.WithDisableGlobalRegistry(true), goose.WithLogger(goose.NopLogger()))
	if err != nil {
		return err
	}
	done, err := provider.Up(ctx)
	if err != nil {
		return err
	}
	if len(done) > 0 { // otherwise another process has done it meanwhile
		if err := recordMigration(ctx, db); err != nil {
			return err
		}
	}
	_, err = db.ExecContext(ctx, "COMMIT")
	return err
}
