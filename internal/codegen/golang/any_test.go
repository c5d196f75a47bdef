package golang_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/codegen"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/manifest"
	"github.com/quartet-dev/quartet/internal/plan"
)

// transport stands in for remote.go, whose imports take long to check.
const transport = `package service

type Remote struct{}

func newRemote(Remote, string) (Transport, error) { return nil, nil }
`

// TestAnySchemaPrintsCodeThatTypeChecks draws JSON Schemas, wild ones too, and
// checks what is printed for those that a manifest may hold.
func TestAnySchemaPrintsCodeThatTypeChecks(t *testing.T) {
	source := importer.ForCompiler(token.NewFileSet(), "source", nil)
	checked := 0
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		schema := string(jsonvalue.Append(nil, document(r)))
		sealed := sealOrNil("apiVersion: quartet/v1\nkind: Procedure\nmetadata: { name: p }\nspec:\n  input: " + schema + "\n  output: " + schema + "\n  handler: { kind: ref, ref: r }\n")
		if sealed == nil {
			continue
		}
		checked++
		var files []codegen.File
		for _, file := range printed(t, modelOf(t, sealed), "x/service") {
			if !strings.Contains(file.Path, "/") && file.Path != "remote.go" && file.Path != "error.go" {
				files = append(files, file)
			}
		}
		if err := typeCheck(source, append(files, codegen.File{Path: "transport.go", Content: []byte(transport)})); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, schema)
		}
	}
	if checked < 100 {
		t.Errorf("%d schemas of 300 were taken", checked)
	}
}

func sealOrNil(yaml string) *plan.Plan {
	set, problems := manifest.Parse([]manifest.File{{Name: "site.yaml", Data: []byte(yaml)}})
	if problems.HasErrors() {
		return nil
	}
	sealed, problems := plan.Seal(set)
	if problems.HasErrors() {
		return nil
	}
	return sealed
}

func typeCheck(source types.Importer, files []codegen.File) error {
	set := token.NewFileSet()
	var parsed []*ast.File
	for _, file := range files {
		tree, err := parser.ParseFile(set, file.Path, file.Content, 0)
		if err != nil {
			return err
		}
		parsed = append(parsed, tree)
	}
	_, err := (&types.Config{Importer: source}).Check("x/service", set, parsed, nil)
	return err
}

var memberNames = []string{"a", "b", "kind", "Kind", "a b", "MarshalJSON", "members", "Additional", "日", "", "-", "x_y", "xY"}

// document is an object with definitions that may mean each other.
func document(r *rand.Rand) map[string]any {
	doc := drawObject(r, 0)
	doc["$defs"] = map[string]any{"one": drawSchema(r, 1), "two": drawSchema(r, 1), "A-b": drawSchema(r, 1)}
	return doc
}

func drawObject(r *rand.Rand, depth int) map[string]any {
	properties, required := map[string]any{}, []any{}
	for range r.IntN(4) {
		name := memberNames[r.IntN(len(memberNames))]
		if _, have := properties[name]; have {
			continue
		}
		properties[name] = drawSchema(r, depth+1)
		if r.IntN(2) == 0 {
			required = append(required, name)
		}
	}
	out := map[string]any{"type": "object", "properties": properties, "required": required}
	switch r.IntN(4) {
	case 0:
		out["additionalProperties"] = false
	case 1:
		out["additionalProperties"] = drawSchema(r, depth+1)
	}
	return out
}

func drawSchema(r *rand.Rand, depth int) map[string]any {
	out := map[string]any{}
	kind := r.IntN(12)
	if depth > 4 && kind > 6 {
		kind = 0
	}
	switch kind {
	case 0, 1:
		out["type"] = []any{"string", "integer", "number", "boolean", "null"}[r.IntN(5)]
	case 2:
		out["enum"] = [][]any{{"a", "b"}, {int64(1), int64(2)}, {0.5}, {"a", int64(1), nil}, {true}, {map[string]any{}}}[r.IntN(6)]
	case 3:
		out["const"] = []any{"x", int64(7), true, nil, []any{}}[r.IntN(5)]
	case 4, 5:
		out["$ref"] = "#/$defs/" + []string{"one", "two", "A-b"}[r.IntN(3)]
	case 6:
		out["type"] = []any{"string", "null", "object"}
	case 7:
		out = map[string]any{"type": "array", "items": drawSchema(r, depth+1)}
	default:
		out = drawObject(r, depth)
	}
	if depth < 4 && r.IntN(4) == 0 {
		branches := make([]any, 1+r.IntN(3))
		for i := range branches {
			branches[i] = drawSchema(r, depth+1)
		}
		out["oneOf"] = branches
	}
	if r.IntN(5) == 0 {
		out["nullable"] = true
	}
	return out
}
