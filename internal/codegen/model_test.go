package codegen_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/codegen"
	"github.com/quartet-dev/quartet/internal/manifest"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
)

var update = flag.Bool("update", false, "rewrite testdata/library.txt")

func build(t *testing.T, yaml string) *codegen.Model {
	t.Helper()
	m, problems := codegen.Build(plantest.Seal(t, yaml))
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	return m
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestModel shows each shape of testdata/library.yaml in a notation like that of
// TypeScript, in testdata/library.txt.
func TestModel(t *testing.T) {
	got := describe(build(t, read(t, "testdata/library.yaml")))
	if *update {
		if err := os.WriteFile("testdata/library.txt", []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(read(t, "testdata/library.txt"), got); diff != "" {
		t.Error(diff)
	}
}

func TestTheOrderOfDocumentsAndKeysDoesNotMatter(t *testing.T) {
	documents := strings.Split(read(t, "testdata/library.yaml"), "---\n")
	for i, j := 0, len(documents)-1; i < j; i, j = i+1, j-1 {
		documents[i], documents[j] = documents[j], documents[i]
	}
	turned := strings.ReplaceAll(strings.Join(documents, "---\n"),
		"required: [book, days], additionalProperties: false", "additionalProperties: false, required: [days, book]")
	if diff := cmp.Diff(build(t, read(t, "testdata/library.yaml")), build(t, turned)); diff != "" {
		t.Error(diff)
	}
}

func TestNamesThatMeet(t *testing.T) {
	view := func(name string) string {
		return "apiVersion: quartet/v1\nkind: View\nmetadata: { name: " + name + " }\nspec: { sql: SELECT 1, surface: staff }\n"
	}
	for _, pair := range [][2]string{{"all-posts", "all_Posts"}, {"all.posts", "All-posts"}, {"x-1", "x1"}} {
		set, _ := manifest.Parse([]manifest.File{{Name: "a.yaml", Data: []byte(view(pair[0]) + "---\n" + view(pair[1]))}})
		p, problems := plan.Seal(set)
		if problems.HasErrors() {
			t.Log(pair, problems) // MCP_TOOL_NAME_COLLISION comes first
			continue
		}
		m, problems := codegen.Build(p)
		if m != nil || len(problems) != 1 || problems[0].Code != "GENERATED_NAME_COLLISION" || !strings.Contains(problems[0].Message, "a.yaml:") {
			t.Error(pair, problems)
		}
	}
}

func TestNames(t *testing.T) {
	for name, want := range map[string]string{
		"blog-posts": "blogPosts", "Blog_posts": "blogPosts", "a.b-c_d": "aBCD", "1st": "1st", "HTTP-log": "hTTPLog", "x-": "x",
	} {
		if got := codegen.LowerCamel(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

func describe(m *codegen.Model) string {
	var out strings.Builder
	for _, t := range m.Types() {
		fmt.Fprintf(&out, "%s = %s\n", t.Name, notation(t.Shape))
		for _, d := range t.Definitions {
			fmt.Fprintf(&out, "  %s (%s) = %s\n", d.Name, d.Key, notation(d.Shape))
		}
	}
	for _, v := range m.Views {
		fmt.Fprintf(&out, "view %s %s %s cap %d cursor %t\n", v.Camel, v.Surface, v.Path, v.Cap, v.Cursor)
	}
	for _, p := range m.Procedures {
		fmt.Fprintf(&out, "procedure %s %q ref %q", p.Camel, p.Description, p.Ref)
		for _, r := range p.Routes {
			fmt.Fprintf(&out, " %s %s %v", r.Method, r.Path, r.PathParams)
		}
		out.WriteString("\n")
	}
	for _, t := range m.Triggers {
		fmt.Fprintf(&out, "trigger %s %s → %s %s %s\n", t.Camel, t.Kind, t.Procedure, t.Tool, strings.Join(t.Hooks, " "))
	}
	for _, h := range m.Handlers {
		fmt.Fprintf(&out, "handler %s %v\n", h.Key, h.Procedures)
	}
	return out.String()
}

var kinds = map[codegen.Kind]string{
	codegen.Any: "any", codegen.Null: "null", codegen.Boolean: "boolean", codegen.Integer: "integer", codegen.Number: "number", codegen.String: "string",
}

func notation(s *codegen.Shape) string {
	switch s.Kind {
	case codegen.Literal:
		return joined(s.Values, " | ", func(v any) string { text, _ := json.Marshal(v); return string(text) })
	case codegen.Array:
		return notation(s.Items) + "[]"
	case codegen.Union:
		return "(" + joined(s.Of, " | ", notation) + ")"
	case codegen.Both:
		return "(" + joined(s.Of, " & ", notation) + ")"
	case codegen.Reference:
		return "$" + s.Definition
	case codegen.Object:
		members := joined(s.Fields, ", ", member)
		if s.Rest != nil {
			members += ", ..." + notation(s.Rest)
		}
		return "{ " + strings.TrimPrefix(members, ", ") + " }"
	}
	return kinds[s.Kind]
}

func member(f codegen.Field) string {
	mark := "?"
	if f.Required {
		mark = ""
	}
	if f.Stamped {
		mark += "*"
	}
	return f.Name + mark + ": " + notation(f.Shape)
}

func joined[T any](all []T, separator string, of func(T) string) string {
	texts := make([]string, len(all))
	for i, each := range all {
		texts[i] = of(each)
	}
	return strings.Join(texts, separator)
}
