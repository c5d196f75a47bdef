package web_test

import (
	"strings"
	"testing"
)

// everything walks over all objects that a handler reaches without making them,
// and gives the paths of those that it could change.
const everything = `register({ key: async (input, ctx) => {
	const roots = {
		globalThis, crypto_subtle: crypto.subtle, format: ctx.format,
		async: async () => {}, generator: function* () {}, asyncGenerator: async function* () {},
		generatorObject: (function* () {})(), asyncGeneratorObject: (async function* () {})(),
		callee: Object.getOwnPropertyDescriptor((function () { return arguments })(), 'callee').get,
		bound: (() => {}).bind(), boundClass: class {}.bind(),
	}
	const iterables = { array: [], map: new Map(), set: new Set(), string: '', bytes: new Uint8Array(), params: new URLSearchParams(), headers: new Headers(), matches: 'a'.matchAll(/a/g) }
	for (const [name, each] of Object.entries(iterables)) {
		const iterator = each[Symbol.iterator]()
		roots['iterator of ' + name] = Object.getPrototypeOf(iterator)
		roots['iterator helper of ' + name] = Object.getPrototypeOf(iterator.map((x) => x))
	}
	roots.wrapped = Object.getPrototypeOf(Iterator.from({ next() {} }))
	roots.concatenated = Object.getPrototypeOf(Iterator.concat([]))
	for (const each of [new Request('http://a'), new Response(), new URL('http://a'), new AbortController(), AbortSignal.abort(), new Event('a'), new DOMException(), new TextEncoder(), new TextDecoder()]) {
		roots['a ' + each.constructor.name] = Object.getPrototypeOf(each)
	}
	const open = [], seen = new Set()
	const own = new Set(['async', 'generator', 'asyncGenerator', 'generatorObject', 'asyncGeneratorObject', 'bound', 'boundClass'].map((name) => roots[name]))
	for (const each of [...own]) if (each.prototype) own.add(each.prototype)
	own.add(Object.getPrototypeOf(roots.generatorObject)).add(Object.getPrototypeOf(roots.asyncGeneratorObject)) // of their functions
	const walk = (value, path) => {
		if (typeof value !== 'function' && (typeof value !== 'object' || value === null) || seen.has(value)) return
		seen.add(value)
		if (!own.has(value) && !Object.isFrozen(value)) open.push(path)
		walk(Object.getPrototypeOf(value), path + '.[[Prototype]]')
		for (const key of Reflect.ownKeys(value)) {
			const property = Object.getOwnPropertyDescriptor(value, key)
			walk(property.value, path + '.' + String(key))
			walk(property.get, path + '.get ' + String(key))
			walk(property.set, path + '.set ' + String(key))
			if (property.get && property.set) try { walk(value[key], path + '.' + String(key)) } catch {} // which heirs may assign
		}
	}
	for (const [name, value] of Object.entries(roots)) walk(value, name)
	return open.length ? open : seen.size
} })`

func TestEverythingThatCallsShareIsFrozen(t *testing.T) {
	outcome := begin(t, compile(t, everything), "http://127.0.0.1:1").run(t, "key")
	if outcome.Failure != nil || strings.HasPrefix(outcome.Value, "[") || len(outcome.Value) < len("500") {
		t.Errorf("%s %+v", outcome.Value, outcome.Failure)
	}
	t.Log(outcome.Value)
}

// What one call leaves for the next: nothing but variables of modules.
func TestCallsShareNothing(t *testing.T) {
	realm := begin(t, compile(t, `register({
		leave: () => {
			const left = []
			for (const attempt of [
				() => { Array.prototype.map.left = 1 }, () => { globalThis.left = 1 }, () => { Object.prototype.left = 1 },
				() => { Object.defineProperty(Array.prototype, 'map', { value: 1 }) }, () => { Object.defineProperty(fetch, 'name', { value: 'x' }) },
				() => { crypto.subtle.left = 1 }, () => { Error.prototype.name = 'x' }, () => { Object.setPrototypeOf(Function.prototype, {}) },
				() => { (0, eval)('function left() {}') },
			]) {
				try { attempt(); left.push(String(attempt)) } catch (error) { if (!(error instanceof TypeError)) left.push(String(error)) }
			}
			;(0, eval)('let left = 1')
			Function('this.left = 1')() // of a script that is not strict, which says nothing
			setTimeout(() => { throw new Error('late') }, 1)
			Promise.resolve().then(() => new Promise(() => {}))
			return left
		},
		find: () => [typeof left, [].left, Array.prototype.map.left, fetch.name, crypto.subtle.left],
	})`), "http://127.0.0.1:1")
	if got := realm.run(t, "leave"); got.Value != "[]" {
		t.Errorf("%+v %+v", got, got.Failure)
	}
	if got := realm.run(t, "find"); got.Value != `["undefined",null,null,"fetch",null]` {
		t.Errorf("%+v", got)
	}
}

// Packages keep what they share between copies of themselves in the global object. Its
// names are there for every call, and no call adds one or changes one.
func TestModulesMayNameWhatIsGlobal(t *testing.T) {
	realm := begin(t, compile(t, `globalThis.shared ??= { count: 0 }
	let refused = ''
	try { globalThis.fetch = null } catch (error) { refused = error.name }
	register({ key: () => {
		shared.count++
		try { globalThis.shared = null } catch (error) { return [shared.count, refused, error.name] }
	} })`), "http://127.0.0.1:1")
	if got := realm.run(t, "key"); got.Value != `[1,"TypeError","TypeError"]` {
		t.Errorf("%+v %+v", got, got.Failure)
	}
}
