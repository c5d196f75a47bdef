package sample

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/quartet-dev/quartet/internal/jsonschema"
)

// Refer gives a value for a property with x-service-ref, or false where the
// property may hold any value that fits it.
type Refer func(r *rand.Rand, collection, property string) (any, bool)

// Values makes values that fit one JSON Schema. It serves one goroutine.
type Values struct {
	root  *maker
	check *jsonschema.Schema
}

// New takes a document that jsonschema.Check found no fault with. refer may be
// nil.
func New(doc map[string]any, refer Refer) (*Values, error) {
	check, err := jsonschema.Compile(doc)
	if err != nil {
		return nil, fmt.Errorf("compile the JSON Schema: %w", err)
	}
	s := &source{doc: doc, refer: refer}
	return &Values{root: s.maker("", doc), check: check}, nil
}

// maxTries bounds how often a value is made before it is given up.
const maxTries = 60

// Next makes the next value. Its error says what kept a value from fitting.
func (v *Values) Next(r *rand.Rand) (any, error) {
	var last error
	for range maxTries {
		value, err := v.root.next(r, 0)
		if err != nil {
			return nil, err
		}
		violation := v.check.Validate(value)
		if violation == nil {
			return value, nil
		}
		last = fmt.Errorf("%s: %s", pointerOf(violation.Pointer), violation.Message)
	}
	return nil, fmt.Errorf("no value was found that fits; %w", last)
}

func pointerOf(pointer string) string {
	if pointer == "" {
		return "the value"
	}
	return pointer
}

// source is what the makers of one document share.
type source struct {
	doc   map[string]any
	refer Refer
}

// maker makes values of one schema. It is compiled when a value is first
// wanted, because a schema may lead back to itself.
type maker struct {
	source *source
	name   string // of the property, for Refer
	schema map[string]any
	make   func(r *rand.Rand, depth int) (any, error)
}

func (s *source) maker(name string, schema map[string]any) *maker {
	return &maker{source: s, name: name, schema: schema}
}

// maxDepth ends a schema that requires itself without end, and optionalDepth is
// where optional members are left out.
const (
	maxDepth      = 40
	optionalDepth = 4
)

var errEndless = errors.New("a value would be nested without end")

func (m *maker) next(r *rand.Rand, depth int) (any, error) {
	if depth > maxDepth {
		return nil, errEndless
	}
	if m.make == nil {
		var err error
		if m.make, err = m.compile(); err != nil {
			return nil, err
		}
	}
	return m.make(r, depth)
}

func (m *maker) compile() (func(*rand.Rand, int) (any, error), error) {
	schema := resolved(m.source.doc, m.schema)
	if branches, ok := schema["oneOf"].([]any); ok {
		return m.choice(schema, branches)
	}
	if value, ok := schema["const"]; ok {
		return always(value), nil
	}
	if values, ok := schema["enum"].([]any); ok {
		return func(r *rand.Rand, _ int) (any, error) { return values[Skewed(r, len(values))], nil }, nil
	}
	plain, err := m.ofTypes(schema)
	if collection, ok := schema["x-service-ref"].(string); ok && m.source.refer != nil && err == nil {
		return m.reference(collection, plain), nil
	}
	return plain, err
}

func always(value any) func(*rand.Rand, int) (any, error) {
	return func(*rand.Rand, int) (any, error) { return value, nil }
}

// reference takes what refer knows of a collection, while it knows something.
func (m *maker) reference(collection string, plain func(*rand.Rand, int) (any, error)) func(*rand.Rand, int) (any, error) {
	return func(r *rand.Rand, depth int) (any, error) {
		if value, ok := m.source.refer(r, collection, m.name); ok {
			return value, nil
		}
		return plain(r, depth)
	}
}

// choice takes one branch, and looks that no other fits as well.
func (m *maker) choice(schema map[string]any, branches []any) (func(*rand.Rand, int) (any, error), error) {
	base := without(schema, "oneOf")
	var makers []*maker
	for _, branch := range branches {
		if b, ok := branch.(map[string]any); ok {
			makers = append(makers, m.source.maker(m.name, merged(base, resolved(m.source.doc, b))))
		}
	}
	check, err := m.source.check(schema)
	if err != nil {
		return nil, err
	}
	return func(r *rand.Rand, depth int) (any, error) {
		var value any
		var err error
		for range maxTries {
			value, err = makers[r.IntN(len(makers))].next(r, depth+1)
			if err == nil && check.Validate(value) == nil {
				return value, nil
			}
		}
		return value, err // which the whole document judges
	}, nil
}

// check compiles a schema with the definitions of its document.
func (s *source) check(schema map[string]any) (*jsonschema.Schema, error) {
	whole := without(schema, "$defs")
	if defs, ok := s.doc["$defs"]; ok {
		whole["$defs"] = defs
	}
	return jsonschema.Compile(whole)
}

// Skewed picks one of n, the first ones more often than the last ones: of 200,
// one in six is the first.
func Skewed(r *rand.Rand, n int) int {
	u := r.Float64()
	return min(int(float64(n)*u*u*u), n-1)
}
