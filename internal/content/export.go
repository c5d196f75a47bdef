package content

import (
	"context"
	"slices"
)

// exportRows is how many entries Export reads at a time.
const exportRows = 500

// Export gives every entry of a collection that has one of the statuses, any without,
// in the order of their ids, some at a time. No read goes on while each runs, and
// a chunk is as of its own moment: an entry that is there all the while comes once.
func (s *Service) Export(ctx context.Context, collection string, statuses []Status, each func([]*Entry) error) error {
	schema, err := s.schema(collection)
	if err != nil {
		return err
	}
	q := EntrySearch{Schema: schema, Order: orderOf(schema, nil, false), Limit: exportRows, Bytes: pageBytes}
	for more := true; more; {
		found, err := s.find(ctx, q)
		if err != nil {
			return err
		}
		q.After, more = found.Last, found.More
		if len(statuses) > 0 {
			found.Entries = slices.DeleteFunc(found.Entries, func(e *Entry) bool { return !slices.Contains(statuses, e.Status) })
		}
		if err := each(found.Entries); err != nil {
			return err
		}
	}
	return nil
}
