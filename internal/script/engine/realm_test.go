package engine_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/script/engine"
)

// bare are the web APIs of realms that need none.
const bare = `(function (host, start) { return {} })`

func compile(t *testing.T, handlers string) *engine.Program {
	t.Helper()
	program, err := engine.Compile(engine.Sources{Web: bare, Handlers: handlers, Site: `{"env": {"KEY": "k"}}`})
	if err != nil {
		t.Fatal(err)
	}
	return program
}

func open(t *testing.T, handlers string) *engine.Realm {
	t.Helper()
	realm, err := compile(t, handlers).Open(engine.Host{Steps: 200})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(realm.Close)
	return realm
}

const call = `{"input": {"a": 1, "b": 2}, "caller": {"user": {"id": "ada"}}}`

// How handlers end: what one gives or throws, and its outcome.
func TestOutcomes(t *testing.T) {
	for name, test := range map[string]struct {
		handler string
		want    engine.Outcome
	}{
		"a value":                  {`(input) => ({ sum: input.a + input.b })`, engine.Outcome{Value: `{"sum":3}`}},
		"a promise":                {`async (input) => input.a`, engine.Outcome{Value: `1`}},
		"nothing":                  {`() => {}`, engine.Outcome{Value: `null`}},
		"after a while":            {`async () => { for (let i = 0; i < 100; i++) await null; return 'late' }`, engine.Outcome{Value: `"late"`}},
		"what it knows":            {`(_, ctx) => [ctx.user.id, ctx.staff, ctx.auth, ctx.event, ctx.env.KEY]`, engine.Outcome{Value: `["ada",null,null,null,"k"]`}},
		"a text that is none":      {`() => 'a\ud800\u0000z'`, engine.Outcome{Value: `"a\ud800\u0000z"`}},
		"a refusal":                {`(_, ctx) => { throw ctx.fail('TEA_IS_OUT', '/a', 'No tea.') }`, engine.Outcome{Refusal: `{"code":"TEA_IS_OUT","path":"/a","message":"No tea."}`}},
		"a refusal in a promise":   {`async (_, ctx) => { throw ctx.fail('TEA_IS_OUT', '', 'No.') }`, engine.Outcome{Refusal: `{"code":"TEA_IS_OUT","path":"","message":"No."}`}},
		"throw null":               {`() => { throw null }`, engine.Outcome{Failure: &engine.Failure{Message: "null was thrown; the engine does so, too, where it has no memory left for an error."}}},
		"throw of a text":          {`async () => { throw 'tea' }`, engine.Outcome{Failure: &engine.Failure{Message: "tea was thrown, which is no Error."}}},
		"throw of what has none":   {`() => { throw { toString() { throw 1 } } }`, engine.Outcome{Failure: &engine.Failure{Message: "something without a text was thrown, which is no Error."}}},
		"throw of a symbol":        {`() => { throw Symbol('s') }`, engine.Outcome{Failure: &engine.Failure{Message: "Symbol(s) was thrown, which is no Error."}}},
		"what JSON cannot hold":    {`() => 1n`, engine.Outcome{Failure: &engine.Failure{Message: "TypeError: Do not know how to serialize a BigInt"}}},
		"nobody awaits":            {`() => { Promise.reject(new Error('lost')) }`, engine.Outcome{Failure: &engine.Failure{Message: "A promise was rejected, and nothing awaits it. Error: lost"}}},
		"somebody awaits, late":    {`async () => { const p = Promise.reject(1); await null; try { await p } catch { return 'caught' } }`, engine.Outcome{Value: `"caught"`}},
		"a cause":                  {`() => { throw new Error('a', { cause: new TypeError('b') }) }`, engine.Outcome{Failure: &engine.Failure{Message: "Error: a", Causes: []string{"TypeError: b"}}}},
		"a function as its result": {`() => () => 1`, engine.Outcome{Value: "null"}},
	} {
		t.Run(name, func(t *testing.T) {
			realm := open(t, `register({ key: `+test.handler+` })`)
			turn := realm.Begin("key", call)
			if turn.Outcome == nil {
				t.Fatal("the handler still waits")
			}
			if f := turn.Outcome.Failure; f != nil {
				f.Stack = ""
			}
			if diff := cmp.Diff(&test.want, turn.Outcome); diff != "" {
				t.Error(diff)
			}
			if !realm.End() {
				t.Error("the realm cannot serve another call")
			}
		})
	}
}

// What ends a turn, whatever the handler catches.
func TestBounds(t *testing.T) {
	for name, test := range map[string]struct {
		handler string
		want    string // of the message
		bound   engine.Bound
	}{
		"an endless loop":              {`() => { for (;;); }`, "too long", engine.Steps},
		"a loop that catches":          {`() => { for (;;) try { for (;;); } catch {} finally { for (;;); } }`, "too long", engine.Steps},
		"endless jobs":                 {`() => { const f = () => Promise.resolve().then(f); f() }`, "too long", engine.Steps},
		"a backtracking expression":    {`() => /(x+x+)+y/.test('x'.repeat(100))`, "too long", engine.Steps},
		"endless recursion":            {`() => { const f = () => f(); f() }`, "stack overflow", ""},
		"recursion of toString":        {"() => { const o = { toString: () => `${o}` }; return `${o}` }", "stack overflow", ""},
		"a deep expression":            {`() => new RegExp('('.repeat(1e5) + ')'.repeat(1e5))`, "too many captures", ""},
		"deep JSON":                    {`() => JSON.parse('['.repeat(1e6))`, "stack overflow", ""},
		"a string of a gigabyte":       {`() => 'x'.repeat(2 ** 31)`, "invalid", ""},
		"a string that grows":          {`() => { let s = 'x'; for (;;) s += s }`, "string too long", ""},
		"an array of two billion":      {`() => new Array(2e9).fill(1)`, "out of memory", ""},
		"an array that grows":          {`() => { const a = []; for (;;) a.push(a.slice(), new Array(1e5).fill(0)) }`, "memory", ""},
		"a buffer of two gigabytes":    {`() => new ArrayBuffer(2 ** 31)`, "invalid array buffer length", ""},
		"a number of a million digits": {`() => 2n ** (10n ** 9n)`, "too large", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			turn := open(t, `register({ key: `+test.handler+` })`).Begin("key", call)
			if turn.Outcome == nil || turn.Outcome.Failure == nil {
				t.Fatalf("%+v", turn)
			}
			if f := turn.Outcome.Failure; !strings.Contains(f.Message, test.want) || f.Bound != test.bound {
				t.Errorf("%+v, want %q", f, test.want)
			}
		})
	}
}

// An operation is settled in a later turn, once, and only for the call that began it.
func TestOperations(t *testing.T) {
	web := `(function (host, start) { globalThis.start = start; return {} })`
	program, err := engine.Compile(engine.Sources{Web: web, Site: "{}", Handlers: `register({
		read: async () => { const { value, bytes } = await start('read', { of: 'tea' }, new Uint8Array([1, 2])); return [value, bytes[0]] },
		lose: async () => { start('read', 1); const left = start('read', 2); start.cancel(left); start.tell('log', 'gone'); return 'done' },
		fail: async () => { try { await start('read') } catch (e) { return [e.name, e.code, e.message] } },
		pass: async () => { await start('read') },
	})`})
	if err != nil {
		t.Fatal(err)
	}
	realm, err := program.Open(engine.Host{Steps: 200})
	if err != nil {
		t.Fatal(err)
	}
	defer realm.Close()

	turn := realm.Begin("read", call)
	if diff := cmp.Diff([]engine.Operation{{ID: 1, Name: "read", Payload: `{"of":"tea"}`, Bytes: []byte{1, 2}}}, turn.Operations); diff != "" || turn.Outcome != nil {
		t.Fatal(diff, turn.Outcome)
	}
	turn = realm.Settle(1, `"green"`, []byte{7})
	if turn.Outcome == nil || turn.Outcome.Value != `["green",7]` {
		t.Errorf("%+v", turn.Outcome)
	}
	if turn := realm.Settle(1, `"again"`, nil); turn.Outcome != nil {
		t.Errorf("%+v", turn.Outcome)
	}
	realm.End()

	turn = realm.Begin("lose", call)
	if len(turn.Operations) != 3 || turn.Operations[2].ID != 0 || len(turn.Cancelled) != 1 || turn.Outcome.Value != `"done"` {
		t.Errorf("%+v %+v", turn, turn.Outcome)
	}
	if !realm.End() {
		t.Error("a promise that is left over ends the realm")
	}

	realm.Begin("fail", call)
	turn = realm.Reject(4, `{"diagnostic": {"code": "NOT_FOUND", "message": "There is none."}}`)
	if turn.Outcome == nil || turn.Outcome.Value != `["ServiceError","NOT_FOUND","There is none."]` {
		t.Errorf("%+v", turn.Outcome)
	}
	realm.End()

	realm.Begin("pass", call)
	turn = realm.Reject(5, `{"diagnostic": {"code": "NOT_FOUND", "message": "There is none."}}`)
	if turn.Outcome == nil || turn.Outcome.Refusal != `{"code":"NOT_FOUND","message":"There is none."}` {
		t.Errorf("%+v", turn.Outcome)
	}
}

func TestAModuleThatThrowsOpensNoRealm(t *testing.T) {
	_, err := compile(t, "const a = 1\nthrow new Error('at the start')").Open(engine.Host{Steps: 200})
	var failure *engine.Failure
	if !errors.As(err, &failure) || failure.Message != "Error: at the start" || !strings.Contains(failure.Stack, "handlers.js:2") {
		t.Errorf("%#v", err)
	}
}

func BenchmarkCall(b *testing.B) {
	program, err := engine.Compile(engine.Sources{Web: bare, Site: "{}", Handlers: `register({ key: (input) => ({ sum: input.a + input.b }) })`})
	if err != nil {
		b.Fatal(err)
	}
	realm, err := program.Open(engine.Host{Steps: 200})
	if err != nil {
		b.Fatal(err)
	}
	defer realm.Close()
	for b.Loop() {
		realm.Begin("key", call)
		realm.End()
	}
}

func BenchmarkOpen(b *testing.B) {
	program, err := engine.Compile(engine.Sources{Web: bare, Site: "{}", Handlers: `register({})`})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		realm, err := program.Open(engine.Host{Steps: 200})
		if err != nil {
			b.Fatal(err)
		}
		realm.Close()
	}
}
