package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"runtime/debug"
	"strconv"

	"github.com/quartet-dev/quartet/internal/diag"
)

const programTable = platformPrefix + "program"

var selectProgram = &query{text: `SELECT version FROM ` + programTable + ` WHERE migration = ?1`, brief: true}

const recordProgram = `INSERT OR REPLACE INTO ` + programTable + ` (migration, version) VALUES (?1, ?2)`

// modulePath names this program among the modules of a binary.
const modulePath = "github.com/quartet-dev/quartet"

// programVersion is the version of this program, also inside another one, with
// the commit where that is known.
func programVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "of unknown version"
	}
	for _, module := range info.Deps {
		if module.Path == modulePath {
			return module.Version
		}
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return fmt.Sprintf("%s, commit %.12s", info.Main.Version, s.Value)
		}
	}
	return info.Main.Version
}

// platformVersion is the number of the newest migration that the platform
// tables have had; 0 in a file without them.
func platformVersion(c *conn) (int, error) {
	if found, err := c.look(hasTable, versionTable); found == nil || err != nil {
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
	if err != nil || recorded <= newestMigration() {
		return err
	}
	by := []byte("of unknown version")
	if found, err := c.look(hasTable, programTable); found != nil && err == nil {
		if version, err := c.look(selectProgram, recorded); version != nil && err == nil {
			by = version
		}
	}
	return newer(path, recorded, string(by))
}

func newer(path string, recorded int, by string) *diag.Diagnostic {
	return &diag.Diagnostic{
		Code: diag.DatabaseNewer, Phase: diag.Boot, Severity: diag.Error, Path: "settings#/database",
		Message: fmt.Sprintf("A newer program (%s) has migrated the database %s to %d; this program (%s) knows it up to %d.",
			by, path, recorded, programVersion(), newestMigration()),
		Suggestion: "Run the newer program, or restore a backup from before it ran.",
	}
}

// recordMigration notes, in the transaction of the migrations, which program
// ran them, and has every other process look at the tables again.
func recordMigration(ctx context.Context, db *sql.DB) error {
	if _, err := db.ExecContext(ctx, recordProgram, newestMigration(), programVersion()); err != nil {
		return err
	}
	var generation int64
	if err := db.QueryRowContext(ctx, readMark.text).Scan(&generation); err != nil {
		return err
	}
	_, err := db.ExecContext(ctx, setMark(generation))
	return err
}
