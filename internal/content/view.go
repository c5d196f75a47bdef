package content

import (
	"context"
	"math"
	"strconv"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
)

// ViewCall asks for one page of a View. Params are typed values (REST coerces
// before). Page below 1 is 1; Show nil, or not a number of at least 1, is the
// View's cap. A Cursor beats Page.
type ViewCall struct {
	View   *plan.View
	Params map[string]any
	Page   int64
	Show   *float64
	Cursor string
}

// PageNumber is the page that a number means; 1 when it is absent or below 1.
func PageNumber(n *float64) int64 {
	switch {
	case n == nil || math.IsNaN(*n) || *n < 1:
		return 1
	case *n >= math.MaxInt64:
		return math.MaxInt64
	}
	return int64(*n)
}

// ViewPage is one page. Rows is dst with a JSON array appended. Page is 1
// under a cursor.
type ViewPage struct {
	Rows       []byte
	Count      int
	Page       int64
	Show       int
	HasMore    bool   // Count equals Show; the next page may still be empty
	NextCursor string // declarative Views, when HasMore
}

// PageStart begins a page as a JSON object: append it to dst before a page is
// read, and take what Object gives.
const PageStart = `{"rows":`

// Object closes the JSON object of a page whose rows were appended to
// PageStart: { rows, page, show, hasMore } and, where there is one, nextCursor.
func (p ViewPage) Object() []byte {
	body := append(p.Rows, `,"page":`...)
	body = strconv.AppendInt(body, p.Page, 10)
	body = append(body, `,"show":`...)
	body = strconv.AppendInt(body, int64(p.Show), 10)
	body = append(body, `,"hasMore":`...)
	body = strconv.AppendBool(body, p.HasMore)
	if p.NextCursor != "" {
		body = append(body, `,"nextCursor":`...)
		body = jsonvalue.AppendString(body, p.NextCursor)
	}
	return append(body, '}')
}

// ExecuteView authorizes, validates params, runs the guard and reads one page,
// appending its rows to dst. Params and cursors that do not fit are
// INPUT_VALIDATION_FAILED at input#/<param> or input#/cursor; a page beyond
// the last row is empty.
func (s *Service) ExecuteView(ctx context.Context, caller Caller, call ViewCall, dst []byte) (ViewPage, error) {
	q, err := s.viewQuery(ctx, caller, call)
	if err != nil {
		return ViewPage{}, err
	}
	return s.readPage(ctx, call, q, dst)
}

// viewQuery authorizes, validates params and runs the guard.
func (s *Service) viewQuery(ctx context.Context, caller Caller, call ViewCall) (ViewQuery, error) {
	v := call.View
	if err := s.Authorize(caller, v.Requires()); err != nil {
		return ViewQuery{}, err
	}
	params, err := validParams(v.Params(), call.Params)
	if err != nil {
		return ViewQuery{}, err
	}
	if guard := v.Requires().Guard(); guard != nil {
		if err := s.guard(ctx, &Call{Caller: caller}, guard, params); err != nil {
			return ViewQuery{}, err
		}
	}
	q := ViewQuery{View: v, Params: slots(v.Params(), params), Limit: clampShow(v.Cap(), call.Show), Keys: !v.IsSQL()}
	if caller.User != nil {
		q.CallerID = caller.User.ID
	}
	return q, nil
}

func (s *Service) readPage(ctx context.Context, call ViewCall, q ViewQuery, dst []byte) (ViewPage, error) {
	page := ViewPage{Page: max(call.Page, 1), Show: q.Limit}
	if call.Cursor != "" {
		page.Page = 1
		after, err := s.openViewCursor(call.View, call.Cursor)
		if err != nil {
			return ViewPage{}, err
		}
		q.After = after
	}
	if page.Page-1 > math.MaxInt64/int64(q.Limit) {
		page.Rows = append(dst, "[]"...)
		return page, nil
	}
	q.Offset = (page.Page - 1) * int64(q.Limit)
	rows, err := s.store.View(ctx, q, dst)
	if err != nil {
		return ViewPage{}, diag.Attempted(err, "run the View %s", q.View.Name())
	}
	if s.opts.CheckRows {
		if err := checkRows(call.View, rows.Rows[len(dst):]); err != nil {
			return ViewPage{}, err
		}
	}
	page.Rows, page.Count, page.HasMore = rows.Rows, rows.Count, rows.Count == q.Limit
	if page.HasMore && q.Keys {
		page.NextCursor = s.cursors.seal(call.View.Fingerprint(), rows.Last)
	}
	return page, nil
}

// checkRows holds rows, a JSON array, against what their View declares of them.
func checkRows(v *plan.View, rows []byte) error {
	if v.RowsDocument() == nil {
		return nil
	}
	decoded, err := jsonvalue.Decode(rows, jsonvalue.Limits{Nodes: math.MaxInt, Stored: true})
	if err != nil {
		return diag.Refused(diag.OutputValidationFailed, "output#/rows", err)
	}
	list, _ := decoded.([]any)
	for i, each := range list {
		row, _ := each.(map[string]any)
		if found := v.ValidateRow(row); found != nil {
			return violated(diag.OutputValidationFailed, "output#/rows/"+strconv.Itoa(i), found)
		}
	}
	return nil
}

// openViewCursor refuses a cursor of another View, and one of this View from
// before it changed: it was sealed for another fingerprint.
func (s *Service) openViewCursor(v *plan.View, cursor string) ([]any, error) {
	if v.IsSQL() {
		return nil, diag.At(diag.InputValidationFailed, "input#/cursor", "This View takes page, not cursor.")
	}
	return s.cursors.open(v.Fingerprint(), cursor, len(v.Order())+1)
}

// clampShow is how many rows a page of a View has: min(floor(show), capacity), and
// the capacity where show is no number of at least 1. The capacity is View.Cap,
// which package plan makes of the View's limit. Staff's lists have PageSize.
func clampShow(capacity int, show *float64) int {
	if show == nil || math.IsNaN(*show) || *show < 1 || math.IsInf(*show, 1) {
		return capacity
	}
	return int(min(math.Floor(*show), float64(capacity)))
}
