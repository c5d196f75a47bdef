package templates

import (
	"errors"
	"fmt"
	"reflect"
)

// index is that of Go, but gives nothing where there is nothing: of a value that is
// absent, and under a key that an object does not have, so that an object from locale to
// text can be left out of an entry.
func (s *state) index(value any, keys ...any) (any, error) {
	for _, key := range keys {
		if value == nil {
			return nil, s.check()
		}
		var err error
		if value, err = under(reflect.ValueOf(value), key); err != nil {
			return nil, err
		}
	}
	return value, s.check()
}

// under is what a value has under a key or at a place; nil for nothing.
func under(value reflect.Value, key any) (any, error) {
	for value.Kind() == reflect.Pointer || value.Kind() == reflect.Interface {
		value = value.Elem()
	}
	switch value.Kind() {
	case reflect.Invalid:
		return nil, nil //nolint:nilnil // nothing is no mistake
	case reflect.Map:
		return member(value, key)
	case reflect.Slice, reflect.Array, reflect.String:
		at, isWhole := wholeOf(key)
		if !isWhole {
			return nil, fmt.Errorf("a place in a list is a whole number, and not %.40q", plain(key))
		}
		if at < 0 || at >= int64(value.Len()) {
			return nil, fmt.Errorf("there is no place %d in a list of %d", at, value.Len())
		}
		return value.Index(int(at)).Interface(), nil
	default:
		return nil, errors.New("index is for objects and lists")
	}
}

func member(value reflect.Value, key any) (any, error) {
	name := reflect.ValueOf(key)
	if !name.IsValid() || !name.Type().AssignableTo(value.Type().Key()) {
		return nil, fmt.Errorf("a key of this object is %s", value.Type().Key())
	}
	found := value.MapIndex(name)
	if !found.IsValid() {
		return nil, nil //nolint:nilnil // nothing is no mistake
	}
	return found.Interface(), nil
}
