package platform

import "github.com/quartet-dev/quartet/internal/content"

var (
	insertMediaUse = declare(`INSERT INTO _quartet_media_uses (asset_id, collection, entry_id) VALUES (?1, ?2, ?3)
ON CONFLICT (asset_id, collection, entry_id) DO NOTHING`)
	deleteMediaUse  = declare(`DELETE FROM _quartet_media_uses WHERE asset_id = ?1 AND collection = ?2 AND entry_id = ?3`)
	forgetMediaUses = declare(`DELETE FROM _quartet_media_uses WHERE collection = ?1`)
	countMediaUses  = declare(`SELECT asset_id, count(*) FROM _quartet_media_uses WHERE asset_id IN {texts of ?1} GROUP BY asset_id`)
	countDraftMedia = declare(`SELECT d.asset_id, count(*) FROM _quartet_draft_media d WHERE d.asset_id IN {texts of ?1} AND NOT EXISTS
(SELECT 1 FROM _quartet_media_uses u WHERE u.asset_id = d.asset_id AND u.collection = d.collection AND u.entry_id = d.entry_id) GROUP BY d.asset_id`)
	selectMediaUses = declare(`SELECT collection, entry_id FROM _quartet_media_uses WHERE asset_id = ?1 AND (collection, entry_id) > (?2, ?3)
UNION SELECT collection, entry_id FROM _quartet_draft_media WHERE asset_id = ?1 AND (collection, entry_id) > (?2, ?3)
ORDER BY collection, entry_id LIMIT ?4`)
)

// EachMediaUse gives fn the statements that store what changes of the assets that an
// entry uses, in the transaction of the entry.
func EachMediaUse(use content.MediaUse, change content.MediaChange, fn func(q *Query, arguments []any)) {
	for _, id := range change.Removed {
		fn(deleteMediaUse, []any{id, use.Collection, use.EntryID})
	}
	for _, id := range change.Added {
		fn(insertMediaUse, []any{id, use.Collection, use.EntryID})
	}
}

// ChangeMediaUses runs them.
func ChangeMediaUses(c *Conn, use content.MediaUse, change content.MediaChange) (err error) {
	EachMediaUse(use, change, func(q *Query, arguments []any) {
		if err == nil {
			err = c.run(q, arguments...)
		}
	})
	return err
}

// ForgetMediaUses forgets what all entries of a collection use.
func ForgetMediaUses(c *Conn, collection string) error { return c.run(forgetMediaUses, collection) }
