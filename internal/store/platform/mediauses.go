package platform

import "github.com/quartet-dev/quartet/internal/content"

var (
	insertMediaUse = declare(`INSERT INTO _quartet_media_uses (asset_id, collection, entry_id) VALUES (?1, ?2, ?3)
ON CONFLICT (asset_id, collection, entry_id) DO NOTHING`)
	deleteMediaUse  = declare(`DELETE FROM _quartet_media_uses WHERE asset_id = ?1 AND collection = ?2 AND entry_id = ?3`)
	forgetMediaUses = declare(`DELETE FROM _quartet_media_uses WHERE collection = ?1`)
	countMediaUses  = declare(`SELECT asset_id, count(*) FROM _quartet_media_uses WHERE asset_id IN {texts of ?1} GROUP BY asset_id`)
	selectMediaUses = declare(`SELECT collection, entry_id FROM _quartet_media_uses WHERE asset_id = ?1 AND (collection, entry_id) > (?2, ?3)
ORDER BY collection, entry_id LIMIT ?4`)
)

// ChangeMediaUses stores what changes of the assets that an entry uses, in the
// transaction of the entry.
func ChangeMediaUses(c *Conn, use content.MediaUse, change content.MediaChange) error {
	for _, id := range change.Removed {
		if err := c.run(deleteMediaUse, id, use.Collection, use.EntryID); err != nil {
			return err
		}
	}
	for _, id := range change.Added {
		if err := c.run(insertMediaUse, id, use.Collection, use.EntryID); err != nil {
			return err
		}
	}
	return nil
}

// ForgetMediaUses forgets what all entries of a collection use.
func ForgetMediaUses(c *Conn, collection string) error { return c.run(forgetMediaUses, collection) }
