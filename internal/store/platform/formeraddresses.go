package platform

import (
	"context"

	"github.com/quartet-dev/quartet/internal/content"
)

// The statements that remember what an entry leaves: a store runs both in the
// transaction of the entry, the second once, behind all that it leaves.
var (
	InsertFormerAddress = declare(`INSERT INTO _quartet_former_addresses (collection, slug, locale, entry, time) VALUES (?1, ?2, ?3, ?4, ?5)
ON CONFLICT (collection, slug, locale) DO UPDATE SET entry = excluded.entry, time = excluded.time`)
	PruneFormerAddresses = declare(`DELETE FROM _quartet_former_addresses WHERE collection = ?1 AND entry = ?2 AND (time, slug, locale) <=
(SELECT time, slug, locale FROM _quartet_former_addresses WHERE collection = ?1 AND entry = ?2 ORDER BY time DESC, slug DESC, locale DESC LIMIT 1 OFFSET ?3)`)

	// Without a locale it is the address of any.
	selectFormerAddress = declare(`SELECT entry FROM _quartet_former_addresses WHERE collection = ?1 AND slug = ?2 AND (?3 = '' OR locale = ?3)
ORDER BY time DESC LIMIT 1`)
)

// FormerAddressArguments are those of InsertFormerAddress for an address that the
// entry of a Write leaves.
func FormerAddressArguments(w *content.Write, a content.Address, time int64) []any {
	return []any{a.Schema, a.Slug, a.Locale, w.Entry.ID, time}
}

// PruneArguments are those of PruneFormerAddresses for the entry of a Write.
func PruneArguments(w *content.Write) []any {
	return []any{w.Schema.Name(), w.Entry.ID, content.MaxFormerAddresses}
}

// FormerAddress implements content.Store.
func (p Ports) FormerAddress(ctx context.Context, a content.Address) (entryID string, err error) {
	err = p.db.Read(ctx, Func(func(c *Conn) error {
		return c.each(selectFormerAddress, func(r row) error {
			entryID = r.string(0)
			return nil
		}, a.Schema, a.Slug, a.Locale)
	}))
	return entryID, err
}
