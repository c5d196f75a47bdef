package mcp

import (
	"context"
	"fmt"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/mcp/toolset"
	"github.com/quartet-dev/quartet/internal/plan"
)

// update runs an update tool. What is published gets a pending draft (decision 253), whose
// data the row has then.
func update(ctx context.Context, entries content.StaffEntries, schema *plan.Schema, args *argumentReader) (map[string]any, []sdk.Content, error) {
	save := content.DraftSave{Collection: schema.Name()}
	save.ID, save.Version = args.text(toolset.ArgumentID, true), args.version(true)
	if schema.Lifecycle() == plan.Publishing {
		save.Draft = args.draft()
	}
	if args.err != nil {
		return nil, nil, args.err
	}
	save.Patch = args.left
	e, d, err := entries.Amend(ctx, save)
	if err != nil {
		return nil, nil, withNumber(ctx, entries, save, err)
	}
	if d == nil && save.Draft != 0 {
		return e.Row(), ended(save.Draft), nil
	}
	return drafted(e, d), about(d), nil
}

// publish runs request_publish, pinned to the pending draft that the agent saw, if it names
// one.
func publish(ctx context.Context, entries content.StaffEntries, args *argumentReader) (map[string]any, error) {
	draft := args.draft()
	collection, id, version, err := args.pinned()
	if err != nil {
		return nil, err
	}
	return row(entries.PublishAs(ctx, content.Publication{Collection: collection, ID: id, Version: version, Draft: draft}))
}

// drafted is the row of an entry with the data of its pending draft. EntryRow is closed, so
// that what says so is beside it.
func drafted(e *content.Entry, d *content.PendingDraft) map[string]any {
	if d == nil {
		return e.Row()
	}
	return d.Over(e).Row()
}

// about tells an agent that what it reads is not published, and how its next change names it.
func about(d *content.PendingDraft) []sdk.Content {
	if d == nil {
		return nil
	}
	return words("These are the data of pending draft %d, which readers do not see. To change it further name %s: %d. An editor publishes it with %s.",
		d.Counter, toolset.ArgumentDraft, d.Counter, plan.ToolRequestPublish)
}

// ended tells an agent that its change was the end of the draft that it named (decision 375).
func ended(draft int64) []sdk.Content {
	return words("Pending draft %d has ended: with this change it was the same as the entry. These are the entry's own data. Leave %s out of the next change.",
		draft, toolset.ArgumentDraft)
}

// words are a text for the agent beside the row.
func words(format string, args ...any) []sdk.Content {
	return []sdk.Content{&sdk.TextContent{Text: fmt.Sprintf(format, args...)}}
}

// withNumber has a refusal of another draft say which one there is, since a row has no place
// for it.
func withNumber(ctx context.Context, entries content.StaffEntries, save content.DraftSave, err error) error {
	if d := diag.As(err); d.Path != content.StaleDraft().Path {
		return err
	}
	_, there, failed := entries.GetWithDraft(ctx, save.Collection, save.ID)
	if failed != nil || there == nil {
		return err
	}
	told := *diag.As(err)
	told.Suggestion = fmt.Sprintf("Read pending draft %d with %s and %s: true, and repeat the change with %s: %d.",
		there.Counter, plan.ToolGet, toolset.ArgumentPending, toolset.ArgumentDraft, there.Counter)
	return &told
}
