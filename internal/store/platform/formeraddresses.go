package platform

import (
	"context"

	"github.com/quartet-dev/quartet/internal/content"
)

// The statements that remember what an entry leaves: a store runs both in the
// transaction of the entry, the second once, behind all that it leaves.
var (
	InsertFormerAddress = declare(`INSERT INTO _quartet_former_addresses (collection, property, value, locale, entry, time) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
ON CONFLICT (collection, property, value, locale) DO UPDATE SET entry = excluded.entry, time = excluded.time`)
	PruneFormerAddresses = declare(`DELETE FROM _quartet_former_addresses WHERE collection = ?1 AND entry = ?2 AND (time, property, value, locale) <=
(SELECT time, property, value, locale FROM _quartet_former_addresses WHERE collection = ?1 AND entry = ?2 ORDER BY time DESC, property DESC, value DESC, locale DESC LIMIT 1 OFFSET ?3)`)

	// Without a locale it is the address of any.
	selectFormerAddress = declare(`SELECT entry FROM _quartet_former_addresses WHERE collection = ?1 AND property = ?2 AND value = ?3 AND (?4 = '' OR locale = ?4)
ORDER BY time DESC, locale LIMIT 1`)

	selectFormerAddresses = declare(`SELECT value, locale FROM _quartet_former_addresses WHERE collection = ?1 AND property = ?2 AND (value, locale) > (?3, ?4)
ORDER BY value, locale LIMIT ?5`)
)

// FormerAddressArguments are those of InsertFormerAddress for an address that the
// entry of a Write leaves.
func FormerAddressArguments(w *content.Write, a content.Address, time int64) []any {
	return []any{a.Schema, a.Property, a.Value, a.Locale, w.Entry.ID, time}
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
		}, a.Schema, a.Property, a.Value, a.Locale)
	}))
	return entryID, err
}

// FormerAddresses implements content.Store.
func (p Ports) FormerAddresses(ctx context.Context, after content.Address, limit int) (all []content.Address, err error) {
	err = p.db.Read(ctx, Func(func(c *Conn) error {
		all = nil // the database may have it read again
		return c.each(selectFormerAddresses, func(r row) error {
			all = append(all, content.Address{Schema: after.Schema, Property: after.Property, Value: r.string(0), Locale: r.string(1)})
			return nil
		}, after.Schema, after.Property, after.Value, after.Locale, limit)
	}))
	return all, err
}
