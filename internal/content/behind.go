package content

import (
	"context"
	"slices"

	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
)

// Behind is how many entries refer by one property to entries that give up the value which
// they are named by. No reference follows, since none is a foreign key (decision 316). More
// says that there are more.
type Behind struct {
	plan.Reference
	Count int
	More  bool
}

// maxBehind is how many are counted of each entry, which is as many as its page shows.
const maxBehind = 20

// behind are the entries that name e by what it has no more once it is after.
func (s *Service) behind(ctx context.Context, e, after *Entry) (all []Behind, err error) {
	for _, r := range s.plan.References() {
		names := r.Names()
		isGone := func(value any) bool {
			return value != nil && !slices.ContainsFunc(names, func(c *plan.Column) bool { return jsonvalue.Equal(value, after.column(c)) })
		}
		if r.Translation || r.To.Name() != e.Collection || !slices.ContainsFunc(names, func(c *plan.Column) bool { return isGone(e.column(c)) }) {
			continue
		}
		found, err := s.relatedBy(ctx, r, e, ListRequest{Collection: r.From.Name(), Limit: maxBehind, Excerpt: []string{}})
		if err != nil {
			return nil, err
		}
		for _, each := range found {
			if count := len(each.Page.Entries); count > 0 && isGone(each.Value) {
				all = append(all, Behind{r, count, each.Page.NextCursor != ""})
			}
		}
	}
	return all, nil
}

// left are those that a publish of an entry leaves behind.
func (b *bulkRun) left(ctx context.Context, e *Entry) ([]Behind, error) {
	d, err := b.staff.service.PendingDraft(ctx, e)
	if d == nil || err != nil {
		return nil, err
	}
	data, _ := d.onto(e.Data)
	return b.staff.service.behind(ctx, e, &Entry{ID: e.ID, Data: data})
}
