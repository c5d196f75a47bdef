package transcript

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
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

// merge is what was got, with what was wanted where that fits. want may be nil.
func merge(want, got *tree, captures map[string]string) *tree {
	switch {
	case want == nil:
		return got.general(captures)
	case want.kind == '{' && got.kind == '{':
		return mergeObject(want, got, captures)
	case want.kind == '[' && got.kind == '[':
		return mergeArray(want, got, captures)
	case want.kind == 0 && Match(filled(want.value(), captures), got.value(), "", map[string]string{}) == nil:
		return want
	}
	return got.general(captures)
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
			out.keys, out.items = append(out.keys, key), append(out.items, merge(want.items[i], value, captures))
		}
	}
	for i, key := range got.keys {
		if want.find(key) == nil && open == nil {
			out.keys, out.items = append(out.keys, key), append(out.items, got.items[i].general(captures))
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
			out.items = append(out.items, merge(named[i], item, captures))
		case !open:
			out.items = append(out.items, item.general(captures))
		}
	}
	if open {
		out.items = append(out.items, want.items[last])
	}
	return out
}

// general is the tree with wildcards for ids and times, and the names of what is
// captured already.
func (t *tree) general(captures map[string]string) *tree {
	if t.kind == 0 {
		return &tree{scalar: generalScalar(t, captures)}
	}
	out := &tree{kind: t.kind, keys: t.keys}
	for _, item := range t.items {
		out.items = append(out.items, item.general(captures))
	}
	return out
}

// tells reports whether a captured value is known again wherever it stands: an id, an
// address or a date that the transcript counts from today.
func tells(name, value string) bool {
	return Is("id", value) || strings.Contains(value, "://") || strings.HasPrefix(name, "today")
}

func generalScalar(t *tree, captures map[string]string) any {
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
	if isText {
		return text
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
