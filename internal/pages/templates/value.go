package templates

import (
	"errors"
	"fmt"
	"html/template"
	"reflect"
)

// valueFunctions make and choose values.
func (s *state) valueFunctions() template.FuncMap {
	return template.FuncMap{
		"dict":    s.dict,
		"list":    s.list,
		"index":   s.index,
		"default": s.orDefault,
		"add":     func(a, b any) (any, error) { return s.calculate(a, b, func(x, y int64) int64 { return x + y }) },
		"sub":     func(a, b any) (any, error) { return s.calculate(a, b, func(x, y int64) int64 { return x - y }) },
	}
}

func (s *state) dict(pairs ...any) (map[string]any, error) {
	if len(pairs)%2 != 0 {
		return nil, errors.New("a dict has a value for each key")
	}
	if _, err := s.weigh(pairs...); err != nil {
		return nil, err
	}
	all := make(map[string]any, len(pairs)/2)
	for i := 0; i < len(pairs); i += 2 {
		key, ok := pairs[i].(string)
		if !ok {
			return nil, fmt.Errorf("the keys of a dict are texts, and number %d is none", i/2+1)
		}
		all[key] = pairs[i+1]
	}
	return all, nil
}

func (s *state) list(items ...any) ([]any, error) {
	if _, err := s.weigh(items...); err != nil {
		return nil, err
	}
	return items, nil
}

// orDefault is value where there is something in it, and otherwise instead. It is
// written default "Untitled" .Title, or .Title | default "Untitled".
func (s *state) orDefault(instead, value any) (any, error) {
	if truth, ok := template.IsTrue(value); ok && truth {
		return value, s.check()
	}
	return instead, s.check()
}

func (s *state) calculate(a, b any, with func(x, y int64) int64) (any, error) {
	x, ok := wholeOf(a)
	y, also := wholeOf(b)
	if !ok || !also {
		return nil, errors.New("add and sub are for whole numbers")
	}
	return int(with(x, y)), s.check()
}

// Limits of what weigh looks at.
const (
	nodeWeight    = 16       // of a value, beside the bytes of its text
	pointerWeight = 16 << 10 // of what a template was given, such as a page or an entry
	maxWeighed    = 2000     // how deep values are within one another
	maxWeights    = 4        // of one value, as a multiple of what a page may be
)

// weigh counts what values hold, as a tree: a list that holds a list twice is
// written twice. So a template cannot make in a few lines what takes years to
// write. What the page came with is not looked into, since it is passed on often.
func (s *state) weigh(values ...any) (weight int, err error) {
	most := maxWeights * s.set.options.Bytes
	scale := scale{left: most}
	for _, each := range values {
		scale.add(reflect.ValueOf(each), 0)
	}
	switch {
	case scale.tooDeep:
		return 0, limit("values are more than %d deep within one another", maxWeighed)
	case scale.left < 0:
		return 0, limit("a value holds more than %d bytes", most)
	}
	return most - scale.left, s.spend(nodeWeight * len(values))
}

// scale weighs values until nothing is left.
type scale struct {
	left    int
	tooDeep bool
}

func (w *scale) add(v reflect.Value, depth int) {
	if w.left -= nodeWeight; w.left < 0 {
		return
	}
	if depth > maxWeighed {
		w.left, w.tooDeep = -1, true
		return
	}
	switch v.Kind() {
	case reflect.String:
		w.left -= v.Len()
	case reflect.Pointer:
		w.left -= pointerWeight
	case reflect.Interface:
		w.add(v.Elem(), depth+1)
	case reflect.Slice, reflect.Array:
		for i := 0; i < v.Len() && w.left >= 0; i++ {
			w.add(v.Index(i), depth+1)
		}
	case reflect.Struct:
		for i := 0; i < v.NumField() && w.left >= 0; i++ {
			w.add(v.Field(i), depth+1)
		}
	case reflect.Map:
		w.addMap(v, depth)
	}
}

func (w *scale) addMap(v reflect.Value, depth int) {
	for each := v.MapRange(); w.left >= 0 && each.Next(); {
		w.add(each.Key(), depth+1)
		w.add(each.Value(), depth+1)
	}
}
