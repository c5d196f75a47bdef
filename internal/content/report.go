package content

import (
	"context"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
)

// ReportCall asks for a View as staff read it: searched and filtered before it
// is cut into pages.
type ReportCall struct {
	ViewCall
	Search string            // in uiSchema.list.searchFields; at most 200 characters
	Filter map[string]string // value by field, of uiSchema.list.filterFields
}

// Report is ExecuteView for staff. A search of a View that declares no fields to
// search, and a filter by a field that it does not declare, is
// INPUT_VALIDATION_FAILED at input#/search or input#/filter.<field>
// (decision 71).
func (s *Service) Report(ctx context.Context, caller Caller, call ReportCall, dst []byte) (ViewPage, error) {
	q, err := s.reportQuery(ctx, caller, call)
	if err != nil {
		return ViewPage{}, err
	}
	return s.readPage(ctx, call.ViewCall, q, dst)
}

// How many rows EachRow gives at a time.
const (
	chunkRows    = 100
	chunkRowsSQL = 500
)

// EachRow gives every row that a Report would page through, chunk by chunk, each
// a JSON array that is valid during the call alone. Of a declarative View no
// read goes on while each runs, and a chunk is as of its own moment. A sql View
// has no key to go on from: its statement runs once, and each must wait for
// nobody.
func (s *Service) EachRow(ctx context.Context, caller Caller, call ReportCall, each func(rows []byte) error) error {
	q, err := s.reportQuery(ctx, caller, call)
	if err != nil {
		return err
	}
	if call.View.IsSQL() {
		q.Limit, q.Each = chunkRowsSQL, each
		if _, err := s.store.View(ctx, q, nil); err != nil {
			return diag.Attempted(err, "run the View %s", q.View.Name())
		}
		return nil
	}
	q.Limit = chunkRows
	var buffer []byte
	for {
		found, err := s.store.View(ctx, q, buffer[:0])
		if err != nil {
			return diag.Attempted(err, "run the View %s", q.View.Name())
		}
		if err := each(found.Rows); err != nil || found.Count < q.Limit {
			return err
		}
		buffer, q.After = found.Rows, found.Last
	}
}

// reportQuery does what comes before the rows, once for all chunks.
func (s *Service) reportQuery(ctx context.Context, caller Caller, call ReportCall) (ViewQuery, error) {
	q, err := s.viewQuery(ctx, caller, call.ViewCall)
	if err != nil {
		return q, err
	}
	list := call.View.List()
	if list == nil {
		list = new(plan.ListUI)
	}
	if call.Search != "" && len(list.SearchFields) == 0 {
		return q, refusedParam("search", "This View declares no fields to search.")
	}
	column := func(string) *plan.Column { return nil }
	if source := call.View.Source(); source != nil {
		column = source.Column
	}
	q.Criteria, err = criteria(call.Search, list.SearchFields, call.Filter, list.FilterFields, column)
	return q, err
}
