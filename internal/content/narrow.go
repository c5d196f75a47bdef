package content

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
)

// narrowed checks what a list is narrowed by, and turns it into criteria: beside what
// criteria refuses, INPUT_VALIDATION_FAILED at input#/not.<field>, contains.<field>,
// from.<field>, to.<field> and empty.<field> for a field or a value that they do not take
// (decisions 235, 367). A field of empty may be a translation, after TranslationField
// (decision 364).
func (s *Service) narrowed(r ListRequest, schema *plan.Schema) (plan.Criteria, error) {
	n, err := criteria(r.Search, schema.SearchedFields(), r.Filter, Filterable(schema), schema.Column)
	if err != nil {
		return n, err
	}
	if words := strings.Fields(r.Search); len(words) > 0 {
		slices.Sort(words) // any order is one and the same list
		n.Terms, n.Through = slices.Compact(words), s.through(schema)
	}
	if len(n.Terms) > 1 { // a short word is in most ids
		n.Searched = slices.DeleteFunc(n.Searched, func(name string) bool { return name == "id" })
	}
	if n.Unequal, err = equalities("not.", r.Not, Filterable(schema), schema.Column); err != nil {
		return n, err
	}
	if n.Holding, err = r.holdings(schema); err != nil {
		return n, err
	}
	if n.Ranges, err = r.ranges(schema); err != nil {
		return n, err
	}
	n.Empty, n.Locales, err = r.empties(schema, translators(s.plan, schema))
	return n, err
}

// TranslationField begins a field of ListRequest.Empty that stands for the translation of
// entries in the locale behind it: it is empty where they have none. No property has such
// a name.
const TranslationField = "translation."

// through leads to the translations of a collection.
func (s *Service) through(schema *plan.Schema) (all []plan.Through) {
	for _, part := range translators(s.plan, schema) {
		fields := slices.DeleteFunc(part.schema.SearchedFields(), func(name string) bool {
			return name == "id" || name == "locale" || name == part.join.Name()
		})
		if len(fields) > 0 {
			all = append(all, plan.Through{Schema: part.schema, Own: part.own, Their: part.join, Searched: fields})
		}
	}
	return all
}

func (r ListRequest) holdings(schema *plan.Schema) (all []plan.Holding, err error) {
	for _, field := range slices.Sorted(maps.Keys(r.Contains)) {
		if err := checkField("contains."+field, field, r.Contains[field], Texted(schema), "This field does not hold a text."); err != nil {
			return nil, err
		}
		all = append(all, plan.Holding{Field: field, Term: r.Contains[field]})
	}
	return all, nil
}

// Texted lists the properties that may hold a text, or be a list or an object with one.
func Texted(s *plan.Schema) (names []string) {
	for _, c := range s.Properties() {
		if c.Kind().HoldsText() {
			names = append(names, c.Name())
		}
	}
	return names
}

func (r ListRequest) ranges(schema *plan.Schema) (all []plan.Range, err error) {
	fields := slices.Sorted(maps.Keys(r.From))
	for field := range r.To {
		if _, both := r.From[field]; !both {
			fields = append(fields, field)
		}
	}
	slices.Sort(fields)
	for _, field := range fields {
		each := plan.Range{Field: field}
		if each.From, err = rangeEnd("from.", r.From, field, schema); err != nil {
			return nil, err
		}
		if each.To, err = rangeEnd("to.", r.To, field, schema); err != nil {
			return nil, err
		}
		all = append(all, each)
	}
	return all, nil
}

// rangeEnd is one end of a range as a value of its column; nil where nothing is said of
// it.
func rangeEnd(prefix string, ends map[string]string, field string, schema *plan.Schema) (any, error) {
	text, said := ends[field]
	if !said {
		return nil, nil
	}
	if err := checkField(prefix+field, field, text, Ranged(schema), "This field does not have a range."); err != nil {
		return nil, err
	}
	value, ok := typed(text, schema.Column(field))
	if !ok {
		return nil, refusedParam(prefix+field, "The field never has such a value.")
	}
	return value, nil
}

func (r ListRequest) empties(schema *plan.Schema, parts []articlePart) (all []plan.Emptiness, locales []plan.LocaleTest, err error) {
	for _, field := range slices.Sorted(maps.Keys(r.Empty)) {
		name, said := "empty."+field, r.Empty[field]
		locale, isLocale := strings.CutPrefix(field, TranslationField)
		if isLocale = isLocale && len(parts) > 0; !isLocale && schema.Property(field) == nil {
			return nil, nil, unknownField(name, "The collection has no such property.", field, propertiesOf(schema))
		}
		if said != "true" && said != "false" {
			d := refusedParam(name, "Must be true or false.")
			d.Expected = []string{"true", "false"}
			return nil, nil, d
		}
		if !isLocale {
			all = append(all, plan.Emptiness{Field: field, Not: said == "false"})
			continue
		}
		if err := CheckTerm(name, locale); err != nil {
			return nil, nil, err
		}
		test := plan.LocaleTest{Locale: locale, Not: said == "true"}
		for _, each := range parts {
			test.Parts = append(test.Parts, plan.Through{Schema: each.schema, Own: each.own, Their: each.join})
		}
		locales = append(locales, test)
	}
	return all, locales, nil
}

// checkField is INPUT_VALIDATION_FAILED at input#/<param> for a field that is not known to
// take what is said of it, and for a text that CheckTerm refuses.
func checkField(param, field, text string, known []string, message string) error {
	if !slices.Contains(known, field) {
		return unknownField(param, message, field, known)
	}
	return CheckTerm(param, text)
}

func unknownField(param, message, field string, known []string) *diag.Diagnostic {
	d := refusedParam(param, message)
	d.Candidates, d.Suggestion = known, diag.Nearest(field, known)
	return d
}

func propertiesOf(schema *plan.Schema) (names []string) {
	for _, c := range schema.Properties() {
		names = append(names, c.Name())
	}
	return names
}

// Ranged lists the fields that a list takes a range of: the times, and every property
// that is always a text or always a number.
func Ranged(s *plan.Schema) []string {
	names := []string{"updatedAt", "createdAt"}
	for _, c := range s.Properties() {
		switch c.Kind() {
		case plan.TextColumn, plan.IntegerColumn, plan.RealColumn:
			names = append(names, c.Name())
		case plan.BooleanColumn, plan.MixedColumn, plan.JSONColumn:
		}
	}
	return names
}

// scalars are the properties that are no object and no list, those that lead an index
// first.
func scalars(s *plan.Schema) []string {
	names := leading(s)
	for _, c := range s.Properties() {
		if c.Kind().Scalar() && !slices.Contains(names, c.Name()) {
			names = append(names, c.Name())
		}
	}
	return names
}

// SortedSlowly lists the fields that a collection is sorted by without an index: each
// page looks at every entry that the list has. The titles of translations are none
// (decision 324).
func SortedSlowly(s *plan.Schema) []string {
	fast := leading(s)
	return scalars(s)[len(fast):]
}

// maxCounted is how many entries are counted of a list.
const maxCounted = 100_000

// countEntries counts what a list would page through; more says that there are more
// than the 100,000 that are counted.
func (s *Service) countEntries(ctx context.Context, r ListRequest) (count int64, more bool, err error) {
	q, err := s.search(r)
	if err != nil {
		return 0, false, err
	}
	count, err = s.store.CountMatching(ctx, q, maxCounted+1)
	if err != nil {
		return 0, false, diag.Attempted(err, "count entries of %s", q.Schema.Name())
	}
	return min(count, maxCounted), count > maxCounted, nil
}
