package content

import "context"

// scheduledKey carries a scheduled move to the write that makes it.
type scheduledKey struct{}

type scheduled struct{ collection, entry, move string }

// Making says that the move of an entry which is made under ctx is a scheduled one: it is
// over with the write, in the same transaction.
func Making(ctx context.Context, collection, entry, move string) context.Context {
	return context.WithValue(ctx, scheduledKey{}, scheduled{collection, entry, move})
}

// moveOf is the scheduled move that a change makes; "" for none. What hooks write
// meanwhile is of other entries, or no move.
func moveOf(ctx context.Context, c *change) string {
	of, ok := ctx.Value(scheduledKey{}).(scheduled)
	if !ok || c.move != publish && c.move != replace && c.move != unpublish || c.before == nil || of.entry != c.before.ID || of.collection != c.schema.Name() {
		return ""
	}
	return of.move
}
