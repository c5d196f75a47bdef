package plan

import "slices"

// Criteria are what staff narrow a list by: every term must be held by one of
// Searched or by what Through leads to, in any case, and every field must be as the
// others say. A field of Unequal has none of the values; nothing at all is none of them.
// Of each of Groups, one must hold.
type Criteria struct {
	Terms        []string
	Searched     []string
	Through      []Through
	Equal        []Equality
	Unequal      []Equality
	Holding      []Holding
	Ranges       []Range
	Empty        []Emptiness
	Translations []TranslationTest
	Groups       [][]Criteria
}

// Equality wants a field to have one of Values: bool, int64, float64 or string.
// A column of many kinds is compared as text with a string.
type Equality struct {
	Field  string
	Values []any
}

// Holding wants the text of a field to hold a term, in any case of its letters: of a list
// or an object, the text of its JSON. With Not, it wants it not to, and nothing holds none.
type Holding struct {
	Field, Term string
	Not         bool
}

// Range wants a field to lie between two values, both of them included: int64,
// float64 or string, nil for an end that is open. Nothing that is absent does.
type Range struct {
	Field    string
	From, To any
}

// Emptiness wants a field to be absent, null, or an empty text, list or object; with
// Not, anything else.
type Emptiness struct {
	Field string
	Not   bool
}

// Joined leads from entries to those that translate them. Own and Their have one value.
type Joined struct {
	Schema     *Schema
	Own, Their *Column
}

// Through leads to translations: a term that one of their Searched holds is found.
type Through struct {
	Joined

	Searched []string
}

// TranslationTest wants an entry to have a translation in a locale, or in any for "", that
// is as one of Parts wants it; with Not, to have none.
type TranslationTest struct {
	Locale string
	Not    bool
	Parts  []TranslationPart
}

// TranslationPart is what a translation of one Schema must be like.
type TranslationPart struct {
	Joined

	Where Criteria
}

// IsZero reports whether the criteria leave nothing out.
func (c *Criteria) IsZero() bool { return len(c.Terms) == 0 && c.IsEqualAlone() && len(c.Equal) == 0 }

// IsEqualAlone reports whether nothing but Equal narrows a list.
func (c *Criteria) IsEqualAlone() bool {
	return len(c.Terms) == 0 && len(c.Unequal) == 0 && len(c.Holding) == 0 && len(c.Ranges) == 0 && len(c.Empty) == 0 &&
		len(c.Translations) == 0 && len(c.Groups) == 0
}

// And adds what other criteria want of fields.
func (c *Criteria) And(other Criteria) {
	c.Equal = append(c.Equal, other.Equal...)
	c.Unequal = append(c.Unequal, other.Unequal...)
	c.Holding = append(c.Holding, other.Holding...)
	c.Ranges = append(c.Ranges, other.Ranges...)
	c.Empty = append(c.Empty, other.Empty...)
	c.Translations = append(c.Translations, other.Translations...)
	c.Groups = append(c.Groups, other.Groups...)
}

// titled are the properties that a list calls an entry by, the first that it has.
var titled = []string{"title", "name", "slug"}

// SearchedFields are the fields in which staff look for an entry: those that are
// declared, what a list calls the entry by, and id.
func (s *Schema) SearchedFields() []string {
	var fields []string
	add := func(name string) {
		if !slices.Contains(fields, name) {
			fields = append(fields, name)
		}
	}
	for _, name := range s.SearchableFields() {
		add(name)
	}
	for _, name := range append(titled[:len(titled):len(titled)], s.PrimaryField()) {
		if c := s.Property(name); c != nil && c.Kind().HoldsText() {
			add(name)
		}
	}
	add("id")
	return fields
}
