package admin

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/plan"
)

func (s *Surface) listCollections(q *request) error {
	return q.answer(wire.Collections{Collections: s.collections}, nil)
}

// describe gives every collection but translations, which are in what they
// translate, and every one by name.
func describe(p *plan.Plan, pages Previewer) (collections []wire.Collection, byName map[string]wire.Collection) {
	collections, byName = []wire.Collection{}, map[string]wire.Collection{}
	children := map[*plan.Schema][]wire.Collection{}
	for _, schema := range p.Schemas() {
		if t := schema.Translation(); t != nil {
			child := collectionOf(p, schema, pages)
			byName[schema.Name()] = child
			children[t.Parent] = append(children[t.Parent], child)
		}
	}
	for _, schema := range p.Schemas() {
		if schema.Translation() != nil {
			continue
		}
		c := collectionOf(p, schema, pages)
		c.Translations = orEmpty(children[schema])
		byName[schema.Name()] = c
		collections = append(collections, c)
	}
	return collections, byName
}

func collectionOf(p *plan.Plan, s *plan.Schema, pages Previewer) wire.Collection {
	return wire.Collection{
		Name: s.Name(), Title: titleOr(s.Title(), s.Name()), Description: s.Description().Value(),
		Lifecycle: string(s.Lifecycle()), Localized: s.Localized(), ReadOnly: s.ReadOnly(), Translates: translatesOf(s),
		Schema: s.WrittenDocument(), UISchema: s.UISchema(),
		Searchable: orEmpty(s.SearchableFields()), Sortable: content.Sortable(s), SortedSlowly: orEmpty(content.SortedSlowly(s)), Filter: filterOf(s),
		List: wire.List{PrimaryField: s.PrimaryField(), Columns: orEmpty(s.ListColumns())}, RowField: s.RowField("").Name(), Keys: keysOf(s),
		Media: mediaOf(s), Parent: parentOf(p, s), Translations: []wire.Collection{},
		HasPages: pages != nil && pages.Shows(s),
	}
}

func keysOf(s *plan.Schema) []string {
	names := []string{}
	for _, c := range s.Keys() {
		names = append(names, c.Name())
	}
	return names
}

func translatesOf(s *plan.Schema) *wire.Translates {
	t := s.Translation()
	if t == nil {
		return nil
	}
	return &wire.Translates{Parent: t.Parent.Name(), On: t.On}
}

func filterOf(s *plan.Schema) *wire.Filter {
	field := s.FilterField()
	if field == "" {
		return nil
	}
	values, _ := s.PropertyDocument(field)["enum"].([]any)
	return &wire.Filter{Field: field, Values: orEmpty(values)}
}

// mediaOf lists the properties that a media picker fills: those with a hint that
// says so, or that refer to media assets.
func mediaOf(s *plan.Schema) []wire.MediaField {
	fields := []wire.MediaField{}
	for _, c := range s.Properties() {
		if hint := s.MediaHint(c.Name()); hint != "" {
			fields = append(fields, wire.MediaField{Field: c.Name(), Hint: hint})
		}
	}
	return fields
}

// parentOf is what a translation translates, or what nav.parentField refers to.
func parentOf(p *plan.Plan, s *plan.Schema) *wire.Parent {
	for _, r := range p.References() {
		if r.From == s && (r.Translation || r.Property.Name() == s.ParentField()) {
			return &wire.Parent{Collection: r.To.Name(), ParentField: r.Field.Name(), ChildField: r.Property.Name()}
		}
	}
	return nil
}

// titleOr is a declared title, or the name in words: "order-lines" is "Order
// Lines".
func titleOr(title plan.Text, name string) wire.Text {
	if !title.IsZero() {
		return title.Value()
	}
	words := strings.FieldsFunc(name, func(r rune) bool { return r == '-' || r == '_' || r == '.' })
	for i, word := range words {
		first, size := utf8.DecodeRuneInString(word)
		words[i] = string(unicode.ToUpper(first)) + word[size:]
	}
	return strings.Join(words, " ")
}
