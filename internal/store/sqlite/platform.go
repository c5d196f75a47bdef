package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/driver"

	"github.com/quartet-dev/quartet/internal/store/migration"
	"github.com/quartet-dev/quartet/internal/store/sqlite/dbfile"
	"github.com/quartet-dev/quartet/internal/store/sqlite/migrations"
)

var (
	hasTable      = &query{Text: `SELECT 1 FROM sqlite_schema WHERE name = ?1`, Brief: true}
	latestVersion = &query{Text: `SELECT max(version_id) FROM ` + migration.VersionTable, Brief: true}
	selectProgram = &query{Text: `SELECT version FROM ` + migration.ProgramTable + ` WHERE migration = ?1`, Brief: true}
)

// migratePlatform brings the platform tables up to date, and refuses those of a
// newer program; fresh when there were none. When there is nothing to do it costs
// a few short reads.
func migratePlatform(ctx context.Context, c *conn, opts Options) (fresh bool, err error) {
	if err := refuseUnfinished(c, opts.Path); err != nil {
		return false, err
	}
	recorded, err := platformVersion(c)
	if err != nil {
		return false, err
	}
	if recorded < migrations.Newest() {
		if err := runMigrations(ctx, opts); err != nil {
			return false, fmt.Errorf("migrate platform tables: %w", err)
		}
	}
	return recorded == 0, refuseNewer(c, opts.Path)
}

// runMigrations runs goose on a connection that holds one write transaction
// from its first statement to its last. Of processes that start at once, one
// migrates and the others find nothing left to do; a crash leaves nothing
// behind.
func runMigrations(ctx context.Context, opts Options) (err error) {
	db, err := driver.Open(dbfile.URI(opts.Path, "rw"), func(c *sqlite3.Conn) error {
		return errors.Join(c.BusyTimeout(opts.BusyTimeout), c.Exec("BEGIN IMMEDIATE"))
	})
	if err != nil {
		return err
	}
	db.SetMaxOpenConns(1)
	db.SetConnMaxIdleTime(time.Hour)
	defer func() { err = errors.Join(err, db.Close()) }()
	return migrateUp(ctx, db)
}

// migrateUp has every other process look at the tables again.
func migrateUp(ctx context.Context, db *sql.DB) error {
	ran, err := migrations.Up(ctx, db)
	if err != nil {
		return err
	}
	if ran { // otherwise another process has done it meanwhile
		var mark int64
		if err := db.QueryRowContext(ctx, readMark.Text).Scan(&mark); err != nil {
			return err
		}
		if _, err := db.ExecContext(ctx, setMark(mark)); err != nil {
			return err
		}
	}
	_, err = db.ExecContext(ctx, "COMMIT")
	return err
}

// platformVersion is the number of the newest migration that the platform
// tables have had; 0 in a file without them.
func platformVersion(c *conn) (int, error) {
	if found, err := c.look(hasTable, migration.VersionTable); found == nil || err != nil {
		return 0, err
	}
	recorded, err := c.look(latestVersion)
	version, _ := strconv.Atoi(string(recorded))
	return version, err
}

// refuseNewer refuses platform tables that a newer program has migrated: what
// this one wrote there could be wrong without anybody noticing.
func refuseNewer(c *conn, path string) error {
	recorded, err := platformVersion(c)
	if err != nil || recorded <= migrations.Newest() {
		return err
	}
	by := []byte("of unknown version")
	if found, err := c.look(hasTable, migration.ProgramTable); found != nil && err == nil {
		if version, err := c.look(selectProgram, recorded); version != nil && err == nil {
			by = version
		}
	}
	return migration.Newer(path, recorded, string(by), migrations.Newest())
}
