package script_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/racetest"
	"github.com/quartet-dev/quartet/internal/script"
	"github.com/quartet-dev/quartet/internal/script/engine"
)

// well is a handler that each attack has beside it.
const well = "\nexport const well = (input) => ({ well: input.n })\n"

// sleep is the operation of that name.
func sleep(ctx context.Context, _ *content.Call, payload string, _ []byte) (any, []byte, error) {
	var of struct{ Ms float64 }
	if err := json.Unmarshal([]byte(payload), &of); err != nil {
		return nil, nil, err
	}
	select {
	case <-time.After(time.Duration(of.Ms * float64(time.Millisecond))):
		return nil, nil, nil
	case <-ctx.Done():
		return nil, nil, context.Cause(ctx)
	}
}

// site is handlers under attack.
type site struct {
	*testing.T
	*script.Scripts
}

// steps of a turn in these tests: a loop ends in a part of a second, with the race
// detector, too.
const steps = 200

func attacked(t *testing.T, source string, exports ...string) site {
	t.Helper()
	return site{t, openWith(t, source+well, func(o *script.Options) {
		o.Steps = steps
		o.Operations = map[string]script.Operation{"sleep": sleep, "log": nothing, "echo": echo}
	}, append(exports, "well")...)}
}

func nothing(context.Context, *content.Call, string, []byte) (any, []byte, error) {
	return nil, nil, nil
}

func echo(_ context.Context, _ *content.Call, payload string, bytes []byte) (any, []byte, error) {
	return payload, bytes, nil
}

// call calls a handler.
func (s site) call(ctx context.Context, name string, input map[string]any) (any, error) {
	return s.Functions()["h."+name](ctx, &content.Call{}, input)
}

// isWell fails unless the site answers.
func (s site) isWell() {
	s.Helper()
	if got, err := s.call(s.Context(), "well", map[string]any{"n": int64(7)}); fmt.Sprint(got) != "map[well:7]" || err != nil {
		s.Errorf("another call: %v, %v", got, err)
	}
}

// answersWhile calls other handlers until an attack is over, one at least.
func (s site) answersWhile(attack func()) {
	s.Helper()
	over := make(chan struct{})
	go func() { defer close(over); attack() }()
	for {
		s.isWell()
		select {
		case <-over:
			s.isWell()
			return
		default:
		}
	}
}

// workers are the processes for handlers that belong to this one.
func workers(t *testing.T) []int {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("no /proc")
	}
	all, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil || len(all) == 0 {
		t.Fatal(err)
	}
	var found []int
	for _, path := range all {
		stat, _ := os.ReadFile(path) // it may have ended
		command, _ := os.ReadFile(filepath.Join(filepath.Dir(path), "cmdline"))
		_, rest, _ := strings.Cut(string(stat), ") ")
		fields := strings.Fields(rest)
		if len(fields) > 1 && fields[1] == strconv.Itoa(os.Getpid()) && string(bytes.TrimRight(command, "\x00")) == "quartet-handlers" {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
			found = append(found, pid)
		}
	}
	return found
}

// resident is the resident memory of a process in MiB.
func resident(t *testing.T, pid int) int {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(status), "VmRSS:")
	kib, err := strconv.Atoi(strings.Fields(rest)[0])
	if err != nil {
		t.Fatal(err)
	}
	return kib >> 10
}

// What a handler may try against the service, and how the call ends: always with
// these words, never with a crash. Others are answered meanwhile and afterwards.
func TestAttacks(t *testing.T) {
	attacks := map[string]struct {
		handler string
		says    string
		bound   engine.Bound
	}{
		"an endless loop":               {`() => { for (;;); }`, "ran for too long", engine.Steps},
		"a loop that catches":           {`() => { for (;;) try { for (;;); } catch {} finally { for (;;); } }`, "ran for too long", engine.Steps},
		"a loop after a wait":           {`async () => { await sleep(1); for (;;); }`, "ran for too long", engine.Steps},
		"a loop in a getter":            {`() => ({ get a() { for (;;); } })`, "ran for too long", engine.Steps},
		"a toJSON that never ends":      {`() => ({ toJSON() { for (;;); } })`, "ran for too long", engine.Steps},
		"a toString that never ends":    {`() => { throw { toString() { for (;;); } } }`, "ran for too long", engine.Steps},
		"a then that never ends":        {`() => ({ then() { for (;;); } })`, "ran for too long", engine.Steps},
		"endless microtasks":            {`() => { const f = () => Promise.resolve().then(f); f() }`, "ran for too long", engine.Steps},
		"a backtracking expression":     {`() => /(x+x+)+y/.test('x'.repeat(100))`, "ran for too long", engine.Steps},
		"a hostile comparator":          {`() => Array.from({ length: 10 }, (_, i) => i).sort(() => { for (;;); })`, "ran for too long", engine.Steps},
		"a proxy without end":           {`() => { const p = new Proxy({}, { ownKeys() { for (;;); } }); return p }`, "ran for too long", engine.Steps},
		"an iterator without end":       {`() => Array.from({ *[Symbol.iterator]() { for (;;) yield; } }).length`, "ran for too long", engine.Steps},
		"endless recursion":             {`() => { const f = () => f(); f() }`, "stack overflow", ""},
		"a string of 2 GB":              {`() => 'x'.repeat(2 ** 31)`, "invalid", ""},
		"a string that doubles":         {`() => { let s = 'x'; for (;;) s += s }`, "string too long", ""},
		"an array of 2 billion":         {`() => new Array(2e9).fill(1)`, "memory", ""},
		"a buffer of 2 GB":              {`() => new Uint8Array(2 ** 31)`, "invalid", ""},
		"an array that grows":           {`() => { const a = []; for (;;) a.push(a.slice(), new Array(1e5).fill(0)) }`, "memory", ""},
		"a value of 20 MB":              {`() => 'x'.repeat(20e6)`, "more than 16 MiB", ""},
		"deep JSON":                     {`() => { let a = []; for (let i = 0; i < 1e5; i++) a = [a]; return a }`, "", ""},
		"a circle as its value":         {`() => { const a = {}; a.a = a; return a }`, "circular", ""},
		"a promise that never ends":     {`() => new Promise(() => {})`, "nothing will settle", ""},
		"a promise nobody awaits":       {`() => { Promise.reject(new Error('lost')) }`, "nothing awaits it. Error: lost", ""},
		"10,000 promises rejected":      {`() => { for (let i = 0; i < 1e4; i++) Promise.reject(i) }`, "nothing awaits it", ""},
		"10,000 timers":                 {`() => { for (let i = 0; i < 10000; i++) setTimeout(() => {}, 1e6) }`, "1,000 timers", ""},
		"a million logs":                {`(_, ctx) => { for (let i = 0; i < 1e6; i++) ctx.log.info('x') }`, "ran for too long", engine.Steps},
		"many logs of a megabyte":       {`(_, ctx) => { const s = 'x'.repeat(1e6); for (;;) ctx.log.info(s) }`, "ran for too long", engine.Steps},
		"throw null":                    {`() => { throw null }`, "null was thrown", ""},
		"throw undefined":               {`() => { throw undefined }`, "undefined was thrown", ""},
		"throw a symbol":                {`async () => { throw Symbol('s') }`, "Symbol(s) was thrown", ""},
		"throw what throws":             {`() => { throw { toString() { throw 1 } } }`, "without a text", ""},
		"throw an error that throws":    {`() => { throw Object.defineProperty(new Error('e'), 'stack', { get() { throw 1 } }) }`, "", ""},
		"throw a proxy":                 {`() => { throw new Proxy(new Error('e'), { get() { throw 1 }, getPrototypeOf() { throw 1 } }) }`, "", ""},
		"throw a revoked proxy":         {`() => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); throw proxy }`, "", ""},
		"throw a long text":             {`() => { throw new Error('x'.repeat(3e6)) }`, "xxx …", ""},
		"throw a text without memory":   {`() => { throw new Error('x'.repeat(3e7)) }`, "", ""},
		"a refusal of 30 MB":            {`(_, ctx) => { throw ctx.fail('TEA', '/a', 'x'.repeat(3e7)) }`, "more than 64 KiB", ""},
		"a then that throws":            {`() => ({ get then() { throw new Error('then') } })`, "then", ""},
		"a revoked proxy as its value":  {`() => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy }`, "revoked", ""},
		"change of Object.prototype":    {`() => { Object.prototype.polluted = 1; return ({}).polluted }`, "extensible", ""},
		"change of a built-in":          {`() => { Map.prototype.set = function () { return 1 } }`, "read-only", ""},
		"change of the global object":   {`() => { globalThis.x = 1 }`, "extensible", ""},
		"change through a constructor":  {`(_, ctx) => { ctx.log.info.constructor.prototype.x = 1 }`, "extensible", ""},
		"a handler that ends its realm": {`() => { const a = []; try { for (;;) a.push('x'.repeat(1e6) + a.length) } catch {} for (;;) a.push(1) }`, "", ""},
	}
	var source strings.Builder
	var names, exports []string
	for name := range attacks {
		exports = append(exports, fmt.Sprint("attack", len(names)))
		fmt.Fprintf(&source, "export const attack%d = %s\n", len(names), attacks[name].handler)
		names = append(names, name)
	}
	s := attacked(t, "const sleep = (ms) => new Promise((done) => setTimeout(done, ms))\n"+source.String(), exports...)
	before := workers(t)
	s.answersWhile(func() {
		for i, name := range names {
			value, err := s.call(t.Context(), exports[i], nil)
			f, want := script.FailureOf(err), attacks[name]
			if f == nil || !strings.Contains(f.Message, want.says) || f.Bound != want.bound {
				t.Errorf("%s: %.200v, %.500v", name, value, err)
			}
		}
	})
	if after := workers(t); len(before) != 1 || !slices.Equal(after, before) {
		t.Errorf("processes: %v, before %v", after, before)
	} else if !racetest.On {
		s.givesBack(after[0])
	}
}

// givesBack waits until a process has no more memory than one that has little to do.
func (s site) givesBack(pid int) {
	s.Helper()
	const most = 160
	for range 100 {
		if resident(s.T, pid) < most {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	s.Errorf("the process keeps %d MiB", resident(s.T, pid))
}
