package inprocess

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/quartet-dev/quartet"

	"github.com/quartet-dev/quartet/internal/codegen/golang/runtime"
)

// transport calls a service in the same program on behalf of a caller.
type transport struct {
	service *quartet.Service
	caller  quartet.Caller
}

// bind makes a transport, unless the service runs other manifests than those with
// the fingerprint.
func bind(q *quartet.Service, fingerprint string) (transport, error) {
	if running := q.Fingerprint(); running != fingerprint {
		return transport{}, fmt.Errorf(
			"this package was generated from manifests with the fingerprint %s, and the service runs those of %s: run quartet generate",
			fingerprint, running)
	}
	return transport{service: q}, nil
}

// ReadView reads a page of a View.
func (t transport) ReadView(ctx context.Context, v service.ViewInfo, params json.RawMessage, p service.Paging) (*service.RawPage, error) {
	values, err := objectOf(params)
	if err != nil {
		return nil, fmt.Errorf("the params of %s: %w", v.Name, err)
	}
	page, err := t.service.View(ctx, v.Name, quartet.ViewOptions{
		Params: values, Page: p.Page, Show: p.Show, Cursor: p.Cursor, Caller: t.caller,
	})
	if err != nil {
		return nil, refusal(err)
	}
	rows, err := page.Rows.MarshalJSON()
	if err != nil {
		return nil, fmt.Errorf("the rows of %s: %w", v.Name, err)
	}
	return &service.RawPage{Rows: rows, Page: page.Page, Show: page.Show, HasMore: page.HasMore, NextCursor: page.NextCursor}, nil
}

func objectOf(text json.RawMessage) (map[string]any, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var values map[string]any
	err := decoder.Decode(&values)
	return values, err
}

// CallProcedure runs a Procedure.
func (t transport) CallProcedure(ctx context.Context, p service.ProcedureInfo, input json.RawMessage) (json.RawMessage, error) {
	result, err := quartet.Call[json.RawMessage](ctx, t.service, p.Name, input, quartet.CallOptions{Caller: t.caller})
	return result, refusal(err)
}

// refusal is err as the error that calls over HTTP give, too.
func refusal(err error) error {
	d := (*quartet.Diagnostic)(nil)
	if !errors.As(err, &d) {
		return err
	}
	return &service.Error{
		Code: string(d.Code), Phase: string(d.Phase), Severity: string(d.Severity), Path: d.Path, Message: d.Message,
		Value: d.Value, Expected: d.Expected, Candidates: d.Candidates, Suggestion: d.Suggestion, RequestID: d.RequestID,
		Status: d.Status(), Cause: err,
	}
}
