package sqlite

import (
	"context"
	"errors"
	"io/fs"
	"os"

	"github.com/quartet-dev/quartet/internal/store/platform"
)

// SiteConfig reads the rows of site_config in the file at path, which need not
// match any plan. There are none in a file that is missing or new.
func SiteConfig(ctx context.Context, path string) (rows map[string]string, err error) {
	err = withConfig(path, func(c *conn) error {
		c.watch.guard(ctx, 0)
		rows, err = platform.SiteConfig(c.platform)
		return err
	})
	return rows, err
}

// DeleteSiteConfig removes the row of key from site_config in the file at path.
func DeleteSiteConfig(ctx context.Context, path, key string) error {
	return withConfig(path, func(c *conn) error {
		return c.atomically(ctx, func() error { return platform.DeleteSiteConfig(c.platform, key) })
	})
}

func withConfig(path string, fn func(*conn) error) error {
	return withTable(path, "site_config", fn)
}

// withTable runs fn on a connection of its own, unless the file has no such
// table. The error is a diagnostic.
func withTable(path, table string, fn func(*conn) error) error {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	opts, err := Options{Path: path}.withDefaults()
	if err != nil {
		return failure(err)
	}
	c, err := openConn(opts.Path, opts.access(false))
	if err != nil {
		return refusal(opts.Path, err)
	}
	err = recoverPanic(c, func(c *conn) error {
		if found, err := c.look(hasTable, table); found == nil || err != nil {
			return err
		}
		return fn(c)
	})
	if err = errors.Join(err, recoverPanic(c, (*conn).close)); err != nil {
		return refusal(opts.Path, err)
	}
	return nil
}
