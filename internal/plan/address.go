package plan

import "slices"

// Address names a Schema whose published entries have pages of their own, and the
// property that a page's address ends in. Taken tells of values of it that lead
// elsewhere; nil for none.
type Address struct {
	Schema, Slug string
	Taken        func(value string) bool
}

// Addresses lists the properties by which the Schema's published entries are looked
// up from a page's address: that of each Address and, where a translation or its parent
// has pages, the property that joins the two. Most Schemas have none.
func (s *Schema) Addresses() []*Column { return s.addresses }

// TakenAddress is the property of data whose value is the address of something else
// than an entry, and may not be published; nil for none.
func (s *Schema) TakenAddress(data map[string]any) *Column {
	for _, each := range s.taken {
		if value, _ := data[each.column.Name()].(string); each.by(value) {
			return each.column
		}
	}
	return nil
}

// taken tells of the values of a column that an address of it may not have.
type taken struct {
	column *Column
	by     func(value string) bool
}

// link marks what an address is looked up by. Whoever declares the address tells what
// is wrong with it: here one that names nothing is passed over.
func (a Address) link(p *Plan) {
	s := p.Schema(a.Schema)
	if s == nil || s.Property(a.Slug) == nil {
		return
	}
	s.paged = true
	s.addAddress(a.Slug)
	if a.Taken != nil {
		s.taken = append(s.taken, taken{s.Property(a.Slug), a.Taken})
	}
	for _, r := range p.references {
		if r.Translation && (r.From == s || r.To == s) {
			r.From.addAddress(r.Property.name)
			r.To.addAddress(r.Field.name)
		}
	}
}

func (s *Schema) addAddress(property string) {
	if c := s.Property(property); !slices.Contains(s.addresses, c) {
		c.joins = true
		s.addresses = append(s.addresses, c)
	}
}

// pageIndexes are what lists of published entries and the look-up of an address need, for a
// Schema with pages alone (decision 139).
func pageIndexes(s *Schema) (indexes []*Index) {
	if locale := s.Property("locale"); s.paged && s.Localized() {
		indexes = append(indexes, &Index{columns: []*Column{s.Column("status"), locale, s.Column("updatedAt")}})
	}
	return append(indexes, s.leading(s.addresses...)...)
}

// leading are indexes of the columns, one each, that no declared index begins with.
func (s *Schema) leading(columns ...*Column) (indexes []*Index) {
	for _, c := range columns {
		if !s.Leads(c) {
			indexes = append(indexes, &Index{columns: []*Column{c}})
		}
	}
	return indexes
}
