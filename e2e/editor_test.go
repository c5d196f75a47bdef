package e2e_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// editorCase is a document in an editor, with | for the cursor, and what the editor
// shows: completions in any order, a part of the hover text, and its red lines as
// `line: a part of the message`.
type editorCase struct {
	text  string
	all   []string // nothing but these is offered
	among []string // these are offered
	hover string
	red   []string
}

// schemaLine tells an editor which schema a document has.
const schemaLine = "# yaml-language-server: $schema=../.service/schemas/manifest.schema.json\n"

const viewOfPosts = "apiVersion: quartet/v1\nkind: View\nmetadata: { name: newest }\nspec:\n  surface: public\n  from: posts\n"

var editorCases = map[string]editorCase{
	"kinds": {text: "apiVersion: quartet/v1\nkind: |", all: []string{"Schema", "View", "Procedure", "Trigger"},
		hover: "What this document declares"},
	"keys of a View": {text: "apiVersion: quartet/v1\nkind: View\nmetadata: { name: newest }\nspec:\n  surface: public\n  |",
		all: []string{"title", "description", "from", "sql", "filter", "fields", "orderBy", "limit", "params", "rows", "requires", "cache", "uiSchema"},
		red: []string{"4: exactly one of from or sql"}},
	"keys of a Trigger":            {text: "apiVersion: quartet/v1\nkind: Trigger\nmetadata: { name: say }\nspec:\n  |", all: []string{"source", "target"}},
	"keys of an HTTP source":       {text: "apiVersion: quartet/v1\nkind: Trigger\nmetadata: { name: say }\nspec:\n  source:\n    kind: http\n    |", all: []string{"headers", "method", "path", "rawBody"}},
	"operators":                    {text: viewOfPosts + "  filter:\n    |", all: []string{"eq", "gt", "gte", "lt", "lte", "and", "or"}},
	"operators below and":          {text: viewOfPosts + "  filter:\n    and:\n      - |", among: []string{"eq", "gt", "gte", "lt", "lte", "and", "or"}},
	"keys of a comparison":         {text: viewOfPosts + "  filter:\n    eq:\n      |", all: []string{"field", "value"}},
	"fields of the Schema":         {text: viewOfPosts + "  filter:\n    and:\n      - or:\n          - eq:\n              field: |", among: []string{"slug", "publishedAt", "createdAt"}},
	"fields of an order":           {text: viewOfPosts + "  orderBy:\n    - field: |", among: []string{"slug", "publishedAt", "createdAt"}},
	"Schemas of the site":          {text: "apiVersion: quartet/v1\nkind: View\nmetadata: { name: newest }\nspec:\n  surface: public\n  from: |", among: []string{"posts", "post-translations", "authors"}},
	"Procedures of the site":       {text: "apiVersion: quartet/v1\nkind: Trigger\nmetadata: { name: say }\nspec:\n  target:\n    procedure: |", among: []string{"suggest", "update-suggestion"}},
	"keywords of a JSON Schema":    {text: viewOfPosts + "  params:\n    type: object\n    properties:\n      from:\n        |", among: []string{"type", "format", "enum", "x-service-ref", "x-mcp-hint"}},
	"hints":                        {text: viewOfPosts + "  params:\n    type: object\n    properties:\n      from:\n        x-mcp-hint: |", among: []string{"markdown", "timestamp-ms", "idempotency-key"}},
	"formats":                      {text: viewOfPosts + "  params:\n    type: object\n    properties:\n      from:\n        format: |", among: []string{"email", "uri", "uuid", "date", "date-time"}},
	"words of a key":               {text: viewOfPosts + "  ord|erBy: []\n", hover: "Default: by id."},
	"words of a keyword":           {text: viewOfPosts + "  params:\n    type: object\n    properties:\n      since: { type: string, x-mcp-hi|nt: a }\n", hover: "timestamp-ms"},
	"a valid document":             {text: viewOfPosts + "  limit: 3|\n"},
	"a second document, named too": {text: viewOfPosts + "---\n" + schemaLine + viewOfPosts + "  limits: 1|\n", red: []string{"15: Property limits is not allowed"}},
	"a misspelt key":               {text: viewOfPosts + "  fitler: {}|\n", red: []string{"7: Property fitler is not allowed"}},
	"an operator that is none":     {text: viewOfPosts + "  filter:\n    and:\n      - eq: { field: slug, value: a }\n      - neq: { field: slug, value: b|}\n", red: []string{"10: Property neq is not allowed"}},
	"a filter of a sql View":       {text: strings.Replace(viewOfPosts, "from: posts", "sql: SELECT 1", 1) + "  limit: 1\n  filter: { eq: { field: a, value: 1 } }|\n", red: []string{"8: write it into the statement"}},
	"the contract of a builtin":    {text: "apiVersion: quartet/v1\nkind: Procedure\nmetadata: { name: drop }\nspec:\n  output: {}\n  handler: { kind: builtin, op: delete, schema: posts }\n  input:\n    type: object\n    required: [id]\n    properties:\n      id: { type: integer }|\n", red: []string{"11: the one type string"}},
	"two mistakes, in two places": {text: "apiVersion: quartet/v1\nkind: Schema\nmetadata: { name: notes }\nspec:\n  title: Notes\n  lifecycle: publishd\n  schema:\n    type: object\n    properties:\n      id: { type: string }|\n",
		red: []string{"6: Value is not accepted", "10: This name is reserved"}},
}

// A YAML language server completes, explains and checks manifests by the schemas that
// quartet schema writes, where a line of the document names them.
func TestEditorsKnowManifests(t *testing.T) {
	server := editorOf(t, nil)
	for name, want := range editorCases {
		t.Run(name, func(t *testing.T) {
			// The line of the modeline is not counted.
			d := server.open("manifests/"+strings.ReplaceAll(name, " ", "-")+".yaml", schemaLine+want.text)
			want.check(t, d, 1)
		})
	}
}

// With the schemas in the editor's settings every document of a file is known, and
// quartet.yaml and seeds as well.
func TestEditorsKnowTheFilesOfASite(t *testing.T) {
	server := editorOf(t, map[string]string{"manifest": "manifests/*.yaml", "settings": "**/quartet.yaml", "seed": "seed/*.yaml"})
	for name, want := range map[string]struct {
		file string
		editorCase
	}{
		"a second document": {"manifests/two.yaml", editorCase{text: viewOfPosts + "---\n" + viewOfPosts + "  limits: 1\n  filter:\n    e|\n",
			all: []string{"eq", "gt", "gte", "lt", "lte", "and", "or"}, red: []string{"14: Property limits is not allowed"}}},
		"settings": {"quartet.yaml", editorCase{text: "site: { title: Tea }\nhistroy: {}\nroutes:\n  collections:\n    - collection: posts\n      |",
			among: []string{"segment", "slug", "list", "template", "markdown", "feed", "fallback", "view"}, red: []string{"2: Property histroy is not allowed"}}},
		"a rate":                   {"other/quartet.yaml", editorCase{text: "rateLimit: { triggers: 120 an hour| }\n", hover: "a count and a unit of time", red: []string{"1: such as 120/m"}}},
		"a seed":                   {"seed/one.yaml", editorCase{text: "collection: |\n", among: []string{"posts", "authors"}}},
		"the properties of a seed": {"seed/two.yaml", editorCase{text: "collection: authors\nstatus: live\ndata:\n  |", among: []string{"slug"}, red: []string{"2: Value is not accepted"}}},
	} {
		t.Run(name, func(t *testing.T) { want.check(t, server.open(want.file, want.text), 0) })
	}
}

// editorOf is a language server for a copy of an example, with the schemas for files by
// name; none leaves it to the documents to name them.
func editorOf(t *testing.T, globs map[string]string) *languageServer {
	t.Helper()
	_, dir := newSite(t, "publication")
	if out, err := exec.Command(program, "schema", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	schemas := make(map[string]any)
	for name, glob := range globs {
		schemas["./.service/schemas/"+name+".schema.json"] = glob
	}
	return newLanguageServer(t, dir, schemas)
}

func (c editorCase) check(t *testing.T, d document, above int) {
	t.Helper()
	d.t = t
	if c.all != nil || c.among != nil {
		offered := d.completions()
		slices.Sort(offered)
		if missing := slices.DeleteFunc(slices.Concat(c.all, c.among), func(word string) bool { return slices.Contains(offered, word) }); len(missing) > 0 {
			t.Errorf("%q are not offered, but %q", missing, offered)
		}
		if c.all != nil && len(offered) != len(c.all) {
			t.Errorf("%q are offered, not %q", offered, c.all)
		}
	}
	if c.hover != "" && !strings.Contains(d.hover(), c.hover) {
		t.Errorf("%q is shown, without %q", d.hover(), c.hover)
	}
	var red []string
	for _, each := range d.faults[d.uri] {
		red = append(red, fmt.Sprintf("%d: %s", each.Range.Start.Line+1-above, each.Message))
	}
	for _, wanted := range c.red {
		line, part, _ := strings.Cut(wanted, ": ")
		if !slices.ContainsFunc(red, func(each string) bool { return strings.HasPrefix(each, line+": ") && strings.Contains(each, part) }) {
			t.Errorf("no red line %q, but %q", wanted, red)
		}
	}
	if isWhole := c.all == nil && c.among == nil; isWhole && len(red) != len(c.red) {
		t.Errorf("%d red lines %q, want %d", len(red), red, len(c.red))
	}
}

// A line that names the schema is a comment to the program, also where there is no
// such file, and in front of every document.
func TestSchemaLinesAreComments(t *testing.T) {
	dir := t.TempDir()
	const posts = "apiVersion: quartet/v1\nkind: Schema\nmetadata: { name: posts }\nspec: { title: Posts, schema: { type: object } }\n"
	if err := os.WriteFile(filepath.Join(dir, "a.yaml"), []byte(schemaLine+posts+"---\n"+schemaLine+viewOfPosts), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(program, "validate", "--manifests", dir, "--format", "text").CombinedOutput(); err != nil || !strings.Contains(string(out), "1 View") {
		t.Fatalf("%v: %s", err, out)
	}
}
