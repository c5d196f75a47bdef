package content_test

import (
	"reflect"
	"slices"
)

// same reports whether two JSON values are; 1 and 1.0 are.
func same(a, b any) bool { return reflect.DeepEqual(canonical(a), canonical(b)) }

// canonical makes values that say the same equal.
func canonical(v any) any {
	switch v := v.(type) {
	case int:
		return float64(v)
	case int64:
		return float64(v)
	case values:
		return canonicalObject(v)
	case []any:
		all := make([]any, len(v))
		for i := range v {
			all[i] = canonical(v[i])
		}
		return all
	}
	return v
}

func canonicalObject(object values) any {
	all := make(map[string]any, len(object))
	for name, member := range object {
		all[name] = canonical(member)
	}
	return all
}

// shares reports whether two rows hold the same tuple, none of it null.
func shares(tuple []string, a, b values) bool {
	return !slices.ContainsFunc(tuple, func(name string) bool {
		return a[name] == nil || !same(indexed(a[name]), indexed(b[name]))
	})
}

// indexed is what an index sees of a value: true is 1 there.
func indexed(v any) any {
	switch v {
	case true:
		return 1
	case false:
		return 0
	}
	return v
}
