package script_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/script"
	"github.com/quartet-dev/quartet/internal/script/bundle"
)

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

// open opens the handlers of handlers/h.ts.
func open(t testing.TB, source string, exports ...string) *script.Scripts {
	t.Helper()
	return openWith(t, source, func(*script.Options) {}, exports...)
}

func openWith(t testing.TB, source string, change func(*script.Options), exports ...string) *script.Scripts {
	t.Helper()
	var keys []string
	for _, name := range exports {
		keys = append(keys, "h."+name)
	}
	made, problems := bundle.Build(bundle.Options{FS: fstest.MapFS{"handlers/h.ts": {Data: []byte(source)}}, Keys: keys})
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	options := script.Options{
		Bundle: made, Site: map[string]any{"env": map[string]any{}}, Operations: operations, Log: slog.New(slog.DiscardHandler),
	}
	change(&options)
	s, err := script.Open(context.Background(), options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

const sum = `export const sum = (input) => ({ sum: input.a + input.b })`

func TestAHandlerIsCalled(t *testing.T) {
	call := open(t, sum, "sum").Functions()["h.sum"]
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
	s := open(t, `export const stuck = () => 'a'.repeat(3e7).indexOf('a'.repeat(1e7) + 'b'), well = () => 1`, "stuck", "well")
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	_, err := s.Functions()["h.stuck"](ctx, &content.Call{}, nil)
	if f := script.FailureOf(err); f == nil || !strings.Contains(f.Message, "one built-in function") {
		t.Errorf("%v", err)
	}
	if got, err := s.Functions()["h.well"](t.Context(), &content.Call{}, nil); got != int64(1) || err != nil {
		t.Error(got, err)
	}
}

func TestFailuresNameTheirPlace(t *testing.T) {
	s := open(t, "\nexport const fail = () => { throw new Error('no tea') }\n", "fail")
	_, err := s.Functions()["h.fail"](t.Context(), &content.Call{}, nil)
	f := script.FailureOf(err)
	if f == nil || len(f.Frames) == 0 || f.Frames[0].File != "handlers/h.ts" || f.Frames[0].Line != 2 || f.Frames[0].Function != "fail" {
		t.Errorf("%+v", f)
	}
}

// A name that only other places have is an error that says what to use.
func TestAFailureSaysWhatToUseInstead(t *testing.T) {
	s := open(t, "export const sell = () => new Intl.NumberFormat('de').format(1)", "sell")
	_, err := s.Functions()["h.sell"](t.Context(), &content.Call{}, nil)
	const want = "ReferenceError: 'Intl' is not defined. There is no Intl in handlers: ctx.format writes numbers, money and dates as a locale does."
	if f := script.FailureOf(err); f == nil || f.Message != want {
		t.Errorf("%v", err)
	}
}

func TestADiagnosticThatIsNotCaughtIsTheOneThatWasGiven(t *testing.T) {
	s := open(t, `export const a = async (input, ctx) => { throw ctx.fail('TEA_IS_OUT', '/a', 'No tea.') }`, "a")
	_, err := s.Functions()["h.a"](t.Context(), &content.Call{}, nil)
	var d *diag.Diagnostic
	if !errors.As(err, &d) || d.Code != "TEA_IS_OUT" || d.Path != "input#/a" {
		t.Errorf("%v", err)
	}
}

func TestAPromiseThatNothingSettles(t *testing.T) {
	s := open(t, `export const a = () => new Promise(() => {})`, "a")
	_, err := s.Functions()["h.a"](t.Context(), &content.Call{}, nil)
	if f := script.FailureOf(err); f == nil || !strings.Contains(f.Message, "nothing will settle") {
		t.Errorf("%v", err)
	}
}

func BenchmarkCall(b *testing.B) {
	call := open(b, sum, "sum").Functions()["h.sum"]
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
