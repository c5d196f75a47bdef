package content_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
)

// TestListEntries: bounds, and pages that follow each other.
func TestListEntries(t *testing.T) {
	s := open(t, deskSite, content.Options{})
	for i := range 7 {
		s.add("posts", values{"title": fmt.Sprintf("Tea %d", i)})
	}
	s.in("posts", content.Published)
	for name, test := range map[string]struct {
		request content.ListRequest
		want    []int // entries a page
	}{
		"everything":             {content.ListRequest{}, []int{8}},
		"pages":                  {content.ListRequest{Limit: 3}, []int{3, 3, 2}},
		"a last page that fits":  {content.ListRequest{Limit: 4}, []int{4, 4}},
		"by status":              {content.ListRequest{Status: content.Published}, []int{1}},
		"a search in any case":   {content.ListRequest{Search: "tEA", Limit: 4}, []int{4, 3}},
		"a search for one":       {content.ListRequest{Search: "tea 5"}, []int{1}},
		"a search for none":      {content.ListRequest{Search: "coffee"}, []int{0}},
		"200 characters, not by": {content.ListRequest{Search: strings.Repeat("茶", 200)}, []int{0}},
	} {
		t.Run(name, func(t *testing.T) {
			request := test.request
			request.Collection = "posts"
			seen := map[string]bool{}
			for i, want := range test.want {
				page, err := s.ListEntries(s.ctx, request)
				if err != nil {
					t.Fatal(describe(err))
				}
				for _, e := range page.Entries {
					seen[e.ID] = true
				}
				if last := i == len(test.want)-1; len(page.Entries) != want || (page.NextCursor == "") != last {
					t.Fatalf("page %d has %d entries and the cursor %q", i, len(page.Entries), page.NextCursor)
				}
				request.Cursor = page.NextCursor
			}
		})
	}
}

func TestListEntriesRefuses(t *testing.T) {
	s := open(t, deskSite, content.Options{})
	for i := range 3 {
		s.add("records", values{"title": fmt.Sprint(i)})
	}
	page, err := s.ListEntries(s.ctx, content.ListRequest{Collection: "records", Limit: 1})
	if err != nil || page.NextCursor == "" {
		t.Fatal(err)
	}
	for path, test := range map[string]content.ListRequest{
		"input#/status": {Collection: "posts", Status: "lost"},
		"input#/search": {Collection: "posts", Search: strings.Repeat("x", 201)},
		"input#/cursor": {Collection: "posts", Cursor: page.NextCursor + "A"},
	} {
		_, err := s.ListEntries(s.ctx, test)
		s.wants(err, diag.InputValidationFailed, path)
	}
	_, err = s.ListEntries(s.ctx, content.ListRequest{Collection: "nothing"})
	s.wants(err, diag.NotFound, "input#/collection")
}

// TestASearchOfManyGoesOn: one page of a search looks at so many rows and no
// more, and its cursor goes on behind them.
func TestASearchOfManyGoesOn(t *testing.T) {
	s := open(t, deskSite, content.Options{})
	for range 5001 {
		s.add("posts", values{"title": "leaf"})
	}
	s.add("posts", values{"title": "bud"})
	page, err := s.ListEntries(s.ctx, content.ListRequest{Collection: "posts", Search: "bud"})
	if err != nil || len(page.Entries) != 0 || page.NextCursor == "" {
		t.Fatal(err, page)
	}
	page, err = s.ListEntries(s.ctx, content.ListRequest{Collection: "posts", Search: "bud", Cursor: page.NextCursor})
	if err != nil || len(page.Entries) != 1 || page.NextCursor != "" {
		t.Fatal(err, page)
	}
}
