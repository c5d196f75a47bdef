package plan_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/yamldoc"
)

func readSite(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile("testdata/whole.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// edited is the site with one text replaced, which must stand there just once.
func edited(t *testing.T, site, from, to string) string {
	t.Helper()
	if n := strings.Count(site, from); n != 1 {
		t.Fatalf("%q stands in the site %d times", from, n)
	}
	return strings.Replace(site, from, to, 1)
}

// edit is one change of the site; key is `<Kind> <key of spec>`.
type edit struct{ key, from, to string }

// Each edit changes what one key of the site means.
var meaningful = []edit{
	{"Schema name", "metadata: { name: other-parents }", "metadata: { name: others }"},
	{"Schema title", "title: Other parents", "title: Others"},
	{"Schema title", "de: Texte }", "de: Schriften }"},
	{"Schema description", "What is read.", "What is written."},
	{"Schema lifecycle", "lifecycle: operational", "lifecycle: publishing"},
	{"Schema localized", "  localized: true\n  translates: { parent: parents, on: slug }\n", "  translates: { parent: parents, on: slug }\n"},
	{"Schema translates", "{ parent: parents, on: slug }", "{ parent: other-parents, on: slug }"},
	{"Schema translates", "{ parent: parents, on: slug }", "{ parent: parents, on: alias }"},
	{"Schema translates", "  translates: { parent: parents, on: slug }\n", ""},
	{"Schema schema", "additionalProperties: false", "additionalProperties: true"},
	{"Schema schema", "maxLength: 80", "maxLength: 81"},
	{"Schema schema", "required: [slug, locale]\n    additional", "required: [slug]\n    additional"},
	{"Schema schema", "enum: [en, de]", "enum: [en, fr]"},
	{"Schema schema", "x-service-bind: now", "x-service-bind: ctx.user"},
	{"Schema schema", "title: At", "title: When"},
	{"Schema schema", "minLength: 1", "minLength: 2"},
	{"Schema schema", "{ const: 1 }", "{ const: 2 }"},
	{"Schema schema", "schema: { type: object, properties: { slug: { type: string } } }", "schema: { type: object, readOnly: true, properties: { slug: { type: string } } }"},
	{"Schema uniqueIndexes", ", [alias]]", "]"},
	{"Schema indexes", "[[rank, slug], [locale]]", "[[slug, rank], [locale]]"},
	{"Schema indexes", "[[rank, slug], [locale]]", "[[rank, slug]]"},
	{"Schema searchableFields", "searchableFields: [slug, alias]", "searchableFields: [slug]"},
	{"Schema uiSchema", "    fields: { slug: { widget: textarea } }", "    fields: { locale: { widget: textarea } }"},
	{"Schema uiSchema", "columns: [stage, owner]", "columns: [owner, stage]"},

	{"View name", "metadata: { name: counts }", "metadata: { name: numbers }"},
	{"View title", "title: All texts", "title: Texts"},
	{"View from", "from: orders", "from: more-orders"},
	{"View sql", "SELECT count(*) FROM orders", "SELECT count(*) FROM texts"},
	{"View sql", "sql: SELECT count(*) FROM orders", "sql: { postgres: SELECT count(*) FROM orders }"},
	{"View surface", "orders\n  surface: staff\n---", "orders\n  surface: public\n---"},
	{"View cache", "sharedMaxAge: 60", "sharedMaxAge: 61"},
	{"View cache", "  cache: { sharedMaxAge: 60 }\n", ""},
	{"View requires", "ctx.user, { ctx.auth.scope: read }", "{ ctx.auth.scope: read }, ctx.user"},
	{"View requires", "ctx.auth.scope: read }", "ctx.auth.scope: write }"},
	{"View requires", "[owner, editor]", "[owner]"},
	{"View requires", "[owner, editor] }] }\n    guard: { procedure: may-read }", "[owner, editor] }] }\n    guard: { procedure: may-write }"},
	{"View filter", "- gte:", "- gt:"},
	{"View filter", "{ field: rank, value: 1 }", "{ field: at, value: 1 }"},
	{"View filter", "{ field: rank, value: 1 }", "{ field: rank, value: 2 }"},
	{"View filter", "{ field: rank, value: 1 }", "{ field: rank, value: '1' }"},
	{"View filter", "{ field: rank, value: null }", "{ field: rank, value: { $param: locale } }"},
	{"View filter", "- or:", "- and:"},
	{"View fields", "fields: [slug, alias]\n  orderBy", "fields: [alias, slug]\n  orderBy"},
	{"View fields", "  fields: [slug, alias]\n", ""},
	{"View orderBy", "    - { field: rank, direction: desc }\n    - { field: slug }\n", "    - { field: slug }\n    - { field: rank, direction: desc }\n"},
	{"View orderBy", "direction: desc", "direction: asc"},
	{"View orderBy", "- { field: slug }", "- { field: alias }"},
	{"View limit", "limit: 20", "limit: 21"},
	{"View params", "properties: { locale: { type: string } }", "properties: { locale: { type: string, maxLength: 5 } }"},
	{"View uiSchema", "columns: [owner, stage]", "columns: [owner]"},
	{"View uiSchema", "searchFields: [owner]", "searchFields: [stage]"},
	{"View uiSchema", "filterFields: [stage]", "filterFields: [owner]"},

	{"Procedure name", "metadata: { name: drop-text }", "metadata: { name: remove-text }"},
	{"Procedure title", "title: Save", "title: Keep"},
	{"Procedure description", "Saves a text.", "Keeps a text."},
	{"Procedure requires", "[ctx.auth] }", "[ctx.user] }"},
	{"Procedure requires", "[ctx.auth] }\n    guard: { procedure: may-read }", "[ctx.auth] }\n    guard: { procedure: may-write }"},
	{"Procedure input", "alias: { type: string }\n      expectedVersion", "alias: { type: string, maxLength: 9 }\n      expectedVersion"},
	{"Procedure input", "required: [slug, locale, alias]", "required: [slug, locale]"},
	{"Procedure output", "required: [id]", "required: [id, version]"},
	{"Procedure handler", "ref: write.guard", "ref: other.guard"},
	{"Procedure handler", "op: delete", "op: archive"},
	{"Procedure handler", "op: delete, schema: texts", "op: delete, schema: parents"},
	{"Procedure handler", "match: [slug, locale]", "match: [alias]"},
	{"Procedure uiSchema", "collectionAction: texts", "collectionAction: parents"},
	{"Procedure uiSchema", "fields: { alias: {", "fields: { slug: {"},

	{"Trigger name", "metadata: { name: over-mcp }", "metadata: { name: by-mcp }"},
	{"Trigger source", "method: PUT", "method: POST"},
	{"Trigger source", "/api/texts/{slug}", "/api/texts/{alias}"},
	{"Trigger source", "/api/texts/{slug}", "/api/text/{slug}"},
	{"Trigger source", "kind: mcp, surface: staff", "kind: mcp, surface: public"},
	{"Trigger source", "schema: texts, on", "schema: parents, on"},
	{"Trigger source", "[before_create, before_update]", "[before_create]"},
	{"Trigger source", "errorPolicy: continue", "errorPolicy: abort"},
	{"Trigger target", "target: { procedure: may-read }", "target: { procedure: may-write }"},
}
