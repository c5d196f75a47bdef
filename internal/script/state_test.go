package script_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/script"
)

// What a call leaves does not reach the next one of its realm, but for variables of
// modules. Each leaves something, and looks for it first.
func TestNoCallReachesTheNext(t *testing.T) {
	for name, source := range map[string]string{
		"a member of ctx":         `(_, ctx) => { const found = 'left' in ctx; try { ctx.left = 1 } catch {} ; return found }`,
		"a member of its log":     `(_, ctx) => { const found = 'left' in ctx.log.info; try { ctx.log.info.left = 1 } catch {} ; return found }`,
		"a member of its fail":    `(_, ctx) => { const found = 'left' in ctx.fail; try { ctx.fail.left = 1 } catch {} ; return found }`,
		"a member of its mail":    `(_, ctx) => { const found = 'left' in ctx.mail.send; try { ctx.mail.send.left = 1 } catch {} ; return found }`,
		"a member of its format":  `(_, ctx) => { const f = Object.values(ctx.format)[0]; const found = 'left' in f; try { f.left = 1 } catch {} ; return found }`,
		"the service's rights":    `(_, ctx) => { const f = ctx.asService; const found = 'left' in f || 'left' in f(); try { f.left = 1 } catch {} ; try { f().left = 1 } catch {} ; return found }`,
		"a member of its env":     `(_, ctx) => { const found = 'left' in ctx.env; try { ctx.env.left = 1 } catch {} ; return found }`,
		"a member of its input":   `(input) => { const found = 'left' in input; input.left = 1; return found }`,
		"a prototype":             `() => { const found = 'left' in []; try { Object.getPrototypeOf([]).left = 1 } catch {} ; return found }`,
		"a hidden prototype":      `() => { const p = Object.getPrototypeOf(async () => {}); const found = 'left' in p; try { p.left = 1 } catch {} ; return found }`,
		"an error's prototype":    `(_, ctx) => { const p = Object.getPrototypeOf(ctx.fail('TEA', '', 'no')); const found = 'left' in p; try { p.left = 1 } catch {} ; return found }`,
		"the last match":          `() => { const found = 'lastMatch' in RegExp && RegExp.lastMatch === 'left'; /left/.test('left'); return found }`,
		"a symbol of the realm":   `() => { const p = Symbol.for('left'); const found = Symbol.prototype.left === 1; try { Symbol.prototype.left = 1 } catch {} ; return found }`,
		"a timer":                 `async () => { setTimeout(() => { left = true }, 1); await null; return left }`,
		"a promise":               `async () => { if (!left) { new Promise((go) => { resume = go }).then(() => { left = 'ran' }); left = null } return false }`,
		"a handler's own promise": `() => { const p = Promise.resolve(false); p.then = (done) => { if (saved) { saved(true) } saved = done; done(false) }; return p }`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := attacked(t, "let left = false, resume, saved\nexport const leave = "+source, "leave")
			for range 3 {
				if got, err := s.call(t.Context(), "leave", map[string]any{}); got != false && !strings.Contains(fmt.Sprint(err), "read-only") {
					t.Errorf("%v, %v", got, err)
				}
			}
		})
	}
}

// chained are handlers that call each other, as they do by Procedures.
func chained(t *testing.T, source string, exports ...string) site {
	t.Helper()
	var s site
	call := func(ctx context.Context, _ *content.Call, payload string, _ []byte) (any, []byte, error) {
		var of struct{ Ms float64 }
		if err := json.Unmarshal([]byte(payload), &of); err != nil {
			return nil, nil, err
		}
		value, err := s.call(ctx, exports[int(of.Ms)], nil)
		return value, nil, err
	}
	s = site{t, openWith(t, "const call = (n) => new Promise((done, fail) => setTimeout(done, n))\n"+source+well, func(o *script.Options) {
		o.Operations = map[string]script.Operation{"sleep": call}
	}, append(exports, "well")...)}
	return s
}

// Handlers that call each other without end are refused at some depth, and those
// that call many at once wait for places of their own.
func TestHandlersThatCallEachOther(t *testing.T) {
	s := chained(t, `
export const again = async () => { await call(0); return 'again' }
export const many = async () => { await Promise.all(Array.from({ length: 200 }, () => call(2))); return 'many' }
export const last = () => 'last'
`, "again", "many", "last")
	if _, err := s.call(t.Context(), "again", nil); err == nil {
		t.Error("it ended")
	} else if code := codeOf(err); code != diag.Conflict && script.FailureOf(err) == nil {
		t.Error(err)
	}
	if got, err := s.call(t.Context(), "many", nil); got != "many" || err != nil {
		t.Error(got, err)
	}
	s.isWell()
}
