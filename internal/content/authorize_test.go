package content_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
)

const gated = `
apiVersion: quartet/v1
kind: Procedure
metadata: { name: gated }
spec:
  requires: { auth: { all: %s } }
  input: { type: object }
  output: {}
  handler: { kind: ref, ref: gated }
`

func TestPredicates(t *testing.T) {
	owner := content.Caller{User: &content.User{ID: "o"}, Staff: &content.Staff{ID: "o", Role: "owner"}}
	inProcess := content.Caller{User: &content.User{ID: "p"}}
	for _, test := range []struct {
		all    string
		caller content.Caller
		want   diag.Code
	}{
		{"[ctx.user]", nobody, diag.Unauthenticated},
		{"[ctx.user]", key, diag.AuthDenied}, // a key has no user
		{"[ctx.user]", ada, ""},
		{"[ctx.user]", inProcess, ""},
		{"[ctx.auth]", nobody, diag.Unauthenticated},
		{"[ctx.auth]", inProcess, diag.AuthDenied},
		{"[ctx.auth]", key, ""},
		{"[{ ctx.auth.scope: 'read:notes' }]", nobody, diag.Unauthenticated},
		{"[{ ctx.auth.scope: 'read:notes' }]", ada, diag.AuthDenied},
		{"[{ ctx.auth.scope: 'read:notes' }]", key, ""},
		{"[{ ctx.auth.scope: 'read' }]", key, diag.AuthDenied}, // exact, no prefix
		{"[{ ctx.staff: [editor] }]", nobody, diag.Unauthenticated},
		{"[{ ctx.staff: [editor] }]", ada, diag.AuthDenied},
		{"[{ ctx.staff: [editor] }]", editor, ""},
		{"[{ ctx.staff: [editor] }]", owner, diag.AuthDenied}, // listed, not "or above"
		{"[{ ctx.staff: [owner, editor] }]", owner, ""},
		{"[ctx.user, { ctx.staff: [editor] }]", ada, diag.AuthDenied},
		{"[ctx.user, { ctx.staff: [editor] }]", editor, ""},
	} {
		t.Run(fmt.Sprintf("%s as %s", test.all, nameOf(test.caller)), func(t *testing.T) {
			var ran steps
			s := open(t, fmt.Sprintf(gated, test.all), content.Options{Handlers: map[string]content.Handler{"gated": ran.handler("gated", nil, nil)}})
			_, err := s.Invoke(s.ctx, test.caller, "gated", nil)
			s.wants(err, test.want, "input#")
			if allowed := ran != nil; allowed != (test.want == "") {
				t.Errorf("the handler ran: %v", allowed)
			}
		})
	}
}

// Scopes are missed where they are all that is.
func TestMissingScopes(t *testing.T) {
	reader := content.Caller{User: &content.User{ID: "r"}, Auth: &content.Auth{Scopes: []string{"read"}}}
	for _, test := range []struct {
		requires string
		caller   content.Caller
		missing  []string
		ok       bool
	}{
		{"{ auth: { all: [ctx.user, { ctx.auth.scope: read }] } }", reader, nil, true},
		{"{ auth: { all: [{ ctx.auth.scope: write }, ctx.user, { ctx.auth.scope: drop }, { ctx.auth.scope: write }] } }", reader, []string{"write", "drop"}, true},
		{"{ auth: { all: [{ ctx.auth.scope: write }, { ctx.staff: [owner] }] } }", reader, nil, false},
		{"{ auth: { all: [{ ctx.auth.scope: write }] }, guard: { procedure: gate } }", reader, []string{"write", "gate"}, true},
		{"{ guard: { procedure: staffed } }", reader, nil, false},
		{"{ auth: { all: [{ ctx.auth.scope: write }] } }", content.Caller{User: &content.User{ID: "p"}}, nil, false},
		{"{ auth: { all: [{ ctx.auth.scope: write }] } }", nobody, nil, false},
	} {
		p := plantest.Seal(t, fmt.Sprintf(behind, test.requires)).Procedure("gated")
		missing, ok := test.caller.MissingScopes(p.Requires())
		if ok != test.ok || !slices.Equal(missing, test.missing) {
			t.Errorf("%s as %s: %v, %v", test.requires, nameOf(test.caller), missing, ok)
		}
	}
}

const behind = `
apiVersion: quartet/v1
kind: Procedure
metadata: { name: gate }
spec: { requires: { auth: { all: [{ ctx.auth.scope: gate }] } }, input: { type: object }, output: {}, handler: { kind: ref, ref: gate } }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: staffed }
spec: { requires: { auth: { all: [{ ctx.staff: [owner] }] } }, input: { type: object }, output: {}, handler: { kind: ref, ref: gate } }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: gated }
spec: { requires: %s, input: { type: object }, output: {}, handler: { kind: ref, ref: gate } }
`

// Staff learn which role would do. Of roles with a gap none is the least, and
// to others it is not told what staff may.
func TestTheLeastRoleThatWouldDo(t *testing.T) {
	contributor := content.Caller{User: &content.User{ID: "c"}, Staff: &content.Staff{ID: "c", Role: "contributor"}, Auth: &content.Auth{}}
	for _, test := range []struct {
		all    string
		caller content.Caller
		want   any
	}{
		{"[{ ctx.staff: [owner] }]", editor, map[string]any{"minimumRole": "owner"}},
		{"[{ ctx.staff: [owner, editor] }]", contributor, map[string]any{"minimumRole": "editor"}},
		{"[{ ctx.staff: [editor] }]", contributor, nil},
		{"[{ ctx.staff: [contributor, owner] }]", editor, nil},
		{"[{ ctx.auth.scope: 'read:notes' }]", editor, nil},
		{"[{ ctx.staff: [owner] }]", ada, nil},
		{"[{ ctx.staff: [owner] }]", nobody, nil},
	} {
		s := open(t, fmt.Sprintf(gated, test.all), content.Options{Handlers: map[string]content.Handler{"gated": new(steps).handler("gated", nil, nil)}})
		_, err := s.Invoke(s.ctx, test.caller, "gated", nil)
		if diff := cmp.Diff(test.want, diag.As(err).Expected); diff != "" {
			t.Errorf("%s as %s: %s", test.all, nameOf(test.caller), diff)
		}
	}
}

func nameOf(c content.Caller) string {
	switch {
	case c.Anonymous():
		return "nobody"
	case c.User == nil:
		return "a key"
	default:
		return c.User.ID
	}
}
