package platform

import "context"

var (
	selectLayouts = declare(`SELECT layout FROM _quartet_layout ORDER BY name`)
	saveLayout    = declare(`INSERT INTO _quartet_layout (name, layout) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET layout = excluded.layout`)
	deleteLayout  = declare(`DELETE FROM _quartet_layout WHERE name = ?1`)
	selectAny     = declare(`SELECT 1 FROM _quartet_layout LIMIT 1`)
)

// Layouts are what the tables of Schemas look like, as JSON.
func Layouts(c *Conn) (texts [][]byte, err error) {
	err = c.each(selectLayouts, func(r row) error {
		texts = append(texts, r.text(0))
		return nil
	})
	return texts, err
}

// SaveLayout stores what a table looks like.
func SaveLayout(c *Conn, table string, text []byte) error {
	return c.run(saveLayout, table, string(text))
}

// DeleteLayout forgets what a table looked like.
func DeleteLayout(c *Conn, table string) error { return c.run(deleteLayout, table) }

// Ping reports whether the database answers.
func (p Ports) Ping(ctx context.Context) error {
	return p.db.Read(ctx, Func(func(c *Conn) error {
		_, err := c.exists(selectAny)
		return err
	}))
}
