package content_test

import (
	"context"
	"slices"
	"testing"

	"github.com/quartet-dev/quartet/internal/content"
)

// searched is a Store that knows what was searched last.
type searched struct {
	content.Store
	last content.EntrySearch
}

func (s *searched) Find(ctx context.Context, q content.EntrySearch) (content.Found, error) {
	s.last = q
	return s.Store.Find(ctx, q)
}

// A database sorts for every column behind those of an index, and the alternates of an
// entry are read for each page of one.
func TestAlternatesAreReadInTheOrderOfTheirIndex(t *testing.T) {
	s := openPages(t)
	store := &searched{Store: s.store}
	counting, err := content.New(s.ctx, s.Plan(), store, content.Options{})
	if err != nil {
		t.Fatal(err)
	}
	e := s.published("posts", values{"slug": "a", "locale": "en"})
	schema, slug := s.slug("posts")
	for _, test := range []struct{ locales, want []string }{
		{[]string{"en", "de"}, []string{"slug", "locale"}},
		{nil, []string{"slug", "locale", "id"}}, // which may tell entries without a locale apart
	} {
		if _, err := counting.Alternates(s.ctx, schema, slug, []*content.Entry{e}, test.locales); err != nil {
			t.Fatal(err)
		}
		var order []string
		for _, each := range store.last.Order {
			order = append(order, each.Column.Name())
		}
		if !slices.Equal(order, test.want) {
			t.Errorf("of %v: the order is %v, want %v", test.locales, order, test.want)
		}
	}
}
