package plan_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/manifest"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
)

// view is a View of entries with the given lines under spec, and entries.
func view(spec string) string {
	return entries("a: { type: string }\n      b: { type: integer }") + `
  indexes: [[a]]
---
apiVersion: quartet/v1
kind: View
metadata: { name: some }
spec:
  ` + spec
}

func TestLimitIsClamped(t *testing.T) {
	for limit, want := range map[string]int{
		"":                    50,
		"limit: 1":            1,
		"limit: 7.9":          7,
		"limit: 500":          500,
		"limit: 501":          500,
		"limit: 1e300":        500,
		"limit: 0":            50,
		"limit: 0.5":          50,
		"limit: -3":           50,
		"limit: '20'":         50,
		"limit: null":         50,
		"limit: [20]":         50,
		"limit: 999999999999": 500,
	} {
		site := plantest.Seal(t, view("{ from: entries, surface: staff, "+limit+" }"))
		if got := site.View("some").Cap(); got != want {
			t.Errorf("%q: %d, want %d", limit, got, want)
		}
	}
}

func TestWhatIsReportedOfOneViewIsBounded(t *testing.T) {
	const many = 2000
	nodes := strings.Repeat("{ and: [{ eq: { field: none, value: x } }, ", many) + "{ eq: { field: a, value: x } }" + strings.Repeat("] }", many)
	names := make([]string, many)
	for i := range names {
		names[i] = fmt.Sprintf("none-%d", i)
	}
	list := strings.Join(names, ", ")
	for name, spec := range map[string]string{
		"filter":   "filter: " + nodes,
		"fields":   "fields: [" + list + "]",
		"orderBy":  "orderBy: [" + strings.Repeat("{ field: none }, ", many) + "]",
		"uiSchema": "uiSchema: { list: { columns: [" + list + "], searchFields: [" + list + "] } }",
	} {
		set, problems := manifest.Parse([]manifest.File{{Name: "a.yaml", Data: []byte(view("{ from: entries, surface: staff, " + spec + " }"))}})
		if problems != nil {
			t.Fatal(problems)
		}
		if _, problems = plan.Seal(set); len(problems) != 1000 {
			t.Errorf("%s: %d problems, want 1000", name, len(problems))
		}
	}
}

func TestFieldsOfAView(t *testing.T) {
	every := "id status version createdAt updatedAt authorId a b"
	for fields, want := range map[string]string{
		"":                       every,
		"fields: [b, id]":        "b id",
		"fields: [a, b, a]":      "a b",
		"fields: []":             "",
		"fields: [id, a, id, b]": "id a b",
	} {
		site := plantest.Seal(t, view("{ from: entries, surface: staff, "+fields+" }"))
		var got []string
		for _, c := range site.View("some").Fields() {
			got = append(got, c.Name())
		}
		if diff := cmp.Diff(want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%q: %s", fields, diff)
		}
	}
}

func TestOnlyPublicDeclarativeViewsOverPublishingSchemasArePublishedOnly(t *testing.T) {
	site := plantest.Seal(t, view(`{ from: entries, surface: public }`)+`
---
apiVersion: quartet/v1
kind: View
metadata: { name: staff }
spec: { from: entries, surface: staff }
---
apiVersion: quartet/v1
kind: View
metadata: { name: sql }
spec: { sql: SELECT 1, surface: public }
---
apiVersion: quartet/v1
kind: View
metadata: { name: operational }
spec: { from: orders, surface: public }
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: orders }
spec: { title: Orders, lifecycle: operational, schema: { type: object } }
`)
	for name, want := range map[string]bool{"some": true, "staff": false, "sql": false, "operational": false} {
		if got := site.View(name).PublishedOnly(); got != want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

func TestFilterIsLinked(t *testing.T) {
	v := plantest.Seal(t, view(`
  from: entries
  surface: staff
  requires: { auth: { all: [ctx.user] } }
  params: { type: object, required: [y, x], properties: { y: { type: string }, x: { type: integer } } }
  orderBy: [{ field: createdAt, direction: desc }, { field: a }]
  filter:
    and:
      - eq: { field: a, value: { $ctx.user: id } }
      - or:
          - gt: { field: b, value: { $param: x } }
          - eq: { field: a, value: { $param: y } }
          - lte: { field: b, value: one }
`)).View("some")
	want := "and(eq a caller, or(gt b param 0, eq a param 1, lte b one))"
	if diff := cmp.Diff(want, filterText(v.Filter())); diff != "" {
		t.Error(diff)
	}
	s := v.Source()
	order := []plan.Order{{Column: s.Column("createdAt"), Desc: true}, {Column: s.Column("a")}}
	for i, term := range v.Order() {
		if term != order[i] {
			t.Errorf("order %d: %+v", i, term)
		}
	}
}

func filterText(f *plan.Filter) string {
	if f.Op == plan.And || f.Op == plan.Or {
		nodes := make([]string, len(f.Nodes))
		for i, node := range f.Nodes {
			nodes[i] = filterText(node)
		}
		return string(f.Op) + "(" + strings.Join(nodes, ", ") + ")"
	}
	operand := fmt.Sprint(f.Operand.Value)
	switch f.Operand.Kind {
	case plan.ParamRef:
		operand = fmt.Sprint("param ", f.Operand.Slot)
	case plan.CallerID:
		operand = "caller"
	}
	return fmt.Sprintf("%s %s %s", f.Op, f.Column.Name(), operand)
}

// A chain of many nodes seals in a moment and on a bounded stack: neither
// linking nor the fingerprint recurses, and no pointer is built without need.
func TestFiltersNestToAnyDepth(t *testing.T) {
	set, problems := manifest.Parse([]manifest.File{{Name: "site.yaml", Data: []byte(
		view("{ from: entries, surface: staff, filter: { eq: { field: a, value: x } } }"))}})
	if problems != nil {
		t.Fatal(problems)
	}
	for range 100_000 {
		v := set.Views[0]
		v.Filter = &manifest.Filter{Op: manifest.And, Nodes: []*manifest.Filter{v.Filter}}
	}
	site, problems := plan.Seal(set)
	if problems != nil {
		t.Fatal(problems)
	}
	depth := 0
	for f := site.View("some").Filter(); f.Nodes != nil; f = f.Nodes[0] {
		depth++
	}
	if depth != 100_000 {
		t.Errorf("depth %d", depth)
	}
}

func TestParamsAreListedByName(t *testing.T) {
	p := plantest.Seal(t, view(`
  from: entries
  surface: staff
  params:
    type: object
    required: [z, a]
    $defs: { day: { type: string, format: date } }
    properties:
      z: { type: integer, nullable: true }
      a: { $ref: '#/$defs/day' }
      any: {}
      list: { type: array }
      mixed: { type: [string, integer] }
      size: { enum: [s, m] }
`)).View("some").Params()
	want := []plan.Param{
		{Name: "a", Types: []string{"string"}},
		{Name: "any"},
		{Name: "list", Types: []string{"array"}},
		{Name: "mixed", Types: []string{"integer", "string"}},
		{Name: "size", Types: []string{"string"}},
		{Name: "z", Types: []string{"integer", "null"}},
	}
	if diff := cmp.Diff(want, p.All()); diff != "" {
		t.Error(diff)
	}
	for i, each := range want {
		if slot, ok := p.Slot(each.Name); !ok || slot != i {
			t.Errorf("slot of %s: %d, %t", each.Name, slot, ok)
		}
	}
	if v := p.Validate(map[string]any{"a": "2026-02-30", "z": nil}); v == nil || v.Pointer != "/a" {
		t.Errorf("violation %v", v)
	}
	none := plantest.Seal(t, view("{ from: entries, surface: staff }")).View("some").Params()
	if none.Document() != nil || len(none.All()) > 0 || none.Validate(map[string]any{"x": 1}) != nil {
		t.Error("a View without params declares some")
	}
}

// Every unknown name comes with what could have been meant.
func TestUnknownNamesHaveASuggestion(t *testing.T) {
	for yaml, want := range map[string][2]string{
		view("{ from: entrys, surface: staff }"):                       {"entries", "[entries]"},
		view("{ from: entries, surface: staff, fields: [createdat] }"): {"createdAt", "[a authorId b createdAt id status updatedAt version]"},
		view("{ from: entries, surface: staff, fields: [nothing] }"):   {"", "[a authorId b createdAt id status updatedAt version]"},
	} {
		set, problems := manifest.Parse([]manifest.File{{Name: "site.yaml", Data: []byte(yaml)}})
		if problems != nil {
			t.Fatal(problems)
		}
		_, problems = plan.Seal(set)
		if len(problems) != 1 || problems[0].Phase != diag.Validate {
			t.Fatalf("problems %v", problems)
		}
		d := problems[0]
		if diff := cmp.Diff(want, [2]string{d.Suggestion, fmt.Sprint(d.Candidates)}); diff != "" {
			t.Error(diff)
		}
	}
}
