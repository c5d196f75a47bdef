package sqlite

import (
	"context"
	"errors"
	"io/fs"
	"os"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/site"
)

var _ site.Store = (*Store)(nil)

var (
	selectConfig = &query{text: `SELECT key, value FROM site_config`}
	deleteConfig = &query{text: `DELETE FROM site_config WHERE key = ?1`}

	// writeConfig takes values by key, and the keys to write once, as JSON: all
	// rows in one statement, so that all of them are written or none.
	writeConfig = &query{text: `
INSERT INTO site_config (key, value) SELECT key, value FROM json_each(?1) WHERE true
ON CONFLICT (key) DO UPDATE SET value = excluded.value
WHERE value <> excluded.value AND excluded.key NOT IN (SELECT value FROM json_each(?2))`}
)

// SiteConfig implements site.Store.
func (s *Store) SiteConfig(ctx context.Context) (rows map[string]string, err error) {
	err = s.readers.read(ctx, func(c *conn) (err error) {
		rows, err = c.siteConfig()
		return err
	})
	return rows, err
}

func (c *conn) siteConfig() (map[string]string, error) {
	rows := make(map[string]string)
	err := c.each(selectConfig, func(s *stmt) error {
		rows[string(s.text(0))] = string(s.text(1))
		return nil
	})
	return rows, err
}

// WriteSiteConfig implements site.Store.
func (s *Store) WriteSiteConfig(ctx context.Context, rows []site.Row, line func(map[string]string) *audit.Record) error {
	values, once := make(map[string]any), []any{}
	for _, row := range rows {
		values[row.Key] = row.Value
		if row.Once {
			once = append(once, row.Key)
		}
	}
	arguments := []any{string(jsonvalue.Append(nil, values)), string(jsonvalue.Append(nil, once))}
	if line == nil {
		return s.writer.do(ctx, func(c *conn) error { return c.run(writeConfig, arguments...) })
	}
	return s.writer.do(ctx, func(c *conn) error {
		return c.wholly(func() error {
			stored, err := c.siteConfig()
			if err != nil {
				return err
			}
			if err := c.run(writeConfig, arguments...); err != nil {
				return err
			}
			if l := line(stored); l != nil {
				return c.run(insertLine, journaled(l)...)
			}
			return nil
		})
	})
}

// SiteConfig reads the rows of site_config in the file at path, which need not
// match any plan. There are none in a file that is missing or new.
func SiteConfig(ctx context.Context, path string) (rows map[string]string, err error) {
	err = withConfig(path, func(c *conn) error {
		c.watch.guard(ctx, 0)
		rows, err = c.siteConfig()
		return err
	})
	return rows, err
}

// DeleteSiteConfig removes the row of key from site_config in the file at path.
func DeleteSiteConfig(ctx context.Context, path, key string) error {
	return withConfig(path, func(c *conn) error {
		return c.atomically(ctx, func() error { return c.run(deleteConfig, key) })
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
	err = shielded(c, func(c *conn) error {
		if found, err := c.look(hasTable, table); found == nil || err != nil {
			return err
		}
		return fn(c)
	})
	if err = errors.Join(err, shielded(c, (*conn).close)); err != nil {
		return refusal(opts.Path, err)
	}
	return nil
}
