package typescript_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/codegen/typescript"
	"github.com/quartet-dev/quartet/internal/script/engine"
	"github.com/quartet-dev/quartet/internal/script/web"
)

var (
	declaration = regexp.MustCompile(`(?m)^declare (?:class|function|var) (\w+)`)
	class       = regexp.MustCompile(`(?ms)^declare class (\w+)[^{\n]*\{$(.*?)^\}`)
	member      = regexp.MustCompile(`(?m)^  (static )?(?:readonly )?(\w+)[?]?[(:<]`)
)

// listing gives the globals that are there, and the own members of each class.
const listing = `register({ list: () => {
  const own = (value, but) => Object.getOwnPropertyNames(value).filter((name) => !but.includes(name))
  const found = {}
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (eval('typeof ' + name) === 'undefined') continue
    const value = globalThis[name]
    found[name] = typeof value === 'function' && value.prototype ? [...own(value, ['length', 'name', 'prototype']).map((each) => 'static ' + each), ...own(value.prototype, ['constructor'])].sort() : []
  }
  return found
} })`

// globalsOf are the globals of a realm with these scripts.
func globalsOf(t *testing.T, scripts string) (found map[string][]string) {
	t.Helper()
	program, err := engine.Compile(engine.Sources{Web: scripts, Site: "{}", Handlers: listing})
	if err != nil {
		t.Fatal(err)
	}
	realm, err := program.Open(engine.Host{Funcs: web.Funcs()})
	if err != nil {
		t.Fatal(err)
	}
	defer realm.Close()
	turn := realm.Begin("list", `{"input":{},"caller":{}}`)
	if turn.Outcome == nil || turn.Outcome.Failure != nil {
		t.Fatalf("%+v", turn.Outcome)
	}
	if err := json.Unmarshal([]byte(turn.Outcome.Value), &found); err != nil {
		t.Fatal(err)
	}
	return found
}

// What handlers.d.ts declares is what a realm has beside the language: each
// global, and each member of each class.
func TestWhatIsDeclaredIsWhatHandlersHave(t *testing.T) {
	text, declared := string(typescript.Globals()), map[string][]string{}
	for _, each := range declaration.FindAllStringSubmatch(text, -1) {
		declared[each[1]] = []string{}
	}
	for _, each := range class.FindAllStringSubmatch(text, -1) {
		names := []string{}
		for _, m := range member.FindAllStringSubmatch(each[2], -1) {
			if m[2] != "constructor" {
				names = append(names, m[1]+m[2])
			}
		}
		slices.Sort(names)
		declared[each[1]] = slices.Compact(names)
	}
	have := globalsOf(t, web.Source())
	for name := range globalsOf(t, "(() => ({}))") {
		delete(have, name)
	}
	if diff := cmp.Diff(declared, have); diff != "" {
		t.Error(diff)
	}
}
