package transcript

import (
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// Wildcards of an expected answer. A name behind a colon captures the value for
// {{name}} in what follows: "<id:post>".
var wildcards = map[string]func(any) bool{
	"id":        isString(`^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`),
	"timestamp": func(v any) bool { n, ok := v.(float64); return ok && n > 1_600_000_000_000 && n < 4_000_000_000_000 },
	"time":      isString(`^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$`),
	"string":    isString(`.`),
	"number":    func(v any) bool { _, ok := v.(float64); return ok },
	"any":       func(any) bool { return true },
}

var wildcard = regexp.MustCompile(`^<([a-z]+)(?::([A-Za-z0-9]+))?>$`)

func isString(pattern string) func(any) bool {
	re := regexp.MustCompile(pattern)
	return func(v any) bool { s, ok := v.(string); return ok && re.MatchString(s) }
}

// Is reports whether a value is one that a wildcard stands for.
func Is(wildcard string, v any) bool {
	accepts, known := wildcards[wildcard]
	return known && accepts(v)
}

// Match compares an answer with what was expected. An object with the key
// "..." may hold more than it names; an array that ends in "..." may go on. The
// error says at which pointer below at they differ. What wildcards name is kept
// in captures.
func Match(want, got any, at string, captures map[string]string) error {
	switch want := want.(type) {
	case string:
		return matchString(want, got, at, captures)
	case map[string]any:
		return matchObject(want, got, at, captures)
	case []any:
		return matchArray(want, got, at, captures)
	default:
		if want != got {
			return fmt.Errorf("%s is %s, want %s", at, Encode(got), Encode(want))
		}
		return nil
	}
}

func matchString(want string, got any, at string, captures map[string]string) error {
	m := wildcard.FindStringSubmatch(want)
	if m == nil {
		if text, ok := got.(string); ok && matchText("^"+pattern(want)+"$", want, text, captures) {
			return nil
		}
		return fmt.Errorf("%s is %s, want %q", at, Encode(got), want)
	}
	accepts, known := wildcards[m[1]]
	if !known {
		return fmt.Errorf("%s: there is no wildcard %s", at, want)
	}
	if !accepts(got) {
		return fmt.Errorf("%s is %s, want %s", at, Encode(got), want)
	}
	if m[2] != "" {
		captures[m[2]] = Plain(got)
	}
	return nil
}

// embedded is a wildcard within a longer text. It stands for what has no
// space, quote or angle bracket in it.
var embedded = regexp.MustCompile(`<string(?::([A-Za-z0-9]+))?>`)

// pattern is a text with wildcards as a regular expression.
func pattern(want string) string {
	at, out := 0, ""
	for _, m := range embedded.FindAllStringIndex(want, -1) {
		out += regexp.QuoteMeta(want[at:m[0]]) + `([^\s"<>]+?)`
		at = m[1]
	}
	return out + regexp.QuoteMeta(want[at:])
}

// Contains reports whether a page holds a text, and captures what the wildcards of
// the text name.
func Contains(want, page string, captures map[string]string) bool {
	return matchText(pattern(want), want, page, captures)
}

// matchText looks for the pattern of want in got, and captures what its
// wildcards name.
func matchText(pattern, want, got string, captures map[string]string) bool {
	found := regexp.MustCompile(pattern).FindStringSubmatch(got)
	if found == nil {
		return false
	}
	for i, m := range embedded.FindAllStringSubmatch(want, -1) {
		if m[1] != "" {
			captures[m[1]] = found[i+1]
		}
	}
	return true
}

// Plain is a value as it stands in a path or a header.
func Plain(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	return Encode(v)
}

func matchObject(want map[string]any, got any, at string, captures map[string]string) error {
	object, ok := got.(map[string]any)
	if !ok {
		return fmt.Errorf("%s is %s, want an object", at, Encode(got))
	}
	_, open := want["..."]
	for _, key := range slices.Sorted(maps.Keys(want)) {
		if key == "..." {
			continue
		}
		value, present := object[key]
		if !present {
			return fmt.Errorf("%s/%s is missing", at, key)
		}
		if err := Match(want[key], value, at+"/"+key, captures); err != nil {
			return err
		}
	}
	for _, key := range slices.Sorted(maps.Keys(object)) {
		if _, named := want[key]; !named && !open {
			return fmt.Errorf("%s/%s was not expected: %s", at, key, Encode(object[key]))
		}
	}
	return nil
}

func matchArray(want []any, got any, at string, captures map[string]string) error {
	array, ok := got.([]any)
	if !ok {
		return fmt.Errorf("%s is %s, want an array", at, Encode(got))
	}
	open := len(want) > 0 && want[len(want)-1] == "..."
	if open {
		want = want[:len(want)-1]
	}
	if len(array) < len(want) || (!open && len(array) > len(want)) {
		return fmt.Errorf("%s has %d items, want %d", at, len(array), len(want))
	}
	for i := range want {
		if err := Match(want[i], array[i], fmt.Sprintf("%s/%d", at, i), captures); err != nil {
			return err
		}
	}
	return nil
}

// Encode is a value as JSON.
func Encode(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(text)
}

// Fill puts captured values in the place of {{name}}. {{form name}} is one that
// stood in a page, as a form sends it.
func Fill(text string, captures map[string]string) string {
	for name, value := range captures {
		text = strings.ReplaceAll(text, "{{"+name+"}}", value)
		if form := "{{form " + name + "}}"; strings.Contains(text, form) { // a value may be a mebibyte
			text = strings.ReplaceAll(text, form, url.QueryEscape(html.UnescapeString(value)))
		}
	}
	return text
}
