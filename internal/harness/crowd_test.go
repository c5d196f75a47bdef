package harness

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/manifest"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
)

// crowded has what is hard to fill: a translation, a circle of references, few
// values for a unique index, and a choice of forms.
const crowded = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: teas }
spec:
  title: Teas
  schema: { type: object, required: [code], properties: { code: { type: string, pattern: "^[A-Z]{4}$" }, best: { type: string, x-service-ref: shops } } }
  uniqueIndexes: [[code]]
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: tea-texts }
spec:
  title: Texts
  localized: true
  translates: { parent: teas, on: code }
  schema: { type: object, required: [code, locale, text], properties: { code: { type: string, pattern: "^[A-Z]{4}$" }, locale: { type: string, enum: [en, zh] }, text: { type: string } } }
  uniqueIndexes: [[code, locale]]
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: shops }
spec:
  title: Shops
  schema: { type: object, required: [tea], properties: { tea: { type: string, x-service-ref: teas }, more: { type: array, items: { type: object, properties: { code: { type: string, x-service-ref: teas } } } } } }
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: grades }
spec:
  title: Grades
  schema: { type: object, required: [grade], properties: { grade: { type: string, enum: [a, b, c] } } }
  uniqueIndexes: [[grade]]
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: events }
spec:
  title: Events
  lifecycle: operational
  schema:
    type: object
    required: [kind, by, at]
    properties: { kind: { type: string, enum: [sold, bought] }, by: { type: string, x-service-bind: ctx.user }, at: { type: string, format: date-time, x-service-bind: now }, price: { type: number } }
    oneOf: [{ properties: { kind: { const: sold } }, required: [price] }, { properties: { kind: { const: bought } } }]
---
apiVersion: quartet/v1
kind: View
metadata: { name: sold }
spec: { from: events, surface: staff, filter: { and: [{ eq: { field: kind, value: sold } }, { gt: { field: price, value: 100000000 } }] } }
`

// filled fills a database, whose unique indexes hold, and reads it back.
func filled(t *testing.T, p *plan.Plan, rows int) (*crowd, map[string][]*content.Entry) {
	t.Helper()
	store, err := sqlite.Open(t.Context(), sqlite.Options{Path: filepath.Join(t.TempDir(), "scratch.db"), Plan: p, Unsynced: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	c := newCrowd(p, store, Options{Rows: rows, Seed: 7})
	if err := c.fill(t.Context()); err != nil {
		t.Fatal(err)
	}
	all := map[string][]*content.Entry{}
	for _, s := range p.Schemas() {
		entries, err := store.Entries(t.Context(), content.EntryQuery{Schema: s, Limit: rows + 1})
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if v := s.Validate(e.Data); v != nil {
				t.Fatalf("%s: %v: %+v", s.Name(), e.Data, v)
			}
		}
		all[s.Name()] = entries
	}
	return c, all
}

func TestRowsFitTheirSchemas(t *testing.T) {
	const rows = 1000
	c, all := filled(t, plantest.Seal(t, crowded), rows)
	for name, want := range map[string]int{"teas": rows, "tea-texts": rows, "shops": rows, "grades": 3, "events": rows} {
		if n := len(all[name]); n != want || (n < rows) != (c.tables[c.plan.Schema(name)].reason != "") {
			t.Errorf("%s: %d rows, want %d; %q", name, n, want, c.tables[c.plan.Schema(name)].reason)
		}
	}
	codes := map[any]bool{}
	for _, e := range all["teas"] {
		codes[e.Data["code"]] = true
	}
	frequent := map[any]int{}
	for _, e := range all["shops"] {
		tea := e.Data["tea"]
		frequent[tea]++
		if !codes[tea] {
			t.Fatalf("%v refers to no tea", e.Data)
		}
	}
	most := 0
	for _, n := range frequent {
		most = max(most, n)
	}
	if most < 20 {
		t.Errorf("no tea is frequent: the most frequent one has %d shops", most)
	}
	for _, e := range all["tea-texts"] {
		if !codes[e.Data["code"]] {
			t.Fatalf("%v translates no tea", e.Data)
		}
	}
	wanted := 0
	for _, e := range all["events"] {
		if price, _ := numberOf(e.Data["price"]); price > 100_000_000 && e.Data["kind"] == "sold" {
			wanted++
		}
	}
	if wanted < rows/50 || wanted > rows/5 {
		t.Errorf("%d of %d rows are what a View looks for with literals; want a few", wanted, rows)
	}
}

func TestRowsOfTheExamplesFit(t *testing.T) {
	for _, name := range []string{"publication", "commerce", "intake"} {
		dir := "../../examples/" + name + "/manifests"
		files, _ := manifest.ReadFS(os.DirFS(dir), dir+"/")
		set, _ := manifest.Parse(files)
		p, list := plan.Seal(set)
		if list.HasErrors() {
			t.Fatal(list)
		}
		_, all := filled(t, p, 500)
		for schema, entries := range all {
			if len(entries) == 0 {
				t.Errorf("%s: %s is empty", name, schema)
			}
		}
	}
}
