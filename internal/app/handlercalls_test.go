package app_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ncruces/go-sqlite3"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/content"
)

const recorded = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: parcels }
spec: { title: Parcels, lifecycle: operational, schema: { type: object, properties: { grams: { type: integer } } } }
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: labels }
spec: { title: Labels, lifecycle: operational, schema: { type: object, properties: { grams: { type: integer } } } }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: send }
spec: { input: { type: object }, output: { type: object }, handler: { kind: ref, ref: send } }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: label }
spec: { input: { type: object }, output: {}, handler: { kind: ref, ref: label } }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: label }
spec: { source: { kind: lifecycle, schema: parcels, on: [before_create], errorPolicy: abort }, target: { procedure: label } }
`

// Audit: what a handler in TypeScript changes comes through the surface that called
// it, what a hook changes through the hook, and who called changed it.
func TestWhatHandlersChangeIsRecordedAsOfTheirCaller(t *testing.T) {
	o := onDisk(t, map[string]string{
		"manifests/parcels.yaml": recorded,
		"handlers/send.ts":       "export default (_: unknown, ctx: any) => ctx.asService().entries.parcels.createDraft({ grams: 1 })\n",
		"handlers/label.ts":      "export default async (input: unknown, ctx: any) => { await ctx.asService().entries.labels.createDraft(input) }\n",
	})
	caller := content.Caller{User: &content.User{ID: "u1"}}
	if _, err := opened(t, o).Invoke(audit.Through(t.Context(), audit.MCP), caller, "send", nil); err != nil {
		t.Fatal(err)
	}
	want := []string{"labels hook u1", "parcels mcp u1"}
	if diff := cmp.Diff(want, changes(t, o.Dir)); diff != "" {
		t.Error(diff)
	}
}

// changes are the lines of the record: the collection, the surface and the actor.
func changes(t *testing.T, dir string) (lines []string) {
	t.Helper()
	db, err := sqlite3.Open("file:" + filepath.Join(dir, ".service/data/quartet.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	statement, _, err := db.Prepare(`SELECT collection, surface, actor FROM _quartet_audit ORDER BY collection`)
	if err != nil {
		t.Fatal(err)
	}
	defer statement.Close()
	for statement.Step() {
		lines = append(lines, strings.Join([]string{statement.ColumnText(0), statement.ColumnText(1), statement.ColumnText(2)}, " "))
	}
	if err := statement.Err(); err != nil {
		t.Fatal(err)
	}
	return lines
}
