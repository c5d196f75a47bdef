package plan_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

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

// annotations are those edits that leave rows as they are.
var annotations = []string{
	"title: When",
	"x-service-bind: ctx.user",
	"schema: { type: object, readOnly: true, properties: { slug: { type: string } } }",
}

// Each edit changes what one key of the site means.
var meaningful = []edit{
	{"Schema name", "metadata: { name: other-parents }", "metadata: { name: others }"},
	{"Schema title", "title: Other parents", "title: Others"},
	{"Schema title", "de: Texte }", "de: Schriften }"},
	{"Schema description", "What is read.", "What is written."},
	{"Schema lifecycle", "  title: Other parents\n", "  title: Other parents\n  lifecycle: operational\n"},
	{"Schema localized", "localized: true\n  schema: { type: object, properties: { locale: { type: string }, body", "schema: { type: object, properties: { place: { type: string }, body"},
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
	{"View from", "from: parents", "from: other-parents"},
	{"View sql", "SELECT count(*) FROM orders", "SELECT count(*) FROM texts"},
	{"View sql", "sql: SELECT count(*) FROM orders", "sql: { postgres: SELECT count(*) FROM orders }"},
	{"View surface", "from: parents, surface: staff", "from: parents, surface: public"},
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
	{"Procedure output", "output: { type: object, required: [id] }", "output: { type: object, required: [id, version] }"},
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
	{"Trigger source", "schema: texts, on: [before_create", "schema: parents, on: [before_create"},
	{"Trigger source", "[before_create, before_update]", "[before_create]"},
	{"Trigger source", "errorPolicy: continue", "errorPolicy: abort"},
	{"Trigger target", "target: { procedure: may-read }", "target: { procedure: may-write }"},
}

// No edit changes what the site means.
var meaningless = []edit{
	{"comment", "kind: Schema\nmetadata: { name: parents }", "kind: Schema # a comment\nmetadata: { name: parents }"},
	{"lifecycle", "  lifecycle: publishing\n", ""},
	{"localized", "  title: Other parents\n", "  title: Other parents\n  localized: false\n"},
	{"no index", "  title: Other parents\n", "  title: Other parents\n  uniqueIndexes: []\n  indexes: []\n  searchableFields: []\n"},
	{"order of indexes", "[[rank, slug], [locale]]", "[[locale], [rank, slug]]"},
	{"order of searchableFields", "searchableFields: [slug, alias]", "searchableFields: [alias, slug]"},
	{"order of required", "required: [slug, locale]\n    additional", "required: [locale, slug]\n    additional"},
	{"order of enum", "enum: [en, de]", "enum: [de, en]"},
	{"order of type", `[integer, "null"]`, `["null", integer]`},
	{"type of one", "alias: { $ref", "alias: { readOnly: false, $ref"},
	{"list of one type", "short: { type: string,", "short: { type: [string],"},
	{"nullable", "{ type: string, minLength: 1 }", "{ type: string, nullable: false, minLength: 1.0 }"},
	{"additionalProperties", "output: { type: object, required: [id] }", "output: { type: object, required: [id], additionalProperties: true, $defs: {} }"},
	{"orderBy direction", "- { field: slug }", "- { field: slug, direction: asc }"},
	{"limit written out", "FROM orders\n", "FROM orders\n  limit: 50\n"},
	{"limit that reads as 50", "FROM orders\n", "FROM orders\n  limit: none\n"},
	{"limit is floored", "limit: 20", "limit: 20.7"},
	{"sql by dialect", "sql: SELECT count(*) FROM orders", "sql: { sqlite: SELECT count(*) FROM orders }"},
	{"sql as a block", "sql: SELECT count(*) FROM orders", "sql: |\n    SELECT count(*) FROM orders"},
	{"no requires", "from: parents, surface: staff", "from: parents, surface: staff, requires: {}"},
	{"order of roles", "[owner, editor]", "[editor, owner]"},
	{"number style", "{ field: rank, value: 1 }", "{ field: rank, value: 0x1 }"},
	{"trailing slash", "/api/texts/{slug}", "/api/texts/{slug}/"},
	{"percent-encoding", "/api/texts/{slug}", "/api/%74exts/{slug}"},
	{"order of hooks", "[before_create, before_update]", "[before_update, before_create]"},
	{"errorPolicy", "on: [before_publish]", "on: [before_publish], errorPolicy: abort"},
}

func TestFingerprintChangesWithTheMeaning(t *testing.T) {
	site := readSite(t)
	was := plantest.Seal(t, site).Fingerprint()
	seen := map[string]edit{was: {}}
	for _, e := range meaningful {
		got := plantest.Seal(t, edited(t, site, e.from, e.to)).Fingerprint()
		if same, ok := seen[got]; ok {
			t.Errorf("%s: %q for %q has the fingerprint of %q for %q", e.key, e.to, e.from, same.to, same.from)
		}
		seen[got] = e
	}
}

func TestFingerprintStaysWithTheMeaning(t *testing.T) {
	site := readSite(t)
	was := plantest.Seal(t, site).Fingerprint()
	if !regexp.MustCompile(`^[0-9a-f]{64}$`).MatchString(was) {
		t.Errorf("%q is no SHA-256", was)
	}
	for _, e := range meaningless {
		if got := plantest.Seal(t, edited(t, site, e.from, e.to)).Fingerprint(); got != was {
			t.Errorf("%s: %q for %q changes it", e.key, e.to, e.from)
		}
	}
}

// A key that comes to a spec gets an edit, or this fails.
func TestEveryKeyOfEverySpecIsEdited(t *testing.T) {
	covered := map[string]bool{}
	for _, e := range meaningful {
		covered[e.key] = true
	}
	documents, problems := yamldoc.Parse("whole.yaml", []byte(readSite(t)))
	if problems != nil {
		t.Fatal(problems)
	}
	keys := 0
	for _, d := range documents {
		kind, _ := d.Root.Field("kind").Value.Value.(string)
		for _, field := range d.Root.Field("spec").Value.Fields {
			keys++
			if !covered[kind+" "+field.Key] {
				t.Errorf("no edit of %s of a %s", field.Key, kind)
			}
		}
	}
	if keys < 50 {
		t.Errorf("the site has %d keys alone", keys)
	}
}

// What a stored row must look like changes with the Schema's JSON Schema,
// indexes, lifecycle and localized, and with nothing else.
func TestSchemaFingerprint(t *testing.T) {
	site := readSite(t)
	for _, e := range meaningful {
		kind, key, _ := strings.Cut(e.key, " ")
		before, after := plantest.Seal(t, site), plantest.Seal(t, edited(t, site, e.from, e.to))
		changed := false
		for _, s := range before.Schemas() {
			now := after.Schema(s.Name())
			changed = changed || now != nil && now.Fingerprint() != s.Fingerprint()
		}
		want := kind == "Schema" && slices.Contains([]string{"schema", "uniqueIndexes", "indexes", "lifecycle", "localized"}, key) &&
			!slices.Contains(annotations, e.to)
		if changed != want {
			t.Errorf("%s: %q for %q changes a Schema's fingerprint: %t", e.key, e.to, e.from, changed)
		}
	}
}

func TestViewFingerprintIsTheViewsOwn(t *testing.T) {
	site := readSite(t)
	before := plantest.Seal(t, site)
	for _, test := range []struct {
		edit
		changed []string
	}{
		{edit{"another View", "limit: 20", "limit: 21"}, []string{"all-texts"}},
		{edit{"the type of an order key", `rank: { type: [integer, "null"]`, `rank: { type: [number, "null"]`}, []string{"all-texts"}},
		{edit{"another property", "maxLength: 80", "maxLength: 81"}, nil},
		{edit{"a Procedure", "title: Save", "title: Keep"}, nil},
	} {
		after := plantest.Seal(t, edited(t, site, test.from, test.to))
		var changed []string
		for _, v := range before.Views() {
			if after.View(v.Name()).Fingerprint() != v.Fingerprint() {
				changed = append(changed, v.Name())
			}
		}
		if !slices.Equal(changed, test.changed) {
			t.Errorf("%s changes the fingerprints of %v", test.key, changed)
		}
	}
}
