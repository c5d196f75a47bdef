package platform

import (
	"context"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/site"
)

var _ site.Store = Ports{}

var (
	selectConfig = declare(`SELECT key, value FROM site_config`)
	deleteConfig = declare(`DELETE FROM site_config WHERE key = ?1`)

	// What is stored already is not written again: that would be a change which
	// other processes see.
	writeConfig = declare(`INSERT INTO site_config (key, value) VALUES (?1, ?2)
ON CONFLICT (key) DO UPDATE SET value = excluded.value WHERE site_config.value <> excluded.value`)
	writeConfigOnce = declare(`INSERT INTO site_config (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO NOTHING`)
)

// SiteConfig implements site.Store.
func (p Ports) SiteConfig(ctx context.Context) (rows map[string]string, err error) {
	err = p.db.Read(ctx, Func(func(c *Conn) (err error) {
		rows, err = SiteConfig(c)
		return err
	}))
	return rows, err
}

// WriteSiteConfig implements site.Store.
func (p Ports) WriteSiteConfig(ctx context.Context, rows []site.Row, line func(map[string]string) *audit.Record) error {
	return p.db.Update(ctx, Func(func(c *Conn) error {
		if line == nil {
			return c.writeConfig(rows)
		}
		stored, err := SiteConfig(c)
		if err != nil {
			return err
		}
		if err := c.writeConfig(rows); err != nil {
			return err
		}
		if l := line(stored); l != nil {
			return c.record(l)
		}
		return nil
	}))
}

func (c *Conn) writeConfig(rows []site.Row) error {
	for _, row := range rows {
		q := writeConfig
		if row.Once {
			q = writeConfigOnce
		}
		if err := c.run(q, row.Key, row.Value); err != nil {
			return err
		}
	}
	return nil
}

// SiteConfig reads the rows of site_config on a connection.
func SiteConfig(c *Conn) (map[string]string, error) {
	rows := make(map[string]string)
	err := c.each(selectConfig, func(r row) error {
		rows[r.string(0)] = r.string(1)
		return nil
	})
	return rows, err
}

// DeleteSiteConfig removes the row of key from site_config.
func DeleteSiteConfig(c *Conn, key string) error { return c.run(deleteConfig, key) }
