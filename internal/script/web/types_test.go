package web_test

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The types that editors see of a realm are of what is there.
func TestTypesAreOfWhatARealmHas(t *testing.T) {
	text, err := os.ReadFile("../../codegen/typescript/handlers.d.ts")
	if err != nil {
		t.Fatal(err)
	}
	declared, members := declarations(string(text))
	if !slices.Contains(members["Promise"], "withResolvers") || !slices.Contains(members["Iterator"], "map") {
		t.Fatalf("the additions to the library are not read: %v", members)
	}
	asked, err := json.Marshal(members)
	if err != nil {
		t.Fatal(err)
	}
	program := compile(t, `register({
		names: () => Object.getOwnPropertyNames(globalThis).filter((name) => !String(Object.getOwnPropertyDescriptor(globalThis, name).value).includes('[native code]') && !builtin.includes(name)),
		lacking: () => Object.entries(`+string(asked)+`).filter(([name]) => name in globalThis).flatMap(([name, members]) => members.filter((member) => !(member in globalThis[name] || member in globalThis[name].prototype)).map((member) => name + '.' + member)),
	})
	const builtin = ['Infinity', 'NaN', 'undefined', 'Math', 'Reflect', 'globalThis', 'JSON']`)
	var names []string
	if err := json.Unmarshal([]byte(begin(t, program, "http://127.0.0.1:1").run(t, "names").Value), &names); err != nil {
		t.Fatal(err)
	}
	slices.Sort(names)
	if diff := cmp.Diff(declared, names); diff != "" {
		t.Errorf("globals differ (-declared +there):\n%s", diff)
	}
	if got := begin(t, program, "http://127.0.0.1:1").run(t, "lacking"); got.Value != "[]" {
		t.Errorf("declared, and not there: %s", got.Value)
	}
}

var (
	declaration = regexp.MustCompile(`^declare (?:class|function|var) (\w+)`)
	addition    = regexp.MustCompile(`^interface (\w+?)(?:Constructor|Object)?(?:<.+>)? \{`)
	member      = regexp.MustCompile(`^  (?:static )?(?:readonly )?(\w+)[?(<:]`)
)

// declarations are the globals of a file of types, and the members of each class and
// interface, those that it adds to the library of TypeScript too.
func declarations(text string) (names []string, members map[string][]string) {
	members, class := make(map[string][]string), ""
	for line := range strings.Lines(text) {
		if found := declaration.FindStringSubmatch(line); found != nil {
			names, class = append(names, found[1]), ""
			if strings.HasPrefix(line, "declare class") {
				class = found[1]
			}
		} else if found := addition.FindStringSubmatch(line); found != nil {
			class = found[1]
		} else if line == "}\n" {
			class = ""
		} else if found := member.FindStringSubmatch(line); found != nil && class != "" && found[1] != "constructor" {
			members[class] = append(members[class], found[1])
		}
	}
	slices.Sort(names)
	return slices.Compact(names), members
}
