package manifest

import (
	"slices"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonschema"
	"github.com/quartet-dev/quartet/internal/yamldoc"
)

// JSONSchema is a declared JSON Schema: the document as a JSON value, the names
// of its top-level properties in the order they were written, and the document
// as JSON in that order throughout, which is the order of a form's fields.
type JSONSchema struct {
	Doc        map[string]any
	Properties []string
	Written    []byte

	effective map[string]map[string]any // what is said of each property, $ref followed
}

// Property is what is said of a top-level property, also through $ref
// (jsonschema.Effective); nil for none. Every keyword of a property is read
// here.
func (s *JSONSchema) Property(name string) map[string]any {
	if s == nil {
		return nil
	}
	return s.effective[name]
}

// Has reports whether a top-level property is declared.
func (s *JSONSchema) Has(name string) bool { return s != nil && slices.Contains(s.Properties, name) }

// Requires reports whether the root's required lists name.
func (s *JSONSchema) Requires(name string) bool {
	if s == nil {
		return false
	}
	required, _ := s.Doc["required"].([]any)
	return slices.Contains(required, any(name))
}

// jsonSchema reads a JSON Schema and reports what the subset refuses; nil when
// it cannot be looked at any further. What is reported already is not reported
// again.
func (p *place) jsonSchema() *JSONSchema {
	if p == nil {
		return nil
	}
	doc := p.node.Plain()
	problems := jsonschema.Check(doc)
	p.adoptNew(problems)
	isLimit := func(problem jsonschema.Problem) bool { return problem.Code == diag.JSONSchemaLimitExceeded }
	root, ok := doc.(map[string]any)
	if !ok || slices.ContainsFunc(problems, isLimit) {
		return nil
	}
	return &JSONSchema{
		Doc: root, Properties: p.child("properties").keys(), Written: p.node.AppendJSON(nil),
		effective: jsonschema.EffectiveProperties(root),
	}
}

// adoptNew reports problems at places where nothing is reported yet.
func (p *place) adoptNew(problems []jsonschema.Problem) {
	known := p.problems
	for _, problem := range problems {
		if !p.isKnown(known, problem.Pointer) {
			p.adopt(problem)
		}
	}
}

// isKnown reports whether the problem's place lies within one that is reported.
func (p *place) isKnown(known diag.List, pointer string) bool {
	root := p.atom.Path(p.pointer())
	return slices.ContainsFunc(known, func(d *diag.Diagnostic) bool {
		return d.Path != root && isWithin(d.Path, root) && isWithin(root+pointer, d.Path)
	})
}

// adopt reports a problem of a JSON Schema at its place in the manifest.
func (p *place) adopt(problem jsonschema.Problem) {
	d := p.atom.AtValue(problem.Code, p.pointer()+problem.Pointer, problem.Message)
	if problem.OnKey {
		d = p.atom.AtKey(problem.Code, p.pointer()+problem.Pointer, problem.Message)
	}
	d.Expected, d.Suggestion = problem.Expected, problem.Suggestion
	p.problems.Add(d)
}

// keys are the keys of a mapping as they were written.
func (p *place) keys() []string {
	if p == nil || p.node.Kind != yamldoc.Mapping {
		return nil
	}
	names := make([]string, len(p.node.Fields))
	for i, f := range p.node.Fields {
		names[i] = f.Key
	}
	return names
}

// wantObject wants `type: object` of a JSON Schema. What is no mapping is left
// to jsonSchema.
func (p *place) wantObject(code diag.Code) {
	if p == nil || p.node.Kind != yamldoc.Mapping {
		return
	}
	declared := p.child("type")
	if declared == nil {
		p.fail(code, "This JSON Schema must say type: object.").Expected = "object"
	} else if declared.node.Value != "object" {
		declared.fail(code, "This JSON Schema must say type: object.").Expected = "object"
	}
}
