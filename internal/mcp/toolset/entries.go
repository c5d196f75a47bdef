package toolset

import (
	"github.com/quartet-dev/quartet/internal/jsonschema/portable"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/principal"
)

// entryTools are the generic tools of the staff surface, which are always
// there.
func entryTools(p *plan.Plan) []*Tool {
	open := hasHooks(p, nil)
	moves := Hints{Destructive: true, Idempotent: true, OpenWorld: open}
	publishes := Hints{Idempotent: true, OpenWorld: open} // it takes nothing away
	moved := func(s *plan.Schema) bool { return s.Lifecycle() == plan.Publishing }
	written := func(s *plan.Schema) bool { return !s.ReadOnly() }
	return []*Tool{
		listTool(p), getTool(p),
		moveTool(p, plan.ToolRequestPublish, "Publish an entry", "Checks a draft as a whole and publishes it, so that readers see it; of a published entry its pending draft", RequestPublish, publishes, moved),
		moveTool(p, plan.ToolUnpublish, "Unpublish an entry", "Makes a published or archived entry a draft again", Unpublish, moves, moved),
		moveTool(p, plan.ToolArchive, "Archive an entry", "Archives a draft or published entry, so that readers no longer see it; unpublish_entry brings it back as a draft", Archive, moves, moved),
		moveTool(p, plan.ToolDelete, "Delete an entry", "Deletes an entry for good. A published entry must be unpublished first", Delete, moves, written),
	}
}

func moveTool(p *plan.Plan, name, title, what string, op Operation, hints Hints, fits func(*plan.Schema) bool) *Tool {
	t := &Tool{
		Name: name, Title: title, Description: portable.Sentences(what, roleDescription(principal.Editor)),
		Input: arguments(map[string]any{
			"collection": collectionSchema(p, fits), ArgumentID: idSchema,
			ArgumentVersion: map[string]any{"type": "integer", "minimum": int64(1), "description": "The entry's version as you read it, if you did: another one is CONFLICT."},
		}, "collection", ArgumentID),
		Output: orFailure(entrySchema("")), Hints: hints, Role: principal.Editor, Operation: op,
	}
	if op == RequestPublish {
		propertiesOf(t.Input)[ArgumentDraft] = draftSchema
	}
	if op == Delete {
		t.Output = orFailure(object(map[string]any{"removed": map[string]any{"type": "boolean"}}))
	}
	return t
}

func listTool(p *plan.Plan) *Tool {
	summary := entryProperties()
	summary["title"] = map[string]any{"type": "string"}
	item := object(summary)
	propertiesOf(item)["locale"] = map[string]any{"type": "string"}
	return &Tool{
		Name: plan.ToolList, Title: "List entries",
		Description: "Lists entries of a collection in any state, without their data. Read one with get_entry. For every member of staff.",
		Input: arguments(map[string]any{
			"collection": collectionSchema(p, func(*plan.Schema) bool { return true }),
			"status":     map[string]any{"type": "string", "enum": statuses()},
			"search":     map[string]any{"type": "string", "maxLength": int64(200), "description": "What the id or a searchable field contains, in any case."},
			"limit":      map[string]any{"type": "integer", "minimum": int64(1), "maximum": int64(100), "default": int64(50)},
			"cursor":     map[string]any{"type": "string", "description": "nextCursor of the page before. A page may be short and still not be the last."},
		}, "collection"),
		Output: orFailure(object(map[string]any{
			"items":      map[string]any{"type": "array", "items": item},
			"nextCursor": map[string]any{"type": []any{"string", "null"}},
		})),
		Hints: Hints{ReadOnly: true, Idempotent: true}, Role: principal.Contributor, Operation: List,
	}
}

func getTool(p *plan.Plan) *Tool {
	return &Tool{
		Name: plan.ToolGet, Title: "Read an entry",
		Description: "Reads an entry in any state, with its data and the version that changes to it name; with draft, the data of its pending draft where it has one. For every member of staff.",
		Input: arguments(map[string]any{
			"collection": collectionSchema(p, func(*plan.Schema) bool { return true }), ArgumentID: idSchema,
			ArgumentPending: map[string]any{"type": "boolean", "default": false, "description": "Whether to read what is not published yet of a published entry."},
		}, "collection", ArgumentID),
		Output: orFailure(entrySchema("")),
		Hints:  Hints{ReadOnly: true, Idempotent: true}, Role: principal.Contributor, Operation: Get,
	}
}

func arguments(properties map[string]any, required ...string) map[string]any {
	return map[string]any{"type": "object", "properties": properties, "required": list(required), "additionalProperties": false}
}

// collectionSchema names the collections that a tool makes sense for. The
// others are answered by the call.
func collectionSchema(p *plan.Plan, fits func(*plan.Schema) bool) map[string]any {
	schema := map[string]any{"type": "string"}
	var names []string
	for _, s := range p.Schemas() {
		if fits(s) {
			names = append(names, s.Name())
		}
	}
	if len(names) > 0 {
		schema["enum"] = list(names)
	}
	return schema
}
