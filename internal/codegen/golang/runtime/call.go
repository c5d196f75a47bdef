package service

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
)

// Transport carries calls to a site. [Connect] makes one over HTTP; package
// inprocess has one that calls a *quartet.Service. A test may bring its own.
type Transport interface {
	// ReadView reads a page of a View. params is a JSON object.
	ReadView(ctx context.Context, v ViewInfo, params json.RawMessage, p Paging) (*RawPage, error)
	// CallProcedure runs a Procedure. input and the result are JSON.
	CallProcedure(ctx context.Context, p ProcedureInfo, input json.RawMessage) (json.RawMessage, error)
}

// ViewInfo is what a transport knows of a View.
type ViewInfo struct {
	Name   string
	Path   string // of its route
	Cursor bool   // pages are walked by cursor; otherwise by number
}

// ProcedureInfo is what a transport knows of a Procedure.
type ProcedureInfo struct {
	Name   string
	Method string // of its HTTP Trigger; "" for none
	Path   string // as it is declared: {id} stands for the property id of the input
}

// TriggerInfo describes a Trigger.
type TriggerInfo struct {
	Name      string
	Kind      string // http, mcp or lifecycle
	Procedure string

	Method, Path  string   // http
	Surface, Tool string   // mcp
	Schema        string   // lifecycle
	On            []string // lifecycle
}

// Paging says which page of a View to read. The zero value is the first.
type Paging struct {
	Page   int64  // from 1
	Show   int    // rows a page; 0, or more than the View's limit, is the limit
	Cursor string // NextCursor of the page before; beats Page
}

// Page is a page of a View.
type Page[Row any] struct {
	Rows       []Row
	Page       int64
	Show       int
	HasMore    bool   // the page is full; the next may still be empty
	NextCursor string // "" where pages are not walked by cursor
}

// RawPage is a page whose rows are still a JSON array.
type RawPage struct {
	Rows       json.RawMessage `json:"rows"`
	Page       int64           `json:"page"`
	Show       int             `json:"show"`
	HasMore    bool            `json:"hasMore"`
	NextCursor string          `json:"nextCursor"`
}

// View reads a View that has no params.
type View[Row any] struct {
	transport Transport
	info      ViewInfo
}

// Read reads a page.
func (v View[Row]) Read(ctx context.Context, p Paging) (*Page[Row], error) {
	return readView[Row](ctx, v.transport, v.info, json.RawMessage("{}"), p)
}

// Pages reads page after page, from the one that p says. It ends with an error, or
// after the last page.
func (v View[Row]) Pages(ctx context.Context, p Paging) iter.Seq2[*Page[Row], error] {
	return pages(p, v.info, func(p Paging) (*Page[Row], error) { return v.Read(ctx, p) })
}

// Rows reads row after row, a page at a time.
func (v View[Row]) Rows(ctx context.Context, p Paging) iter.Seq2[Row, error] {
	return rows(v.Pages(ctx, p))
}

// ParamView reads a View that has params.
type ParamView[Params, Row any] struct {
	transport Transport
	info      ViewInfo
}

// Read reads a page.
func (v ParamView[Params, Row]) Read(ctx context.Context, params Params, p Paging) (*Page[Row], error) {
	text, err := json.Marshal(params)
	if err != nil {
		return nil, fmt.Errorf("encode the params of %s: %w", v.info.Name, err)
	}
	return readView[Row](ctx, v.transport, v.info, text, p)
}

// Pages reads page after page, from the one that p says. It ends with an error, or
// after the last page.
func (v ParamView[Params, Row]) Pages(ctx context.Context, params Params, p Paging) iter.Seq2[*Page[Row], error] {
	return pages(p, v.info, func(p Paging) (*Page[Row], error) { return v.Read(ctx, params, p) })
}

// Rows reads row after row, a page at a time.
func (v ParamView[Params, Row]) Rows(ctx context.Context, params Params, p Paging) iter.Seq2[Row, error] {
	return rows(v.Pages(ctx, params, p))
}

func readView[Row any](ctx context.Context, t Transport, v ViewInfo, params json.RawMessage, p Paging) (*Page[Row], error) {
	raw, err := t.ReadView(ctx, v, params, p)
	if err != nil {
		return nil, err
	}
	page := &Page[Row]{Rows: []Row{}, Page: raw.Page, Show: raw.Show, HasMore: raw.HasMore, NextCursor: raw.NextCursor}
	if err := json.Unmarshal(raw.Rows, &page.Rows); err != nil {
		return nil, fmt.Errorf("decode the rows of %s: %w", v.Name, err)
	}
	return page, nil
}

// pages stops before an empty page that follows another.
func pages[Row any](p Paging, v ViewInfo, read func(Paging) (*Page[Row], error)) iter.Seq2[*Page[Row], error] {
	return func(yield func(*Page[Row], error) bool) {
		for first, p := true, p; ; first = false {
			page, err := read(p)
			if err != nil {
				yield(nil, err)
				return
			}
			if !first && len(page.Rows) == 0 || !yield(page, nil) || !page.HasMore {
				return
			}
			if p.Cursor = page.NextCursor; p.Cursor == "" && v.Cursor {
				return
			}
			p.Page = page.Page + 1
		}
	}
}

func rows[Row any](pages iter.Seq2[*Page[Row], error]) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		for page, err := range pages {
			if err != nil {
				var none Row
				yield(none, err)
				return
			}
			for _, row := range page.Rows {
				if !yield(row, nil) {
					return
				}
			}
		}
	}
}

// Procedure calls a Procedure.
type Procedure[In, Out any] struct {
	transport Transport
	info      ProcedureInfo
}

// Call runs the Procedure and waits for its result. It is never sent twice.
func (p Procedure[In, Out]) Call(ctx context.Context, in In) (Out, error) {
	var out Out
	input, err := json.Marshal(in)
	if err != nil {
		return out, fmt.Errorf("encode the input of %s: %w", p.info.Name, err)
	}
	result, err := p.transport.CallProcedure(ctx, p.info, input)
	if err != nil {
		return out, err
	}
	if err := json.Unmarshal(result, &out); err != nil {
		return out, fmt.Errorf("decode the result of %s: %w", p.info.Name, err)
	}
	return out, nil
}

// NewView, NewParamView and NewProcedure make the members of a facade. Generated
// code calls them.
func NewView[Row any](t Transport, v ViewInfo) View[Row] { return View[Row]{t, v} }

// NewParamView is NewView for a View that has params.
func NewParamView[Params, Row any](t Transport, v ViewInfo) ParamView[Params, Row] {
	return ParamView[Params, Row]{t, v}
}

// NewProcedure makes a Procedure that the transport calls.
func NewProcedure[In, Out any](t Transport, p ProcedureInfo) Procedure[In, Out] {
	return Procedure[In, Out]{t, p}
}
