package plan

import (
	"maps"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/manifest"
)

// builtinOutput holds the output of a builtin op against what the op answers.
func (l *linker) builtinOutput(p *Procedure) {
	if p.atom.Output == nil {
		return
	}
	c := contradiction{made: &manifest.JSONSchema{Doc: p.builtin.answer()}, wanted: p.atom.Output}
	if pointer, why := c.find(); why != "" {
		l.warn(&p.atom.Atom, diag.BuiltinOutputImpossible, "/spec/output"+pointer,
			"No answer of a builtin "+string(p.builtin.Op)+" can match: "+why+".")
	}
}

// answer is a JSON Schema of what the op answers.
func (b *Builtin) answer() map[string]any {
	if b.Op == OpDelete {
		return closed(map[string]any{"removed": typed("boolean")})
	}
	row := closed(map[string]any{
		"id": typed("string"), "collection": map[string]any{"const": b.Schema.Name()}, "status": b.statuses(),
		"version": typed("integer"), "data": b.data(), "authorId": typed("string", "null"),
		"createdAt": typed("integer"), "updatedAt": typed("integer"),
	})
	if b.Schema.Property("locale") != nil {
		properties, _ := row["properties"].(map[string]any)
		properties["locale"] = typed("string")
	}
	if defs, ok := b.Schema.Document()["$defs"]; ok {
		row["$defs"] = defs
	}
	return row
}

// statuses are those that the row can have after the op.
func (b *Builtin) statuses() map[string]any {
	switch {
	case b.Op == OpArchive:
		return map[string]any{"const": string(Archived)}
	case b.Schema.Lifecycle() == Operational:
		return map[string]any{"const": string(Published)}
	case b.Op == OpCreate:
		return map[string]any{"const": string(Draft)}
	}
	return map[string]any{"enum": []any{string(Draft), string(Published), string(Archived)}}
}

// data is the Schema as rows meet it: only declared properties are shown. What is
// archived may have been stored before the Schema required something.
func (b *Builtin) data() map[string]any {
	data := maps.Clone(b.Schema.Document())
	delete(data, "$defs")
	data["additionalProperties"] = false
	if b.Op == OpArchive {
		delete(data, "required")
	}
	return data
}

// closed is a schema of an object that has all of the properties and no other.
func closed(properties map[string]any) map[string]any {
	required := []any{}
	for name := range properties {
		required = append(required, name)
	}
	return map[string]any{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
}

func typed(names ...string) map[string]any {
	types := make([]any, len(names))
	for i, name := range names {
		types[i] = name
	}
	return map[string]any{"type": types}
}
