package content_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/principal"
)

const taggedSite = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: teas }
spec:
  title: Teas
  schema:
    type: object
    required: [name]
    properties:
      name: { type: string }
      tags: { type: array, items: { type: string } }
      grades: { type: array, items: { type: integer } }
`

func contributor() content.Caller {
	return content.Caller{User: &content.User{ID: "s"}, Staff: &content.Staff{ID: "s", Role: string(principal.Contributor)}, Auth: &content.Auth{}}
}

func texts(used []content.UsedValue) (all []string) {
	for _, each := range used {
		all = append(all, fmt.Sprint(each.Text, " ", each.Entries))
	}
	return all
}

// What begins with the search comes first, then what most entries have.
func TestUsedValuesAreFoundInAnyCaseBestFirst(t *testing.T) {
	s := open(t, taggedSite, content.Options{})
	for _, tags := range [][]any{
		{"Oolong", "Taiwan", "taiwan oolong", "Oolong"}, {"Taiwan"}, {"Taiwan", "Oolong"}, {"Oolong", "old trees"}, {"Oolong", "  ", ""}, {"Äther", "50% off", "a_b"}, {},
	} {
		s.add("teas", values{"name": "Tea", "tags": tags, "grades": []any{int64(7)}})
	}
	s.add("teas", values{"name": "No tags"})
	long := strings.Repeat("茶", 200)
	s.add("teas", values{"name": "Long", "tags": []any{long, long + "葉"}})
	for _, test := range []struct {
		field, search string
		want          []string
	}{
		{"tags", "o", []string{"Oolong 4", "old trees 1", "50% off 1", "taiwan oolong 1"}},
		{"tags", " OOLONG ", []string{"Oolong 4", "taiwan oolong 1"}},
		{"tags", "ä", []string{"Äther 1"}},
		{"tags", "%", []string{"50% off 1"}},
		{"tags", "_", []string{"a_b 1"}},
		{"tags", "茶", []string{long + " 1"}},
		{"tags", "coffee", nil},
		{"grades", "", nil},
	} {
		used, err := s.StaffEntries(contributor()).UsedValues(s.ctx, "teas", test.field, test.search)
		if err != nil {
			t.Fatal(describe(err))
		}
		if diff := cmp.Diff(test.want, texts(used)); diff != "" {
			t.Errorf("%s with %q: %s", test.field, test.search, diff)
		}
	}
}

func TestUsedValuesAreBounded(t *testing.T) {
	s := open(t, taggedSite, content.Options{})
	for i := range 60 {
		s.add("teas", values{"name": "Tea", "tags": []any{fmt.Sprint("tag ", i), "tag of all"}})
	}
	used, err := s.StaffEntries(contributor()).UsedValues(s.ctx, "teas", "tags", "tag")
	if err != nil || len(used) != 50 || used[0] != (content.UsedValue{Text: "tag of all", Entries: 60}) {
		t.Errorf("%d values, %v, %v", len(used), used[:1], err)
	}
}

// limited is a Store whose entries never end, and that knows how many it gave.
type limited struct {
	content.Store
	given int
}

func (l *limited) Find(_ context.Context, q content.EntrySearch) (content.Found, error) {
	l.given += q.Limit
	entries := slices.Repeat([]*content.Entry{{ID: "x", Data: values{"tags": []any{"one"}}}}, q.Limit)
	return content.Found{Entries: entries, Last: []any{int64(1), "x"}, More: true}, nil
}

func TestUsedValuesReadTheEntriesThatChangedLast(t *testing.T) {
	s := open(t, taggedSite, content.Options{})
	store := &limited{Store: s.store}
	endless, err := content.New(s.ctx, s.Plan(), store, content.Options{})
	if err != nil {
		t.Fatal(err)
	}
	used, err := endless.StaffEntries(contributor()).UsedValues(s.ctx, "teas", "tags", "")
	if err != nil || store.given != 2000 || !slices.Equal(texts(used), []string{"one 2000"}) {
		t.Errorf("%d entries were read, %v, %v", store.given, texts(used), err)
	}
}

func TestUsedValuesThatAreRefused(t *testing.T) {
	s := open(t, taggedSite, content.Options{})
	for name, test := range map[string]struct {
		caller                    content.Caller
		collection, field, search string
		code                      diag.Code
		path                      string
	}{
		"nobody":       {nobody, "teas", "tags", "", diag.Unauthenticated, ""},
		"a reader":     {ada, "teas", "tags", "", diag.AuthDenied, ""},
		"no such":      {contributor(), "coffees", "tags", "", diag.NotFound, ""},
		"no list":      {contributor(), "teas", "name", "", diag.InputValidationFailed, "input#/field"},
		"no field":     {contributor(), "teas", "id", "", diag.InputValidationFailed, "input#/field"},
		"a long one":   {contributor(), "teas", "tags", strings.Repeat("x", 201), diag.InputValidationFailed, "input#/search"},
		"broken bytes": {contributor(), "teas", "tags", "\xff", diag.InputValidationFailed, "input#/search"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := s.StaffEntries(test.caller).UsedValues(s.ctx, test.collection, test.field, test.search)
			if d := diag.As(err); err == nil || d.Code != test.code || test.path != "" && d.Path != test.path {
				t.Errorf("%v", err)
			}
		})
	}
}
