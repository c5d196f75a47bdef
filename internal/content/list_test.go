package content_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
)

// TestListEntries: bounds, and pages that follow each other.
func TestListEntries(t *testing.T) {
	s := open(t, staffSite, content.Options{})
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

// children are of parents, in the order of an index whose second column is as
// long as a text may be.
const children = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: children }
spec:
  title: Children
  schema: { type: object, properties: { parent: { type: string }, long: { type: string }, kind: { type: string } } }
  indexes: [[parent, long], [kind]]
`

// A cursor is short whatever the keys of its row are. The place of a row that is
// gone meanwhile is gone too.
func TestAPageGoesOnBehindALongKey(t *testing.T) {
	s := open(t, children, content.Options{})
	for i := range 5 {
		s.add("children", values{"parent": "p", "long": strings.Repeat(fmt.Sprint(i), 7000)})
	}
	request := content.ListRequest{Collection: "children", Where: is("parent", "p"), Limit: 2}
	var ids []string
	for {
		page, err := s.ListEntries(s.ctx, request)
		s.wants(err, "", "")
		for _, e := range page.Entries {
			ids = append(ids, e.ID)
		}
		if request.Cursor = page.NextCursor; request.Cursor == "" {
			break
		}
	}
	if slices.Sort(ids); len(slices.Compact(ids)) != 5 {
		t.Errorf("the pages hold %d entries of 5", len(ids))
	}
	page, err := s.ListEntries(s.ctx, content.ListRequest{Collection: "children", Where: is("parent", "p"), Limit: 2})
	s.wants(err, "", "")
	s.wants(s.Delete(s.ctx, nobody, "children", page.Entries[1].ID, 0), "", "")
	request.Cursor = page.NextCursor
	_, err = s.ListEntries(s.ctx, request)
	s.wants(err, diag.InputValidationFailed, "input#/cursor")
}

// TestEveryEntryIsGivenWhileSomeAreEdited: "every matching row" of an export. What
// is edited on the way does not pass the place where it goes on.
func TestEveryEntryIsGivenWhileSomeAreEdited(t *testing.T) {
	for name, request := range map[string]content.ListRequest{
		"in no order that was asked for":       {},
		"in the order of change":               {Sort: "updatedAt"},
		"the oldest first":                     {Direction: "asc"},
		"by a filter":                          {Where: is("kind", "k")},
		"by a filter whose index has a second": {Where: is("parent", "p")},
		"by a search":                          {Search: "p"},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t, children+"  searchableFields: [parent]\n", content.Options{})
			made := make([]*content.Entry, 250)
			for i := range made {
				made[i] = s.add("children", values{"parent": "p", "kind": "k", "long": fmt.Sprintf("%03d", i)})
			}
			request.Collection = "children"
			given := map[string]bool{}
			s.wants(s.StaffEntries(editor).EachEntry(s.ctx, request, func(chunk []*content.Entry) error {
				for _, e := range chunk {
					given[e.ID] = true
				}
				for _, each := range []int{0, 1, 248, 249} {
					_, err := s.Patch(s.ctx, nobody, "children", made[each].ID, values{"long": "~"}, 0)
					s.wants(err, "", "")
				}
				return nil
			}), "", "")
			if len(given) != len(made) {
				t.Errorf("%d entries of %d were given", len(given), len(made))
			}
		})
	}
}

func TestListEntriesRefuses(t *testing.T) {
	s := open(t, staffSite, content.Options{})
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

		"input#/filter.field100": {Collection: "posts", Where: conditions(101)},
	} {
		_, err := s.ListEntries(s.ctx, test)
		s.wants(err, diag.InputValidationFailed, path)
	}
	_, err = s.ListEntries(s.ctx, content.ListRequest{Collection: "nothing"})
	s.wants(err, diag.NotFound, "input#/collection")
}

// TestListEntriesIsInTheOrderOfAnIndex: without a Sort it is what was changed
// last, or the index of what is filtered by.
func TestListEntriesIsInTheOrderOfAnIndex(t *testing.T) {
	now := time.UnixMilli(1_700_000_000_000)
	s := open(t, listSite, content.Options{Now: func() time.Time { now = now.Add(time.Second); return now }})
	for _, each := range []string{"b 1", "a 2", "a 1", "c 3"} {
		kind, rank, _ := strings.Cut(each, " ")
		s.add("cards", values{"kind": kind, "rank": int64(rank[0] - '0'), "text": each})
	}
	changed := s.first("cards", "b 1")
	if _, err := s.Patch(s.ctx, editor, "cards", changed.ID, values{"note": "new"}, 1); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		request content.ListRequest
		want    string
	}{
		"changed last":              {content.ListRequest{}, "b 1, c 3, a 1, a 2"},
		"created first":             {content.ListRequest{Sort: "createdAt", Direction: "asc"}, "b 1, a 2, a 1, c 3"},
		"by what leads an index":    {content.ListRequest{Sort: "kind"}, "a 1, a 2, b 1, c 3"},
		"the other way round":       {content.ListRequest{Sort: "kind", Direction: "desc"}, "c 3, b 1, a 2, a 1"},
		"filtered, the index's end": {content.ListRequest{Where: is("kind", "a")}, "a 2, a 1"},
		"filtered and sorted":       {content.ListRequest{Where: is("kind", "a"), Sort: "createdAt", Direction: "asc"}, "a 2, a 1"},
	} {
		t.Run(name, func(t *testing.T) {
			test.request.Collection = "cards"
			page, err := s.ListEntries(s.ctx, test.request)
			if err != nil {
				t.Fatal(describe(err))
			}
			var got []string
			for _, e := range page.Entries {
				got = append(got, e.Data["text"].(string))
			}
			if listed := strings.Join(got, ", "); listed != test.want {
				t.Errorf("got %s, want %s", listed, test.want)
			}
		})
	}
}

const listSite = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: cards }
spec:
  title: Cards
  schema: { type: object, properties: { kind: { type: string }, rank: { type: integer }, text: { type: string }, note: { type: string } } }
  indexes: [[kind, rank]]
  searchableFields: [text]
`

// first finds the one entry whose text is what is sought.
func (s service) first(collection, text string) *content.Entry {
	s.t.Helper()
	page, err := s.ListEntries(s.ctx, content.ListRequest{Collection: collection, Search: text})
	if err != nil || len(page.Entries) != 1 {
		s.t.Fatalf("%s: %d entries, %v", text, len(page.Entries), err)
	}
	return page.Entries[0]
}

func is(field, value string) []content.Condition {
	return []content.Condition{{Test: content.Is, Field: field, Value: value}}
}

// conditions are so many, on fields that there are not.
func conditions(count int) (all []content.Condition) {
	for i := range count {
		all = append(all, is(fmt.Sprintf("field%d", i), "x")...)
	}
	return all
}
