package quartet

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

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
	if err := b.keepPrivate(); err != nil {
		return nil, err
	}
	return sqlite.Open(ctx, sqlite.Options{
		Path: b.databaseFile(), Plan: b.plan, Log: b.Logger, Unsynced: b.settings.Database.Unsynced,
	})
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
