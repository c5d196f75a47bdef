package admin

import "github.com/quartet-dev/quartet/internal/admin/wire"

// pageOf is a page with items that were asked for with one more than its limit;
// place gives the keys of an item for the cursor, which is bound to list.
func pageOf[Item, Out any](s *Surface, list []string, items []Item, limit int, out func(Item) Out, place func(Item) []any) (wire.Page[Out], error) {
	page := wire.Page[Out]{Items: []Out{}}
	if len(items) > limit {
		items = items[:limit]
		cursor, err := s.Content.SealPlace(list, place(items[limit-1])...)
		if err != nil {
			return page, err
		}
		page.NextCursor = &cursor
	}
	for _, item := range items {
		page.Items = append(page.Items, out(item))
	}
	return page, nil
}

// placeIn opens the cursor of a request; nil without one.
func (s *Surface) placeIn(list []string, q *request, count int) ([]any, error) {
	if q.query["cursor"] == "" {
		return nil, nil
	}
	return s.Content.OpenPlace(list, count, q.query["cursor"])
}

// orNull is a text, or null for none.
func orNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// orEmpty keeps an empty list from being null.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
