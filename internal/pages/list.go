package pages

import (
	"context"

	"github.com/quartet-dev/quartet/internal/content"
)

// place is where a list goes on: after the entry with these keys, nil for its
// beginning.
type place []any

// read asks for entries of a route as a locale shows them.
type read struct {
	route  *route
	locale string
	order  content.PublishedOrder
	after  place
	limit  int
	of     part
	last   bool // nobody asks what comes next
}

const (
	// batch is how many entries are read at once where many are passed over.
	batch = 100

	// maxBatches is how often a list reads on behind entries that are shown nowhere,
	// such as translations whose parents are not published. Then it ends early: what
	// shows the list goes on from there (decision 154).
	maxBatches = 10
)

// list reads items of a route, so many, or fewer where it passes over many. next is nil
// at the end.
func (v *visit) list(ctx context.Context, q read) (items []*item, next place, err error) {
	v.of(q.route.reads()...)
	ask := content.PublishedQuery{
		Schema: q.route.schema, Locale: q.locale, Order: q.order, After: q.after,
		Limit: min(q.wanted(), batch), Excerpt: q.of(q.route.schema), Only: q.last && q.route.alone(),
	}
	for range maxBatches {
		page, err := v.ListPublished(ctx, ask)
		if err != nil {
			return nil, nil, err
		}
		found, err := v.complete(ctx, q.route, q.locale, page.Entries, q.of)
		if err != nil {
			return nil, nil, err
		}
		items = append(items, found...)
		switch {
		case q.last && len(items) >= q.limit:
			return items[:q.limit], nil, nil
		case len(items) > q.limit:
			items = items[:q.limit]
			return items, q.placeOf(items[q.limit-1].entry), nil
		case page.Next == nil:
			return items, nil, nil
		}
		ask.After, ask.Limit = page.Next, batch
	}
	return items, ask.After, nil
}

// wanted is how many items are read: one more tells whether there is a next page.
func (q read) wanted() int {
	if q.last {
		return q.limit
	}
	return q.limit + 1
}

func (q read) placeOf(e *content.Entry) place {
	if q.order == content.ByID {
		return place{e.ID}
	}
	return place{e.UpdatedAt, e.ID}
}
