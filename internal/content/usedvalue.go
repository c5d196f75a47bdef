package content

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/principal"
)

// UsedValue is a text that lists of a property hold, and how many entries have it there.
type UsedValue struct {
	Text    string
	Entries int
}

// The limits of UsedValues: how many entries are read, how many at a time, how many
// values are given, and how long one of them is, in characters.
const (
	valuedEntries  = 2000
	valuedTogether = 500
	maxUsedValues  = 50
	maxUsedLength  = 200
)

// UsedValues gives any member of staff the texts that the lists of a property hold in
// the 2,000 entries that were changed last: those alone that contain the search, in any
// case, first those that begin with it, then those that most entries have; at most 50.
// A property that holds no list is INPUT_VALIDATION_FAILED at input#/field (decision 260).
func (d StaffEntries) UsedValues(ctx context.Context, collection, field, search string) ([]UsedValue, error) {
	if err := d.caller.NeedRole(principal.Contributor); err != nil {
		return nil, err
	}
	if err := CheckTerm("search", search); err != nil {
		return nil, err
	}
	schema, err := d.service.schema(collection)
	if err != nil {
		return nil, err
	}
	if known := listed(schema); !slices.Contains(known, field) {
		return nil, unknownField("field", "This field holds no list.", field, known)
	}
	used, err := d.service.usedValues(ctx, collection, field)
	if err != nil {
		return nil, err
	}
	return bestOf(used, strings.ToLower(strings.TrimSpace(search))), nil
}

// listed are the properties that can hold a list.
func listed(s *plan.Schema) (names []string) {
	for _, c := range s.Properties() {
		if c.Kind() == plan.JSONColumn {
			names = append(names, c.Name())
		}
	}
	return names
}

// usedValues counts the entries of each text, newest change first.
func (s *Service) usedValues(ctx context.Context, collection, field string) (map[string]int, error) {
	q, err := s.search(ListRequest{Collection: collection, Excerpt: []string{field}})
	if err != nil {
		return nil, err
	}
	q.Limit = valuedTogether
	used := map[string]int{}
	for read, more := 0, true; more && read < valuedEntries; {
		found, err := s.find(ctx, q)
		if err != nil {
			return nil, err
		}
		for _, e := range found.Entries {
			countTexts(used, e.Data[field])
		}
		read += len(found.Entries)
		q.After, more = found.Last, found.More
	}
	return used, nil
}

// countTexts counts each text of a list once.
func countTexts(used map[string]int, value any) {
	list, _ := value.([]any)
	seen := map[string]bool{}
	for _, item := range list {
		text, ok := item.(string)
		if !ok || seen[text] || strings.TrimSpace(text) == "" || utf8.RuneCountInString(text) > maxUsedLength {
			continue
		}
		seen[text] = true
		used[text]++
	}
}

// bestOf are the values that contain the term, which is in lower case, best first.
func bestOf(used map[string]int, term string) []UsedValue {
	begins := func(v UsedValue) bool { return strings.HasPrefix(strings.ToLower(v.Text), term) }
	best := []UsedValue{}
	for text, entries := range used {
		if strings.Contains(strings.ToLower(text), term) {
			best = append(best, UsedValue{text, entries})
		}
	}
	slices.SortFunc(best, func(a, b UsedValue) int {
		switch first, second := begins(a), begins(b); {
		case first && !second:
			return -1
		case second && !first:
			return 1
		}
		return cmp.Or(cmp.Compare(b.Entries, a.Entries), cmp.Compare(a.Text, b.Text))
	})
	return best[:min(len(best), maxUsedValues)]
}
