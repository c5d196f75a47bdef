package jsonvalue

import "math"

// Equal reports whether a and b are the same JSON value; 1 and 1.0 are equal.
func Equal(a, b any) bool {
	switch a := a.(type) {
	case []any:
		b, ok := b.([]any)
		return ok && equalArrays(a, b)
	case map[string]any:
		b, ok := b.(map[string]any)
		return ok && equalObjects(a, b)
	case int64:
		if f, ok := b.(float64); ok {
			return equalNumbers(a, f)
		}
	case float64:
		if n, ok := b.(int64); ok {
			return equalNumbers(n, a)
		}
	}
	return isScalar(b) && a == b
}

// isScalar keeps == from comparing a type that has no equality.
func isScalar(v any) bool {
	switch v.(type) {
	case nil, bool, string, int64, float64:
		return true
	}
	return false
}

// equalNumbers compares without rounding n to a float.
func equalNumbers(n int64, f float64) bool {
	return f == math.Trunc(f) && f >= math.MinInt64 && f < math.MaxInt64 && int64(f) == n
}

func equalArrays(a, b []any) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !Equal(a[i], b[i]) {
			return false
		}
	}
	return true
}

func equalObjects(a, b map[string]any) bool {
	if len(a) != len(b) {
		return false
	}
	for key, v := range a {
		w, ok := b[key]
		if !ok || !Equal(v, w) {
			return false
		}
	}
	return true
}

// Clone copies v deeply.
func Clone(v any) any {
	switch v := v.(type) {
	case []any:
		elements := make([]any, len(v))
		for i := range v {
			elements[i] = Clone(v[i])
		}
		return elements
	case map[string]any:
		members := make(map[string]any, len(v))
		for key := range v {
			members[key] = Clone(v[key])
		}
		return members
	}
	return v
}
