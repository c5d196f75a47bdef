package app

import (
	"context"
	"log/slog"
	"path/filepath"
	"time"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/settings"
	"github.com/quartet-dev/quartet/internal/sqlgen"
	"github.com/quartet-dev/quartet/internal/store"
	"github.com/quartet-dev/quartet/internal/store/postgres"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
)

// privateFolder is the folder of a site that holds what the service writes.
const privateFolder = settings.PrivateFolder

// databaseFile is where the database lies.
func (b *boot) databaseFile() string {
	file := filepath.FromSlash(b.settings.Database.File)
	if filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(b.Dir, file)
}

// database is where the data of the site lies.
func (b *boot) database() store.Database {
	if b.settings.Database.Dialect == sqlgen.Postgres.Name {
		of := b.settings.Database
		return postgres.Database{URL: of.URL, ViewsURL: string(of.ViewsURL), DirectURL: string(of.DirectURL)}
	}
	return sqlite.Database{Path: b.databaseFile()}
}

// isFile reports whether the data lies in a file.
func (b *boot) isFile() bool { return b.settings.Database.Dialect != sqlgen.Postgres.Name }

func (b *boot) openDatabase(ctx context.Context) (store.Store, error) {
	if !b.MustExist {
		if err := b.keepPrivate(); err != nil {
			return nil, err
		}
	}
	opened, err := b.database().Open(ctx, store.Options{
		Plan: b.plan, Log: b.Logger, MustExist: b.MustExist,
		Unsynced: b.settings.Database.Unsynced, Retention: retentionOf(b.settings.History),
	})
	if err == nil && opened.IsNew() {
		b.logNewDatabase(ctx)
	}
	return opened, err
}

// logNewDatabase says where a new database was made. In development that is how a site
// begins; elsewhere the data that was there may have been looked for in a wrong
// place (decision 128).
func (b *boot) logNewDatabase(ctx context.Context) {
	level := slog.LevelWarn
	if b.Development != nil {
		level = slog.LevelInfo
	}
	if b.isFile() {
		b.Logger.Log(ctx, level, "There was no database; a new, empty one was made. If the site had data, look whether the path is right and its volume is there.", "path", b.databaseFile())
	} else {
		b.Logger.Log(ctx, level, "The database had no tables of a site; new, empty ones were made. If the site had data, look whether the address is right.")
	}
}

// retentionOf is what quartet.yaml says about the history.
func retentionOf(h settings.History) *audit.Retention {
	return &audit.Retention{Versions: h.Keep, Published: h.KeepPublished, Records: time.Duration(h.AuditDays) * 24 * time.Hour}
}

// keepPrivate makes the private folder, with a .gitignore that keeps data out
// of commits, when the database lies in it. A folder that is there already is
// left as it is.
func (b *boot) keepPrivate() error {
	folder := filepath.Join(b.Dir, privateFolder)
	isInside := func(file string) bool {
		inside, err := filepath.Rel(folder, file)
		return err == nil && filepath.IsLocal(inside)
	}
	if (!b.isFile() || !isInside(b.databaseFile())) && !isInside(b.mediaFolder()) {
		return nil // elsewhere is not ours
	}
	return settings.MakePrivate(b.Dir)
}
