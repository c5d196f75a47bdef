package content

import (
	"context"

	"github.com/quartet-dev/quartet/internal/plan"
)

// StaffStore is what staff surfaces need of the database beside Store's reads.
// Its errors are those of Store; a list or count that takes too long is
// RESOURCE_EXHAUSTED.
type StaffStore interface {
	// Find reads a page of a collection.
	Find(ctx context.Context, q EntrySearch) (Found, error)

	// CountMatching counts what Find would find page by page, up to so many.
	CountMatching(ctx context.Context, q EntrySearch, most int) (int64, error)

	// CountByValue counts the same by the value of a column of texts, "" for none.
	CountByValue(ctx context.Context, q EntrySearch, by *plan.Column, most int) (map[string]int64, error)

	// Count counts the entries of a collection.
	Count(ctx context.Context, q CountQuery) (Counts, error)
}

// EntrySearch chooses a page of a collection.
type EntrySearch struct {
	Schema   *plan.Schema
	Status   Status // "" for any
	Criteria plan.Criteria
	Order    []plan.Order // ends in id, or is that of a unique index whose columns all wanted entries have
	After    []any        // the values of Order of the last row seen; nil from the start
	Limit    int

	// Excerpt, unless it is nil, is what Data shall hold: these properties alone,
	// absent ones null. A text of more than 300 characters is 299 of them and an
	// ellipsis, unless its column joins entries.
	Excerpt []*plan.Column

	// Often is set where much the same is asked over and over, in few forms: a store
	// may keep the statement.
	Often bool

	// Only is set where nobody asks whether there are more: More is of no meaning
	// then, and no row is read for it.
	Only bool

	// Bytes, unless it is 0, ends the page with the entry whose data brings the
	// sum to so many bytes.
	Bytes int
}

// Found is what Find found. Last is the values of Order of the last entry, where there
// are as many as were wanted.
type Found struct {
	Entries []*Entry
	Last    []any
	More    bool // there are entries behind the last
}

// CountQuery says what to count: the entries of each status, those of each
// value of By, and those created in each of Spans spans of Width milliseconds
// from From on.
type CountQuery struct {
	Schema      *plan.Schema
	By          *plan.Column // nil for none
	From, Width int64
	Spans       int
}

// Counts is what Count counted; what has no entries is left out, but for
// Created, which holds every span.
type Counts struct {
	ByStatus map[Status]int64
	ByValue  map[string]int64
	Created  []int64
}
