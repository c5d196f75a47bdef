package content_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

const pipeline = `
apiVersion: quartet/v1
kind: Procedure
metadata: { name: greet }
spec:
  requires:
    auth: { all: [ctx.user] }
    guard: { procedure: may-greet }
  input:
    type: object
    required: [name]
    properties:
      name: { type: string, minLength: 2 }
      tags: { type: array, items: { type: string } }
  output:
    type: object
    required: [text]
    properties: { text: { type: string } }
  handler: { kind: ref, ref: greet }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: may-greet }
spec:
  requires: { auth: { all: [ctx.auth] } }
  input: { type: object }
  output: {}
  handler: { kind: ref, ref: may-greet }
`

// steps records which handlers ran.
type steps []string

func (s *steps) handler(name string, answer any, err error) content.Handler {
	return func(context.Context, *content.Call, map[string]any) (any, error) {
		*s = append(*s, name)
		return answer, err
	}
}

func TestPipelineStepsRunInOrder(t *testing.T) {
	text := values{"text": "hello"}
	for _, test := range []struct {
		name   string
		caller content.Caller
		input  values
		guard  error
		answer any
		ran    steps
		code   diag.Code
		path   string
	}{
		{"1 authorize: nobody", nobody, values{}, nil, text, nil, diag.Unauthenticated, "input#"},
		{"1 authorize: somebody, but not enough", key, values{}, nil, text, nil, diag.AuthDenied, "input#"},
		{"2 validate input: missing property", ada, values{}, nil, text, nil, diag.InputValidationFailed, "input#/name"},
		{"2 validate input: wrong property", ada, values{"name": "x"}, nil, text, nil, diag.InputValidationFailed, "input#/name"},
		{"2 validate input: wrong element", ada, values{"name": "Bo", "tags": []any{"a", 1}}, nil, text, nil, diag.InputValidationFailed, "input#/tags/1"},
		{"2 validate input: no JSON value", ada, values{"name": "Bo\x00"}, nil, text, nil, diag.InputValidationFailed, "input#/name"},
		{"3 guard: a diagnostic denies", ada, values{"name": "Bo"}, diag.At(diag.EntitlementRequired, "input#", "Pay first."), text, steps{"may-greet"}, diag.EntitlementRequired, "input#"},
		{"3 guard: any failure denies", ada, values{"name": "Bo"}, errors.New("down"), text, steps{"may-greet"}, diag.InternalError, ""},
		{"4 dispatch", ada, values{"name": "Bo"}, nil, text, steps{"may-greet", "greet"}, "", ""},
		{"5 validate output: missing property", ada, values{"name": "Bo"}, nil, values{}, steps{"may-greet", "greet"}, diag.OutputValidationFailed, "output#/text"},
		{"5 validate output: no JSON value", ada, values{"name": "Bo"}, nil, values{"text": make(chan int)}, steps{"may-greet", "greet"}, diag.OutputValidationFailed, "output#/text"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var ran steps
			s := open(t, pipeline, content.Options{Handlers: map[string]content.Handler{
				"may-greet": ran.handler("may-greet", nil, test.guard),
				"greet":     ran.handler("greet", test.answer, nil),
			}})
			_, err := s.Invoke(s.ctx, test.caller, "greet", test.input)
			s.wants(err, test.code, test.path)
			if diff := cmp.Diff(test.ran, ran); diff != "" {
				t.Errorf("handlers that ran: %s", diff)
			}
			decoded, err := jsonvalue.Normalize(test.input, jsonvalue.Limits{})
			if err != nil {
				return // no surface could have decoded it
			}
			ran = nil
			_, err = s.InvokeDecoded(s.ctx, test.caller, s.Plan().Procedure("greet"), decoded.(map[string]any))
			s.wants(err, test.code, test.path)
			if diff := cmp.Diff(test.ran, ran); diff != "" {
				t.Errorf("handlers that ran on decoded input: %s", diff)
			}
		})
	}
}

func TestAGuardGetsAnInputOfItsOwn(t *testing.T) {
	greeted := ""
	s := open(t, pipeline, content.Options{Handlers: map[string]content.Handler{
		"may-greet": func(_ context.Context, _ *content.Call, input map[string]any) (any, error) {
			input["name"] = "Eve"
			return nil, nil
		},
		"greet": func(_ context.Context, _ *content.Call, input map[string]any) (any, error) {
			greeted = input["name"].(string)
			return values{"text": "hello"}, nil
		},
	}})
	_, err := s.InvokeDecoded(s.ctx, ada, s.Plan().Procedure("greet"), values{"name": "Bo"})
	s.wants(err, "", "")
	if greeted != "Bo" {
		t.Errorf("%s is greeted", greeted)
	}
}

func TestEntitlementRequiredIs402(t *testing.T) {
	if status := diag.StatusOf(diag.EntitlementRequired); status != 402 {
		t.Errorf("status is %d", status)
	}
}

func TestGuardRunsItsOwnAuthorization(t *testing.T) {
	var ran steps
	s := open(t, pipeline, content.Options{Handlers: map[string]content.Handler{
		"may-greet": ran.handler("may-greet", nil, nil),
		"greet":     ran.handler("greet", values{"text": "hello"}, nil),
	}})
	inProcess := content.Caller{User: ada.User} // a user without a credential
	s.refused(inProcess, "greet", values{"name": "Bo"}, diag.AuthDenied, "input#")
	if ran != nil {
		t.Errorf("%v ran", ran)
	}
}

const echo = `
apiVersion: quartet/v1
kind: Procedure
metadata: { name: echo }
spec:
  input: { type: object }
  output: {}
  handler: { kind: ref, ref: echo }
`

func TestTheHandlersOwnResultIsAnswered(t *testing.T) {
	type point struct {
		X int `json:"x"`
	}
	for _, test := range []struct {
		name   string
		result any
		want   any
	}{
		{"fields that output does not declare", values{"extra": true}, values{"extra": true}},
		{"a struct", point{3}, values{"x": int64(3)}},
		{"a list", []int{1, 2}, []any{int64(1), int64(2)}},
		{"nothing", nil, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			var ran steps
			s := open(t, echo, content.Options{Handlers: map[string]content.Handler{"echo": ran.handler("echo", test.result, nil)}})
			got, err := s.Invoke(s.ctx, nobody, "echo", nil)
			s.wants(err, "", "")
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A handler that waits for what never comes is told to stop: when its caller
// says, or else while its answer can still be sent.
func TestAHandlerHasADeadline(t *testing.T) {
	var deadline time.Time
	s := open(t, echo, content.Options{Handlers: map[string]content.Handler{
		"echo": func(ctx context.Context, _ *content.Call, _ map[string]any) (any, error) {
			deadline, _ = ctx.Deadline()
			return nil, nil
		},
	}})
	callers := time.Now().Add(time.Hour)
	patient, cancel := context.WithDeadline(t.Context(), callers)
	defer cancel()
	began := time.Now()
	for name, test := range map[string]struct {
		ctx         context.Context
		least, most time.Time
	}{
		"the caller's own": {patient, callers, callers},
		"nobody's":         {context.Background(), began.Add(30 * time.Second), began.Add(time.Minute)},
	} {
		_, err := s.Invoke(test.ctx, nobody, "echo", nil)
		s.wants(err, "", "")
		if deadline.Before(test.least) || deadline.After(test.most) {
			t.Errorf("%s: the handler may run for %v", name, deadline.Sub(began))
		}
	}
}

func TestHandlerFailures(t *testing.T) {
	var none *diag.Diagnostic
	own := diag.At("TEA_TOO_HOT", "input#/tea", "Wait a little.")
	for _, test := range []struct {
		name  string
		fail  func() error
		code  diag.Code
		cause string
	}{
		{"a diagnostic is answered as it is", func() error { return own }, "TEA_TOO_HOT", ""},
		{"a wrapped diagnostic is found", func() error { return fmt.Errorf("brewing: %w", own) }, "TEA_TOO_HOT", ""},
		{"any other error is internal", func() error { return errors.New("kettle broke") }, diag.InternalError, "kettle broke"},
		{"a diagnostic that is nil is internal", func() error { return none }, diag.InternalError, "nil *diag.Diagnostic"},
		{"a panic is internal", func() error { panic("lid off") }, diag.InternalError, "lid off"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := open(t, echo, content.Options{Handlers: map[string]content.Handler{
				"echo": func(context.Context, *content.Call, map[string]any) (any, error) { return nil, test.fail() },
			}})
			_, err := s.Invoke(s.ctx, nobody, "echo", nil)
			if !diag.HasCode(err, test.code) {
				t.Fatalf("got %v, want %s", err, test.code)
			}
			cause := errors.Unwrap(err)
			if test.cause != "" && (cause == nil || !strings.Contains(cause.Error(), test.cause)) {
				t.Errorf("the cause for the log is %v, want %q in it", cause, test.cause)
			}
			if test.cause != "" && strings.Contains(err.Error(), test.cause) {
				t.Errorf("the answer %q tells the cause", err)
			}
		})
	}
}

func TestHandlersGetAnInputOfTheirOwn(t *testing.T) {
	s := open(t, echo, content.Options{Handlers: map[string]content.Handler{
		"echo": func(_ context.Context, call *content.Call, input map[string]any) (any, error) {
			input["list"].([]any)[0] = "changed"
			input["more"] = true
			call.Caller.User = nil
			return nil, nil
		},
	}})
	sent := values{"list": []any{"a"}}
	if _, err := s.Invoke(s.ctx, ada, "echo", sent); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(values{"list": []any{"a"}}, sent); diff != "" {
		t.Error(diff)
	}
}

func TestInputOfInProcessCallersIsNormalized(t *testing.T) {
	type tag string
	s := open(t, echo, content.Options{Handlers: map[string]content.Handler{
		"echo": func(_ context.Context, _ *content.Call, input map[string]any) (any, error) { return input, nil },
	}})
	got, err := s.Invoke(s.ctx, nobody, "echo", values{"n": 3, "f": float32(0.5), "tags": []tag{"x"}})
	s.wants(err, "", "")
	if diff := cmp.Diff(values{"n": int64(3), "f": 0.5, "tags": []any{"x"}}, got); diff != "" {
		t.Error(diff)
	}
}

func TestUnknownNames(t *testing.T) {
	s := open(t, echo, content.Options{})
	s.refused(nobody, "nothing", nil, diag.ProcedureNotFound, "input#")
	s.refused(nobody, "echo", nil, diag.HandlerNotRegistered, "input#")
}

const strictOutput = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: notes }
spec:
  title: Notes
  lifecycle: operational
  schema: { type: object, properties: { text: { type: string } } }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: note }
spec:
  input: { type: object, properties: { text: { type: string } } }
  output: { type: object, required: [nothingSuch] }
  handler: { kind: builtin, op: create, schema: notes }
`

func TestOutputValidationUndoesNothing(t *testing.T) {
	s := open(t, strictOutput, content.Options{})
	s.refused(nobody, "note", values{"text": "kept"}, diag.OutputValidationFailed, "output#/nothingSuch")
	if n := s.count("notes"); n != 1 {
		t.Errorf("%d notes are stored, want the one that was written", n)
	}
}
