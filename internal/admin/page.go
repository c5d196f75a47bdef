package admin

// cut takes a page from items that were asked for with one more than its limit.
// next is the cursor of its last one, nil at the end.
func cut[Item any](items []Item, limit int, place func(Item) []any) (page []Item, next []any) {
	if len(items) <= limit {
		return items, nil
	}
	return items[:limit], place(items[limit-1])
}

// sealCursor is the cursor for a place in a list, which its name and what it was
// asked tell; null at the end.
func (s *Surface) sealCursor(list []string, next []any) *string {
	if next == nil {
		return nil
	}
	return orNull(s.Content.SealCursor(list, next...))
}

// openCursor opens the cursor of a request; nil without one.
func (s *Surface) openCursor(list []string, q *request, count int) ([]any, error) {
	if q.query["cursor"] == "" {
		return nil, nil
	}
	return s.Content.OpenCursor(list, count, q.query["cursor"])
}

// openKeyCursor is openCursor for a list whose places are a number each; 0 without a cursor.
func (s *Surface) openKeyCursor(list []string, q *request) (key int64, err error) {
	keys, err := s.openCursor(list, q, 1)
	if keys != nil {
		key, _ = keys[0].(int64)
	}
	return key, err
}

// each is what is told of every item; never null.
func each[Item, Out any](items []Item, out func(Item) Out) []Out {
	all := make([]Out, len(items))
	for i, item := range items {
		all[i] = out(item)
	}
	return all
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
