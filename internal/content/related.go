package content

import (
	"context"
	"fmt"
	"slices"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
)

// Relation is the entries of one collection that refer to an entry by one
// property. The page goes on as a list with Filter{Reference.Property: Value}, as
// text, and the Limit that it was read with.
type Relation struct {
	plan.Reference
	Value any // of Reference.Field in the entry
	Page  EntryPage
}

// Related reads what refers to an entry: its translations and the entries with
// an x-service-ref to its collection, up to limit of each. Those that name it by
// another key are a Relation of their own (decision 276). excerpt says what of an entry
// is wanted, as ListRequest.Excerpt does.
func (s *Service) Related(ctx context.Context, e *Entry, limit int, excerpt func(*plan.Schema) []string) ([]Relation, error) {
	var relations []Relation
	for _, r := range s.plan.References() {
		if r.To.Name() != e.Collection {
			continue
		}
		found, err := s.relatedBy(ctx, r, e, ListRequest{Collection: r.From.Name(), Limit: limit, Excerpt: excerpt(r.From)})
		if err != nil {
			return nil, err
		}
		relations = append(relations, found...)
	}
	return relations, nil
}

// relatedBy are the relations of one reference: one for each key that an entry names e
// by. Where none does, it is the empty one of the first key.
func (s *Service) relatedBy(ctx context.Context, r plan.Reference, e *Entry, list ListRequest) (all []Relation, err error) {
	var nobody *Relation
	for i, name := range r.Names() {
		value := e.column(name)
		if value == nil {
			continue
		}
		page, err := s.referring(ctx, r, value, list)
		if err != nil {
			return nil, err
		}
		found := Relation{r.By(name), value, page}
		if len(page.Entries) == 0 {
			if i == 0 {
				nobody = &found
			}
			continue
		}
		other, err := s.named(ctx, r.To, r.Names()[:i], value)
		if err != nil {
			return nil, err
		}
		if other == nil {
			all = append(all, found)
		}
	}
	if len(all) == 0 && nobody != nil {
		all = []Relation{*nobody}
	}
	return all, nil
}

// named finds the entry that a value names by the first of the columns that knows it; nil
// for none.
func (s *Service) named(ctx context.Context, schema *plan.Schema, columns []*plan.Column, value any) (*Entry, error) {
	for _, c := range columns {
		found, err := s.find(ctx, EntrySearch{
			Schema: schema, Criteria: plan.Criteria{Equal: []plan.Equality{{Field: c.Name(), Values: []any{value}}}},
			Order: []plan.Order{{Column: schema.Column("id")}}, Limit: 1, Only: true, Excerpt: []*plan.Column{},
		})
		if err != nil {
			return nil, err
		}
		if len(found.Entries) > 0 {
			return found.Entries[0], nil
		}
	}
	return nil, nil
}

// ParentOf is the entry that a translation is of, by its id alone: nil for an entry that is
// no translation, and for one whose parent is not there.
func (s *Service) ParentOf(ctx context.Context, e *Entry) (*Entry, error) {
	for _, r := range s.plan.References() {
		if value := e.column(r.Property); r.Translation && r.From.Name() == e.Collection && value != nil {
			return s.named(ctx, r.To, r.Names(), value)
		}
	}
	return nil, nil
}

// referring is the page of a list that holds a value in the property that refers.
// Nobody can go on from it where no filter takes the value.
func (s *Service) referring(ctx context.Context, r plan.Reference, value any, list ListRequest) (EntryPage, error) {
	if text := fmt.Sprint(value); CheckTerm("", text) == nil {
		list.Where = []Condition{{Test: Is, Field: r.Property.Name(), Value: text}}
		return s.ListEntries(ctx, list)
	}
	q, err := s.search(list)
	if err != nil {
		return EntryPage{}, err
	}
	q.Criteria.Equal = []plan.Equality{{Field: r.Property.Name(), Values: []any{value}}}
	found, err := s.find(ctx, q)
	return EntryPage{Entries: found.Entries}, err
}

// Refers reports whether an entry has the value of a reference under one of its Names.
func (s *Service) Refers(ctx context.Context, r plan.Reference, value any) (bool, error) {
	e, err := s.named(ctx, r.To, r.Names(), value)
	return e != nil, err
}

// column is the scalar that an entry has in a column; nil for none. A property
// that is referred to by another kind of column is none either.
func (e *Entry) column(c *plan.Column) any {
	if c.Name() == "id" {
		return e.ID
	}
	value := e.Data[c.Name()]
	if compound(value) {
		return nil
	}
	return value
}

// Translation is what a list says of a translation. Title is its TranslatedTitle. Draft says
// that there is a pending draft beside it. ChangedAt is when it or that draft was changed last.
type Translation struct {
	Collection, ID string

	Locale    string
	Status    Status
	Title     string
	Draft     bool
	ChangedAt int64
}

// maxTranslations is how many translations of a page of entries are read.
const maxTranslations = 2000

// Translations finds the translations of entries of one collection, by the id
// of the entry and in the order of their join. Data of the entries must hold the
// field that they are joined by.
func (s *Service) Translations(ctx context.Context, schema *plan.Schema, entries []*Entry) (map[string][]Translation, error) {
	all := make(map[string][]Translation)
	for _, r := range s.plan.References() {
		if !r.Translation || r.To != schema || len(entries) == 0 {
			continue
		}
		found, err := s.translationsBy(ctx, r, entries)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			all[e.ID] = append(all[e.ID], found[e.column(r.Field)]...)
		}
	}
	return all, nil
}

// translationsBy are the translations by the value that joins them.
func (s *Service) translationsBy(ctx context.Context, r plan.Reference, entries []*Entry) (map[any][]Translation, error) {
	join := plan.Equality{Field: r.Property.Name()}
	for _, e := range entries {
		if value := e.column(r.Field); value != nil {
			join.Values = append(join.Values, value)
		}
	}
	order, err := sortOrder(r.From, join.Field, "asc")
	if err != nil {
		return nil, err
	}
	titled := wordFields(r.From)
	wanted := slices.Sorted(slices.Values(append([]string{join.Field, "locale"}, titled...)))
	q := EntrySearch{
		Schema: r.From, Criteria: plan.Criteria{Equal: []plan.Equality{join}}, Order: order, Limit: maxTranslations,
		Excerpt: excerpted(r.From, slices.Compact(wanted)),
	}
	found, err := s.store.Find(ctx, q)
	if err != nil {
		return nil, diag.Attempted(err, "find translations in %s", r.From.Name())
	}
	drafts, err := s.DraftNotes(ctx, r.From, found.Entries)
	if err != nil {
		return nil, err
	}
	by := make(map[any][]Translation)
	for _, e := range found.Entries {
		value := e.column(r.Property)
		draft, pending := drafts[e.ID]
		by[value] = append(by[value], Translation{
			Collection: r.From.Name(), ID: e.ID, Locale: e.Locale(), Status: e.Status, Title: TranslatedTitle(r.From, e.Data),
			Draft: pending, ChangedAt: max(e.UpdatedAt, draft.SavedAt),
		})
	}
	return by, nil
}
