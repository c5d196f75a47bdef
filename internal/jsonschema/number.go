package jsonschema

import "math"

func isNumber(v any) bool {
	_, ok := numberOf(v)
	return ok
}

// compareNumbers compares two JSON numbers without rounding either.
func compareNumbers(a, b any) int {
	switch a := a.(type) {
	case int64:
		if b, ok := b.(int64); ok {
			return compare(a, b)
		}
		f, _ := b.(float64)
		return compareMixed(a, f)
	case float64:
		if b, ok := b.(float64); ok {
			return compare(a, b)
		}
		n, _ := b.(int64)
		return -compareMixed(n, a)
	}
	return 0
}

func compare[T int64 | float64](a, b T) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func compareMixed(n int64, f float64) int {
	switch {
	case f >= math.MaxInt64: // which is 2^63 as a float64
		return -1
	case f < math.MinInt64:
		return 1
	}
	whole := math.Trunc(f)
	if c := compare(n, int64(whole)); c != 0 {
		return c
	}
	return compare(whole, f)
}
