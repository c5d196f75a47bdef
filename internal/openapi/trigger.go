package openapi

import (
	"maps"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"github.com/quartet-dev/quartet/internal/codegen"
	"github.com/quartet-dev/quartet/internal/jsonschema"
	"github.com/quartet-dev/quartet/internal/jsonschema/portable"
	"github.com/quartet-dev/quartet/internal/plan"
)

// trigger is an HTTP Trigger.
func (d *document) trigger(m *codegen.Trigger, t *plan.Trigger) {
	procedure, model := t.Procedure(), d.model.Procedure(m.Procedure)
	path, names := d.path(t)
	parameters, unsent := d.pathParams(m, procedure, model, names)
	output := d.declare(&model.Output, procedure.OutputDocument())
	responses := object{"200": success("What the Procedure answered.", output, exampleOf(procedure.OutputDocument()))}
	d.refuse(responses, triggerFailures(d.plan, procedure))
	operation := object{
		"operationId": d.operationID(m.Camel, "Trigger"),
		"summary":     plan.TitleOf(procedure.Title(), procedure.Name()),
		"tags":        d.tag(d.collectionOf(procedure), triggersTag, "Procedures that are about no collection in particular."),
		"security":    d.access(procedure.Requires(), scopeOfCalls, true),
		"responses":   responses,
	}
	if words := portable.Sentences(procedure.Description().In("en"), unsent, audience(procedure.Requires())); words != "" {
		operation["description"] = words
	}
	parameters = append(parameters, d.headerParams(m, procedure, model)...)
	if parameters != nil {
		operation["parameters"] = parameters
	}
	if body := d.body(m, procedure, model); body != nil {
		operation["requestBody"] = body
	}
	item, _ := d.paths[path].(object)
	if item == nil {
		item = object{}
		d.paths[path] = item
	}
	item[strings.ToLower(m.Method)] = operation
}

// path is the path of a Trigger, and the names of its templates. Paths that differ
// in those names alone are one to OpenAPI: the names of the first Trigger count.
func (d *document) path(t *plan.Trigger) (path string, names []string) {
	var shape strings.Builder
	for _, s := range t.Segments() {
		shape.WriteByte('/')
		if s.Property == "" {
			shape.WriteString(url.PathEscape(s.Literal))
			continue
		}
		shape.WriteString("{}")
		names = append(names, templateName(s.Property, names))
	}
	if first, known := d.templates[shape.String()]; known {
		names = first
	} else {
		d.templates[shape.String()] = names
	}
	path = shape.String()
	for _, name := range names {
		path = strings.Replace(path, "{}", "{"+name+"}", 1)
	}
	return path, names
}

// templateName is the name of a property in the letters that templates have; which
// segment is meant is told by its place.
func templateName(property string, taken []string) string {
	name := strings.Map(func(r rune) rune {
		if r < 0x80 && (unicode.IsLetter(r) || unicode.IsDigit(r)) || r == '-' || r == '_' {
			return r
		}
		return -1
	}, property)
	if name == "" {
		name = "segment"
	}
	for slices.Contains(taken, name) {
		name += "_"
	}
	return name
}

// pathParams are the templates of a path, under the names that the path has for
// them.
func (d *document) pathParams(m *codegen.Trigger, p *plan.Procedure, model *codegen.Procedure, names []string) (parameters []any, unsent string) {
	for i, property := range m.PathParams {
		parameter, ok := d.parameter(&model.Input, p.InputDocument(), property, "path", true)
		if !ok {
			unsent = "No path can carry the type of " + property + ", so that this cannot be called."
			parameter = object{"in": "path", "required": true, "schema": object{"type": "string"}}
		}
		parameter["name"] = names[i]
		notEmpty(parameter["schema"].(object))
		parameters = append(parameters, parameter)
	}
	return parameters, unsent
}

// headerParams are the headers that are part of the input. Those that OpenAPI
// describes elsewhere are left out.
func (d *document) headerParams(m *codegen.Trigger, p *plan.Procedure, model *codegen.Procedure) (parameters []any) {
	for _, h := range m.Headers {
		if h.Name == "Accept" || h.Name == "Content-Type" {
			continue
		}
		if parameter, ok := d.parameter(&model.Input, p.InputDocument(), h.Property, "header", isRequired(p.InputDocument(), h.Property)); ok {
			parameter["name"] = h.Name
			parameters = append(parameters, parameter)
		}
	}
	return parameters
}

// carried are the properties that the body is without: those of the path and of
// headers.
func carried(m *codegen.Trigger) []string {
	names := slices.Clone(m.PathParams)
	for _, h := range m.Headers {
		names = append(names, h.Property)
	}
	return names
}

// notEmpty says of a text that it is not empty, as segments of a path are not.
func notEmpty(schema object) {
	least, _ := schema["minLength"].(int64)
	if schema["type"] == "string" && schema["enum"] == nil && schema["const"] == nil {
		schema["minLength"] = max(least, 1)
	}
}

// body is the request body: the input without what the path carries; nil where
// nothing is left. No body is the empty object.
func (d *document) body(m *codegen.Trigger, p *plan.Procedure, model *codegen.Procedure) object {
	doc, elsewhere := p.InputDocument(), carried(m)
	if m.RawBody != "" {
		return rawBody(m, doc)
	}
	var schema object
	if len(elsewhere) == 0 {
		schema = d.declare(&model.Input, doc)
	} else {
		doc = withoutProperties(doc, elsewhere)
		if properties, _ := doc["properties"].(object); len(properties) == 0 {
			return nil
		}
		body := model.Input
		body.Name = "TriggerBody_" + m.Suffix
		schema = d.declare(&body, doc)
	}
	content := object{"schema": schema}
	if example := exampleOf(doc); example != nil {
		content["example"] = example
	}
	body := object{"content": object{"application/json": content}}
	if !takesNothing(doc) {
		body["required"] = true
	}
	return body
}

// rawBody is a body that is one property of the input, whatever its type.
func rawBody(m *codegen.Trigger, doc object) object {
	body := object{"content": object{"*/*": object{"schema": object{"type": "string"}}}}
	if isRequired(doc, m.RawBody) {
		body["required"] = true
	}
	return body
}

// takesNothing reports whether the empty object fits.
func takesNothing(doc object) bool {
	compiled, err := jsonschema.Compile(doc)
	return err == nil && compiled.Validate(object{}) == nil
}

// withoutProperties is an object schema for objects without some properties. What
// the schema says by $ref or oneOf of the object as a whole could ask for them; it
// is left out.
func withoutProperties(doc object, names []string) object {
	out := maps.Clone(doc)
	delete(out, "$ref")
	delete(out, "oneOf")
	properties, _ := doc["properties"].(object)
	properties = maps.Clone(properties)
	maps.DeleteFunc(properties, func(name string, _ any) bool { return slices.Contains(names, name) })
	out["properties"] = properties
	out["required"] = slices.DeleteFunc(slices.Clone(list(doc["required"])), func(each any) bool {
		name, _ := each.(string)
		return slices.Contains(names, name)
	})
	return out
}

// audience says who may call, where not everybody may.
func audience(r *plan.Requirements) string {
	var needs []string
	for _, p := range r.AllWithGuard() {
		need := ""
		switch p.Kind {
		case plan.IsUser:
			need = "a signed-in user"
		case plan.IsAuthenticated:
			if len(r.AllWithGuard()) > 1 {
				continue // whatever else is asked for says it too
			}
			need = "a credential"
		case plan.HasScope:
			need = "a credential with the scope " + p.Scope
		case plan.IsStaff:
			need = "staff with the role " + strings.Join(p.Roles, " or ")
		}
		if !slices.Contains(needs, need) {
			needs = append(needs, need)
		}
	}
	words := ""
	if needs != nil {
		words = "Needs " + strings.Join(needs, " and ") + "."
	}
	if r.Guard() != nil {
		words = portable.Sentences(words, "The service may still refuse a call.")
	}
	return words
}
