package transcript

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/lazyregexp"
)

// tree is a JSON value with its keys in order.
type tree struct {
	scalar any // string, json.Number, bool or nil where it is neither of the next two
	keys   []string
	items  []*tree // of an array, or of the keys
	kind   json.Delim
}

func parseTree(text string) (*tree, error) {
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	t, err := readTree(decoder)
	if err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, fmt.Errorf("text behind the value: %w", err)
	}
	return t, nil
}

func readTree(d *json.Decoder) (*tree, error) {
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	kind, compound := token.(json.Delim)
	if !compound {
		return &tree{scalar: token}, nil
	}
	t := &tree{kind: kind}
	for d.More() {
		if kind == '{' {
			key, err := d.Token()
			if err != nil {
				return nil, err
			}
			t.keys = append(t.keys, key.(string)) // which a decoder has checked
		}
		item, err := readTree(d)
		if err != nil {
			return nil, err
		}
		t.items = append(t.items, item)
	}
	_, err = d.Token()
	return t, err
}

// value is the tree as Compare takes it.
func (t *tree) value() (v any) {
	_ = json.Unmarshal([]byte(t.line()), &v) // it was JSON
	return v
}

// find is the item of a key, or nil.
func (t *tree) find(key string) *tree {
	if i := slices.Index(t.keys, key); i >= 0 {
		return t.items[i]
	}
	return nil
}

// merge is what was got under a key, with what was wanted where that fits. want may be nil.
func merge(key string, want, got *tree, captures map[string]string) *tree {
	switch {
	case want == nil:
		return got.general(key, captures)
	case want.kind == '{' && got.kind == '{':
		return mergeObject(want, got, captures)
	case want.kind == '[' && got.kind == '[':
		return mergeArray(want, got, captures)
	case want.kind == 0 && Match(filled(want.value(), captures), got.value(), "", map[string]string{}) == nil:
		return want
	}
	return got.general(key, captures)
}

func filled(v any, captures map[string]string) any {
	if s, ok := v.(string); ok {
		return Fill(s, captures)
	}
	return v
}

func mergeObject(want, got *tree, captures map[string]string) *tree {
	out := &tree{kind: '{'}
	open := want.find("...")
	for i, key := range want.keys {
		if value := got.find(key); value != nil && key != "..." {
			out.keys, out.items = append(out.keys, key), append(out.items, merge(key, want.items[i], value, captures))
		}
	}
	for i, key := range got.keys {
		if want.find(key) == nil && open == nil {
			out.keys, out.items = append(out.keys, key), append(out.items, got.items[i].general(key, captures))
		}
	}
	if open != nil {
		out.keys, out.items = append(out.keys, "..."), append(out.items, open)
	}
	return out
}

func mergeArray(want, got *tree, captures map[string]string) *tree {
	out := &tree{kind: '['}
	named := want.items
	last := len(named) - 1
	open := last >= 0 && named[last].scalar == "..."
	if open {
		named = named[:last]
	}
	for i, item := range got.items {
		switch {
		case i < len(named):
			out.items = append(out.items, merge("", named[i], item, captures))
		case !open:
			out.items = append(out.items, item.general("", captures))
		}
	}
	if open {
		out.items = append(out.items, want.items[last])
	}
	return out
}

// general is the tree, which stands under a key, with wildcards for ids, times and what
// is opaque, and the names of what is captured already.
func (t *tree) general(key string, captures map[string]string) *tree {
	if t.kind == 0 {
		return &tree{scalar: generalScalar(key, t, captures)}
	}
	out, code := &tree{kind: t.kind, keys: t.keys}, t.code()
	for i, item := range t.items {
		within := ""
		if t.kind == '{' {
			within = t.keys[i]
		}
		item = item.general(within, captures)
		if text, isText := item.scalar.(string); isText && code != "" {
			item.scalar = strings.ReplaceAll(text, code, "<string>")
		}
		out.items = append(out.items, item)
	}
	return out
}

// code is the one that signs in, of a message: it stands in its subject and text, too.
func (t *tree) code() string {
	if found := t.find("code"); found != nil && signInCode.MatchString(orText(found.scalar)) {
		return orText(found.scalar)
	}
	return ""
}

// A text that nobody reads, and that is another one in each run: a cursor, a token or a
// secret by the name of its key, or any long one of random characters.
var (
	opaqueKey  = lazyregexp.New(`(?i)(cursor|token|secret)$`)
	inLink     = lazyregexp.New(`([?&]token=)[A-Za-z0-9_-]{16,}`)
	signInCode = lazyregexp.New(`^[0-9]{6}$`)
	opaqueText = lazyregexp.New(`^[A-Za-z0-9_-]{40,}$`)
	isMixed    = []*lazyregexp.Regexp{lazyregexp.New(`[A-Z]`), lazyregexp.New(`[a-z]`), lazyregexp.New(`[0-9]`)}
)

func isOpaque(key, text string) bool {
	if opaqueKey.MatchString(key) {
		return text != ""
	}
	lacks := func(re *lazyregexp.Regexp) bool { return !re.MatchString(text) }
	return opaqueText.MatchString(text) && !slices.ContainsFunc(isMixed, lacks)
}

// tells reports whether a captured value is known again wherever it stands: an id, an
// address or a date that the transcript counts from today.
func tells(name, value string) bool {
	return Is("id", value) || strings.Contains(value, "://") || strings.HasPrefix(name, "today")
}

func generalScalar(key string, t *tree, captures map[string]string) any {
	text, isText := t.scalar.(string)
	if isText {
		for _, name := range slices.Sorted(maps.Keys(captures)) {
			if tells(name, captures[name]) {
				text = strings.ReplaceAll(text, captures[name], "{{"+name+"}}")
			}
		}
	}
	for _, name := range []string{"id", "timestamp", "time"} {
		if Is(name, t.value()) && text == orText(t.scalar) {
			return "<" + name + ">"
		}
	}
	switch {
	case isText && text == orText(t.scalar) && isOpaque(key, text):
		return "<string>"
	case isText:
		return inLink.ReplaceAllString(text, "${1}<string>")
	}
	return t.scalar
}

func orText(v any) string { s, _ := v.(string); return s }

// lineWidth is how long a line of an answer may be before it is folded.
const lineWidth = 150

// text is the tree in the style of a transcript: on one line where that is short enough.
func (t *tree) text() string {
	var out strings.Builder
	t.write(&out, "")
	return out.String()
}

func (t *tree) write(out *strings.Builder, indent string) {
	line := t.line()
	if len(line)+len(indent) <= lineWidth || len(t.items) == 0 {
		out.WriteString(line)
		return
	}
	out.WriteRune(rune(t.kind))
	for i, item := range t.items {
		out.WriteString(strings.Repeat(",", min(i, 1)) + "\n" + indent + "  ")
		if t.kind == '{' {
			out.WriteString(Encode(t.keys[i]) + ": ")
		}
		item.write(out, indent+"  ")
	}
	out.WriteString("\n" + indent)
	out.WriteRune(t.end())
}

// line is the tree on one line.
func (t *tree) line() string {
	if t.kind == 0 {
		return Encode(t.scalar)
	}
	items := make([]string, len(t.items))
	for i, item := range t.items {
		items[i] = item.line()
		if t.kind == '{' {
			items[i] = Encode(t.keys[i]) + ": " + items[i]
		}
	}
	return t.kind.String() + strings.Join(items, ", ") + string(t.end())
}

func (t *tree) end() rune { return rune(t.kind) + 2 } // ASCII: [ and ], { and }
