package golang_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/quartet-dev/quartet/internal/codegen"
	"github.com/quartet-dev/quartet/internal/jsonschema"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

const (
	wanted = 60   // values of each type
	tries  = 4000 // to draw them
)

// drawn are values of a type that its JSON Schema admits; a type without one, which
// is a row of a declarative View, has its shape alone.
func drawn(t *testing.T, name string, of *codegen.Type, document map[string]any) []json.RawMessage {
	t.Helper()
	valid := func(any) bool { return true }
	if document != nil {
		schema, err := jsonschema.Compile(document)
		if err != nil {
			t.Fatal(name, err)
		}
		valid = func(value any) bool { return schema.Validate(value) == nil }
	}
	d := drawer{rand.New(rand.NewPCG(1, uint64(len(name)))), of}
	var values []json.RawMessage
	for i := 0; i < tries && len(values) < wanted; i++ {
		if value, ok := d.value(of.Shape, 0); ok && valid(value) {
			values = append(values, jsonvalue.Append(nil, value))
		}
	}
	if len(values) == 0 {
		t.Errorf("%s: no value was found", name)
	}
	return values
}

// drawer draws values of shapes. What it draws may break rules that shapes do not
// know.
type drawer struct {
	*rand.Rand
	of *codegen.Type
}

func (d drawer) value(s *codegen.Shape, depth int) (any, bool) {
	if depth > 12 {
		return nil, false
	}
	switch s.Kind {
	case codegen.Null:
		return nil, true
	case codegen.Boolean:
		return d.IntN(2) == 0, true
	case codegen.Integer:
		return pick(d, int64(0), 1, 2, 7, 12, -3, 1<<53+1, -1<<62), true
	case codegen.Number:
		return pick[any](d, int64(2), 0.5, -1.25, 1e-7, 3e20), true
	case codegen.String:
		return d.text(s), true
	case codegen.Literal:
		return pick(d, s.Values...), true
	case codegen.Union:
		return d.value(pick(d, s.Of...), depth+1)
	case codegen.Both:
		return d.both(s, depth)
	case codegen.Reference:
		return d.value(d.of.Definition(s.Definition).Shape, depth+1)
	case codegen.Array:
		return d.list(s, depth)
	case codegen.Object:
		return d.object(s, depth)
	}
	return pick[any](d, nil, true, int64(1<<60+1), "any <&>", []any{nil, int64(1)}, map[string]any{"a": map[string]any{"B": 0.5}}), true
}

func pick[T any](d drawer, all ...T) T { return all[d.IntN(len(all))] }

func (d drawer) text(s *codegen.Shape) string {
	switch s.Format {
	case "email":
		return "ada@example.org"
	case "date":
		return "2027-02-03"
	case "uuid":
		return "0b5f3c0e-6b5c-4a0e-9d6e-3c6c8f3b1a" + strconv.Itoa(10+d.IntN(90))
	case "uri":
		return "https://example.org/a?b"
	}
	return pick(d, "", "a", "ab c", "<&>\u2028\"\\", "日本", "null", "+886 2 1234 5678", "TW", "10617")
}

func (d drawer) list(s *codegen.Shape, depth int) (any, bool) {
	list := make([]any, 0, 3)
	for range d.IntN(3) {
		if item, ok := d.value(s.Items, depth+1); ok {
			list = append(list, item)
		}
	}
	return list, true
}

func (d drawer) object(s *codegen.Shape, depth int) (any, bool) {
	object := make(map[string]any)
	for _, f := range s.Fields {
		if !f.Required && (d.IntN(2) == 0 || depth > 5) {
			continue
		}
		value, ok := d.value(f.Shape, depth+1)
		if !ok && f.Required {
			return nil, false
		}
		if ok {
			object[f.Name] = value
		}
	}
	if s.Rest != nil && depth < 6 {
		for range d.IntN(3) {
			name := pick(d, "more", "MORE", "NAME", "Title", "x,y", "", "日")
			declared := slices.ContainsFunc(s.Fields, func(f codegen.Field) bool { return f.Name == name })
			if value, ok := d.value(s.Rest, depth+1); ok && !declared {
				object[name] = value
			}
		}
	}
	return object, true
}

// both lays objects over each other; of other shapes it takes one.
func (d drawer) both(s *codegen.Shape, depth int) (any, bool) {
	merged := make(map[string]any)
	for _, part := range s.Of {
		value, ok := d.value(part, depth+1)
		object, isObject := value.(map[string]any)
		if !ok || !isObject {
			return value, ok
		}
		for name, member := range object {
			if _, have := merged[name]; !have || d.IntN(2) == 0 {
				merged[name] = member
			}
		}
	}
	return merged, true
}
