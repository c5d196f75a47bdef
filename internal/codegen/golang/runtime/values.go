package service

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Opt is a member that may be absent and may be null. The zero value is absent.
type Opt[T any] struct {
	value *T
	null  bool
}

// Some is a member with a value.
func Some[T any](value T) Opt[T] { return Opt[T]{value: &value} }

// Null is a member that is there and is null.
func Null[T any]() Opt[T] { return Opt[T]{null: true} }

// Get gives the value; ok is false where the member is absent or null.
func (o Opt[T]) Get() (value T, ok bool) {
	if o.value == nil {
		return value, false
	}
	return *o.value, true
}

// IsNull reports whether the member is there and is null.
func (o Opt[T]) IsNull() bool { return o.null }

// IsZero reports whether the member is absent.
func (o Opt[T]) IsZero() bool { return o.value == nil && !o.null }

// MarshalJSON writes the value, or null.
func (o Opt[T]) MarshalJSON() ([]byte, error) { return json.Marshal(o.value) }

// UnmarshalJSON reads a value, or null.
func (o *Opt[T]) UnmarshalJSON(text []byte) error {
	if isNull(text) {
		*o = Null[T]()
		return nil
	}
	value := new(T)
	if err := json.Unmarshal(text, value); err != nil {
		return err
	}
	*o = Opt[T]{value: value}
	return nil
}

// List is a list that is never null: nil is written as []. A slice can be
// assigned to it.
type List[T any] []T

// MarshalJSON writes an array.
func (l List[T]) MarshalJSON() ([]byte, error) {
	if l == nil {
		return []byte("[]"), nil
	}
	return json.Marshal([]T(l))
}

// Map is an object whose members are all of one type, and that is never null: nil
// is written as {}. A map can be assigned to it.
type Map[T any] map[string]T

// MarshalJSON writes an object.
func (m Map[T]) MarshalJSON() ([]byte, error) {
	if m == nil {
		return []byte("{}"), nil
	}
	return json.Marshal(map[string]T(m))
}

// JSON is a value as JSON text, for members that take any. It panics where
// encoding/json cannot write the value.
func JSON(value any) json.RawMessage {
	text, err := json.Marshal(value)
	if err != nil {
		panic(fmt.Errorf("service.JSON: %w", err))
	}
	return text
}

// Convert carries a value over to another type by its JSON: the members that both
// know.
func Convert[To any](from any) (To, error) {
	var to To
	text, err := json.Marshal(from)
	if err == nil {
		err = json.Unmarshal(text, &to)
	}
	if err != nil {
		return to, fmt.Errorf("convert %T to %T: %w", from, to, err)
	}
	return to, nil
}

func isNull(text []byte) bool { return string(bytes.TrimSpace(text)) == "null" }
