package content_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
)

const after = `
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: watch }
spec:
  source: { kind: lifecycle, schema: orders, on: [after_create, after_update, after_publish, after_delete] }
  target: { procedure: look }
`

// events claims what was stored for after-hooks.
func (s service) events() (found []*content.Deferred) {
	s.t.Helper()
	claims, err := s.store.Outbox().Claim(s.ctx, 100, time.Minute)
	if err != nil {
		s.t.Fatal(describe(err))
	}
	for _, c := range claims {
		if id, err := uuid.Parse(c.ID); err != nil || id.Version() != 7 {
			s.t.Errorf("the event's id is %q", c.ID)
		}
		found = append(found, &c.Deferred)
	}
	return found
}

// Hooks: every write path fires its after-hook, with the stored data as input
// and the row after as ctx.event.entry.
func TestEveryWriteStoresItsAfterHook(t *testing.T) {
	s, seen := watch(t, orders+after)
	s.liveAnOrder()
	_, err := s.Load(s.ctx, "orders", "", values{"code": "b"}, content.Published)
	s.wants(err, "", "")
	if *seen != nil {
		t.Fatalf("within the calls ran %v", *seen)
	}
	for _, e := range s.events() {
		s.wants(s.Deliver(s.ctx, e, "watch"), "", "")
	}
	want := []watched{
		{plan.AfterCreate, values{"code": "a"}, "draft"},
		{plan.AfterPublish, values{"code": "a"}, "published"},
		{plan.AfterUpdate, values{"code": "a"}, "draft"},
		{plan.AfterUpdate, values{"code": "a"}, "archived"},
		{plan.AfterUpdate, values{"code": "a"}, "draft"},
		{plan.AfterUpdate, values{"code": "a", "note": "late"}, "draft"},
		{plan.AfterDelete, values{"code": "a", "note": "late"}, "draft"}, // as it was
		{plan.AfterCreate, values{"code": "b"}, "draft"},
		{plan.AfterPublish, values{"code": "b"}, "published"},
	}
	if diff := cmp.Diff(want, *seen); diff != "" {
		t.Error(diff)
	}
}

func TestRefusedWritesStoreNoEvent(t *testing.T) {
	s, _ := watch(t, orders+after)
	s.add("orders", values{"code": "a"})
	s.refused(nobody, "add-order", values{"code": "a"}, diag.Conflict, "data#/code")
	_, err := s.Create(s.ctx, nobody, "orders", values{"code": 3})
	s.wants(err, diag.InputValidationFailed, "data#/code")
	if n := len(s.events()); n != 1 {
		t.Errorf("%d events are stored, want 1", n)
	}
}

func TestTheEventWakesWhoeverDelivers(t *testing.T) {
	woken := 0
	s := open(t, orders+after, content.Options{Deferred: func() { woken++ }})
	s.add("audits", values{"note": "no hook waits for it"})
	s.add("orders", values{"code": "a"})
	s.refused(nobody, "add-order", values{"code": "a"}, diag.Conflict, "data#/code")
	if woken != 1 {
		t.Errorf("woken %d times, want 1", woken)
	}
}

// Hooks: the envelope carries the caller's ids and scopes, never a credential;
// what the hook may do is decided by them.
func TestAfterHooksRunForTheCallerOfTheWrite(t *testing.T) {
	caller := content.Caller{
		User:  &content.User{ID: "eve"},
		Staff: &content.Staff{ID: "eve", Role: "editor"},
		Auth:  &content.Auth{Credential: "oauth", CredentialID: "grant-1", ClientID: "app", Scopes: []string{"a", "b"}},
	}
	var seen []content.Caller
	s := open(t, orders+strings.ReplaceAll(guarded, "before_create", "after_create"), content.Options{Handlers: map[string]content.Handler{
		"look": func(_ context.Context, call *content.Call, _ map[string]any) (any, error) {
			seen = append(seen, call.Caller)
			return nil, nil
		},
	}})
	s.call(caller, "add-order", values{"code": "a"})
	s.call(nobody, "add-order", values{"code": "b"})
	s.call(ada, "add-order", values{"code": "long"})
	events := s.events()
	s.wants(s.Deliver(s.ctx, events[0], "watch"), "", "")
	s.wants(s.Deliver(s.ctx, events[1], "watch"), diag.Unauthenticated, "input#")
	s.wants(s.Deliver(s.ctx, events[2], "watch"), diag.InputValidationFailed, "input#/code")
	if diff := cmp.Diff([]content.Caller{caller}, seen); diff != "" {
		t.Error(diff)
	}
}

func TestWhatNoTryCanDeliver(t *testing.T) {
	s, _ := watch(t, orders+after)
	s.add("orders", values{"code": "a"})
	e := s.events()[0]
	without := serve(t, plantest.Seal(t, orders), s.path, content.Options{})
	elsewhere := serve(t, plantest.Seal(t, orders+strings.ReplaceAll(after, "after_create, ", "")), s.path, content.Options{})
	deep := *e
	deep.Body = []byte(strings.Replace(string(e.Body), `"depth":0`, `"depth":8`, 1))
	for name, test := range map[string]struct {
		service
		event *content.Deferred
		want  diag.Code
	}{
		"the Trigger is gone":            {without, e, diag.NotFound},
		"the Trigger is on other hooks":  {elsewhere, e, diag.NotFound},
		"the Schema is gone":             {serve(t, plantest.Seal(t, other), s.path, content.Options{}), e, diag.NotFound},
		"hooks caused hooks eight times": {s, &deep, diag.Conflict},
	} {
		err := test.Deliver(s.ctx, test.event, "watch")
		if !diag.HasCode(err, test.want) || !errors.Is(err, content.ErrUndeliverable) {
			t.Errorf("%s: %v, want %s", name, describe(err), test.want)
		}
	}
	broken := *e
	broken.Body = []byte(`{"entry":3}`)
	if err := s.Deliver(s.ctx, &broken, "watch"); !diag.HasCode(err, diag.InternalError) || errors.Is(err, content.ErrUndeliverable) {
		t.Errorf("an event that cannot be read: %v", err)
	}
}

const other = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: others }
spec: { title: Others, schema: { type: object } }
`

// Hooks: the depth of hooks that cause hooks travels in the event, through
// before-hooks too.
func TestDeferredHooksThatCauseHooksEnd(t *testing.T) {
	var s service
	runs := 0
	s = open(t, orders+after, content.Options{Handlers: map[string]content.Handler{
		"look": func(ctx context.Context, call *content.Call, _ map[string]any) (any, error) {
			runs++
			_, err := s.Create(ctx, call.Caller, "orders", values{"code": "b" + strings.Repeat("b", runs)})
			return nil, err
		},
	}})
	s.add("orders", values{"code": "a"})
	var err error
	for err == nil {
		events := s.events()
		if len(events) != 1 {
			t.Fatalf("%d events after %d runs", len(events), runs)
		}
		err = s.Deliver(s.ctx, events[0], "watch")
	}
	if runs != 8 || !diag.HasCode(err, diag.Conflict) || !errors.Is(err, content.ErrUndeliverable) {
		t.Errorf("%d hooks ran, then %v", runs, err)
	}
}

// Numbers, and what a deferred hook changes of its input, do not leak from one
// delivery into the next.
func TestADeliveryCanBeRepeated(t *testing.T) {
	numbers := strings.ReplaceAll(orders, "note: { type: string }", "note: { type: number }")
	var inputs []any
	s := open(t, numbers+after, content.Options{Handlers: map[string]content.Handler{
		"look": func(_ context.Context, call *content.Call, input map[string]any) (any, error) {
			inputs = append(inputs, input["note"], call.Event.Entry["data"].(map[string]any)["note"])
			delete(input, "note")
			call.Event.Entry["data"] = nil
			return nil, nil
		},
	}})
	s.add("orders", values{"code": "a", "note": int64(1 << 52)})
	e := s.events()[0]
	for range 2 {
		s.wants(s.Deliver(s.ctx, e, "watch"), "", "")
	}
	if diff := cmp.Diff([]any{int64(1 << 52), int64(1 << 52), int64(1 << 52), int64(1 << 52)}, inputs); diff != "" {
		t.Error(diff)
	}
}
