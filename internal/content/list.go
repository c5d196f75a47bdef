package content

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
)

// ListRequest asks for one page of a collection's entries, ordered by id,
// which rises with the time of creation.
type ListRequest struct {
	Collection string
	Status     Status // "" for any
	Search     string // what id or a searchable field must contain, in any case; at most 200 characters
	Cursor     string // NextCursor of the page before
	Limit      int    // 1 to 100; 0 is 50, more is 100
}

// EntryPage is a page of a collection. NextCursor is "" at the end; a page of a search may
// hold fewer entries than were asked for, or none, and still not be the last.
type EntryPage struct {
	Entries    []*Entry
	NextCursor string
}

const (
	defaultPage = 50
	maxPage     = 100
	maxSearch   = 200
	maxScan     = 5000 // rows that one page of a search looks at
)

// ListEntries lists entries in any state. An unknown collection is NOT_FOUND;
// a request outside its bounds is INPUT_VALIDATION_FAILED at its field.
func (s *Service) ListEntries(ctx context.Context, r ListRequest) (EntryPage, error) {
	schema, err := s.schema(r.Collection)
	if err != nil {
		return EntryPage{}, err
	}
	if err := r.check(); err != nil {
		return EntryPage{}, err
	}
	scan := scan{service: s, schema: schema, request: r, limit: min(r.Limit, maxPage), needle: strings.ToLower(r.Search)}
	if scan.limit <= 0 {
		scan.limit = defaultPage
	}
	if r.Cursor != "" {
		keys := s.cursors.openFor(schema.Fingerprint(), r.Cursor)
		if len(keys) != 2 || keys[0] != schema.Name() {
			return EntryPage{}, badCursor()
		}
		scan.after, _ = keys[1].(string)
	}
	return scan.page(ctx)
}

func (r ListRequest) check() error {
	states := []Status{Draft, Published, Archived}
	if r.Status != absent && !slices.Contains(states, r.Status) {
		d := diag.At(diag.InputValidationFailed, "input#/status", "There is no such status.")
		d.Expected = states
		return d
	}
	if utf8.RuneCountInString(r.Search) > maxSearch {
		return diag.At(diag.InputValidationFailed, "input#/search", "A search has at most 200 characters.")
	}
	return nil
}

// scan walks a collection by id for one page.
type scan struct {
	service *Service
	schema  *plan.Schema
	request ListRequest
	limit   int
	needle  string // in lower case; "" for every entry
	after   string // the last id that was looked at
	items   []*Entry
}

func (c *scan) page(ctx context.Context) (EntryPage, error) {
	batch := c.limit + 1
	if c.needle != "" {
		batch = maxList
	}
	for seen := 0; seen < maxScan; seen += batch {
		rows, err := c.service.store.Entries(ctx, EntryQuery{Schema: c.schema, Status: c.request.Status, After: c.after, Limit: batch})
		if err != nil {
			return EntryPage{}, err
		}
		if c.take(rows) {
			return c.list(c.items[c.limit-1].ID), nil
		}
		if len(rows) < batch {
			return c.list(""), nil
		}
	}
	return c.list(c.after), nil
}

// take keeps what matches, until there is one more than the page holds: then
// another page follows.
func (c *scan) take(rows []*Entry) (more bool) {
	for _, e := range rows {
		c.after = e.ID
		if c.needle != "" && !mentions(c.schema, e, c.needle) {
			continue
		}
		if len(c.items) == c.limit {
			return true
		}
		c.items = append(c.items, shown(c.schema, e))
	}
	return false
}

// list seals the name with the place: Schemas of one shape share a fingerprint.
func (c *scan) list(after string) EntryPage {
	list := EntryPage{Entries: c.items}
	if after != "" {
		list.NextCursor = c.service.cursors.sealFor(c.schema.Fingerprint(), []any{c.schema.Name(), after})
	}
	return list
}

// mentions looks for a needle in lower case in the id and the searchable
// fields.
func mentions(schema *plan.Schema, e *Entry, needle string) bool {
	if strings.Contains(strings.ToLower(e.ID), needle) {
		return true
	}
	return slices.ContainsFunc(schema.SearchableFields(), func(field string) bool {
		text, _ := e.Data[field].(string)
		return strings.Contains(strings.ToLower(text), needle)
	})
}
