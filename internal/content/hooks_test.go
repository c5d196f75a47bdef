package content_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/manifest"
	"github.com/quartet-dev/quartet/internal/plan"
)

const orders = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: orders }
spec:
  title: Orders
  schema:
    type: object
    required: [code]
    properties: { code: { type: string }, note: { type: string } }
  uniqueIndexes: [[code]]
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: audits }
spec:
  title: Audits
  lifecycle: operational
  schema: { type: object, properties: { note: { type: string } } }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: add-order }
spec:
  input: { type: object, required: [code], properties: { code: { type: string }, captcha: { type: string } } }
  output: { type: object }
  handler: { kind: builtin, op: create, schema: orders }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: drop-order }
spec:
  input: { type: object, required: [id], properties: { id: { type: string } } }
  output: { type: object }
  handler: { kind: builtin, op: delete, schema: orders }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: look }
spec:
  input: { type: object }
  output: {}
  handler: { kind: ref, ref: look }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: look-again }
spec:
  input: { type: object }
  output: {}
  handler: { kind: ref, ref: look-again }
`

const every = `
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: watch }
spec:
  source: { kind: lifecycle, schema: orders, on: [before_create, before_update, before_publish, before_delete] }
  target: { procedure: look }
`

// watched is what a hook saw.
type watched struct {
	Hook  plan.Hook
	Input values
	Entry any // the status of ctx.event.entry, nil for no entry
}

// watch serves orders with a hook that records what it sees.
func watch(t *testing.T, manifests string) (service, *[]watched) {
	var seen []watched
	s := open(t, manifests, content.Options{Handlers: map[string]content.Handler{
		"look": func(_ context.Context, call *content.Call, input map[string]any) (any, error) {
			e := call.Event
			if _, err := uuid.Parse(e.ID); err != nil || e.Trigger != "watch" || e.Schema != "orders" {
				t.Errorf("ctx.event is %+v", e)
			}
			seen = append(seen, watched{e.Hook, input, e.Entry["status"]})
			return nil, nil
		},
	}})
	return s, &seen
}

// liveAnOrder takes an order with the code a through every kind of write.
func (s service) liveAnOrder() (id string) {
	s.t.Helper()
	row := s.call(ada, "add-order", values{"code": "a", "captcha": "xyz"})
	id = row["id"].(string)
	for _, name := range []string{"publish", "unpublish", "archive", "unpublish"} {
		_, err := s.move(name, "orders", id, 0)
		s.wants(err, "", "")
	}
	_, err := s.Patch(s.ctx, nobody, "orders", id, values{"note": "late"}, 0)
	s.wants(err, "", "")
	s.call(nobody, "drop-order", values{"id": id})
	return id
}

// Which write fires which pair is in the next test and in deferred_test.go.
func TestEveryHookIsFiredBySomeWrite(t *testing.T) {
	fired := content.FiredHooks()
	for _, hook := range manifest.Hooks() {
		if !slices.Contains(fired, hook) {
			t.Errorf("no write fires %s", hook)
		}
	}
}

func TestEveryWriteFiresItsBeforeHook(t *testing.T) {
	s, seen := watch(t, orders+every)
	id := s.liveAnOrder()
	e := s.add("orders", values{"code": "b"})
	_, err := s.move("delete", "orders", e.ID, 0)
	s.wants(err, "", "")
	want := []watched{
		{plan.BeforeCreate, values{"code": "a", "captcha": "xyz"}, nil}, // the caller's original input
		{plan.BeforePublish, values{"code": "a"}, "draft"},              // the row's data, for want of an input
		{plan.BeforeUpdate, values{"code": "a"}, "published"},
		{plan.BeforeUpdate, values{"code": "a"}, "draft"},
		{plan.BeforeUpdate, values{"code": "a"}, "archived"},
		{plan.BeforeUpdate, values{"note": "late"}, "draft"},
		{plan.BeforeDelete, values{"id": id}, "draft"},
		{plan.BeforeCreate, values{"code": "b"}, nil},
		{plan.BeforeDelete, values{"code": "b"}, "draft"},
	}
	if diff := cmp.Diff(want, *seen); diff != "" {
		t.Error(diff)
	}
}

// A creation that is sent again because its answer was lost does outside what it did once.
func TestACreationThatIsSentAgainRunsItsHooksOnce(t *testing.T) {
	s, seen := watch(t, orders+every)
	entries, id := s.StaffEntries(editor), uuid.NewString()
	_, err := entries.CreateAs(s.ctx, "orders", id, values{"code": "a"})
	s.wants(err, "", "")
	_, err = entries.CreateAs(s.ctx, "orders", id, values{"code": "a"})
	s.wants(err, diag.Conflict, "data#/id")
	if want := []watched{{plan.BeforeCreate, values{"code": "a"}, nil}}; !cmp.Equal(*seen, want) {
		t.Errorf("hooks saw %v", *seen)
	}
}

func TestHooksDoNotSeeWritesThatAreRefused(t *testing.T) {
	s, seen := watch(t, orders+every)
	s.add("orders", values{"code": "a"})
	*seen = nil
	s.refused(nobody, "add-order", values{"code": "a"}, diag.Conflict, "data#/code")
	_, err := s.Create(s.ctx, nobody, "orders", values{"code": 3})
	s.wants(err, diag.InputValidationFailed, "data#/code")
	if len(*seen) != 0 {
		t.Errorf("hooks saw %v", *seen)
	}
}

const two = `
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: b-first-written }
spec:
  source: { kind: lifecycle, schema: orders, on: [before_create] }
  target: { procedure: look }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: a-first-named }
spec:
  source: { kind: lifecycle, schema: orders, on: [before_create], errorPolicy: %s }
  target: { procedure: look-again }
`

func TestErrorPolicy(t *testing.T) {
	own := diag.At(diag.EntitlementRequired, "input#/code", "Pay first.")
	for _, test := range []struct {
		name   string
		policy string
		fail   func() error
		ran    steps
		code   diag.Code
		path   string
		logged bool
	}{
		{"no failure, in order of names", "abort", func() error { return nil }, steps{"look-again", "look"}, "", "", false},
		{"abort answers the hook's diagnostic", "abort", func() error { return own }, steps{"look-again"}, diag.EntitlementRequired, "input#/code", false},
		{"abort without a diagnostic", "abort", func() error { return errors.New("no") }, steps{"look-again"}, diag.LifecycleHookRejected, "input#", true},
		{"abort by a panic", "abort", func() error { panic("no") }, steps{"look-again"}, diag.LifecycleHookRejected, "input#", true},
		{"continue is logged", "continue", func() error { return own }, steps{"look-again", "look"}, "", "", true},
		{"continue after a panic", "continue", func() error { panic("no") }, steps{"look-again", "look"}, "", "", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			var ran steps
			var log bytes.Buffer
			s := open(t, orders+fmt.Sprintf(two, test.policy), content.Options{
				Log: slog.New(slog.NewTextHandler(&log, nil)),
				Handlers: map[string]content.Handler{
					"look": ran.handler("look", nil, nil),
					"look-again": func(context.Context, *content.Call, map[string]any) (any, error) {
						ran = append(ran, "look-again")
						return nil, test.fail()
					},
				},
			})
			_, err := s.Create(s.ctx, nobody, "orders", values{"code": "a"})
			s.wants(err, test.code, test.path)
			if n := s.count("orders"); (n == 1) != (test.code == "") {
				t.Errorf("%d orders are stored", n)
			}
			if diff := cmp.Diff(test.ran, ran); diff != "" {
				t.Error(diff)
			}
			if logged := strings.Contains(log.String(), "trigger=a-first-named"); logged != test.logged {
				t.Errorf("logged: %v, want %v; the log: %s", logged, test.logged, &log)
			}
		})
	}
}

// TestAHookThatTheWriteGoesOnFromIsLoggedInFull: the log is the only one to hear of
// it, so that it has the diagnostic, what is behind that, and neither twice.
func TestAHookThatTheWriteGoesOnFromIsLoggedInFull(t *testing.T) {
	down := diag.At(diag.ResourceUnavailable, "", "The stock cannot be reached.")
	for name, test := range map[string]struct {
		fails error
		cause int // how often the log has it, and the handler's key before it
	}{
		"a diagnostic alone":       {down, 0},
		"with a cause":             {down.WithCause(errors.New("no route")), 1},
		"with a cause, in a chain": {fmt.Errorf("ask for the stock: %w", down.WithCause(errors.New("no route"))), 1},
	} {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			s := open(t, orders+fmt.Sprintf(two, "continue"), content.Options{
				Log: slog.New(slog.NewTextHandler(&log, nil)),
				Handlers: map[string]content.Handler{
					"look":       func(context.Context, *content.Call, map[string]any) (any, error) { return nil, nil },
					"look-again": func(context.Context, *content.Call, map[string]any) (any, error) { return nil, test.fails },
				},
			})
			_, err := s.Create(s.ctx, nobody, "orders", values{"code": "a"})
			s.wants(err, "", "")
			for _, each := range []string{"RESOURCE_UNAVAILABLE", "The stock cannot be reached."} {
				if !strings.Contains(log.String(), each) {
					t.Errorf("%q is missing in %s", each, &log)
				}
			}
			for _, each := range []string{"no route", "run the handler look-again: "} {
				if n := strings.Count(log.String(), each); n != test.cause {
					t.Errorf("%q is told %d times, not %d, in %s", each, n, test.cause, &log)
				}
			}
		})
	}
}

const guarded = `
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: members-only }
spec:
  requires: { auth: { all: [ctx.user] } }
  input: { type: object, properties: { code: { type: string, maxLength: 3 } } }
  output: {}
  handler: { kind: ref, ref: look }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: watch }
spec:
  source: { kind: lifecycle, schema: orders, on: [before_create] }
  target: { procedure: members-only }
`

func TestHooksRunTheWholePipeline(t *testing.T) {
	var ran steps
	s := open(t, orders+guarded, content.Options{Handlers: map[string]content.Handler{"look": ran.handler("look", nil, nil)}})
	s.refused(nobody, "add-order", values{"code": "a"}, diag.Unauthenticated, "input#")
	s.refused(ada, "add-order", values{"code": "long"}, diag.InputValidationFailed, "input#/code")
	s.call(ada, "add-order", values{"code": "a"})
	if diff := cmp.Diff(steps{"look"}, ran); diff != "" {
		t.Error(diff)
	}
}

func TestTriggersOfOneHookShareTheEvent(t *testing.T) {
	var ids, triggers []string
	see := func(_ context.Context, call *content.Call, _ map[string]any) (any, error) {
		ids, triggers = append(ids, call.Event.ID), append(triggers, call.Event.Trigger)
		return nil, nil
	}
	s := open(t, orders+fmt.Sprintf(two, "abort"), content.Options{Handlers: map[string]content.Handler{"look": see, "look-again": see}})
	s.add("orders", values{"code": "a"})
	s.add("orders", values{"code": "b"})
	if diff := cmp.Diff([]string{"a-first-named", "b-first-written", "a-first-named", "b-first-written"}, triggers); diff != "" {
		t.Fatal(diff)
	}
	if ids[0] != ids[1] || ids[2] != ids[3] || ids[0] == ids[2] {
		t.Errorf("event ids are %v", ids)
	}
}

func TestHooksMayWrite(t *testing.T) {
	var s service
	s = open(t, orders+every, content.Options{Handlers: map[string]content.Handler{
		"look": func(ctx context.Context, call *content.Call, _ map[string]any) (any, error) {
			if _, err := s.Create(ctx, call.Caller, "audits", values{"note": string(call.Event.Hook)}); err != nil {
				return nil, err
			}
			if call.Event.Hook == plan.BeforeDelete {
				return nil, errors.New("no")
			}
			return nil, nil
		},
	}})
	e := s.add("orders", values{"code": "a"})
	_, err := s.move("delete", "orders", e.ID, 0)
	s.wants(err, diag.LifecycleHookRejected, "input#")
	if n := s.count("audits"); n != 2 {
		t.Errorf("%d audits are stored, want 2: what a hook wrote stays", n)
	}
}

func TestAHookThatChangesItsOwnEntry(t *testing.T) {
	var s service
	s = open(t, orders+every, content.Options{Handlers: map[string]content.Handler{
		"look": func(ctx context.Context, call *content.Call, _ map[string]any) (any, error) {
			if call.Event.Hook != plan.BeforePublish {
				return nil, nil
			}
			_, err := s.Patch(ctx, call.Caller, "orders", call.Event.Entry["id"].(string), values{"note": "x"}, 0)
			return nil, err
		},
	}})
	e := s.add("orders", values{"code": "a"})
	_, err := s.move("publish", "orders", e.ID, 0)
	if !diag.HasCode(err, diag.Conflict) {
		t.Errorf("got %v, want CONFLICT", err)
	}
}

func TestHooksThatCauseHooksEnd(t *testing.T) {
	var s service
	runs := 0
	s = open(t, orders+every, content.Options{Handlers: map[string]content.Handler{
		"look": func(ctx context.Context, call *content.Call, _ map[string]any) (any, error) {
			runs++
			_, err := s.Create(ctx, call.Caller, "orders", values{"code": fmt.Sprint(runs)})
			return nil, err
		},
	}})
	_, err := s.Create(s.ctx, nobody, "orders", values{"code": "a"})
	s.wants(err, diag.Conflict, "input#")
	if runs != 8 || s.count("orders") != 0 {
		t.Errorf("%d hooks ran and %d orders are stored", runs, s.count("orders"))
	}
}

func TestHooksCannotChangeTheWrite(t *testing.T) {
	s := open(t, orders+every, content.Options{Handlers: map[string]content.Handler{
		"look": func(_ context.Context, call *content.Call, input map[string]any) (any, error) {
			input["code"] = "changed"
			if call.Event.Entry != nil {
				call.Event.Entry["data"].(map[string]any)["code"] = "changed"
			}
			return nil, nil
		},
	}})
	e := s.add("orders", values{"code": "a"})
	_, err := s.move("publish", "orders", e.ID, 0)
	s.wants(err, "", "")
	if code := s.get("orders", e.ID).Data["code"]; code != "a" {
		t.Errorf("code is %v", code)
	}
}
