package sqlite

import (
	"context"
	"errors"
	"io/fs"
	"os"

	"github.com/quartet-dev/quartet/internal/store"
	"github.com/quartet-dev/quartet/internal/store/sqlite/dbfile"
	"github.com/quartet-dev/quartet/internal/store/sqlite/migrations"
)

// Examine looks at a database file and changes nothing. It reads all of it,
// beside whatever serves it. The error is a diagnostic of a file that cannot be
// read; what is known is returned with it.
func Examine(ctx context.Context, path string) (store.Condition, error) {
	opts, err := Options{Path: path}.withDefaults()
	if err != nil {
		return store.Condition{File: path}, failure(err)
	}
	found := store.Condition{File: opts.Path, Free: dbfile.FreeAbove(opts.Path), Newest: migrations.Newest(), Damage: []string{}}
	info, err := os.Stat(opts.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return found, dbfile.CheckLog(opts.Path)
	}
	if err != nil {
		return found, refusal(opts.Path, store.Unavailable(err))
	}
	found.Exists, found.Mode, found.Bytes, found.ID = true, info.Mode().Perm(), info.Size(), dbfile.ID(info)
	if log, err := os.Stat(opts.Path + "-wal"); err == nil {
		found.Log = log.Size()
	}
	if err := (*examination)(&found).read(ctx, opts); err != nil {
		return found, refusal(opts.Path, err)
	}
	return found, nil
}

var quickCheck = &query{Text: "PRAGMA quick_check(100)", Brief: true}

// examination is a [store.Condition] that is being filled in.
type examination store.Condition

func (f *examination) read(ctx context.Context, opts Options) (err error) {
	c, err := openConn(opts.Path, opts.access(false))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, recoverPanic(c, (*conn).close)) }()
	c.watch.guard(ctx, 0)
	defer c.watch.release()
	return recoverPanic(c, func(c *conn) (err error) {
		if f.Version, err = platformVersion(c); err != nil {
			return err
		}
		return c.each(quickCheck, func(s *stmt) error {
			if line := string(s.text(0)); line != "ok" {
				f.Damage = append(f.Damage, line)
			}
			return nil
		})
	})
}
