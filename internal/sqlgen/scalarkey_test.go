package sqlgen_test

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/quartet-dev/quartet/internal/sqlgen"
)

// scalars are in their order; those of one line are the same.
var scalars = [][]any{
	{-math.MaxFloat64},
	{-1e308},
	{-math.Nextafter(1<<63, math.Inf(1))},
	{int64(math.MinInt64), -0x1p63},
	{int64(math.MinInt64 + 1)},
	{int64(-1<<53 - 1)},
	{int64(-1 << 53), -0x1p53},
	{-1.5},
	{int64(-1), -1.0},
	{-0.25},
	{-math.SmallestNonzeroFloat64},
	{int64(0), 0.0, math.Copysign(0, -1), false},
	{math.SmallestNonzeroFloat64},
	{0.25},
	{int64(1), 1.0, true},
	{1.5},
	{int64(10), 10.0},
	{int64(1 << 53), 0x1p53},
	{int64(1<<53 + 1)},
	{int64(1<<53 + 2), 0x1p53 + 2},
	{int64(math.MaxInt64 - 1)},
	{int64(math.MaxInt64)},
	{0x1p63},
	{math.Nextafter(1<<63, math.Inf(1))},
	{1e308},
	{math.MaxFloat64},
	{""},
	{"0"},
	{"A"},
	{"a"},
	{"aa"},
	{"n3ff0000000000000"},
	{"\u00e9"},
	{"\uffff"},
	{"\U0001f600"},
}

func TestAKeySortsAsItsScalarDoes(t *testing.T) {
	last := ""
	for _, same := range scalars {
		key := sqlgen.ScalarKey(same[0])
		if key <= last {
			t.Errorf("the key %q of %v (%T) is not after %q", key, same[0], same[0], last)
		}
		for _, other := range same[1:] {
			if got := sqlgen.ScalarKey(other); got != key {
				t.Errorf("the key of %v (%T) is %q and not %q", other, other, got, key)
			}
		}
		last = key
	}
}

func TestAKeyTellsItsScalar(t *testing.T) {
	for _, same := range scalars {
		for _, scalar := range same {
			got := sqlgen.ScalarOf(sqlgen.ScalarKey(scalar))
			if got != same[0] {
				t.Errorf("%v (%T) comes back as %v (%T)", scalar, scalar, got, got)
			}
		}
	}
	for _, text := range []string{"", "n", "x", "n12", "nzzzzzzzzzzzzzzzz"} {
		if got := sqlgen.ScalarOf(text); got != text {
			t.Errorf("%q, which is no key, comes back as %v", text, got)
		}
	}
}

func TestKeysOfAnyNumbersSortAsTheNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		whole := rapid.SliceOfN(rapid.Int64(), 2, 2).Draw(t, "whole")
		if got := cmp.Compare(sqlgen.ScalarKey(whole[0]), sqlgen.ScalarKey(whole[1])); got != cmp.Compare(whole[0], whole[1]) {
			t.Fatalf("%d and %d: %d", whole[0], whole[1], got)
		}
		real := rapid.SliceOfN(rapid.Float64(), 2, 2).Draw(t, "real")
		if slices.ContainsFunc(real, func(f float64) bool { return math.IsInf(f, 0) }) {
			return
		}
		if got := cmp.Compare(sqlgen.ScalarKey(real[0]), sqlgen.ScalarKey(real[1])); got != cmp.Compare(real[0], real[1]) {
			t.Fatalf("%g and %g: %d", real[0], real[1], got)
		}
	})
}
