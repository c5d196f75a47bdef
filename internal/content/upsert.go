package content

import (
	"context"
	"slices"

	"github.com/quartet-dev/quartet/internal/diag"
)

// upsert updates the row that the input names, or creates one. An existing row
// needs the token, else CONFLICT; a token for a missing row is NOT_FOUND; an
// id that resolves to no row is ignored and a fresh one generated
// (open-parts.md, Upsert).
func (c builtinCall) upsert(ctx context.Context) (*Entry, error) {
	e, err := c.existing(ctx)
	if err != nil {
		return nil, err
	}
	if e != nil {
		return c.merge(ctx, e)
	}
	if _, given := c.token(); given {
		return nil, diag.At(diag.NotFound, "input#", "There is no such entry to change; create it without expectedVersion.")
	}
	return c.create(ctx)
}

// existing finds the row by match or by id; nil for none.
func (c builtinCall) existing(ctx context.Context) (*Entry, error) {
	if c.builtin.Match != nil {
		return c.matched(ctx)
	}
	if c.input["id"] == nil {
		return nil, nil
	}
	e, err := c.load(ctx)
	if diag.HasCode(err, diag.NotFound) {
		return nil, nil
	}
	return e, err
}

// matched looks for the row that a create would collide with: by the data as
// it would be stored, stamps included, so that nobody reaches another caller's
// row by sending a value that the server stamps. They are not yet validated,
// and a database may take 7 for "7": only a row that holds these very values
// counts (decision 43).
func (c builtinCall) matched(ctx context.Context) (*Entry, error) {
	data := project(c.builtin.Schema, c.input)
	stamp(c.builtin.Schema, c.caller, c.service.opts.Now(), data, nil)
	values, whole := UniqueTuple(c.builtin.Match, data)
	if !whole || slices.ContainsFunc(values, compound) {
		return nil, nil
	}
	e, err := c.service.match(ctx, c.builtin.Schema, c.builtin.Match, values)
	if e == nil || !holds(e.Data, c.builtin.Match, values) {
		return nil, err
	}
	return e, nil
}

// compound reports whether v is a value that no unique index holds. The input of a Procedure
// need not say so.
func compound(v any) bool {
	switch v.(type) {
	case []any, map[string]any:
		return true
	}
	return false
}
