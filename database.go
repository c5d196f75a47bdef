package quartet

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/settings"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
)

// private is the folder of a site that holds what the service writes.
const private = ".service"

// databaseFile is where the database lies.
func (b *boot) databaseFile() string {
	file := filepath.FromSlash(b.settings.Database.File)
	if filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(b.Dir, file)
}

func (b *boot) openDatabase(ctx context.Context) (*sqlite.Store, error) {
	if !b.MustExist {
		if err := b.keepPrivate(); err != nil {
			return nil, err
		}
	}
	store, err := sqlite.Open(ctx, sqlite.Options{
		Path: b.databaseFile(), Plan: b.plan, Log: b.Logger, MustExist: b.MustExist,
		Unsynced: b.settings.Database.Unsynced, Keep: keepOf(b.settings.History),
	})
	if err == nil && store.IsNew() {
		b.tellNew(ctx)
	}
	return store, err
}

// tellNew says where a new database was made. In development that is how a site
// begins; elsewhere the data that was there may have been looked for in a wrong
// place.
func (b *boot) tellNew(ctx context.Context) {
	level := slog.LevelWarn
	if b.Development != nil {
		level = slog.LevelInfo
	}
	b.Logger.Log(ctx, level, "There was no database; a new, empty one was made. If the site had data, look whether the path is right and its volume is there.", "path", b.databaseFile())
}

// keepOf is what quartet.yaml says about the history.
func keepOf(h settings.History) *audit.Retention {
	return &audit.Retention{Versions: h.Keep, Published: h.KeepPublished, Records: time.Duration(h.AuditDays) * 24 * time.Hour}
}

// openPlatform opens the platform's tables of a site that is not started,
// beside whatever serves it; nil when there is no database yet. The manifests
// are not looked at, the settings must be well formed.
func openPlatform(ctx context.Context, o Options) (*sqlite.Store, error) {
	b, err := configured(o)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(b.databaseFile()); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return sqlite.OpenPlatform(ctx, sqlite.Options{Path: b.databaseFile(), Log: b.Logger})
}

// Condition is how the file of a database is: its size, mode and identity, the
// room on its disk, the version of the platform's tables and what is damaged.
type Condition = sqlite.Condition

// Examine looks at the database of a site, beside whatever serves it, and
// changes nothing; it reads the whole file. The manifests are not looked at, the
// settings must be well formed. The error is a diagnostic of a file that cannot
// be read, which names it and what to do.
func Examine(ctx context.Context, o Options) (Condition, error) {
	b, err := configured(o)
	if err != nil {
		return Condition{}, err
	}
	return sqlite.Examine(ctx, b.databaseFile())
}

// keepPrivate makes the private folder, with a .gitignore that keeps data out
// of commits, when the database lies in it. A folder that is there already is
// left as it is.
func (b *boot) keepPrivate() error {
	folder := filepath.Join(b.Dir, private)
	inside, err := filepath.Rel(folder, b.databaseFile())
	if err != nil || !filepath.IsLocal(inside) {
		return nil //nolint:nilerr // the database lies elsewhere, and elsewhere is not ours
	}
	err = os.Mkdir(folder, 0o700)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, ".gitignore"), []byte("*\n"), 0o600)
}
