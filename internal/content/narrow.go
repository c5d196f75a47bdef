package content

import (
	"context"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
)

// narrowed checks what a list is narrowed by, and turns it into criteria: beside what
// conditions refuses, INPUT_VALIDATION_FAILED at input#/search for a term of more than 200
// characters (decisions 235, 367, 368).
func (s *Service) narrowed(r ListRequest, schema *plan.Schema) (plan.Criteria, error) {
	if err := CheckTerm("search", r.Search); err != nil {
		return plan.Criteria{}, err
	}
	n, err := s.conditions(schema, r.Where)
	if err != nil {
		return n, err
	}
	n.Searched = schema.SearchedFields()
	if words := strings.Fields(r.Search); len(words) > 0 {
		slices.Sort(words) // any order is one and the same list
		n.Terms, n.Through = slices.Compact(words), s.through(schema)
	}
	if len(n.Terms) > 1 { // a short word is in most ids
		n.Searched = slices.DeleteFunc(n.Searched, func(name string) bool { return name == "id" })
	}
	return n, nil
}

// through leads to the translations of a collection.
func (s *Service) through(schema *plan.Schema) (all []plan.Through) {
	for _, part := range translators(s.plan, schema) {
		fields := slices.DeleteFunc(part.schema.SearchedFields(), func(name string) bool {
			return name == "id" || name == "locale" || name == part.join.Name()
		})
		if len(fields) > 0 {
			all = append(all, plan.Through{Joined: part.joined(), Searched: fields})
		}
	}
	return all
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

// countBy counts the same by what entries have of a field, "" for nothing: their status, or
// the field of the filter. counts is nil where there are more than are counted, too.
func (s *Service) countBy(ctx context.Context, r ListRequest, field string) (counts map[string]int64, count int64, more bool, err error) {
	q, err := s.search(r)
	if err != nil {
		return nil, 0, false, err
	}
	if known := counted(q.Schema); !slices.Contains(known, field) {
		d := refusedParam("by", "Must be what the entries of this collection are counted by.")
		d.Expected = known
		return nil, 0, false, d
	}
	counts, err = s.store.CountByValue(ctx, q, q.Schema.Column(field), maxCounted+1)
	if err != nil {
		return nil, 0, false, diag.Attempted(err, "count entries of %s by %s", q.Schema.Name(), field)
	}
	for _, n := range counts {
		count += n
	}
	if count > maxCounted {
		return nil, maxCounted, true, nil
	}
	return counts, count, false, nil
}

// counted are the fields that the entries of a list are counted by.
func counted(s *plan.Schema) (fields []string) {
	if s.Lifecycle() == plan.Publishing {
		fields = append(fields, "status")
	}
	if filter := s.FilterField(); filter != "" {
		fields = append(fields, filter)
	}
	return fields
}
