package mcp

import (
	"context"
	"maps"
	"slices"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/mcp/toolset"
)

// callEntryTool runs a tool on entries, on behalf of its caller.
func (v *server) callEntryTool(ctx context.Context, caller content.Caller, t *toolset.Tool, arguments map[string]any) ([]byte, []sdk.Content, error) {
	entries, args := v.service.StaffEntries(caller), &argumentReader{left: arguments}
	var result map[string]any
	var beside []sdk.Content
	var err error
	switch t.Operation {
	case toolset.Create:
		result, err = row(entries.Create(ctx, t.Schema.Name(), arguments))
	case toolset.Update:
		result, beside, err = update(ctx, entries, t.Schema, args)
	case toolset.List:
		result, err = v.list(ctx, entries, args)
	case toolset.Get:
		result, beside, err = get(ctx, entries, args)
	case toolset.RequestPublish:
		result, err = publish(ctx, entries, args)
	case toolset.Unpublish:
		result, err = move(ctx, entries.Unpublish, args)
	case toolset.Archive:
		result, err = move(ctx, entries.Archive, args)
	case toolset.Delete:
		result, err = remove(ctx, entries, args)
	case toolset.Query, toolset.Invoke, toolset.CreateUpload, toolset.CommitUpload: // no work on entries
	}
	if err != nil {
		return nil, nil, inArguments(err)
	}
	return jsonvalue.Append(nil, result), beside, nil
}

// argumentsOf are the places that these tools call otherwise than Procedures do.
var argumentsOf = map[string]string{
	"input#/expectedVersion": "input#/" + toolset.ArgumentVersion,
	"input#/expectedDraft":   "input#/" + toolset.ArgumentDraft,
}

func inArguments(err error) error {
	d := diag.As(err)
	path, otherwise := argumentsOf[d.Path]
	if !otherwise {
		return err
	}
	renamed := *d
	renamed.Path = path
	return &renamed
}

func row(e *content.Entry, err error) (map[string]any, error) {
	if err != nil {
		return nil, err
	}
	return e.Row(), nil
}

func get(ctx context.Context, entries content.StaffEntries, args *argumentReader) (map[string]any, []sdk.Content, error) {
	collection, id, pending := args.text("collection", true), args.text(toolset.ArgumentID, true), args.flag(toolset.ArgumentPending)
	if err := args.end(); err != nil {
		return nil, nil, err
	}
	if !pending {
		result, err := row(entries.Get(ctx, collection, id))
		return result, nil, err
	}
	e, d, err := entries.GetWithDraft(ctx, collection, id)
	if err != nil {
		return nil, nil, err
	}
	return drafted(e, d), about(d), nil
}

func move(ctx context.Context, to func(context.Context, string, string, int64) (*content.Entry, error), args *argumentReader) (map[string]any, error) {
	collection, id, version, err := args.pinned()
	if err != nil {
		return nil, err
	}
	return row(to(ctx, collection, id, version))
}

func remove(ctx context.Context, entries content.StaffEntries, args *argumentReader) (map[string]any, error) {
	collection, id, version, err := args.pinned()
	if err != nil {
		return nil, err
	}
	return map[string]any{"removed": true}, entries.Delete(ctx, collection, id, version)
}

func (v *server) list(ctx context.Context, entries content.StaffEntries, args *argumentReader) (map[string]any, error) {
	request := content.ListRequest{
		Collection: args.text("collection", true), Status: content.Status(args.text("status", false)),
		Search: args.text("search", false), Cursor: args.text("cursor", false), Limit: args.limit(),
	}
	if err := args.end(); err != nil {
		return nil, err
	}
	page, err := entries.List(ctx, request)
	if err != nil {
		return nil, err
	}
	items := make([]any, len(page.Entries))
	for i, e := range page.Entries {
		items[i] = v.summary(e)
	}
	result := map[string]any{"items": items, "nextCursor": nil}
	if page.NextCursor != "" {
		result["nextCursor"] = page.NextCursor
	}
	return result, nil
}

// summary is an entry without its data, which would fill an agent's memory.
func (v *server) summary(e *content.Entry) map[string]any {
	row := e.Row()
	delete(row, "data")
	row["title"] = content.Title(v.service.Plan().Schema(e.Collection), e.ID, e.Data)
	return row
}

// argumentReader takes arguments one by one and keeps the first error. What
// is left was not asked for.
type argumentReader struct {
	left map[string]any
	err  error
}

func (a *argumentReader) pop(name string, required bool, message string, fits func(any) bool) any {
	value := a.left[name]
	delete(a.left, name)
	switch {
	case a.err != nil || value == nil && !required:
	case value == nil:
		a.err = invalid(jsonvalue.Pointer(name), "This argument is needed.", nil)
	case !fits(value):
		a.err = invalid(jsonvalue.Pointer(name), message, nil)
	}
	return value
}

// text is a string; "" when it is absent.
func (a *argumentReader) text(name string, required bool) string {
	value, _ := a.pop(name, required, "This must be a text.", func(v any) bool { _, ok := v.(string); return ok }).(string)
	return value
}

// flag is true or false; false when it is absent.
func (a *argumentReader) flag(name string) bool {
	value, _ := a.pop(name, false, "This must be true or false.", func(v any) bool { _, ok := v.(bool); return ok }).(bool)
	return value
}

// draft is expected_draft, 1 or more; 0 when it is absent.
func (a *argumentReader) draft() int64 {
	return a.integer(toolset.ArgumentDraft, false, "This must be the number of the draft that was read, a whole number from 1 on.", maxInt63)
}

// version is expected_version, 1 or more; 0 when it is absent.
func (a *argumentReader) version(required bool) int64 {
	return a.integer(toolset.ArgumentVersion, required, "This must be the version that was read, a whole number from 1 on.", maxInt63)
}

// pinned are the arguments that name an entry, and the version that it must have;
// 0 for any.
func (a *argumentReader) pinned() (collection, id string, version int64, err error) {
	collection, id, version = a.text("collection", true), a.text(toolset.ArgumentID, true), a.version(false)
	return collection, id, version, a.end()
}

func (a *argumentReader) limit() int {
	return int(a.integer("limit", false, "This must be a whole number from 1 to 100.", 100))
}

func (a *argumentReader) integer(name string, required bool, message string, most int64) int64 {
	value := a.pop(name, required, message, func(v any) bool {
		n, ok := integerOf(v)
		return ok && n >= 1 && n <= most
	})
	n, _ := integerOf(value)
	return n
}

const maxInt63 = 1<<63 - 1

// integerOf takes 3.0 for 3, as JSON Schema does.
func integerOf(v any) (int64, bool) {
	switch n := v.(type) {
	case int64:
		return n, true
	case float64:
		return int64(n), n == float64(int64(n)) && n < 1<<53 && n > -(1<<53)
	}
	return 0, false
}

// end refuses what nobody asked for.
func (a *argumentReader) end() error {
	if a.err == nil && len(a.left) > 0 {
		a.err = invalid(jsonvalue.Pointer(slices.Min(slices.Collect(maps.Keys(a.left)))), "The tool has no such argument.", nil)
	}
	return a.err
}
