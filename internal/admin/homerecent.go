package admin

import (
	"cmp"
	"slices"

	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/plan"
)

// The bounds of what changed last: how many are shown, and how many entries of a collection
// are looked at. Several languages of one article are one.
const (
	homeRecent       = 10
	homeRecentWindow = 40
)

// recent are the entries that changed last, an article once, with the languages that changed
// last (decision 307).
func (s *Surface) recent(q *request, schemas []*plan.Schema) ([]wire.Recent, error) {
	changed, err := s.changedLast(q, schemas)
	if err != nil {
		return nil, err
	}
	all, at := []wire.Recent{}, map[[2]string]int{}
	var shown []found
	for _, c := range changed {
		parent, err := s.Content.ParentOf(q.Context(), c.entry)
		if err != nil {
			return nil, err
		}
		key := [2]string{c.schema.Name(), c.entry.ID}
		if parent != nil {
			key = [2]string{parent.Collection, parent.ID}
		}
		i, known := at[key]
		if !known && len(all) == homeRecent {
			break
		}
		if !known {
			i, at[key] = len(all), len(all)
			is, err := s.recentOf(q, c, parent)
			if err != nil {
				return nil, err
			}
			shown, all = append(shown, is), append(all, wire.Recent{ChangedAt: c.entry.UpdatedAt, Locales: []string{}})
		}
		if locale := c.entry.Locale(); parent != nil && !slices.Contains(all[i].Locales, locale) {
			all[i].Locales = append(all[i].Locales, locale)
		}
	}
	entries, err := s.described(q, shown)
	for i, e := range entries {
		all[i].Entry = e
	}
	return all, err
}

// recentOf is what is shown of an entry that changed: it, or its parent where it has one.
func (s *Surface) recentOf(q *request, c found, parent *content.Entry) (found, error) {
	if parent == nil {
		return c, nil
	}
	e, err := s.staffEntries(q).Get(q.Context(), parent.Collection, parent.ID)
	return found{c.schema.Translation().Parent, e}, err
}

// changedLast are the entries of several collections that changed last, the last first.
func (s *Surface) changedLast(q *request, schemas []*plan.Schema) (all []found, err error) {
	for _, schema := range schemas {
		r, others := content.ListRequest{Sort: "updatedAt", Limit: homeRecent}, []string(nil)
		if t := schema.Translation(); t != nil {
			r.Limit, others = homeRecentWindow, []string{t.On}
		}
		entries, _, err := s.latest(q, schema, r, others...)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			all = append(all, found{schema, e})
		}
	}
	slices.SortStableFunc(all, func(a, b found) int { return cmp.Compare(b.entry.UpdatedAt, a.entry.UpdatedAt) })
	return all, nil
}
