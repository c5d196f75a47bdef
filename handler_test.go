package quartet_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet"
	"github.com/quartet-dev/quartet/internal/diag"
)

// probe is a Procedure without a shape of its own, and hooks the guest book.
const probe = `
apiVersion: quartet/v1
kind: Procedure
metadata: { name: probe }
spec:
  input: { type: object, properties: { small: { type: integer }, inner: { type: object } } }
  output: {}
  handler: { kind: ref, ref: probe }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: probe-greetings }
spec:
  source: { kind: lifecycle, schema: greetings, on: [before_create] }
  target: { procedure: probe }
`

func startProbe(t *testing.T, o quartet.Options, handle quartet.Handler) *quartet.Service {
	t.Helper()
	o.Handlers = quartet.Handlers{"words.count": quartet.Handle(countWords), "probe": handle}
	return start(t, o, map[string]string{"manifests/probe.yaml": probe})
}

var greeting = map[string]any{"name": "Ada", "text": "Hello there"}

// Authorization: handler context { user, staff, auth, env, event }.
func TestAHandlerKnowsItsCall(t *testing.T) {
	type env struct{ Name string }
	var seen *quartet.Context
	s := startProbe(t, quartet.Options{Env: env{"tea"}}, func(_ context.Context, c *quartet.Context, _ map[string]any) (any, error) {
		seen = c
		return nil, nil
	})
	caller := quartet.Caller{
		User:  &quartet.User{ID: "ada"},
		Staff: &quartet.Staff{ID: "ada", Role: "editor"},
		Auth:  &quartet.Auth{Credential: "session", CredentialID: "c1"},
	}
	if _, err := s.Invoke(t.Context(), "probe", nil, quartet.CallOptions{Caller: caller}); err != nil {
		t.Fatal(err)
	}
	if seen.Caller() != caller || seen.Env != (env{"tea"}) || seen.Event != nil || seen.Service() != s {
		t.Errorf("%+v", seen)
	}
	if _, err := s.Entries("greetings").As(caller).CreateDraft(t.Context(), greeting); err != nil {
		t.Fatal(err)
	}
	if seen.Event == nil || seen.Event.Trigger != "probe-greetings" || seen.Event.Schema != "greetings" || seen.User.ID != "ada" {
		t.Errorf("%+v", seen.Event)
	}
}

func TestAHandlerCallsTheServiceItRunsIn(t *testing.T) {
	s := startProbe(t, quartet.Options{}, func(ctx context.Context, c *quartet.Context, input map[string]any) (any, error) {
		if c.Event != nil {
			return nil, nil
		}
		if _, err := c.Service().Invoke(ctx, "greet", greeting, quartet.CallOptions{Caller: c.Caller()}); err != nil {
			return nil, err
		}
		page, err := c.Service().View(ctx, "greetings", quartet.ViewOptions{})
		if err != nil {
			return nil, err
		}
		return quartet.Rows[map[string]any](page)
	})
	got, err := s.Invoke(t.Context(), "probe", nil, quartet.CallOptions{})
	if diff := cmp.Diff(any([]any{greeting}), got); diff != "" || err != nil {
		t.Error(diff, err)
	}
}

// Errors: a handler may throw a structured failure; anything else is
// INTERNAL_ERROR.
func TestHowHandlersFail(t *testing.T) {
	for name, test := range map[string]struct {
		fails error
		code  quartet.Code
		path  string
		want  int
	}{
		"a code of the catalogue":   {quartet.Fail("ENTITLEMENT_REQUIRED", "A plan is needed."), "ENTITLEMENT_REQUIRED", "input#", 402},
		"at a place in the input":   {quartet.FailAt("INPUT_VALIDATION_FAILED", "/inner/x", "No."), "INPUT_VALIDATION_FAILED", "input#/inner/x", 400},
		"a code of its own":         {quartet.Fail("TEA_IS_OUT", "No tea is left."), "TEA_IS_OUT", "input#", 500},
		"a diagnostic of its own":   {&quartet.Diagnostic{Code: "TEA_IS_OUT", Message: "No."}, "TEA_IS_OUT", "input#", 500},
		"something that is no code": {quartet.Fail("tea is out", "No tea is left."), diag.InternalError, "", 500},
		"any other error":           {errors.New("secret detail"), diag.InternalError, "", 500},
	} {
		t.Run(name, func(t *testing.T) {
			s := startProbe(t, quartet.Options{}, func(context.Context, *quartet.Context, map[string]any) (any, error) { return nil, test.fails })
			_, err := s.Invoke(t.Context(), "probe", nil, quartet.CallOptions{})
			var d *quartet.Diagnostic
			if !errors.As(err, &d) {
				t.Fatal(err)
			}
			if d.Code != test.code || d.Path != test.path || d.Status() != test.want || d.Phase != diag.Runtime || d.Severity != diag.Error || strings.Contains(d.Message, "secret") {
				t.Errorf("%d %+v", d.Status(), d)
			}
		})
	}
}

func TestInputsThatAHandlersTypeCannotHold(t *testing.T) {
	type in struct {
		Small int8
		Inner struct{ Deep string }
	}
	s := startProbe(t, quartet.Options{}, quartet.Handle(func(_ context.Context, _ *quartet.Context, in in) (int8, error) {
		return in.Small, nil
	}))
	for name, test := range map[string]struct {
		input map[string]any
		want  string // path of INPUT_VALIDATION_FAILED; "" when it fits
	}{
		"fits":       {map[string]any{"small": 127}, ""},
		"too large":  {map[string]any{"small": 128}, "input#/small"},
		"wrong deep": {map[string]any{"inner": map[string]any{"deep": 1}}, "input#/inner/deep"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := s.Invoke(t.Context(), "probe", test.input, quartet.CallOptions{})
			var d *quartet.Diagnostic
			switch {
			case test.want == "" && err != nil:
				t.Error(err)
			case test.want != "" && (!errors.As(err, &d) || d.Code != diag.InputValidationFailed || !strings.EqualFold(d.Path, test.want)):
				t.Errorf("%+v", err)
			}
		})
	}
}

// HANDLER_BUILTIN_NOT_IN_V010: a runtime without the builtin dispatcher.
func TestNoBuiltins(t *testing.T) {
	s := start(t, quartet.Options{NoBuiltins: true}, nil)
	if _, err := s.Invoke(t.Context(), "greet", greeting, quartet.CallOptions{}); quartet.CodeOf(err) != diag.HandlerBuiltinNotInV010 {
		t.Error(err)
	}
}
