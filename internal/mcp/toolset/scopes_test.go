package toolset_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/mcp/toolset"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
)

const scoped = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: notes }
spec: { title: Notes, schema: { type: object, properties: { text: { type: string } } } }
---
apiVersion: quartet/v1
kind: View
metadata: { name: open }
spec: { surface: public, from: notes }
---
apiVersion: quartet/v1
kind: View
metadata: { name: read }
spec: { surface: staff, from: notes, requires: { auth: { all: [{ ctx.auth.scope: notes.read }, { ctx.auth.scope: both }, { ctx.auth.scope: "of no client" }] } } }
---
apiVersion: quartet/v1
kind: View
metadata: { name: guarded }
spec: { surface: public, from: notes, requires: { guard: { procedure: gate } } }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: gate }
spec:
  requires: { auth: { all: [{ ctx.auth.scope: gate }] } }
  input: { type: object }
  output: {}
  handler: { kind: ref, ref: gate }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: write }
spec:
  requires: { auth: { all: [{ ctx.auth.scope: notes.write }, { ctx.auth.scope: both }] } }
  input: { type: object }
  output: {}
  handler: { kind: ref, ref: write }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: write }
spec: { source: { kind: mcp, surface: staff }, target: { procedure: write } }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: elsewhere }
spec:
  requires: { auth: { all: [{ ctx.auth.scope: machines }] } }
  input: { type: object }
  output: {}
  handler: { kind: ref, ref: write }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: elsewhere }
spec: { source: { kind: http, method: POST, path: /api/elsewhere }, target: { procedure: elsewhere } }
`

// What tools ask for is offered: of Views, Procedures and guards that MCP reaches.
// A scope that a tool asks for which may change something does not only read.
func TestScopes(t *testing.T) {
	all, reading := toolset.Scopes(plantest.Seal(t, scoped))
	if diff := cmp.Diff([]string{"both", "gate", "notes.read", "notes.write"}, all); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"gate", "notes.read"}, reading); diff != "" {
		t.Error(diff)
	}
}
