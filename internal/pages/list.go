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
	ends   bool // nobody goes on from where it ends
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
	enough := q.limit + 1 // one more says that there is more
	if q.ends {
		enough = q.limit
	}
	ask := content.PublishedQuery{
		Schema: q.route.schema, Locale: q.locale, Order: q.order, After: q.after,
		Limit: min(enough, batch), Excerpt: q.of(q.route.schema),
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
		case len(items) >= enough:
			items = items[:q.limit]
			return items, q.placeOf(items[q.limit-1].entry), nil
		case page.Next == nil:
			return items, nil, nil
		}
		ask.After, ask.Limit = page.Next, batch
	}
	return items, ask.After, nil
}

func (q read) placeOf(e *content.Entry) place {
	if q.order == content.ByID {
		return place{e.ID}
	}
	return place{e.UpdatedAt, e.ID}
}
