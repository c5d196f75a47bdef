package service

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
)

// member is a member of an object that a field of a struct holds.
type member struct {
	name     string
	field    any  // a pointer to it
	optional bool // the zero value is an absent member
}

// decodeObject reads the members into their fields, and the others into more,
// unless that is nil. Names are compared exactly, unlike encoding/json does.
func decodeObject[T any](text []byte, members []member, more *Map[T]) error {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(text, &all); err != nil {
		return err
	}
	for _, m := range members {
		raw, ok := all[m.name]
		if !ok {
			continue
		}
		if err := json.Unmarshal(raw, m.field); err != nil {
			return within(m.name, err)
		}
		delete(all, m.name)
	}
	if more == nil || len(all) == 0 {
		return nil
	}
	*more = make(Map[T], len(all))
	for name, raw := range all {
		var value T
		if err := json.Unmarshal(raw, &value); err != nil {
			return within(name, err)
		}
		(*more)[name] = value
	}
	return nil
}

// within says in which member a value did not fit.
func within(name string, err error) error {
	if wrong := (*json.UnmarshalTypeError)(nil); errors.As(err, &wrong) {
		if wrong.Field != "" {
			name += "." + wrong.Field
		}
		wrong.Field = name
		return wrong
	}
	return fmt.Errorf("%s: %w", name, err)
}

// encodeObject writes the members, then those of more that none of them names.
func encodeObject[T any](members []member, more Map[T]) ([]byte, error) {
	var out bytes.Buffer
	named := make(map[string]bool, len(members))
	for _, m := range members {
		named[m.name] = true
		value := reflect.ValueOf(m.field).Elem()
		if m.optional && value.IsZero() {
			continue
		}
		if err := writeMember(&out, m.name, value.Interface()); err != nil {
			return nil, err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(more)) {
		if named[name] {
			continue
		}
		if err := writeMember(&out, name, more[name]); err != nil {
			return nil, err
		}
	}
	if out.Len() == 0 {
		return []byte("{}"), nil
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

func writeMember(out *bytes.Buffer, name string, value any) error {
	key, err := json.Marshal(name)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	text, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if out.Len() == 0 {
		out.WriteByte('{')
	} else {
		out.WriteByte(',')
	}
	out.Write(key)
	out.WriteByte(':')
	out.Write(text)
	return nil
}
