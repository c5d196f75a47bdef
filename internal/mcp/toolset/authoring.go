package toolset

import (
	"maps"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/jsonschema/portable"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/principal"
)

// The arguments that update tools have beside the Schema's properties. They
// come before a property of the same name, which only the create tool sets
// then.
const (
	ArgumentID      = "id"
	ArgumentVersion = "expected_version"
	ArgumentDraft   = "expected_draft"
)

// ArgumentPending asks get_entry for the pending draft.
const ArgumentPending = "draft"

// createTool takes the Schema's properties flat. A draft may lack any of them
// (decision 65).
func createTool(p *plan.Plan, s *plan.Schema) *Tool {
	name, _ := s.Tools()
	properties, required := editableProperties(p, s)
	t := authoringTool(p, s, name, "Create "+kindOf(s), Create)
	t.Hints.Destructive = false
	t.Input["properties"] = properties
	what := "Creates an entry of " + s.Name() + " in full"
	if s.Lifecycle() == plan.Publishing {
		what = "Creates a draft in " + s.Name() + ", which readers do not see. It may lack any property"
		if len(required) > 0 {
			what += "; to be published it needs " + strings.Join(required, ", ")
		}
	} else if len(required) > 0 {
		t.Input["required"] = list(required)
	}
	t.Description = portable.Sentences(what, s.Description().In("en"), roleDescription(t.Role))
	return t
}

// updateTool takes what shall change, beside id and expected_version.
func updateTool(p *plan.Plan, s *plan.Schema) *Tool {
	_, name := s.Tools()
	properties, required := editableProperties(p, s)
	for property, schema := range properties {
		if s.Lifecycle() == plan.Publishing || !slices.Contains(required, property) {
			schema, _ := schema.(map[string]any)
			properties[property] = portable.WithNull(schema)
		}
	}
	properties[ArgumentID] = idSchema
	properties[ArgumentVersion] = map[string]any{"type": "integer", "minimum": int64(1), "description": "The entry's version as you read it. Another one is CONFLICT: read the entry again."}
	t := authoringTool(p, s, name, "Update "+kindOf(s), Update)
	t.Hints.Idempotent = true // the version has moved on by then
	t.Input["properties"] = properties
	t.Input["required"] = []any{ArgumentID, ArgumentVersion}
	what := "Changes the properties that are given of an entry of " + s.Name() + "; null removes one, the rest stays"
	more := ""
	if s.Lifecycle() == plan.Publishing {
		properties[ArgumentDraft] = draftSchema
		more = "What is published stays as readers see it: the change goes into a pending draft beside it, which request_publish publishes. The answer has the data of the draft"
	}
	t.Description = portable.Sentences(what, more, roleDescription(t.Role))
	return t
}

// authoringTool is what both have in common. Contributors write on publishing
// Schemas only.
func authoringTool(p *plan.Plan, s *plan.Schema, name, title string, op Operation) *Tool {
	role := principal.Editor
	if s.Lifecycle() == plan.Publishing {
		role = principal.Contributor
	}
	input := map[string]any{"type": "object", "additionalProperties": false}
	if defs, ok := s.Document()["$defs"]; ok {
		input["$defs"] = authorTranslator(p, s).Each(defs)
	}
	return &Tool{
		Name: name, Title: title + ": " + plan.TitleOf(s.Title(), s.Name()), Input: input, Output: orFailure(entrySchema(s.Name())),
		Hints: Hints{Destructive: true, OpenWorld: hasHooks(p, s)}, Role: role, Operation: op, Schema: s,
	}
}

// editableProperties are the properties that an author may set, which are those that the
// server does not stamp, and the names of the required ones.
func editableProperties(p *plan.Plan, s *plan.Schema) (properties map[string]any, required []string) {
	translated := authorTranslator(p, s).Schema(s.Document())
	properties = maps.Clone(propertiesOf(translated))
	if properties == nil {
		properties = map[string]any{}
	}
	for _, bind := range s.Binds() {
		if len(bind.Path) == 1 {
			delete(properties, bind.Path[0])
		}
	}
	for _, c := range s.Properties() { // in the order they were written
		wanted, _ := s.Document()["required"].([]any)
		if _, authored := properties[c.Name()]; authored && slices.Contains(wanted, any(c.Name())) {
			required = append(required, c.Name())
		}
	}
	return properties, required
}

func kindOf(s *plan.Schema) string {
	if s.Lifecycle() == plan.Publishing {
		return "a draft"
	}
	return "an entry"
}

func roleDescription(role principal.Role) string {
	switch role {
	case principal.Owner:
		return "Needs the staff role owner."
	case principal.Editor:
		return "Needs the staff role editor or owner."
	case principal.Contributor, principal.None:
	}
	return "For every member of staff."
}

// draftSchema is the argument that pins a pending draft.
var draftSchema = map[string]any{"type": "integer", "minimum": int64(1), "description": "The number of the entry's pending draft as you read it, where it has one: another one is CONFLICT."}

var idSchema = map[string]any{"type": "string", "description": "The entry's id."}

// entrySchema is the EntryRow of the contract.
func entrySchema(collection string) map[string]any {
	schema := object(entryProperties())
	if collection != "" {
		propertiesOf(schema)["collection"] = map[string]any{"const": collection}
	}
	propertiesOf(schema)["data"] = map[string]any{"type": "object"}
	schema["required"] = append(schema["required"].([]any), "data")
	propertiesOf(schema)["locale"] = map[string]any{"type": "string"} // only when data has one
	return schema
}

// statuses are the states of an entry, for an enum.
func statuses() []any {
	var names []any
	for _, each := range plan.Statuses() {
		names = append(names, string(each))
	}
	return names
}

// entryProperties are what every account of an entry has.
func entryProperties() map[string]any {
	return map[string]any{
		"id":         map[string]any{"type": "string"},
		"collection": map[string]any{"type": "string"},
		"status":     map[string]any{"enum": statuses()},
		"version":    map[string]any{"type": "integer"},
		"authorId":   map[string]any{"type": []any{"string", "null"}},
		"createdAt":  map[string]any{"type": "integer", "description": portable.Milliseconds},
		"updatedAt":  map[string]any{"type": "integer", "description": portable.Milliseconds},
	}
}
