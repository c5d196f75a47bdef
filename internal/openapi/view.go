package openapi

import (
	"strings"

	"github.com/quartet-dev/quartet/internal/codegen"
	"github.com/quartet-dev/quartet/internal/jsonschema"
	"github.com/quartet-dev/quartet/internal/jsonschema/portable"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/querystring"
)

// catalog is GET /api/views.
func (d *document) catalog() {
	responses := object{"200": success("The public Views, by name.", object{"type": "array", "items": d.descriptor()}, []any{}, etag)}
	d.unchanged(responses)
	d.refuse(responses, catalogFailures())
	d.paths["/api/views"] = object{"get": object{
		"operationId": d.operationID("listViews", ""), "summary": "The public Views", "description": "Lists the public Views, and what each can be asked.",
		"tags": d.tag(nil, viewsTag, "Views that are about no collection in particular."), "security": []any{},
		"parameters": []any{ifNoneMatch}, "responses": responses,
	}}
}

// descriptor is the contract's Public View descriptor.
func (d *document) descriptor() object {
	localized := object{
		"anyOf":       []any{object{"type": "string"}, object{"type": "object", "additionalProperties": object{"type": "string"}}},
		"description": "A text, or one for each locale.",
	}
	d.schemas["ViewDescriptor"] = object{
		"type": "object", "required": []any{"name", "description", "inputSchema"},
		"properties": object{
			"name":        object{"type": "string"},
			"title":       localized,
			"description": localized,
			"inputSchema": object{"type": "object", "description": "A JSON Schema of the params, `page` and `show`."},
		},
	}
	return object{"$ref": "#/components/schemas/ViewDescriptor"}
}

// view is GET /api/views/<name>.
func (d *document) view(m *codegen.View, v *plan.View) {
	parameters, unsent := d.params(m, v)
	row, example := d.row(m, v)
	responses := object{"200": success("One page of rows.", page(row, m.Cursor), pageExample(example, m.Cap), etag)}
	d.unchanged(responses)
	d.refuse(responses, viewFailures(v))
	operation := object{
		"operationId": d.operationID("view"+codegen.UpperCamel(v.Name()), "View"),
		"summary":     plan.TitleOf(v.Title(), v.Name()),
		"description": portable.Sentences(v.Words().In("en"), unsent, audience(v.Requires())),
		"tags":        d.tag(v.Source(), viewsTag, "Views that are about no collection in particular."),
		"security":    d.access(v.Requires(), scopeOfReads, false),
		"parameters":  parameters,
		"responses":   responses,
	}
	d.paths[m.Path] = object{"get": operation}
}

// params are the query of a View. unsent says of required params that no query can
// carry them.
func (d *document) params(m *codegen.View, v *plan.View) (parameters []any, unsent string) {
	doc := v.Params().Document()
	var missing []string
	for _, p := range v.Params().All() {
		required := isRequired(doc, p.Name)
		parameter, ok := d.parameter(m.Params, doc, p.Name, "query", required)
		if ok {
			parameters = append(parameters, parameter)
		} else if required {
			missing = append(missing, p.Name)
		}
	}
	if missing != nil {
		unsent = "No query can carry the type of " + strings.Join(missing, ", ") + ", so that this View cannot be read here."
	}
	parameters = append(parameters,
		object{"name": "page", "in": "query", "description": "Which page, from 1 on.", "schema": object{"type": "integer", "minimum": int64(1), "default": int64(1)}},
		object{"name": "show", "in": "query", "description": "How many rows a page has.", "schema": object{
			"type": "integer", "minimum": int64(1), "maximum": int64(v.Cap()), "default": int64(v.Cap()),
		}})
	if m.Cursor {
		parameters = append(parameters, object{
			"name": "cursor", "in": "query", "schema": object{"type": "string"},
			"description": "`nextCursor` of the page before. It beats `page`, and a deep page costs no more than the first.",
		})
	}
	return append(parameters, ifNoneMatch), unsent
}

// parameter is a property of an object schema as a part of the query or path;
// false for one whose type no text can carry.
func (d *document) parameter(t *codegen.Type, doc object, name, in string, required bool) (object, bool) {
	properties, _ := doc["properties"].(object)
	property, _ := properties[name].(object)
	schema, ok := textual(jsonschema.Effective(doc, property), querystring.CoercionOf(doc, name))
	if !ok {
		return nil, false
	}
	translated := d.translated(t, doc, schema)
	out := object{"name": name, "in": in, "schema": translated}
	if words, ok := translated["description"].(string); ok {
		out["description"] = words
		delete(translated, "description")
	}
	if required {
		out["required"] = true
	}
	if example := exampleOf(with(doc, schema)); example != nil {
		out["example"] = example
	}
	return out, true
}

func isRequired(doc object, name string) bool {
	for _, each := range list(doc["required"]) {
		if each == name {
			return true
		}
	}
	return false
}

func page(row object, cursor bool) object {
	properties := object{
		"rows":    object{"type": "array", "items": row},
		"page":    object{"type": "integer", "description": "Which page this is; 1 under a cursor."},
		"show":    object{"type": "integer", "description": "How many rows a page has."},
		"hasMore": object{"type": "boolean", "description": "Whether the page is full, so that there may be another."},
	}
	if cursor {
		properties["nextCursor"] = object{"type": "string", "description": "Leads to the next page; absent on the last."}
	}
	return object{"type": "object", "required": []any{"rows", "page", "show", "hasMore"}, "properties": properties}
}

func pageExample(row any, show int) any {
	rows := []any{}
	if row != nil {
		rows = append(rows, row)
	}
	return object{"rows": rows, "page": int64(1), "show": int64(show), "hasMore": len(rows) == show}
}
