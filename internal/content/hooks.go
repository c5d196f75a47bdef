package content

import (
	"context"
	"errors"
	"log/slog"

	"github.com/google/uuid"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
)

// maxHookDepth is how deep hooks may cause hooks by writing.
const maxHookDepth = 8

type hookKey struct {
	schema *plan.Schema
	hook   plan.Hook
}

// hookTable lists the lifecycle Triggers of a hook by name.
type hookTable map[hookKey][]*plan.Trigger

func hooksOf(p *plan.Plan) hookTable {
	table := make(hookTable)
	for _, t := range p.Triggers() {
		if t.Kind() != plan.SourceLifecycle {
			continue
		}
		for _, hook := range t.Hooks() {
			key := hookKey{t.Schema(), hook}
			table[key] = append(table[key], t)
		}
	}
	return table
}

// runHooks runs the before-hooks of a change in the order of their Triggers'
// names, with the caller's original input, or the row's data when there is
// none. They share one event id. The first failure of a hook that aborts is
// the answer: the hook's diagnostic, or LIFECYCLE_HOOK_REJECTED when it gave
// none; other failures are logged.
func (s *Service) runHooks(ctx context.Context, c *change) error {
	hook := moves[c.move].before
	triggers := s.hooks[hookKey{c.schema, hook}]
	if len(triggers) == 0 || c.quiet() {
		return nil
	}
	ctx, err := deeper(ctx)
	if err != nil {
		return err
	}
	event := Event{ID: uuid.NewString(), Hook: hook, Schema: c.schema.Name()}
	for _, t := range triggers {
		event.Trigger = t.Name()
		if err := s.runHook(ctx, c, t, event); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) runHook(ctx context.Context, c *change, t *plan.Trigger, event Event) error {
	input := c.original
	if c.before != nil {
		row := shown(c.schema, c.before)
		event.Entry = jsonvalue.Clone(row.Row()).(map[string]any)
		if input == nil {
			input = row.Data
		}
	}
	_, err := s.invoke(ctx, &Call{Caller: c.caller, Event: &event}, t.Procedure(), input)
	if err == nil {
		return nil
	}
	aborts := t.Aborts(event.Hook)
	s.logFailure(ctx, event, aborts, err)
	if !aborts {
		return nil
	}
	if errors.Is(err, errUndiagnosed) {
		return diag.At(diag.LifecycleHookRejected, "input#", "A lifecycle hook refused the change.").WithCause(err)
	}
	return err
}

// logFailure logs what no surface will: a failure that the write goes on from,
// or one that the caller is told without its cause. A diagnostic that the
// caller gets needs no line.
func (s *Service) logFailure(ctx context.Context, event Event, aborts bool, err error) {
	if aborts && !errors.Is(err, errUndiagnosed) {
		return
	}
	s.opts.Log.LogAttrs(ctx, slog.LevelWarn, "a before-hook failed",
		slog.String("trigger", event.Trigger), slog.String("hook", string(event.Hook)),
		slog.String("schema", event.Schema), slog.String("event", event.ID),
		slog.Bool("aborts", aborts), slog.Any("error", diag.Logged(err)))
}

type depthKey struct{}

// hookDepth is how many hooks have caused each other on the way to ctx.
func hookDepth(ctx context.Context) int {
	depth, _ := ctx.Value(depthKey{}).(int)
	return depth
}

// deeper is the context of what a hook does. It counts hooks that run inside
// hooks: CONFLICT past maxHookDepth.
func deeper(ctx context.Context) (context.Context, error) {
	depth := hookDepth(ctx)
	if depth >= maxHookDepth {
		return nil, diag.At(diag.Conflict, "input#", "Lifecycle hooks cause each other without end.")
	}
	return audit.Through(context.WithValue(ctx, depthKey{}, depth+1), audit.Hook), nil
}
