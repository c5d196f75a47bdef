package layout

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
)

// rules are plan.Schema.Rules, read again.
type rules struct {
	Schema        map[string]any `json:"schema"`
	Lifecycle     string         `json:"lifecycle"`
	Localized     bool           `json:"localized"`
	UniqueIndexes any            `json:"uniqueIndexes"`
	Stamped       []string       `json:"stamped"`
}

// agree reports whether processes of both rules may write to one table, so that the
// next version of a site can start while the last one still runs: a row that either
// writes is right by the other one too. That is so where they differ in indexes that
// are not unique, and in optional properties which only one of them has (decision 221).
func agree(one, other []byte) bool {
	a, b := readRules(one), readRules(other)
	return a != nil && b != nil &&
		a.Lifecycle == b.Lifecycle && a.Localized == b.Localized && reflect.DeepEqual(a.UniqueIndexes, b.UniqueIndexes) &&
		(reflect.DeepEqual(a.Schema, b.Schema) || a.grows(b) && b.grows(a) && a.agrees(b))
}

// readRules reads saved rules; nil for none.
func readRules(text []byte) *rules {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	r := &rules{}
	if decoder.Decode(r) != nil {
		return nil
	}
	return r
}

// grows reports whether other may have any optional property beside those of r: no
// keyword speaks of all properties together, and whatever r alone has is neither
// required nor stamped.
func (r *rules) grows(other *rules) bool {
	for keyword := range r.Schema {
		if !slices.Contains([]string{"type", "properties", "required", "additionalProperties", "$defs"}, keyword) {
			return false
		}
	}
	required, _ := r.Schema["required"].([]any)
	theirs := other.group("properties")
	for name := range r.group("properties") {
		if _, shared := theirs[name]; !shared && (slices.Contains(required, any(name)) || slices.Contains(r.Stamped, name)) {
			return false
		}
	}
	return true
}

// agrees reports whether both say the same of what both have.
func (r *rules) agrees(other *rules) bool {
	for _, keyword := range []string{"type", "required", "additionalProperties"} {
		if !reflect.DeepEqual(r.Schema[keyword], other.Schema[keyword]) {
			return false
		}
	}
	for _, keyword := range []string{"properties", "$defs"} {
		theirs := other.group(keyword)
		for name, schema := range r.group(keyword) {
			if same, shared := theirs[name]; shared && !reflect.DeepEqual(schema, same) {
				return false
			}
		}
	}
	return true
}

// group is what a keyword names.
func (r *rules) group(keyword string) map[string]any {
	group, _ := r.Schema[keyword].(map[string]any)
	return group
}
