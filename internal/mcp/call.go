package mcp

import (
	"context"
	"encoding/json"
	"errors"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/inflight"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/mcp/toolset"
	"github.com/quartet-dev/quartet/internal/plan"
)

// rawJSON is JSON that is encoded already.
type rawJSON = json.RawMessage

// lastObjectVersion is the last version whose structured content must be an
// object; later ones take any value.
const lastObjectVersion = "2025-11-25"

// copies is how often a large result is in memory beside itself: as text, as a
// value, and twice in the answer around them.
const copies = 3

// call answers tools/call (open-parts.md, "MCP arguments and results"). It never
// fails in the protocol: an agent can only mend what it is told.
func (v *server) call(ctx context.Context, t *toolset.Tool, r *sdk.CallToolRequest) *sdk.CallToolResult {
	body, beside, err := v.run(audit.Through(ctx, audit.MCP), t, r.Params.Arguments)
	if err != nil {
		return v.failure(ctx, err)
	}
	if len(body) > inflight.Small {
		inflight.ReservationOf(ctx).Add(copies * len(body))
	}
	result := &sdk.CallToolResult{Content: append([]sdk.Content{&sdk.TextContent{Text: string(body)}}, beside...)}
	if body[0] == '{' || r.ProtocolVersion() > lastObjectVersion {
		result.StructuredContent = rawJSON(body)
	}
	return result
}

func (v *server) failure(ctx context.Context, err error) *sdk.CallToolResult {
	body, _ := httpx.Failure(ctx, v.log, toolRequestOf(ctx).requestID, err)
	return &sdk.CallToolResult{
		IsError: true, Content: []sdk.Content{&sdk.TextContent{Text: string(body)}}, StructuredContent: rawJSON(body),
	}
}

// run authorizes before it looks at the arguments; the pipelines behind it
// authorize again. Beside its body a result may have links, and words about a draft.
func (v *server) run(ctx context.Context, t *toolset.Tool, raw rawJSON) (body []byte, beside []sdk.Content, err error) {
	caller := toolRequestOf(ctx).caller
	if err := v.permits(caller, t); err != nil {
		return nil, nil, err
	}
	arguments, err := decode(raw)
	if err != nil {
		return nil, nil, err
	}
	switch t.Operation {
	case toolset.Query:
		body, err = v.query(ctx, caller, t.View, arguments)
	case toolset.Invoke:
		var result any
		result, err = v.service.Invoke(ctx, caller, t.Procedure.Name(), arguments)
		body = jsonvalue.Append(nil, result)
	case toolset.CreateUpload:
		body, err = v.beginUpload(ctx, caller, arguments)
	case toolset.CommitUpload:
		return v.finishUpload(ctx, caller, arguments)
	case toolset.Create, toolset.Update, toolset.RequestPublish, toolset.Unpublish, toolset.Archive, toolset.Delete, toolset.List, toolset.Get:
		return v.callEntryTool(ctx, caller, t, arguments)
	}
	return body, nil, err
}

// decode reads arguments under the limits of every surface. None are {}.
func decode(raw rawJSON) (map[string]any, error) {
	if len(raw) == 0 {
		return map[string]any{}, nil
	}
	value, err := jsonvalue.Decode(raw, jsonvalue.Limits{})
	var fault *jsonvalue.Fault
	if errors.As(err, &fault) {
		return nil, invalid(fault.Pointer, fault.Reason, nil)
	}
	switch value := value.(type) {
	case map[string]any:
		return value, nil
	case nil:
		return map[string]any{}, nil
	}
	return nil, invalid("", "The input must be a JSON object.", "object")
}

func invalid(pointer, message string, expected any) *diag.Diagnostic {
	d := diag.At(diag.InputValidationFailed, "input#"+pointer, message)
	d.Expected = expected
	return d
}

// query answers a View with one page: rows, page, show, hasMore. A cursor is
// REST's.
func (v *server) query(ctx context.Context, caller content.Caller, view *plan.View, arguments map[string]any) ([]byte, error) {
	page, err := popNumber(arguments, "page")
	if err != nil {
		return nil, err
	}
	show, err := popNumber(arguments, "show")
	if err != nil {
		return nil, err
	}
	call := content.ViewCall{View: view, Params: arguments, Page: content.PageNumber(page), Show: show}
	answer, err := v.service.ExecuteView(ctx, caller, call, []byte(content.PageStart))
	if err != nil {
		return nil, err
	}
	answer.NextCursor = ""
	return answer.Object(), nil
}

// popNumber takes an optional number out of the arguments; nil when it is
// absent or null.
func popNumber(arguments map[string]any, name string) (*float64, error) {
	value := arguments[name]
	delete(arguments, name)
	switch n := value.(type) {
	case nil:
		return nil, nil
	case int64:
		f := float64(n)
		return &f, nil
	case float64:
		return &n, nil
	}
	return nil, invalid(jsonvalue.Pointer(name), "This must be a number.", "number")
}
