package service

import (
	"bytes"
	"encoding/json"
	"slices"
)

// Union is a value of one of several types. It keeps the JSON that it was read
// from, so that nothing is lost. The zero value is written as null.
type Union struct {
	raw   json.RawMessage
	value any // set by a program, in place of raw
}

// Raw is the value as JSON.
func (u Union) Raw() (json.RawMessage, error) {
	if u.value != nil {
		return json.Marshal(u.value)
	}
	if u.raw == nil {
		return json.RawMessage("null"), nil
	}
	return u.raw, nil
}

// MarshalJSON writes the value.
func (u Union) MarshalJSON() ([]byte, error) { return u.Raw() }

// UnmarshalJSON takes any JSON.
func (u *Union) UnmarshalJSON(text []byte) error {
	*u = Union{raw: bytes.Clone(text)}
	return nil
}

// form tells the types of a union apart, as far as it can without a whole check.
type form struct {
	kind     byte                // what the text begins with: { [ " t n, or 0 for a number
	required []string            // of an object: members that are there
	literals map[string][]string // of an object: members with one of a few values, as JSON
}

// as gives the value of a union as one of its types; ok is false where it has none
// of the forms or does not decode.
func as[T any](u Union, forms ...form) (value T, ok bool) {
	raw, err := u.Raw()
	if err != nil || !slices.ContainsFunc(forms, func(f form) bool { return f.fits(raw) }) {
		return value, false
	}
	return value, json.Unmarshal(raw, &value) == nil
}

func (f form) fits(raw json.RawMessage) bool {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || kindOf(raw[0]) != f.kind {
		return false
	}
	if f.kind != '{' {
		return true
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(raw, &members) != nil {
		return false
	}
	for _, name := range f.required {
		if _, ok := members[name]; !ok {
			return false
		}
	}
	for name, values := range f.literals {
		if text, ok := members[name]; ok && !slices.ContainsFunc(values, func(v string) bool { return sameText(text, v) }) {
			return false
		}
	}
	return true
}

func kindOf(first byte) byte {
	switch {
	case first == 'f':
		return 't'
	case first == '-' || first >= '0' && first <= '9':
		return '0'
	}
	return first
}

// sameText reports whether two texts are the same string, number or literal.
func sameText(a json.RawMessage, b string) bool {
	var left, right any
	return json.Unmarshal(a, &left) == nil && json.Unmarshal([]byte(b), &right) == nil && scalarOf(left) && left == right
}

func scalarOf(v any) bool {
	switch v.(type) {
	case map[string]any, []any:
		return false
	}
	return true
}
