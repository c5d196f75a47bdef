package transcript

import (
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/quartet-dev/quartet/internal/lazyregexp"
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

var wildcard = lazyregexp.New(`^<([a-z]+)(?::([A-Za-z0-9]+))?>$`)

func isString(pattern string) func(any) bool {
	re := lazyregexp.New(pattern)
	return func(v any) bool { s, ok := v.(string); return ok && re.MatchString(s) }
}

// Is reports whether a value is one that a wildcard stands for.
func Is(wildcard string, v any) bool {
	accepts, known := wildcards[wildcard]
	return known && accepts(v)
}

// Difference is a place where an answer is not what was expected.
type Difference struct {
	At   string `json:"at"`             // a pointer into the body, the name of a header, or "status"
	Want string `json:"want,omitempty"` // as JSON or text; "" where nothing was expected
	Got  string `json:"got,omitempty"`  // "" where nothing came

	// Says is the difference in words.
	Says string `json:"says"`
}

func (d Difference) Error() string { return d.Says }

func differs(at string, want, got any) Difference {
	d := Difference{At: at, Want: shown(want), Got: Encode(got)}
	d.Says = at + " is " + d.Got + ", want " + d.Want
	return d
}

// shown is what was expected as it stands in a transcript: a wildcard without its
// quotes, anything else as JSON.
func shown(want any) string {
	if s, ok := want.(string); ok && wildcard.MatchString(s) {
		return s
	}
	return Encode(want)
}

// Match compares an answer with what was expected. An object with the key
// "..." may hold more than it names; an array that ends in "..." may go on. The
// error is the first Difference, at a pointer below at. What wildcards name is kept
// in captures.
func Match(want, got any, at string, captures map[string]string) error {
	if all := Compare(want, got, at, captures); len(all) > 0 {
		return all[0]
	}
	return nil
}

// Compare is Match with every difference. It captures what fits beside them.
func Compare(want, got any, at string, captures map[string]string) []Difference {
	switch want := want.(type) {
	case string:
		return compareString(want, got, at, captures)
	case map[string]any:
		return compareObject(want, got, at, captures)
	case []any:
		return compareArray(want, got, at, captures)
	default:
		if want != got {
			return []Difference{differs(at, want, got)}
		}
		return nil
	}
}

func compareString(want string, got any, at string, captures map[string]string) []Difference {
	m := wildcard.FindStringSubmatch(want)
	if m == nil {
		if text, ok := got.(string); ok && matchText("^"+pattern(want)+"$", want, text, captures) {
			return nil
		}
		return []Difference{differs(at, want, got)}
	}
	accepts, known := wildcards[m[1]]
	if !known {
		return []Difference{{At: at, Want: want, Got: Encode(got), Says: at + ": there is no wildcard " + want}}
	}
	if !accepts(got) {
		return []Difference{differs(at, want, got)}
	}
	if m[2] != "" {
		captures[m[2]] = Plain(got)
	}
	return nil
}

// embedded is a wildcard within a longer text. It stands for what has no
// space, quote or angle bracket in it.
var embedded = lazyregexp.New(`<string(?::([A-Za-z0-9]+))?>`)

// pattern is a text with wildcards as a regular expression.
func pattern(want string) string {
	at, out := 0, ""
	for _, m := range embedded.FindAllStringSubmatchIndex(want, -1) {
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

func compareObject(want map[string]any, got any, at string, captures map[string]string) (all []Difference) {
	object, ok := got.(map[string]any)
	if !ok {
		return []Difference{{At: at, Want: Encode(want), Got: Encode(got), Says: at + " is " + Encode(got) + ", want an object"}}
	}
	_, open := want["..."]
	for _, key := range slices.Sorted(maps.Keys(want)) {
		if key == "..." {
			continue
		}
		if value, present := object[key]; present {
			all = append(all, Compare(want[key], value, at+"/"+key, captures)...)
		} else {
			all = append(all, Difference{At: at + "/" + key, Want: shown(want[key]), Says: at + "/" + key + " is missing"})
		}
	}
	for _, key := range slices.Sorted(maps.Keys(object)) {
		if _, named := want[key]; !named && !open {
			value := Encode(object[key])
			all = append(all, Difference{At: at + "/" + key, Got: value, Says: at + "/" + key + " was not expected: " + value})
		}
	}
	return all
}

func compareArray(want []any, got any, at string, captures map[string]string) (all []Difference) {
	array, ok := got.([]any)
	if !ok {
		return []Difference{{At: at, Want: Encode(want), Got: Encode(got), Says: at + " is " + Encode(got) + ", want an array"}}
	}
	want, open := closed(want)
	for i := range min(len(want), len(array)) {
		all = append(all, Compare(want[i], array[i], at+"/"+strconv.Itoa(i), captures)...)
	}
	if len(array) < len(want) || (!open && len(array) > len(want)) {
		wanted, has := strconv.Itoa(len(want)), strconv.Itoa(len(array))
		all = append(all, Difference{At: at, Want: wanted + " items", Got: has + " items", Says: at + " has " + has + " items, want " + wanted})
	}
	return all
}

// closed is an expected array without the "..." at its end, and whether it had one.
func closed(want []any) ([]any, bool) {
	if last := len(want) - 1; last >= 0 && want[last] == "..." {
		return want[:last], true
	}
	return want, false
}

// Encode is a value as JSON.
func Encode(v any) string {
	var text strings.Builder
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false) // wildcards have angle brackets
	if err := encoder.Encode(v); err != nil {
		return fmt.Sprint(v)
	}
	return strings.TrimSuffix(text.String(), "\n")
}

// Fill puts captured values in the place of {{name}}. {{form name}} is one that
// stood in a page, as a form sends it. Where today is known, {{today+30}} is the date
// 30 days later.
func Fill(text string, captures map[string]string) string {
	if !strings.Contains(text, "{{") {
		return text
	}
	for name, value := range captures {
		text = strings.ReplaceAll(text, "{{"+name+"}}", value)
		if form := "{{form " + name + "}}"; strings.Contains(text, form) { // a value may be a mebibyte
			text = strings.ReplaceAll(text, form, url.QueryEscape(html.UnescapeString(value)))
		}
	}
	return fillDates(text, captures["today"])
}

var dates = lazyregexp.New(`{{today([+-]\d{1,5})}}`)

func fillDates(text, today string) string {
	from, err := time.Parse(time.DateOnly, today)
	if err != nil {
		return text
	}
	return dates.ReplaceAllStringFunc(text, func(found string) string {
		days, _ := strconv.Atoi(dates.FindStringSubmatch(found)[1]) // digits
		return from.AddDate(0, 0, days).Format(time.DateOnly)
	})
}
