package content_test

import (
	"context"
	"errors"
	"slices"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
)

// script goes with a call's context to the hooks that it fires.
type script struct {
	acts []act
	made []string // ids of the entries that hooks made or met
}

type scriptKey struct{}

// perform is the move by the Service: the row that it answers, if it answers
// one, and the ids of the entries that hooks made meanwhile.
func (s *site) perform(shape *shape, mv move) (row *content.Entry, made []string, err error) {
	play := &script{acts: mv.acts}
	row, err = s.call(context.WithValue(s.ctx, scriptKey{}, play), shape.name, mv)
	return row, play.made, err
}

func (s *site) call(ctx context.Context, collection string, mv move) (*content.Entry, error) {
	switch mv.op {
	case "Create":
		return s.Create(ctx, mv.caller, collection, mv.data)
	case "Patch":
		return s.Patch(ctx, mv.caller, collection, mv.id, mv.data, mv.token)
	case "Publish":
		return s.Publish(ctx, mv.caller, collection, mv.id, mv.token)
	case "Unpublish":
		return s.Unpublish(ctx, mv.caller, collection, mv.id, mv.token)
	case "Archive":
		return s.Archive(ctx, mv.caller, collection, mv.id, mv.token)
	case "Delete":
		return nil, s.Delete(ctx, mv.caller, collection, mv.id, mv.token)
	case "Load":
		return s.Load(ctx, collection, mv.id, mv.data, mv.status)
	}
	result, err := s.Invoke(ctx, mv.caller, mv.op+"-"+collection, mv.input())
	if err != nil || mv.op == "delete" {
		return nil, err
	}
	return entryOf(result.(map[string]any)), nil
}

// entryOf reads an EntryRow back.
func entryOf(row map[string]any) *content.Entry {
	author, _ := row["authorId"].(string)
	return &content.Entry{
		ID: row["id"].(string), Collection: row["collection"].(string), Status: content.Status(row["status"].(string)),
		Version: row["version"].(int64), Data: row["data"].(map[string]any), AuthorID: author,
		CreatedAt: row["createdAt"].(int64), UpdatedAt: row["updatedAt"].(int64),
	}
}

// hook is the handler of every hook: it does what the script says for it.
func (s *site) hook(ctx context.Context, call *content.Call, input map[string]any) (any, error) {
	play, _ := ctx.Value(scriptKey{}).(*script)
	if play == nil {
		return nil, nil
	}
	if id, _ := call.Event.Entry["id"].(string); id != "" {
		play.made = append(play.made, id)
	}
	shape := s.shapes[call.Event.Schema]
	i := slices.IndexFunc(on(shape.before, string(call.Event.Hook)), func(t trigger) bool { return t.name == call.Event.Trigger })
	return nil, s.act(context.WithValue(ctx, scriptKey{}, (*script)(nil)), play, play.acts[i], shape, call.Event, input)
}

func (s *site) act(ctx context.Context, play *script, a act, shape *shape, event *content.Event, input values) error {
	id, _ := event.Entry["id"].(string)
	switch {
	case a == denies:
		return diag.At(diag.EntitlementRequired, "input#/captcha", "Pay first.")
	case a == fails:
		return errors.New("no")
	case a == jots:
		_, err := s.Create(ctx, nobody, "jottings", nil)
		return err
	case a == rivals && id == "":
		e, err := s.Load(ctx, shape.name, "", (&model{shape: shape}).projected(input), "")
		if err == nil {
			play.made = append(play.made, e.ID)
		}
		return err
	case a == edits && id != "":
		_, err := s.Patch(ctx, nobody, shape.name, id, values{"p0": nil}, 0)
		return err
	case a == removes && id != "":
		return s.Delete(ctx, nobody, shape.name, id, 0)
	}
	return nil
}
