package content_test

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
)

const cards = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: cards }
spec:
  title: Cards
  schema:
    type: object
    additionalProperties: false
    properties: { %s }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: edit-card }
spec:
  input:
    type: object
    required: [id, expectedVersion]
    properties: { id: { type: string }, expectedVersion: { type: number }, name: { type: string } }
  output: { type: object }
  handler: { kind: builtin, op: update, schema: cards }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: look }
spec: { input: { type: object }, output: {}, handler: { kind: ref, ref: look } }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: watch }
spec:
  source: { kind: lifecycle, schema: cards, on: [before_publish] }
  target: { procedure: look }
`

// A property that was removed from its Schema keeps its stored data, is seen
// by nobody and stands in no write's way.
func TestRemovedProperties(t *testing.T) {
	const name, phone = "name: { type: string }", ", phone: { type: string }"
	path := filepath.Join(t.TempDir(), "site.db")
	before := serve(t, plantest.Seal(t, fmt.Sprintf(cards, name+phone)), path, content.Options{})
	e := before.add("cards", values{"name": "Ada", "phone": "123"})

	var saw []any
	without := serve(t, plantest.Seal(t, fmt.Sprintf(cards, name)), path, content.Options{Handlers: map[string]content.Handler{
		"look": func(_ context.Context, call *content.Call, input map[string]any) (any, error) {
			saw = append(saw, input, call.Event.Entry["data"])
			return nil, nil
		},
	}})
	row := without.call(nobody, "edit-card", values{"id": e.ID, "expectedVersion": 1, "name": "Bo"})
	published, err := without.Publish(without.ctx, nobody, "cards", e.ID, 0)
	without.wants(err, "", "")
	listed, err := without.List(without.ctx, "cards", content.EntryQuery{})
	without.wants(err, "", "")
	shown := append(saw, row["data"], published.Data, without.get("cards", e.ID).Data, listed[0].Data)
	for i, data := range shown {
		if diff := cmp.Diff(values{"name": "Bo"}, data); diff != "" {
			t.Errorf("place %d: %s", i, diff)
		}
	}
	if len(shown) != 6 {
		t.Errorf("looked at %d places, want 6", len(shown))
	}

	loaded, err := without.Load(without.ctx, "cards", e.ID, nil, "")
	without.wants(err, "", "")
	if diff := cmp.Diff(values{"name": "Bo"}, loaded.Data); diff != "" {
		t.Errorf("Load of an entry that is there: %s", diff)
	}

	again := serve(t, plantest.Seal(t, fmt.Sprintf(cards, name+phone)), path, content.Options{Handlers: nil})
	if diff := cmp.Diff(values{"name": "Bo", "phone": "123"}, again.get("cards", e.ID).Data); diff != "" {
		t.Error(diff)
	}
}

// null is how a caller removes what an older Schema has left. Where it has left
// nothing, the name is as wrong as it is with any other value.
func TestNullRemovesWhatAnOlderSchemaLeft(t *testing.T) {
	const name, phone = "name: { type: string }", ", phone: { type: string }"
	path := filepath.Join(t.TempDir(), "site.db")
	before := serve(t, plantest.Seal(t, fmt.Sprintf(cards, name+phone)), path, content.Options{})
	e := before.add("cards", values{"name": "Ada", "phone": "123"})
	without := serve(t, plantest.Seal(t, fmt.Sprintf(cards, name)), path, content.Options{})
	_, err := without.Patch(without.ctx, nobody, "cards", e.ID, values{"phone": nil}, 0)
	without.wants(err, "", "")
	for _, wrong := range []string{"phone", "id", "bogus"} {
		_, err := without.Patch(without.ctx, nobody, "cards", e.ID, values{wrong: nil}, 0)
		without.wants(err, diag.InputValidationFailed, "data#/"+wrong)
		_, err = without.Create(without.ctx, nobody, "cards", values{"name": "Bo", wrong: nil})
		without.wants(err, diag.InputValidationFailed, "data#/"+wrong)
	}
	after := serve(t, plantest.Seal(t, fmt.Sprintf(cards, name+phone)), path, content.Options{})
	if left := after.get("cards", e.ID); left.Version != 2 || len(left.Data) != 1 {
		t.Errorf("version %d holds %v", left.Version, left.Data)
	}
}
