package manifest_test

import (
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/manifest"
)

// A suggestion is what was meant, also in the words of other systems; a word that
// has no counterpart gets none, however near another one is.
func TestASuggestionIsWhatWasMeant(t *testing.T) {
	const schema, view = "kind: Schema\nmetadata: { name: teas }\nspec:\n  title: Teas\n  schema: { type: object", "kind: View\nmetadata: { name: some }\nspec:\n  from: teas\n  surface: staff\n  "
	filter := func(op string) string { return view + "filter: { " + op + ": { field: a, value: 1 } }" }
	builtin := func(op string) string {
		return "kind: Procedure\nmetadata: { name: p }\nspec: { input: { type: object }, output: {}, handler: { kind: builtin, schema: teas, op: " + op + " } }"
	}
	for text, want := range map[string]string{
		filter("neq"): "", filter("ne"): "", filter("$ne"): "", filter("not"): "", filter("in"): "", filter("like"): "", filter("contains"): "", filter("between"): "",
		filter("equals"): "eq", filter("$eq"): "eq", filter("'>='"): "gte", filter("ge"): "gte", filter("EQ"): "eq", filter("gtee"): "gte",
		builtin("insert"): "create", builtin("add"): "create", builtin("remove"): "delete", builtin("patch"): "update", builtin("save"): "upsert", builtin("updat"): "update",
		view + "orderBy: [{ field: a, direction: descending }]": "desc",
		view + "orderBy: [{ field: a, direction: DESC }]":       "desc",
		view + "order_by: [{ field: a }]":                       "orderBy",
		view + "sort: [{ field: a }]":                           "orderBy",
		view + "where: {}":                                      "filter",
		view + "desc: Teas":                                     "description",
		schema + ", properties: { a: { type: int } } }":         "integer",
		schema + ", properties: { a: { type: text } } }":        "string",
		schema + ", properties: { a: { typ: string } } }":       "type",
		schema + " }\n  lifecycle: draft":                       "publishing",
		schema + " }\n  lifecycle: published":                   "publishing",
		schema + " }\n  unique: [[a]]":                          "uniqueIndexes",
		"kind: Collection\nmetadata: { name: a }\nspec: {}":     "Schema",
		"kind: Mutation\nmetadata: { name: a }\nspec: {}":       "Procedure",
		"kind: Trigger\nmetadata: { name: a }\nspec: { target: { procedure: p }, source: { kind: lifecycle, schema: teas, on: [beforeCreate] } }": "before_create",
		"kind: Trigger\nmetadata: { name: a }\nspec: { target: { procedure: p }, source: { kind: lifecycle, schema: teas, on: [onPublish] } }":    "after_publish",
		"kind: Trigger\nmetadata: { name: a }\nspec: { target: { procedure: p }, source: { kind: rest, method: POST, path: /api/a } }":            "http",
	} {
		_, problems := manifest.Parse([]manifest.File{{Name: "a.yaml", Data: []byte("apiVersion: quartet/v1\n" + text)}})
		if len(problems) == 0 || problems[0].Suggestion != want {
			t.Errorf("%s\n\tsuggests %v, want %q", text, problems, want)
		}
	}
}

// A path with a parameter must be quoted where a brace ends a plain text.
func TestAPathWithBracesIsToBeQuoted(t *testing.T) {
	for source, want := range map[string]string{
		"{ kind: http, method: GET, path: /api/x/{id} }":        "/api/x/{id}",
		"{ kind: http, path: /api/x/{id}/y/{z}, method: POST }": "/api/x/{id}/y/{z}",
		"{kind: http, path: /api/x/{id}}":                       "/api/x/{id}",
		"{\n    path: /api/茶/{id},\n    kind: http }":           "/api/茶/{id}",
		"[/api/x/{id}]":                          "/api/x/{id}",
		"[https://a.example/{id}]":               "https://a.example/{id}",
		"{ kind: http, '/api/{id}' }":            "",
		"{ kind: http, path: '/api/{id}', {a} }": "",
		"{ path: '/api/'{id} }":                  "",
		"{ kind: http { path: /api/x } }":        "",
		"{ kind: http method: GET, path: /api }": "",
	} {
		if want != "" {
			want = "Quote a text that has braces: '" + want + "'."
		}
		_, problems := manifest.Parse([]manifest.File{{Name: "a.yaml", Data: []byte(
			"# one\n---\napiVersion: quartet/v1\nkind: Trigger\nmetadata: { name: t }\nspec:\n  source: " + source + "\n")}})
		if len(problems) == 0 || problems[0].Suggestion != want {
			t.Errorf("%s\n\tsuggests %v, want %q", source, problems, want)
		}
	}
}

// A statement that begins with WITH is told where that may be.
func TestWithBelongsIntoASubquery(t *testing.T) {
	const with = "Put WITH into a subquery: SELECT * FROM (WITH … SELECT …)."
	for sql, want := range map[string]string{"WITH a AS (SELECT 1) SELECT * FROM a": with, "|\n    with\n      a AS (SELECT 1) SELECT 1": with, "WITHOUT": "", "DELETE FROM teas": ""} {
		_, problems := manifest.Parse([]manifest.File{{Name: "a.yaml", Data: []byte("apiVersion: quartet/v1\nkind: View\nmetadata: { name: v }\nspec:\n  surface: staff\n  sql: " + sql + "\n")}})
		if len(problems) == 0 || problems[0].Suggestion != want {
			t.Errorf("%s\n\tsuggests %v, want %q", sql, problems, want)
		}
	}
}

// An operator that filters do not have comes with what to write instead.
func TestAnOperatorWithoutACounterpartSaysWhatToWrite(t *testing.T) {
	for op, want := range map[string]string{
		"neq": "or and eq", "$ne": "or and eq", "in": "one eq for each value", "between": "a gte and an lte",
		"like": "as sql", "starts_with": "as sql", "isNull": "the value null", "equals": "equals",
	} {
		_, problems := manifest.Parse([]manifest.File{{Name: "a.yaml", Data: []byte(
			"apiVersion: quartet/v1\nkind: View\nmetadata: { name: v }\nspec: { from: teas, surface: staff, filter: { " + op + ": { field: a, value: 1 } } }")}})
		if len(problems) != 1 || !strings.Contains(problems[0].Message, want) {
			t.Errorf("%s: %v", op, problems)
		}
	}
}
