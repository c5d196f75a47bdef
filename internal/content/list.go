package content

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
)

// The limits of a page of a list, in items; List gives more where it is asked to.
const (
	defaultPageSize = 50
	maxPageSize     = 100
)

// PageSize is how many items a page has of which so many are wanted: 1 to 100.
// What is below is no number to go by and reads as 50, what is above as 100;
// nothing is refused, as it is with the show of a View.
func PageSize(wanted int) int {
	if wanted < 1 {
		return defaultPageSize
	}
	return min(wanted, maxPageSize)
}

// ListRequest chooses a page of a collection. It is staff who list entries in
// any state: whoever calls has made sure of that.
type ListRequest struct {
	Collection string
	Status     Status // "" for any
	Search     string // words, all of which are in the fields of SearchedFields or in those of a translation; at most 200 characters
	Where      []Condition
	Sort       string // of Sortable or SortedSlowly, or ArticleOrder; "" is the field that is filtered by where that leads an index, or else updatedAt
	Direction  string // asc or desc; "" is asc for a Sort that is named and no time, else desc
	Cursor     string // NextCursor of the page before
	Limit      int    // as PageSize reads it

	// Excerpt, unless it is nil, names the properties that Data shall hold, texts
	// cut as EntrySearch says; absent ones are null.
	Excerpt []string
}

// EntryPage is a page of a collection. NextCursor is "" at the end.
type EntryPage struct {
	Entries    []*Entry
	NextCursor string
}

// ListEntries lists entries of a collection, by keyset: a page deep in the list
// costs what the first one does. What does not fit is NOT_FOUND for the
// collection and INPUT_VALIDATION_FAILED at input#/<member> for the rest.
//
// An order is that of an index where one begins with Sort, so that such a list does not
// sort: entries that are equal in Sort come in the order of the rest of the index.
func (s *Service) ListEntries(ctx context.Context, r ListRequest) (EntryPage, error) {
	q, err := s.search(r)
	if err != nil {
		return EntryPage{}, err
	}
	bound := r.bound(q)
	if r.Sort == ArticleOrder {
		return s.listArticles(ctx, q, bound, r.Cursor)
	}
	if r.Cursor != "" {
		if q.After, err = s.openListCursor(ctx, bound, q, r.Cursor); err != nil {
			return EntryPage{}, err
		}
	}
	found, err := s.find(ctx, q)
	if err != nil {
		return EntryPage{}, err
	}
	page := EntryPage{Entries: found.Entries}
	if found.More {
		page.NextCursor = s.sealListCursor(bound, found.Last)
	}
	return page, nil
}

// eachEntry gives every entry that a request chooses, chunk by chunk, whatever
// its Cursor, Limit and Excerpt say. No read goes on while each runs, and who
// edits an entry then must not move it past the place where the next chunk begins:
// instead of the order of change, and of that of a filter's index, it is the
// order of creation.
func (s *Service) eachEntry(ctx context.Context, r ListRequest, each func([]*Entry) error) error {
	r.Limit, r.Excerpt = maxPageSize, nil
	if r.Sort == "updatedAt" || r.Sort == ArticleOrder {
		r.Sort = ""
	}
	q, err := s.search(r)
	if err == nil && r.Sort == "" && len(q.Order) > 1 { // alone, the id stays what it is
		q.Order, err = sortOrder(q.Schema, "createdAt", cmp.Or(r.Direction, "desc"))
	}
	if err != nil {
		return err
	}
	for more := true; more; {
		found, err := s.find(ctx, q)
		if err != nil {
			return err
		}
		if err := each(found.Entries); err != nil {
			return err
		}
		q.After, more = found.Last, found.More
	}
	return nil
}

// pageBytes ends a page, in bytes of its data: a hundred large entries are more
// than one request may keep.
const pageBytes = 4 << 20

func (s *Service) find(ctx context.Context, q EntrySearch) (Found, error) {
	found, err := s.store.Find(ctx, q)
	if err != nil {
		return Found{}, diag.Attempted(err, "list entries of %s", q.Schema.Name())
	}
	for i, e := range found.Entries {
		found.Entries[i] = shown(q.Schema, e)
	}
	return found, nil
}

// search checks a request and turns it into a query from the start.
func (s *Service) search(r ListRequest) (EntrySearch, error) {
	schema, err := s.schema(r.Collection)
	if err != nil {
		return EntrySearch{}, err
	}
	q := EntrySearch{Schema: schema, Status: r.Status, Limit: PageSize(r.Limit), Bytes: pageBytes}
	if r.Status != absent && !slices.Contains(plan.Statuses(), r.Status) {
		d := refusedParam("status", "Must be draft, published or archived.")
		d.Expected = plan.Statuses()
		return q, d
	}
	q.Criteria, err = s.narrowed(r, schema)
	if err != nil {
		return q, err
	}
	q.Excerpt = excerpted(schema, r.Excerpt)
	q.Order, err = r.order(schema)
	return q, err
}

// maxExcerpted is how many properties an excerpt has at most: databases bound
// the arguments of a function.
const maxExcerpted = 40

// excerpted are the columns of an excerpt; nil for all of data, which one of too
// many properties is too.
func excerpted(s *plan.Schema, names []string) []*plan.Column {
	if names == nil {
		return nil
	}
	columns := []*plan.Column{}
	for _, name := range names {
		if c := s.Property(name); c != nil {
			columns = append(columns, c)
		}
	}
	return excerptOf(columns)
}

// excerptOf are the columns, unless they are too many.
func excerptOf(columns []*plan.Column) []*plan.Column {
	if len(columns) > maxExcerpted {
		return nil
	}
	return columns
}

// Sortable lists the fields that a collection can be sorted by: the times, and
// every property that leads an index.
func Sortable(s *plan.Schema) []string {
	return append([]string{"updatedAt", "createdAt"}, leading(s)...)
}

// Filterable lists the fields that a collection can be filtered by: every property
// that is no object and no list, those that lead an index first, which are found fast.
func Filterable(s *plan.Schema) []string { return scalars(s) }

func leading(s *plan.Schema) (names []string) {
	for _, index := range s.StoredIndexes() {
		lead := index.Columns()[0]
		if !lead.Reserved() && !slices.Contains(names, lead.Name()) {
			names = append(names, lead.Name())
		}
	}
	return names
}

// order keeps to the index that serves the filter when no other one is asked
// for.
func (r ListRequest) order(s *plan.Schema) ([]plan.Order, error) {
	by, direction := r.Sort, r.Direction
	switch by {
	case "":
		by = r.served(s)
	case ArticleOrder:
		by = "updatedAt" // of what it is made from
	}
	if direction == "" && (r.Sort == "" || isTime(by)) {
		direction = "desc"
	}
	order, err := sortOrder(s, by, direction)
	if err == nil && r.fixes(by) {
		order = order[1:] // of one value there is no order, and databases do not always see it
	}
	return order, err
}

// served is the first field with a value of its own that leads an index; updatedAt without one.
func (r ListRequest) served(s *plan.Schema) string {
	for _, field := range leading(s) {
		if r.fixes(field) {
			return field
		}
	}
	return "updatedAt"
}

// fixes reports whether every entry of the list has one value in a field.
func (r ListRequest) fixes(field string) bool {
	return slices.ContainsFunc(r.Where, func(c Condition) bool { return c.Test == Is && c.Group == "" && c.Field == field })
}

func isTime(column string) bool { return column == "createdAt" || column == "updatedAt" }

func sortOrder(s *plan.Schema, by, direction string) ([]plan.Order, error) {
	if direction != "" && direction != "asc" && direction != "desc" {
		d := refusedParam("direction", "Must be asc or desc.")
		d.Expected = []string{"asc", "desc"}
		return nil, d
	}
	if sortable := append(Sortable(s), SortedSlowly(s)...); !slices.Contains(sortable, by) {
		d := refusedParam("sort", "The collection cannot be sorted by this field.")
		sortable = append(sortable, ArticleOrder)
		d.Candidates, d.Suggestion = sortable, diag.Nearest(by, sortable)
		return nil, d
	}
	desc := direction == "desc"
	columns := []*plan.Column{s.Column(by)}
	if index := indexed(s, by); index != nil && !isTime(by) {
		columns = index
	}
	return orderOf(s, columns, desc), nil
}

// orderOf is the order of an index of the columns, which the id ends.
func orderOf(s *plan.Schema, columns []*plan.Column, desc bool) (order []plan.Order) {
	if id := s.Column("id"); !slices.Contains(columns, id) {
		columns = append(slices.Clip(columns), id)
	}
	for _, c := range columns {
		order = append(order, plan.Order{Column: c, Desc: desc})
	}
	return order
}

// inIndex is the order of the first index that a column leads.
func inIndex(s *plan.Schema, lead *plan.Column) []plan.Order {
	columns := indexed(s, lead.Name())
	if columns == nil {
		columns = []*plan.Column{lead}
	}
	return orderOf(s, columns, false)
}

// indexed are the columns of the first index that a property leads.
func indexed(s *plan.Schema, lead string) []*plan.Column {
	for _, index := range s.StoredIndexes() {
		if index.Columns()[0].Name() == lead {
			return index.Columns()
		}
	}
	return nil
}

// bound ties a cursor to what decides the list but for its place.
func (r ListRequest) bound(q EntrySearch) string {
	parts := []any{"entries", r.Collection, string(r.Status), r.Search, r.Direction}
	for _, term := range q.Order {
		parts = append(parts, term.Column.Name(), term.Desc)
	}
	if r.Sort == ArticleOrder {
		parts = append(parts, ArticleOrder)
	}
	for _, c := range r.Where {
		parts = append(parts, string(c.Test), c.Field, c.Value, c.Group)
	}
	return boundTo(parts...)
}

// boundTo is what a cursor for a list is bound to.
func boundTo(parts ...any) string {
	sum := sha256.Sum256(jsonvalue.Append(nil, parts))
	return hex.EncodeToString(sum[:])
}

// sealListCursor is the cursor behind the row of so many keys, of which the last is its
// id. It holds the id alone where all of them are too long for a cursor
// (decision 102).
func (s *Service) sealListCursor(bound string, keys []any) string {
	return cmp.Or(s.cursors.seal(bound, keys), s.cursors.seal(bound, keys[len(keys)-1:]))
}

// openListCursor is the place of a list where a cursor goes on. A row that it knows by
// its id alone is looked for: when it is gone, so is the place.
func (s *Service) openListCursor(ctx context.Context, bound string, q EntrySearch, cursor string) ([]any, error) {
	keys, err := s.cursors.open(bound, cursor, len(q.Order), 1)
	if err != nil || len(keys) == len(q.Order) {
		return keys, err
	}
	q.Status, q.Limit, q.Excerpt = absent, 1, []*plan.Column{}
	q.Criteria = plan.Criteria{Equal: []plan.Equality{{Field: "id", Values: keys}}}
	found, err := s.store.Find(ctx, q)
	if err != nil {
		return nil, diag.Attempted(err, "find the place of a cursor in %s", q.Schema.Name())
	}
	if len(found.Entries) == 0 {
		err = badCursor()
	}
	return found.Last, err
}

// SealCursor gives the cursor for a place in a list of a surface's own: name and
// what it was asked say which list, keys, which are short, where in it.
func (s *Service) SealCursor(list []string, keys ...any) string {
	return s.cursors.seal(boundTo(strings.Join(list, "\x00")), keys)
}

// OpenCursor gives so many keys back, or INPUT_VALIDATION_FAILED at
// input#/cursor for a cursor that SealCursor did not give for this list.
func (s *Service) OpenCursor(list []string, count int, cursor string) ([]any, error) {
	return s.cursors.open(boundTo(strings.Join(list, "\x00")), cursor, count)
}
