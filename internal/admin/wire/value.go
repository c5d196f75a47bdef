package wire

import "github.com/quartet-dev/quartet/internal/jsonvalue"

// Object is a JSON object of JSON values.
type Object map[string]any

// MarshalJSON writes numbers as they are stored.
func (o Object) MarshalJSON() ([]byte, error) {
	if o == nil {
		return []byte("null"), nil
	}
	return jsonvalue.Append(nil, map[string]any(o)), nil
}

// Value is any JSON value.
type Value struct{ V any }

// MarshalJSON writes numbers as they are stored.
func (v Value) MarshalJSON() ([]byte, error) { return jsonvalue.Append(nil, v.V), nil }

// Text is a LocalizedText: a string, or a map from locale to string.
type Text any

// Page is a page of a list. NextCursor is null at the end.
type Page[Item any] struct {
	Items      []Item  `json:"items"`
	NextCursor *string `json:"nextCursor"`
}

// Removed answers a removal.
type Removed struct {
	Removed bool `json:"removed"`
}

// Raw is a JSON value as it is stored; nil is null.
type Raw []byte

// MarshalJSON gives the value as it is.
func (r Raw) MarshalJSON() ([]byte, error) {
	if r == nil {
		return []byte("null"), nil
	}
	return r, nil
}
