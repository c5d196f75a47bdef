package transcript

import (
	"bytes"
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
	_ = json.Unmarshal([]byte(t.text(false)), &v) // it was JSON
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
// address or the date of today.
func tells(name, value string) bool {
	return Is("id", value) || strings.Contains(value, "://") || name == "today"
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

// text is the tree in the style of a transcript: on one line, or indented.
func (t *tree) text(indented bool) string {
	var out bytes.Buffer
	t.write(&out, indented, "\n")
	return out.String()
}

func (t *tree) write(out *bytes.Buffer, indented bool, indent string) {
	if t.kind == 0 {
		out.WriteString(Encode(t.scalar))
		return
	}
	end := map[json.Delim]byte{'{': '}', '[': ']'}[t.kind]
	out.WriteByte(byte(t.kind))
	for i, item := range t.items {
		switch {
		case indented:
			out.WriteString(strings.Repeat(",", min(i, 1)) + indent + "  ")
		case i > 0:
			out.WriteString(", ")
		}
		if t.kind == '{' {
			out.WriteString(Encode(t.keys[i]) + ": ")
		}
		item.write(out, indented, indent+"  ")
	}
	if indented && len(t.items) > 0 {
		out.WriteString(indent)
	}
	out.WriteByte(end)
}
