package migrations

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/pressly/goose/v3"

	"github.com/quartet-dev/quartet/internal/diag"
)

// Prefix begins the name of every platform table but site_config (decision 2).
const Prefix = "_quartet_"

// Of the migrations themselves.
const (
	VersionTable = Prefix + "migrations" // the numbers of those that have run, version_id
	ProgramTable = Prefix + "program"    // which program ran them, version, by its newest migration
)

//go:embed *.sql
var files embed.FS

// Newest is the number that the last file's name begins with.
func Newest() (newest int) {
	names, _ := fs.Glob(files, "*.sql")
	for _, name := range names {
		number, _, _ := strings.Cut(name, "_")
		version, _ := strconv.Atoi(number)
		newest = max(newest, version)
	}
	return newest
}

// Provider runs the migrations one by one.
func Provider(db *sql.DB, options ...goose.ProviderOption) (*goose.Provider, error) {
	return goose.NewProvider(goose.DialectSQLite3, db, files,
		append(options, goose.WithTableName(VersionTable), goose.WithDisableGlobalRegistry(true), goose.WithLogger(goose.NopLogger()))...)
}

const recordProgram = `INSERT OR REPLACE INTO ` + ProgramTable + ` (migration, version) VALUES (?1, ?2)`

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
	_, err = db.ExecContext(ctx, recordProgram, Newest(), Program())
	return true, err
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

// Newer refuses a file that the newer program by has migrated to recorded.
func Newer(path string, recorded int, by string) *diag.Diagnostic {
	return &diag.Diagnostic{
		Code: diag.DatabaseNewer, Phase: diag.Boot, Severity: diag.Error, Path: "settings#/database",
		Message: fmt.Sprintf("A newer program (%s) has migrated the database %s to %d; this program (%s) knows it up to %d.",
			by, path, recorded, Program(), Newest()),
		Suggestion: "Run the newer program, or restore a backup from before it ran.",
	}
}
