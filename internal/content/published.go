package content

import (
	"context"
	"slices"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
)

// PublishedBy finds the published entry whose slug is value, or NOT_FOUND. The slug
// leads a unique index of the Schema. Of a localized Schema it is the entry of that
// locale, written as the entry has it; "" is any locale, and any other Schema has none.
// Whoever asks may be anybody: value may be any text.
func (s *Service) PublishedBy(ctx context.Context, schema *plan.Schema, slug *plan.Column, value, locale string) (*Entry, error) {
	return s.entryAt(ctx, schema, slug, value, locale, Published)
}

// EntryBy is PublishedBy for staff: it is the published entry or else one of any status.
func (s *Service) EntryBy(ctx context.Context, schema *plan.Schema, slug *plan.Column, value, locale string) (*Entry, error) {
	e, err := s.entryAt(ctx, schema, slug, value, locale, Published)
	if diag.HasCode(err, diag.NotFound) {
		return s.entryAt(ctx, schema, slug, value, locale, absent)
	}
	return e, err
}

// entryAt reads the entry of a status, absent for any.
func (s *Service) entryAt(ctx context.Context, schema *plan.Schema, slug *plan.Column, value, locale string, status Status) (*Entry, error) {
	if !isSlug(value) || !isLocale(locale) {
		return nil, noEntry()
	}
	if !schema.Localized() {
		locale = ""
	}
	e, err := s.lookedUp(ctx, schema, slug, value, locale, status)
	switch {
	case err != nil:
		return nil, err
	case e == nil || status != absent && e.Status != status || locale != "" && e.Locale() != locale:
		return nil, noEntry()
	}
	return shown(schema, e), nil
}

// lookedUp finds the one entry that may be meant, by a unique index that says which; nil
// for none. Of an index that goes on with more than slug and locale it is the first entry
// that has both, and the status.
func (s *Service) lookedUp(ctx context.Context, schema *plan.Schema, slug *plan.Column, value, locale string, status Status) (*Entry, error) {
	columns, values := []*plan.Column{slug}, []any{value}
	if isUnique(schema, columns) {
		return s.match(ctx, schema, columns, values)
	}
	equal := []plan.Equality{{Field: slug.Name(), Values: values}}
	if locale != "" {
		columns, values = append(columns, schema.Column("locale")), append(values, locale)
		if isUnique(schema, columns) {
			return s.match(ctx, schema, columns, values)
		}
		equal = append(equal, plan.Equality{Field: "locale", Values: []any{locale}})
	}
	found, err := s.store.Find(ctx, EntrySearch{
		Schema: schema, Status: status, Criteria: plan.Criteria{Equal: equal}, Order: inIndex(schema, slug)[1:], Limit: 1, Often: true,
	})
	if err != nil {
		return nil, diag.Attempted(err, "look up an entry of %s", schema.Name())
	}
	if len(found.Entries) == 0 {
		return nil, nil
	}
	return found.Entries[0], nil
}

// isUnique reports whether a unique index of the Schema has exactly these columns.
func isUnique(schema *plan.Schema, columns []*plan.Column) bool {
	return slices.ContainsFunc(schema.Indexes(), func(i *plan.Index) bool {
		return i.Unique() && slices.Equal(i.Columns(), columns)
	})
}

// PublishedOrder is an order of published entries.
type PublishedOrder uint8

// The orders of published entries: by updatedAt and then id, or by id alone, which
// edits leave as it is.
const (
	NewestFirst PublishedOrder = iota
	OldestFirst
	ByID
)

func (o PublishedOrder) of(schema *plan.Schema) (order []plan.Order) {
	if o != ByID {
		order = append(order, plan.Order{Column: schema.Column("updatedAt"), Desc: o == NewestFirst})
	}
	return append(order, plan.Order{Column: schema.Column("id"), Desc: o == NewestFirst})
}

// PublishedQuery chooses a page of the published entries of a Schema. A page of one
// locale costs the same however few entries have it, where plan.Address names the Schema
// and the order is not ByID, which walks the entries of all locales.
type PublishedQuery struct {
	Schema  *plan.Schema
	Locale  string // "" for any; of a Schema that is not localized it says nothing
	Order   PublishedOrder
	After   []any          // Next of the page before, or of another place: updatedAt and id, ByID the id alone
	Limit   int            // as PageSize reads it
	Excerpt []*plan.Column // as that of EntrySearch; nil for all of Data
	Only    bool           // as that of EntrySearch: Next of a full page is nil
}

// PublishedPage is a page of published entries: Limit of them, or fewer that are large.
// Next is nil at the end.
type PublishedPage struct {
	Entries []*Entry
	Next    []any
}

// ListPublished lists published entries by keyset, for anybody.
func (s *Service) ListPublished(ctx context.Context, q PublishedQuery) (PublishedPage, error) {
	found, err := s.find(ctx, q.search())
	if err != nil || !found.More {
		return PublishedPage{Entries: found.Entries}, err
	}
	return PublishedPage{found.Entries, found.Last}, nil
}

func (q PublishedQuery) search() EntrySearch {
	search := EntrySearch{
		Schema: q.Schema, Status: Published, Order: q.Order.of(q.Schema), After: q.After,
		Limit: PageSize(q.Limit), Bytes: pageBytes, Excerpt: excerptOf(q.Excerpt), Often: true, Only: q.Only,
	}
	if q.Locale != "" && q.Schema.Localized() {
		search.Criteria.Equal = []plan.Equality{{Field: "locale", Values: []any{q.Locale}}}
	}
	return search
}
