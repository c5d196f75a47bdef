package content

import (
	"context"
	"fmt"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
)

// builtinCall is one run of a builtin op. input is what the caller sent, side
// channels included; it is the input of before-hooks.
type builtinCall struct {
	service *Service
	caller  Caller
	builtin *plan.Builtin
	input   map[string]any
}

func (s *Service) runBuiltin(ctx context.Context, call *Call, b *plan.Builtin, input map[string]any) (any, error) {
	c := builtinCall{s, call.Caller, b, input}
	switch b.Op {
	case plan.OpCreate:
		return answer(c.create(ctx))
	case plan.OpUpdate:
		return answer(c.update(ctx))
	case plan.OpUpsert:
		return answer(c.upsert(ctx))
	case plan.OpArchive:
		return answer(c.move(ctx, archive))
	case plan.OpDelete:
		_, err := c.move(ctx, remove)
		return map[string]any{"removed": true}, err
	}
	return nil, fmt.Errorf("there is no builtin op %q", b.Op)
}

// answer is the row that every op but delete returns.
func answer(e *Entry, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return e.Row(), nil
}

func (c builtinCall) create(ctx context.Context) (*Entry, error) {
	return c.service.write(ctx, c.change(create, nil, project(c.builtin.Schema, c.input)))
}

func (c builtinCall) update(ctx context.Context) (*Entry, error) {
	e, err := c.load(ctx)
	if err != nil {
		return nil, err
	}
	return c.merge(ctx, e)
}

// move runs archive and remove. The contract asks them for no token; a
// Procedure that declares one has it honoured.
func (c builtinCall) move(ctx context.Context, m move) (*Entry, error) {
	e, err := c.load(ctx)
	if err != nil {
		return nil, err
	}
	if token, given := c.token(); given && !jsonvalue.Equal(token, e.Version) {
		return nil, stale()
	}
	return c.service.write(ctx, c.change(m, e, nil))
}

// merge is the update path: the projected input over the stored data, under
// the caller's expectedVersion. Without one, or with a stale one, CONFLICT.
func (c builtinCall) merge(ctx context.Context, e *Entry) (*Entry, error) {
	token, given := c.token()
	if !given {
		return nil, diag.At(diag.Conflict, "input#/expectedVersion", "The entry exists already; changing it needs the version that was read.")
	}
	if !jsonvalue.Equal(token, e.Version) {
		return nil, stale()
	}
	data := overlay(e.Data, project(c.builtin.Schema, c.input))
	return c.service.write(ctx, c.change(edit, e, data))
}

func (c builtinCall) change(m move, before *Entry, data map[string]any) *change {
	return &change{
		caller: c.caller, schema: c.builtin.Schema, move: m,
		before: before, data: data, original: c.input,
	}
}

// token is expectedVersion as the caller sent it.
func (c builtinCall) token() (any, bool) {
	token := c.input["expectedVersion"]
	return token, token != nil
}

func (c builtinCall) load(ctx context.Context) (*Entry, error) {
	id, _ := c.input["id"].(string)
	return c.service.entry(ctx, c.builtin.Schema, id)
}
