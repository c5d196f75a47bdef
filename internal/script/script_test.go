package script_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/script"
)

// handlers are handlers as one script, whose lines are those of its file.
type handlers struct {
	source string
	keys   []string
}

func (h handlers) Source() string { return h.source }
func (h handlers) Keys() []string { return h.keys }
func (h handlers) Locate(line, column int) (script.Position, bool) {
	return script.Position{File: "handlers/all.ts", Line: line, Column: column}, true
}

// operations are some that need no service.
var operations = map[string]script.Operation{
	"echo": func(_ context.Context, _ *content.Call, payload string, bytes []byte) (any, []byte, error) {
		return payload, bytes, nil
	},
	"refuse": func(context.Context, *content.Call, string, []byte) (any, []byte, error) {
		return nil, nil, diag.At(diag.NotFound, "input#/id", "There is none.")
	},
	"sleep": func(ctx context.Context, _ *content.Call, _ string, _ []byte) (any, []byte, error) {
		<-ctx.Done()
		return nil, nil, context.Cause(ctx)
	},
}

func open(t testing.TB, source string, keys ...string) *script.Scripts {
	t.Helper()
	s, err := script.Open(context.Background(), script.Options{
		Handlers: handlers{source, keys}, Site: map[string]any{"env": map[string]any{}}, Operations: operations, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

const sum = `register({ sum: (input) => ({ sum: input.a + input.b }) })`

func TestAHandlerIsCalled(t *testing.T) {
	call := open(t, sum, "sum").Functions()["sum"]
	var all sync.WaitGroup
	for i := range 100 {
		all.Go(func() {
			got, err := call(t.Context(), &content.Call{}, map[string]any{"a": int64(i), "b": int64(1)})
			if diff := cmp.Diff(any(map[string]any{"sum": int64(i + 1)}), got); diff != "" || err != nil {
				t.Error(err, diff)
			}
		})
	}
	all.Wait()
}

func TestWhatStopsAHandlerThatCannotBeStopped(t *testing.T) {
	s := open(t, `register({ stuck: () => 'a'.repeat(3e7).indexOf('a'.repeat(1e7) + 'b'), well: () => 1 })`, "stuck", "well")
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	_, err := s.Functions()["stuck"](ctx, &content.Call{}, nil)
	if f := script.FailureOf(err); f == nil || !strings.Contains(f.Message, "one built-in function") {
		t.Errorf("%v", err)
	}
	if got, err := s.Functions()["well"](t.Context(), &content.Call{}, nil); got != int64(1) || err != nil {
		t.Error(got, err)
	}
}

func TestFailuresNameTheirPlace(t *testing.T) {
	s := open(t, "\nconst fail = () => { throw new Error('no tea') }\nregister({ fail })", "fail")
	_, err := s.Functions()["fail"](t.Context(), &content.Call{}, nil)
	f := script.FailureOf(err)
	if f == nil || len(f.Frames) == 0 || f.Frames[0].Line != 2 || f.Frames[0].Function != "fail" {
		t.Errorf("%+v", f)
	}
}

func TestADiagnosticThatIsNotCaughtIsTheOneThatWasGiven(t *testing.T) {
	s := open(t, `register({ a: async (input, ctx) => { throw ctx.fail('TEA_IS_OUT', '/a', 'No tea.') } })`, "a")
	_, err := s.Functions()["a"](t.Context(), &content.Call{}, nil)
	var d *diag.Diagnostic
	if !errors.As(err, &d) || d.Code != "TEA_IS_OUT" || d.Path != "input#/a" {
		t.Errorf("%v", err)
	}
}

func TestAPromiseThatNothingSettles(t *testing.T) {
	s := open(t, `register({ a: () => new Promise(() => {}) })`, "a")
	_, err := s.Functions()["a"](t.Context(), &content.Call{}, nil)
	if f := script.FailureOf(err); f == nil || !strings.Contains(f.Message, "nothing will settle") {
		t.Errorf("%v", err)
	}
}

func BenchmarkCall(b *testing.B) {
	call := open(b, sum, "sum").Functions()["sum"]
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if _, err := call(b.Context(), &content.Call{}, map[string]any{"a": int64(1), "b": int64(2)}); err != nil {
				b.Error(err)
			}
		}
	})
}

func BenchmarkStart(b *testing.B) {
	for b.Loop() {
		open(b, sum, "sum").Close()
	}
}
