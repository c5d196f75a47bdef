package quartet

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
)

// ViewOptions ask for a page of a View. The zero value is its first page,
// without params, for nobody.
type ViewOptions struct {
	Params map[string]any // typed, not as text
	Page   int64          // from 1
	Show   int            // rows a page; 0, or more than the View's limit, is the limit
	Cursor string         // NextCursor of the page before; beats Page
	Caller Caller
}

// ViewPage is one page of a View. As JSON it is the data of the View's answer.
type ViewPage struct {
	Rows       ViewRows `json:"rows"`
	Page       int64    `json:"page"`
	Show       int      `json:"show"`
	HasMore    bool     `json:"hasMore"` // the page is full; the next may still be empty
	NextCursor string   `json:"nextCursor,omitempty"`
}

// ViewRows are the rows of a page, as the database gave them. [Rows] decodes
// them into values of a type; as JSON they are an array of objects.
type ViewRows struct {
	array json.RawMessage
	count int
}

// Len is how many rows there are.
func (r ViewRows) Len() int { return r.count }

// MarshalJSON gives the array of the rows.
func (r ViewRows) MarshalJSON() ([]byte, error) {
	if r.count == 0 {
		return []byte("[]"), nil
	}
	return r.array, nil
}

// UnmarshalJSON takes an array of objects.
func (r *ViewRows) UnmarshalJSON(text []byte) error {
	var rows []json.RawMessage
	if err := json.Unmarshal(text, &rows); err != nil {
		return err
	}
	*r = ViewRows{array: bytes.Clone(text), count: len(rows)}
	return nil
}

// View reads one page of a View of any surface. It fails with NOT_FOUND for an
// unknown name, UNAUTHENTICATED or AUTH_DENIED when the caller may not, and
// INPUT_VALIDATION_FAILED for params or a cursor that do not fit.
func (s *Service) View(ctx context.Context, name string, o ViewOptions) (*ViewPage, error) {
	v := s.app.Plan().View(name)
	if v == nil {
		return nil, diag.At(diag.NotFound, "", "There is no View of this name.")
	}
	call := content.ViewCall{View: v, Params: o.Params, Page: o.Page, Cursor: o.Cursor}
	if o.Show > 0 {
		show := float64(o.Show)
		call.Show = &show
	}
	page, err := s.app.Content().ExecuteView(ctx, o.Caller.content(), call, nil)
	if err != nil {
		return nil, err
	}
	return &ViewPage{
		Rows: ViewRows{page.Rows, page.Count}, Page: page.Page, Show: page.Show, HasMore: page.HasMore, NextCursor: page.NextCursor,
	}, nil
}

// Rows decodes the rows of a page into values of a type of the program's own.
func Rows[Row any](page *ViewPage) ([]Row, error) {
	rows := make([]Row, 0, page.Rows.Len())
	if page.Rows.Len() == 0 {
		return rows, nil
	}
	if err := json.Unmarshal(page.Rows.array, &rows); err != nil {
		return nil, fmt.Errorf("decode the rows of a View: %w", err)
	}
	return rows, nil
}
