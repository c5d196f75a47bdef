package plan_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
)

const procedureSite = `
apiVersion: quartet/v1
kind: Procedure
metadata: { name: save-Entry }
spec:
  requires:
    auth: { all: [ctx.user, { ctx.staff: [owner] }] }
    guard: { procedure: may-save }
  input:
    type: object
    required: [b, a]
    properties: { a: { type: string }, b: { type: integer }, expectedVersion: { type: number } }
  output: { type: object, required: [id] }
  handler: { kind: builtin, op: upsert, schema: entries, match: [b, a] }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: may-save }
spec: { input: { type: object }, output: {}, handler: { kind: ref, ref: save.guard } }
---
apiVersion: quartet/v1
kind: View
metadata: { name: guarded }
spec: { from: entries, surface: staff, requires: { guard: { procedure: may-save } } }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: over-mcp }
spec: { source: { kind: mcp, surface: staff }, target: { procedure: save-Entry } }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: over-http }
spec: { source: { kind: http, method: PUT, path: "/api/caf%C3%A9/{a}/" }, target: { procedure: save-Entry } }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: on-write }
spec: { source: { kind: lifecycle, schema: entries, on: [after_create, before_create] }, target: { procedure: may-save } }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: on-update }
spec: { source: { kind: lifecycle, schema: entries, on: [before_update], errorPolicy: continue }, target: { procedure: may-save } }
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: entries }
spec:
  title: Entries
  schema: { type: object, properties: { a: { type: string }, b: { type: integer } } }
  uniqueIndexes: [[b, a]]
`

func TestProcedureIsLinked(t *testing.T) {
	site := plantest.Seal(t, procedureSite)
	save, guard, entries := site.Procedure("save-Entry"), site.Procedure("may-save"), site.Schema("entries")
	if save.Requires().Guard() != guard || len(save.Requires().All()) != 2 || site.View("guarded").Requires().Guard() != guard {
		t.Errorf("requires %+v", save.Requires())
	}
	if guard.Requires() != nil || guard.Requires().Guard() != nil || guard.Requires().All() != nil {
		t.Error("the guard requires something")
	}
	if guard.Ref() != "save.guard" || guard.Builtin() != nil || save.Ref() != "" {
		t.Error("the handlers are confused")
	}
	b := save.Builtin()
	if b.Op != plan.OpUpsert || b.Schema != entries || len(b.Match) != 2 ||
		b.Match[0] != entries.Column("b") || b.Match[1] != entries.Column("a") {
		t.Errorf("builtin %+v", b)
	}
	if v := save.ValidateInput(map[string]any{"a": "x"}); v == nil || v.Pointer != "/b" {
		t.Errorf("input: %v", v)
	}
	if v := save.ValidateOutput(map[string]any{}); v == nil || v.Pointer != "/id" {
		t.Errorf("output: %v", v)
	}
}

func TestInputProperties(t *testing.T) {
	save := plantest.Seal(t, procedureSite).Procedure("save-Entry")
	if !save.HasInput("b") || save.HasInput("id") {
		t.Error("HasInput tells something else than the input declares")
	}
	if diff := cmp.Diff([]string{"a", "b", "expectedVersion"}, save.InputProperties()); diff != "" {
		t.Error(diff)
	}
}

func TestTriggersAreLinked(t *testing.T) {
	site := plantest.Seal(t, procedureSite)
	triggers := map[string]*plan.Trigger{}
	for _, each := range site.Triggers() {
		triggers[each.Name()] = each
	}
	if got := triggers["over-mcp"].Tool(); got != "save_entry" {
		t.Errorf("tool %s", got)
	}
	if triggers["over-http"].Procedure() != site.Procedure("save-Entry") {
		t.Error("the target is another Procedure")
	}
	want := []plan.Segment{{Literal: "api"}, {Literal: "café"}, {Property: "a"}}
	if diff := cmp.Diff(want, triggers["over-http"].Segments()); diff != "" {
		t.Error(diff)
	}
	if triggers["on-write"].Schema() != site.Schema("entries") {
		t.Error("the lifecycle Schema is another")
	}
}

func TestBeforeHooksAbortByDefault(t *testing.T) {
	for _, trigger := range plantest.Seal(t, procedureSite).Triggers() {
		for _, hook := range trigger.Hooks() {
			want := trigger.Name() == "on-write" && hook == plan.BeforeCreate
			if got := trigger.Aborts(hook); got != want {
				t.Errorf("%s of %s aborts: %t", hook, trigger.Name(), got)
			}
		}
	}
}

func TestAtomsAreListedByNameAndFoundByExactName(t *testing.T) {
	site := plantest.Seal(t, procedureSite)
	var got []string
	for _, p := range site.Procedures() {
		got = append(got, p.Name())
	}
	for _, each := range site.Triggers() {
		got = append(got, each.Name())
	}
	want := []string{"may-save", "save-Entry", "on-update", "on-write", "over-http", "over-mcp"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if site.Procedure("save-entry") != nil || site.Schema("Entries") != nil || site.View("Guarded") != nil {
		t.Error("names are found in another case")
	}
}
