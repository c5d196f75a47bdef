package migration

import (
	"fmt"
	"io/fs"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
)

// Prefix begins the name of every platform table but site_config (decision 2).
const Prefix = "_quartet_"

// Of the migrations themselves.
const (
	VersionTable = Prefix + "migrations" // the numbers of those that have run, version_id
	ProgramTable = Prefix + "program"    // which program ran them, version, by its newest migration
)

// Recorded selects the number of the newest migration that ran, and the program
// that ran it, where one is noted.
const Recorded = `SELECT max(version_id), coalesce((SELECT version FROM ` + ProgramTable + `
WHERE migration = (SELECT max(version_id) FROM ` + VersionTable + `)), 'of unknown version') FROM ` + VersionTable

// Newest is the number that the last file's name begins with.
func Newest(files fs.FS) (newest int) {
	names, _ := fs.Glob(files, "*.sql")
	for _, name := range names {
		number, _, _ := strings.Cut(name, "_")
		version, _ := strconv.Atoi(number)
		newest = max(newest, version)
	}
	return newest
}

// modulePath names this program among the modules of a binary.
const modulePath = "github.com/quartet-dev/quartet"

// Program is the version of this program, also inside another one, with the
// commit where that is known.
func Program() string {
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

// Newer refuses a database that the newer program by has migrated to recorded,
// where this one has migrations up to newest.
func Newer(database string, recorded int, by string, newest int) *diag.Diagnostic {
	return &diag.Diagnostic{
		Code: diag.DatabaseNewer, Phase: diag.Boot, Severity: diag.Error, Path: "settings#/database",
		Message: fmt.Sprintf("A newer program (%s) has migrated the database %s to %d; this program (%s) knows it up to %d.",
			by, database, recorded, Program(), newest),
		Suggestion: "Run the newer program, or restore a backup from before it ran.",
	}
}
