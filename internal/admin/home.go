package admin

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/principal"
	"github.com/quartet-dev/quartet/internal/querystring"
	"github.com/quartet-dev/quartet/internal/queue"
)

// The bounds of a home page (decision 243): what each part shows, how far back a
// collection is looked into, and into how many of them.
const (
	homeItems       = 8
	homeWindow      = 100
	homeCounted     = 20
	homeCollections = 24
)

// home is the work that waits for the caller. Its parts read the first rows of lists that an
// index has in order, but for two: mentions are looked for among the last comments of the site,
// and collections that readers write are counted by stage, anew once something was written.
func (s *Surface) home(q *request) error {
	since, err := q.query.since()
	if err != nil {
		return err
	}
	schemas, skipped := s.homeSchemas()
	out := wire.Home{Skipped: skipped}
	if out.Drafts, err = s.draftsAtHome(q); err != nil {
		return err
	}
	if out.ToPublish, err = s.draftsToPublish(q); err != nil {
		return err
	}
	if out.Mentions, err = s.mentionsAtHome(q); err != nil {
		return err
	}
	if out.Untranslated, err = s.untranslated(q, schemas); err != nil {
		return err
	}
	if out.Received, err = s.received(q, schemas, since); err != nil {
		return err
	}
	if out.Recent, err = s.recent(q, schemas); err != nil {
		return err
	}
	out.GivenUp, err = s.givenUp(q)
	return q.answer(out, err)
}

// homeSchemas are the first collections in the order of the application, each
// with those of its translations behind it, and how many are left out.
func (s *Surface) homeSchemas() (schemas []*plan.Schema, skipped int) {
	for _, c := range s.collections {
		for _, each := range append([]wire.Collection{c}, c.Translations...) {
			schemas = append(schemas, s.Content.Plan().Schema(each.Name))
		}
	}
	return schemas[:min(len(schemas), homeCollections)], max(0, len(schemas)-homeCollections)
}

// latest are the entries of one list, and whether there are more.
func (s *Surface) latest(q *request, schema *plan.Schema, r content.ListRequest, others ...string) ([]*content.Entry, bool, error) {
	r.Collection, r.Excerpt = schema.Name(), s.excerptOf(schema, others...)
	page, err := s.staffEntries(q).List(q.Context(), r)
	return page.Entries, page.NextCursor != "", err
}

// found is an entry of one of several collections.
type found struct {
	schema *plan.Schema
	entry  *content.Entry
}

// newestOf are so many that changed last, and whether there are others.
func newestOf(all []found) ([]found, bool) {
	slices.SortStableFunc(all, func(a, b found) int { return cmp.Compare(b.entry.UpdatedAt, a.entry.UpdatedAt) })
	return all[:min(len(all), homeItems)], len(all) > homeItems
}

// described gives the summaries of entries of several collections, in their order. Those of
// a collection are made at once.
func (s *Surface) described(q *request, all []found) ([]wire.EntrySummary, error) {
	entries, at := map[*plan.Schema][]*content.Entry{}, map[*plan.Schema][]int{}
	for i, each := range all {
		entries[each.schema], at[each.schema] = append(entries[each.schema], each.entry), append(at[each.schema], i)
	}
	items := make([]wire.EntrySummary, len(all))
	for schema, some := range entries {
		summaries, err := s.summaries(q.Context(), schema, some)
		if err != nil {
			return nil, err
		}
		for n, i := range at[schema] {
			items[i] = summaries[n]
		}
	}
	return items, nil
}

// givenUp is nil for who may not see it.
func (s *Surface) givenUp(q *request) (*wire.GivenUp, error) {
	if !q.caller.IsAtLeast(principal.Owner) {
		return nil, nil
	}
	items, err := s.Queue.List(q.Context(), queue.Query{State: queue.Dead, Limit: homeCounted + 1})
	return &wire.GivenUp{Count: min(len(items), homeCounted), More: len(items) > homeCounted}, err
}

// since says when the caller last looked into a collection, in epoch milliseconds:
// since.<collection>, or else since, or else never. A browser may remember
// collections that are gone.
func (q query) since() (func(collection string) int64, error) {
	times := map[string]int64{}
	for key, value := range q {
		if key != "since" && !strings.HasPrefix(key, sincePrefix) {
			continue
		}
		time, err := strconv.ParseInt(value, 10, 64)
		if err != nil || time < 0 || time > math.MaxInt64/2 {
			return nil, querystring.Invalid(key, "Must be a moment in milliseconds since 1970.")
		}
		times[key] = time
	}
	return func(collection string) int64 {
		if time, ok := times[sincePrefix+collection]; ok {
			return time
		}
		return times["since"]
	}, nil
}

const sincePrefix = "since."
