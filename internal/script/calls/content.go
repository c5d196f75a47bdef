package calls

import (
	"context"
	"encoding/json"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

type viewRequest struct {
	rights
	Name   string
	Params json.RawMessage
	Page   *float64
	Show   *float64
	Cursor string
}

// view reads a page of a View.
func (c *Calls) view(ctx context.Context, call *content.Call, r viewRequest) (any, error) {
	service := c.Content()
	v := service.Plan().View(r.Name)
	if v == nil {
		return nil, diag.At(diag.NotFound, "", "There is no View of this name.")
	}
	params, err := objectOf("input#", r.Params)
	if err != nil {
		return nil, err
	}
	asked := content.ViewCall{View: v, Params: params, Page: content.PageNumber(r.Page), Show: r.Show, Cursor: r.Cursor}
	page, err := service.ExecuteView(ctx, r.of(call), asked, []byte(content.PageStart))
	if err != nil {
		return nil, err
	}
	return json.RawMessage(page.Object()), nil
}

type procedureRequest struct {
	rights
	Name  string
	Input json.RawMessage
}

// procedure runs a Procedure.
func (c *Calls) procedure(ctx context.Context, call *content.Call, r procedureRequest) (any, error) {
	input, err := objectOf("input#", r.Input)
	if err != nil {
		return nil, err
	}
	result, err := c.Content().Invoke(ctx, r.of(call), r.Name, input)
	return encoded(result, err)
}

type entryRequest struct {
	rights
	Collection string
	ID         string
	Data       json.RawMessage

	Status content.Status
	Cursor string
	Limit  float64
}

// entries are those that the caller may keep: staff by their role, and the service
// all of them.
func (c *Calls) entries(call *content.Call, r entryRequest) content.StaffEntries {
	return c.Content().StaffEntries(r.of(call))
}

func (c *Calls) createDraft(ctx context.Context, call *content.Call, r entryRequest) (any, error) {
	data, err := objectOf("data#", r.Data)
	if err != nil {
		return nil, err
	}
	return row(c.entries(call, r).Create(ctx, r.Collection, data))
}

func (c *Calls) get(ctx context.Context, call *content.Call, r entryRequest) (any, error) {
	return row(c.entries(call, r).Get(ctx, r.Collection, r.ID))
}

func (c *Calls) list(ctx context.Context, call *content.Call, r entryRequest) (any, error) {
	page, err := c.entries(call, r).List(ctx, content.ListRequest{
		Collection: r.Collection, Status: r.Status, Cursor: r.Cursor, Limit: int(min(max(r.Limit, 0), 1000)),
	})
	if err != nil {
		return nil, err
	}
	items := make([]any, len(page.Entries))
	for i, e := range page.Entries {
		items[i] = e.Row()
	}
	list := map[string]any{"items": items, "nextCursor": nil}
	if page.NextCursor != "" {
		list["nextCursor"] = page.NextCursor
	}
	return encoded(list, nil)
}

func (c *Calls) remove(ctx context.Context, call *content.Call, r entryRequest) (any, error) {
	if err := c.entries(call, r).Delete(ctx, r.Collection, r.ID, 0); err != nil {
		return nil, err
	}
	return map[string]any{"removed": true}, nil
}

func row(e *content.Entry, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return encoded(e.Row(), nil)
}

// encoded is a JSON value as the realm reads it.
func encoded(value any, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return json.RawMessage(jsonvalue.Append(nil, value)), nil
}
