package platform

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/queue"
)

// The statements of purges, which have an index of their own. A purge that is
// due is not relied on: a worker may be about to claim it.
var (
	InsertPurge = declare(`INSERT INTO _quartet_outbox (event, hook, schema, entry, triggers, body, tries, due)
SELECT ?1, 'purge', '', '', ?2, '', 0, CAST(?4 AS bigint) WHERE NOT EXISTS (SELECT 1 FROM _quartet_outbox
WHERE hook = 'purge' AND dead IS NULL AND claim IS NULL AND {aside}due > ?3 AND {aside}due <= ?5{for share})`)

	selectOlderPurge = declare(`SELECT 1` + fromOlderPurges + ` LIMIT 1`)
	deleteOlderPurge = declare(`DELETE` + fromOlderPurges)
)

const fromOlderPurges = ` FROM _quartet_outbox WHERE hook = 'purge' AND claim IS NULL
AND key < (SELECT min(key) FROM _quartet_outbox WHERE hook = 'purge' AND event = ?1)`

// PurgeArguments are the arguments of InsertPurge at a time.
func PurgeArguments(now time.Time) []any {
	return []any{
		uuid.Must(uuid.NewV7()).String(), list([]string{content.PurgeTrigger}),
		now.UnixMilli(), now.Add(queue.PurgeDelay).UnixMilli(), now.Add(queue.PurgeReach).UnixMilli(),
	}
}

// Purge implements queue.Store.
func (o outbox) Purge(ctx context.Context) error {
	return o.db.Update(ctx, Func(func(c *Conn) error { return c.run(InsertPurge, PurgeArguments(time.Now())...) }))
}

// Supersede implements queue.Store.
func (o outbox) Supersede(ctx context.Context, event string) error {
	if found, err := o.any(ctx, selectOlderPurge, event); !found || err != nil {
		return err
	}
	return o.db.UpdateInBackground(ctx, Func(func(c *Conn) error { return c.run(deleteOlderPurge, event) }))
}
