package content

import (
	"context"
	"slices"

	"github.com/quartet-dev/quartet/internal/plan"
)

// Alternates finds what else is published of the same page, by the id of each entry and
// in the order of an index, each entry among its own: the entries of a translation with
// the same parent, those of another localized Schema with the same slug. Of the given
// locales; nil for all. Their Data holds slug and locale alone. Data of the entries must
// hold what joins them. Entries of a Schema that is not localized have none.
func (s *Service) Alternates(ctx context.Context, schema *plan.Schema, slug *plan.Column, entries []*Entry, locales []string) (map[string][]*Entry, error) {
	if !schema.Localized() {
		return nil, nil
	}
	join := slug
	if t := schema.Translation(); t != nil && t.On != "" {
		join = schema.Property(t.On)
	}
	excerpt := []*plan.Column{schema.Column("locale"), slug}
	j := joining{schema: schema, join: join, status: Published, locales: locales, excerpt: excerpt}
	j.chooses = locales != nil && isUnique(schema, []*plan.Column{join, excerpt[0]})
	return s.joined(ctx, j, entries, join)
}

// Parents finds the published parents of the entries of a translation, by the id of the
// entry; who has none is not in it. Of several parents it is one. Data of the entries must
// hold what joins them; excerpt is as in PublishedQuery.
func (s *Service) Parents(ctx context.Context, schema *plan.Schema, entries []*Entry, excerpt []*plan.Column) (map[string]*Entry, error) {
	return s.parents(ctx, schema, entries, Published, excerpt)
}

// AnyParents is Parents for staff: of any status, one that is published before others.
func (s *Service) AnyParents(ctx context.Context, schema *plan.Schema, entries []*Entry, excerpt []*plan.Column) (map[string]*Entry, error) {
	return s.parents(ctx, schema, entries, absent, excerpt)
}

func (s *Service) parents(ctx context.Context, schema *plan.Schema, entries []*Entry, status Status, excerpt []*plan.Column) (map[string]*Entry, error) {
	t := schema.Translation()
	if t == nil || t.On == "" {
		return nil, nil
	}
	j := joining{schema: t.Parent, join: t.Parent.Property(t.On), status: status, excerpt: excerpt}
	all, err := s.joined(ctx, j, entries, schema.Property(t.On))
	if err != nil {
		return nil, err
	}
	parents := make(map[string]*Entry, len(all))
	for id, found := range all {
		isPublished := slices.IndexFunc(found, func(e *Entry) bool { return e.Status == Published })
		parents[id] = found[max(0, isPublished)]
	}
	return parents, nil
}

// PublishedTranslations finds the published entries of a translation by the id of their
// parent, of the given locales; nil for all. Data of the parents must hold what joins
// them; excerpt is as in PublishedQuery.
func (s *Service) PublishedTranslations(ctx context.Context, schema *plan.Schema, parents []*Entry, locales []string, excerpt []*plan.Column) (map[string][]*Entry, error) {
	t := schema.Translation()
	if t == nil || t.On == "" {
		return nil, nil
	}
	return s.joined(ctx, joining{schema: schema, join: schema.Property(t.On), status: Published, locales: locales, excerpt: excerpt}, parents, t.Parent.Property(t.On))
}

// joining says which entries are found by their values in a column, which is
// that of an index.
type joining struct {
	schema  *plan.Schema
	join    *plan.Column
	status  Status   // absent for any
	locales []string // nil for all
	excerpt []*plan.Column

	// chooses takes what is of the locales out of what was read: an index has so few
	// entries of one value that to look each locale up takes longer.
	chooses bool
}

// joinedAtOnce is how many values entries are looked up by at once.
const joinedAtOnce = 100

// joined looks up the entries that have the value of each entry in its column by.
func (s *Service) joined(ctx context.Context, j joining, entries []*Entry, by *plan.Column) (map[string][]*Entry, error) {
	all := make(map[string][]*Entry, len(entries))
	for len(entries) > 0 {
		chunk := entries[:min(len(entries), joinedAtOnce)]
		entries = entries[len(chunk):]
		found, err := s.byJoin(ctx, j, chunk, by)
		if err != nil {
			return nil, err
		}
		for _, e := range chunk {
			if others := found[e.column(by)]; len(others) > 0 {
				all[e.ID] = others
			}
		}
	}
	return all, nil
}

// byJoin finds what a chunk of entries is joined to, by the value that joins.
func (s *Service) byJoin(ctx context.Context, j joining, entries []*Entry, by *plan.Column) (map[any][]*Entry, error) {
	q := j.search(entries, by)
	if q.Criteria.Equal[0].Values == nil {
		return nil, nil
	}
	found := make(map[any][]*Entry)
	for more := true; more; {
		page, err := s.find(ctx, q)
		if err != nil {
			return nil, err
		}
		for _, e := range page.Entries {
			if !j.chooses || slices.Contains(j.locales, e.Locale()) {
				value := e.column(j.join)
				found[value] = append(found[value], e)
			}
		}
		q.After, more = page.Last, page.More
	}
	return found, nil
}

// search is a query for what the entries are joined to, with no Values to look for where
// none of them has one.
func (j joining) search(entries []*Entry, by *plan.Column) EntrySearch {
	join := plan.Equality{Field: j.join.Name()}
	for _, e := range entries {
		if value := e.column(by); value != nil {
			join.Values = append(join.Values, value)
		}
	}
	join.Values = padded(join.Values)
	q := EntrySearch{
		Schema: j.schema, Status: j.status, Criteria: plan.Criteria{Equal: []plan.Equality{join}},
		Order: j.order(), Limit: maxTranslations, Bytes: pageBytes, Excerpt: j.excerpted(), Often: true,
	}
	if j.locales != nil && j.schema.Localized() && !j.chooses {
		q.Criteria.Equal = append(q.Criteria.Equal, plan.Equality{Field: "locale", Values: anyOf(j.locales)})
	}
	return q
}

// order is that of the index in which the entries are found. Where it tells all entries
// that have a locale apart, the id is left out: a database would sort for it, and entries
// without a locale, which no order tells apart then, are not chosen.
func (j joining) order() []plan.Order {
	if j.chooses {
		return []plan.Order{{Column: j.join}, {Column: j.schema.Column("locale")}}
	}
	return inIndex(j.schema, j.join)
}

// excerpted is the excerpt with what joins.
func (j joining) excerpted() []*plan.Column {
	if j.excerpt == nil || slices.Contains(j.excerpt, j.join) {
		return excerptOf(j.excerpt)
	}
	return excerptOf(append(slices.Clone(j.excerpt), j.join))
}

// padded repeats the last value, so that of all counts few make statements of their own.
func padded(values []any) []any {
	for n := len(values); n&(n-1) != 0; n++ { // no power of two
		values = append(values, values[len(values)-1])
	}
	return values
}

func anyOf(texts []string) []any {
	values := make([]any, len(texts))
	for i, text := range texts {
		values[i] = text
	}
	return values
}
