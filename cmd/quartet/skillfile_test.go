package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/cli"
	"github.com/quartet-dev/quartet/internal/skills"
)

// harness is the program quartet-harness, which skills use too.
func harness() { os.Exit(cli.RunHarness(os.Args)) }

// A block of a skill is what stands between two fences. The words behind the first
// fence say what becomes of it:
//
//	sh                a command, which must succeed
//	console           what is typed on another machine, behind "$ ": the shell must be able
//	                  to read it, and the program must know its commands
//	text              what the command before it prints
//	yaml <file>       a file to write, of any language but sh, text and json
//	json <tool>       the arguments of a call of an MCP tool on /mcp/staff
//	json              what that call answers
//
// In what is expected, … stands for anything, and <name> for something that is
// filled in wherever it comes again.
type block struct {
	language, name string
	text           string
}

var fenced = regexp.MustCompile("(?ms)^```([a-z]+)(?: ([^\n]+))?\n(.*?)^```$")

// blocksOf are the blocks of a file of the skills. Anything that opens a fence and is
// none is an error.
func blocksOf(t *testing.T, name string) (all []block) {
	t.Helper()
	text := pageText(t, name)
	for _, m := range fenced.FindAllStringSubmatch(text, -1) {
		all = append(all, block{m[1], m[2], m[3]})
	}
	if fences := strings.Count(text, "```"); fences != 2*len(all) || len(all) == 0 {
		t.Fatalf("%s has %d fences and %d blocks", name, fences, len(all))
	}
	return all
}

// pageText is a page of the handbook, by its path from here, or a file of the skills.
func pageText(t *testing.T, name string) string {
	t.Helper()
	if !strings.HasPrefix(name, handbook) {
		return skillFile(t, name)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func skillFile(t *testing.T, name string) string {
	t.Helper()
	text, err := fs.ReadFile(skills.Files(), name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// mistake is a row of a table of mistakes: what somebody writes in the place of
// something, and the code of the diagnostic.
type mistake struct{ wrong, right, code string }

var (
	mistakeTable = regexp.MustCompile(`(?m)^\| you write \| instead of \| diagnostic \|\n\|---\|---\|---\|\n((?:\|.*\n)+)`)
	mistakeRow   = regexp.MustCompile("^\\| `([^`]+)` \\| `([^`]+)` \\| `([A-Z_]+)`")
)

func mistakesOf(t *testing.T, name string) (all []mistake) {
	t.Helper()
	for _, table := range mistakeTable.FindAllStringSubmatch(skillFile(t, name), -1) {
		for row := range strings.Lines(table[1]) {
			m := mistakeRow.FindStringSubmatch(row)
			if m == nil {
				t.Fatalf("%s: not a mistake: %s", name, row)
			}
			all = append(all, mistake{m[1], m[2], m[3]})
		}
	}
	return all
}

// inlineNames are the words of a form that stand alone as code in the prose of a file.
func inlineNames(t *testing.T, name, form string) (all []string) {
	t.Helper()
	prose := fenced.ReplaceAllString(skillFile(t, name), "")
	for _, m := range regexp.MustCompile("`("+form+")(?:{[^`]*})?`").FindAllStringSubmatch(prose, -1) {
		all = append(all, m[1])
	}
	return all
}

var inlineCommand = regexp.MustCompile("`quartet ([^`]+)`")

// commandsOf are the commands in the prose of a file and in what is typed elsewhere,
// without the program.
func commandsOf(t *testing.T, name string) (all [][]string) {
	t.Helper()
	text := pageText(t, name)
	for _, m := range inlineCommand.FindAllStringSubmatch(fenced.ReplaceAllString(text, ""), -1) {
		all = append(all, strings.Fields(m[1]))
	}
	for _, m := range fenced.FindAllStringSubmatch(text, -1) {
		for _, command := range typedElsewhere.FindAllStringSubmatch(m[3], -1) {
			if m[1] == consoleLanguage {
				all = append(all, strings.Fields(command[1]))
			}
		}
	}
	return all
}

// consoleLanguage is that of a block which is typed on another machine (decision 259).
const consoleLanguage = "console"

// typedElsewhere is a command of the program in such a block: at the begin of a line, or
// by its path, as in a container.
var typedElsewhere = regexp.MustCompile(`(?m)(?:^\$ |/usr/local/bin/)quartet (.+)$`)

var (
	hole   = regexp.MustCompile(`<[a-zA-Z]+>`)
	spaces = regexp.MustCompile(`\s+`)
)

// known is what stands for the names in angle brackets.
type known map[string]string

func (k known) fill(text string) string {
	return hole.ReplaceAllStringFunc(text, func(name string) string {
		if value, ok := k[name]; ok {
			return value
		}
		return name
	})
}

// matchText holds what a command has printed against what is expected of it.
func (k known) matchText(want, got string) error {
	want = strings.TrimSpace(spaces.ReplaceAllString(k.fill(want), " "))
	got = strings.TrimSpace(spaces.ReplaceAllString(got, " "))
	pattern := strings.ReplaceAll(regexp.QuoteMeta(want), "…", ".*?")
	var names []string
	pattern = hole.ReplaceAllStringFunc(pattern, func(name string) string {
		names = append(names, name)
		return `([^\s"]+)`
	})
	found := regexp.MustCompile(`^` + pattern + `$`).FindStringSubmatch(got)
	if found == nil {
		return fmt.Errorf("it printed\n%s\nand not\n%s", got, want)
	}
	for i, name := range names {
		k[name] = found[i+1]
	}
	return nil
}

// matchJSON holds an answer against what is expected: what it has beside that does
// not matter.
func (k known) matchJSON(want string, got any) error {
	var expected any
	if err := json.Unmarshal([]byte(want), &expected); err != nil {
		return fmt.Errorf("%w in %s", err, want)
	}
	if err := k.match(expected, got, ""); err != nil {
		text, _ := json.Marshal(got)
		return fmt.Errorf("%w\nin %s", err, text)
	}
	return nil
}

func (k known) match(want, got any, at string) error {
	switch want := want.(type) {
	case string:
		return k.matchString(want, got, at)
	case map[string]any:
		object, ok := got.(map[string]any)
		if !ok {
			return fmt.Errorf("%s is %v and no object", at, got)
		}
		for name, value := range want {
			if _, isThere := object[name]; !isThere {
				return fmt.Errorf("%s/%s is missing", at, name)
			}
			if err := k.match(value, object[name], at+"/"+name); err != nil {
				return err
			}
		}
		return nil
	case []any:
		list, ok := got.([]any)
		if !ok {
			return fmt.Errorf("%s is %v and no list", at, got)
		}
		if len(list) != len(want) {
			return fmt.Errorf("%s has %d values, want %d", at, len(list), len(want))
		}
		for i, value := range want {
			if err := k.match(value, list[i], at+"/"+strconv.Itoa(i)); err != nil {
				return err
			}
		}
		return nil
	}
	if want != got {
		return fmt.Errorf("%s is %v, want %v", at, got, want)
	}
	return nil
}

func (k known) matchString(want string, got any, at string) error {
	if got == nil {
		return fmt.Errorf("%s is missing, want %s", at, want)
	}
	if value, ok := k[want]; ok {
		want = value
	}
	text := fmt.Sprint(got)
	if number, ok := got.(float64); ok {
		text = strconv.FormatFloat(number, 'f', -1, 64)
	}
	if hole.FindString(want) == want && want != "" {
		k[want] = text
		return nil
	}
	if err := k.matchText(want, text); err != nil {
		return fmt.Errorf("%s is %v, want %s", at, got, want)
	}
	return nil
}

// arguments are those of a call. A string that is one name alone is filled in as the
// number that it stands for, where it does.
func (k known) arguments(t *testing.T, text string) (arguments map[string]any) {
	t.Helper()
	for name, value := range k {
		if _, err := strconv.ParseInt(value, 10, 64); err == nil {
			text = strings.ReplaceAll(text, `"`+name+`"`, value)
		}
	}
	if err := json.Unmarshal([]byte(k.fill(text)), &arguments); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return arguments
}

// skillFiles are all Markdown files of the skills; SKILL.md comes before what it
// links to.
func skillFiles(t *testing.T) (all []string) {
	t.Helper()
	err := fs.WalkDir(skills.Files(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			all = append(all, name)
		}
		return err
	})
	if err != nil || len(all) < 3 {
		t.Fatalf("%d files: %v", len(all), err)
	}
	slices.Sort(all)
	return all
}

// What the comparison lets through would let a skill be false.
func TestAnswersOfSkillsAreCompared(t *testing.T) {
	for _, c := range []struct {
		want, got string
		matches   bool
	}{
		{"ok 2 Views", "ok 2 Views\n", true},
		{"ok 2 Views", "ok 3 Views\n", false},
		{"ok 2 Views", "ok 2 Views, and more\n", false},
		{`{"ok":true,…"version":1}`, `{"ok":true,"id":"x","version":1}`, true},
		{`{"ok":true,…"version":1}`, `{"ok":false,"id":"x","version":1}`, false},
		{"<key>", "qk_1", true},
		{"<key>", "qk_1 qk_2", false},
		{"<known>", "7", true},
		{"<known>", "8", false},
	} {
		if err := (known{"<known>": "7"}).matchText(c.want, c.got); (err == nil) != c.matches {
			t.Errorf("%q against %q: %v", c.want, c.got, err)
		}
	}
	answer := map[string]any{"id": "x", "version": float64(2), "tags": []any{"tea"}, "note": nil}
	for want, matches := range map[string]bool{
		`{"id": "<id>", "version": 2}`:       true,
		`{"version": 3}`:                     false,
		`{"version": "<known>"}`:             false,
		`{"id": "…", "tags": ["tea"]}`:       true,
		`{"tags": []}`:                       false,
		`{"none": []}`:                       false,
		`{"note": []}`:                       false,
		`{"none": null}`:                     false,
		`{"note": null}`:                     true,
		`{"none": "…"}`:                      false,
		`{"none": "<none>"}`:                 false,
		`{"id": {"x": 1}}`:                   false,
		`{"note": null, "tags": ["kettle"]}`: false,
	} {
		if err := (known{"<known>": "7"}).matchJSON(want, answer); (err == nil) != matches {
			t.Errorf("%s: %v", want, err)
		}
	}
}
