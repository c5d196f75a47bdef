package web

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/script/engine"
)

func TestAbsentNamesAreTold(t *testing.T) {
	page, err := os.ReadFile("../../../docs/handlers/README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "| name | use instead |")
	var told []string
	for line := range strings.Lines(table) {
		if cells := strings.Split(line, "|"); len(cells) > 1 {
			for _, name := range regexp.MustCompile("`(\\w+)`").FindAllStringSubmatch(cells[1], -1) {
				told = append(told, name[1])
			}
		}
	}
	slices.Sort(told)
	if diff := cmp.Diff(slices.Sorted(maps.Keys(absent)), told); diff != "" {
		t.Errorf("the handbook tells of other names (-program +handbook):\n%s", diff)
	}
}

// A name that is not there is no error for who asks with typeof, and one with
// advice for who does not.
func TestAbsentNamesHaveAdvice(t *testing.T) {
	for name := range absent {
		program, err := engine.Compile(engine.Sources{Web: Source(), Site: "{}", Handlers: `register({
			ask: () => typeof ` + name + `,
			use: () => ` + name + `.x,
		})`})
		if err != nil {
			t.Fatal(err)
		}
		realm, err := program.Open(engine.Host{Funcs: Funcs()})
		if err != nil {
			t.Fatal(err)
		}
		if turn := realm.Begin("ask", `{"caller":{}}`); turn.Outcome == nil || turn.Outcome.Value != `"undefined"` {
			t.Errorf("typeof %s: %+v", name, turn.Outcome)
		}
		realm.End()
		turn := realm.Begin("use", `{"caller":{}}`)
		if turn.Outcome == nil || turn.Outcome.Failure == nil || !strings.HasPrefix(Advice(turn.Outcome.Failure.Message), "There is no "+name+" in handlers: ") {
			t.Errorf("%s: %+v", name, turn.Outcome)
		}
		realm.Close()
	}
	for _, message := range []string{"ReferenceError: 'tea' is not defined", "Intl", ""} {
		if advice := Advice(message); advice != "" {
			t.Errorf("%q: %q", message, advice)
		}
	}
}
