package web_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What console writes into the log, a line each.
func TestConsole(t *testing.T) {
	const source = `register({ key: () => {
		class Tea { kind = 'green'; #secret = 1; get cups() { throw new Error('never read') } }
		const ring = { a: [1, 'x', null], m: new Map([['k', new Set([1n])]]) }
		ring.ring = ring
		console.log('hello', 1, ring)
		console.warn('%s has %d of %j%%', 'tea', '3', { a: 1 }, new Tea(), 100 + '%d')
		console.info([, 1], new Date(0), /x/, Symbol('s'), () => 1, Tea, undefined, -0, new Uint8Array(2), new Headers({ a: 'b' }))
		console.debug({ get a() { throw new Error('never read') } }, new Proxy({}, { ownKeys() { throw null } }))
		console.log({ a: { b: { c: { d: { e: { f: 1 } } } } }, 'it is': "it's" })
		console.log()
		console.error(new RangeError('far', { cause: 'heat' }).message, 'x\ud800')
	} })`
	c := begin(t, compile(t, source), "http://127.0.0.1:1")
	if outcome := c.run(t, "key"); outcome.Failure != nil {
		t.Fatal(outcome.Failure)
	}
	want := []string{
		`info: hello 1 { a: [ 1, 'x', null ], m: Map(1) { 'k' => Set(1) { 1n } }, ring: [Circular] }`,
		`warn: tea has 3 of {"a":1}% Tea { kind: 'green' } 100%d`,
		`info: [ <empty>, 1 ] 1970-01-01T00:00:00.000Z /x/ Symbol(s) [Function: anonymous] [class: Tea] undefined -0 Uint8Array(2) [ 0, 0 ] Headers { 'a' => 'b' }`,
		`debug: { a: [Getter] } [a value that cannot be shown]`,
		`info: { a: { b: { c: { d: { e: [Object] } } } }, 'it is': 'it\'s' }`,
		`info: `,
		"error: far x\ufffd",
	}
	if diff := cmp.Diff(want, c.lines(t)); diff != "" {
		t.Error(diff)
	}
}

func TestALineOfConsoleIsBounded(t *testing.T) {
	c := begin(t, compile(t, `register({ key: () => {
		console.log('x'.repeat(1e6))
		console.log(Array.from({ length: 1e4 }, (_, i) => ({ i, s: 'x'.repeat(1000) })))
		console.log('%o%o%o', ...Array.from({ length: 3 }, () => Array(1e5).fill('x'.repeat(100))))
		let deep = {}
		for (let i = 0; i < 1e5; i++) deep = { deep }
		console.log(deep, new Error('x'.repeat(1e6)))
	} })`), "http://127.0.0.1:1")
	if outcome := c.run(t, "key"); outcome.Failure != nil {
		t.Fatal(outcome.Failure)
	}
	for _, line := range c.lines(t) {
		if len(line) > 8300 || !strings.ContainsRune(line, '…') {
			t.Errorf("%d bytes: %.100s", len(line), line)
		}
	}
}

// lines are what was logged: a level and a message each.
func (c *call) lines(t *testing.T) []string {
	t.Helper()
	var lines []string
	for _, each := range c.logged {
		var said struct{ Level, Message string }
		if err := json.Unmarshal([]byte(each), &said); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, said.Level+": "+said.Message)
	}
	return lines
}
