package jsonvalue_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

func TestAppend(t *testing.T) {
	for _, tc := range []struct {
		in   any
		want string
	}{
		{nil, "null"},
		{true, "true"},
		{int64(-5), "-5"},
		{"a\"\\\n\r\t\x01<>&ä\u2028\x7f", `"a\"\\\n\r\t\u0001<>&ä` + "\u2028\x7f\""},
		{"a\xffb", "\"a\ufffdb\""},
		{map[string]any{"b": []any{}, "a": map[string]any{}}, `{"a":{},"b":[]}`},
		{[]any{int64(1), "x"}, `[1,"x"]`},
	} {
		if got := string(jsonvalue.Append([]byte("> "), tc.in)); got != "> "+tc.want {
			t.Errorf("got %s, want %s", got, tc.want)
		}
	}
}

func TestAppendFloat(t *testing.T) {
	for _, tc := range []struct {
		in   float64
		want string
	}{
		{0, "0"}, {1, "1"}, {-2.5, "-2.5"}, {0.1, "0.1"}, {1e-7, "1e-07"}, {1e15, "1000000000000000"},
		{1 << 53, "9.007199254740992e+15"}, {1e20, "1e+20"}, {math.MaxFloat64, "1.7976931348623157e+308"},
		{math.Inf(1), "null"}, {math.NaN(), "null"},
	} {
		if got := string(jsonvalue.AppendFloat(nil, tc.in)); got != tc.want {
			t.Errorf("got %s, want %s", got, tc.want)
		}
	}
}

func TestEqual(t *testing.T) {
	object := func(v any) any { return map[string]any{"a": v} }
	for _, tc := range []struct {
		a, b any
		want bool
	}{
		{nil, nil, true},
		{int64(1), 1.0, true},
		{1.0, int64(1), true},
		{int64(1), 1.5, false},
		{int64(math.MaxInt64), float64(math.MaxInt64), false},
		{int64(math.MinInt64), float64(math.MinInt64), true},
		{int64(0), false, false},
		{"1", int64(1), false},
		{nil, object(nil), false},
		{object(int64(1)), object(1.0), true},
		{object(int64(1)), map[string]any{"b": int64(1)}, false},
		{object(nil), map[string]any{}, false},
		{[]any{"a"}, []any{"a"}, true},
		{[]any{"a"}, []any{"a", "a"}, false},
		{[]any{}, map[string]any{}, false},
		{"a", []any{"a"}, false},
	} {
		if got := jsonvalue.Equal(tc.a, tc.b); got != tc.want {
			t.Errorf("Equal(%v, %v) = %v", tc.a, tc.b, got)
		}
	}
}

func TestCloneSharesNothing(t *testing.T) {
	in := map[string]any{"a": []any{map[string]any{"b": int64(1)}}}
	out := jsonvalue.Clone(in)
	if diff := cmp.Diff(any(in), out); diff != "" {
		t.Fatal(diff)
	}
	in["a"].([]any)[0].(map[string]any)["b"] = "changed"
	if jsonvalue.Equal(any(in), out) {
		t.Error("the clone changed with its source")
	}
}

func TestPointer(t *testing.T) {
	for want, tokens := range map[string][]string{
		"": nil, "/": {""}, "/a/b~1c": {"a", "b/c"}, "/~0~01": {"~~1"}, "/a//": {"a", "", ""},
	} {
		if got := jsonvalue.Pointer(tokens...); got != want {
			t.Errorf("Pointer(%q) = %q, want %q", tokens, got, want)
		}
		if diff := cmp.Diff(tokens, jsonvalue.SplitPointer(want)); diff != "" {
			t.Errorf("SplitPointer(%q): %s", want, diff)
		}
	}
}

// FuzzAppendString holds that any string is written as JSON that encoding/json
// reads as it reads its own writing.
func FuzzAppendString(f *testing.F) {
	f.Add("a\"\\\n\x00\xff\u2028😀")
	f.Fuzz(func(t *testing.T, s string) {
		var got, want string
		reference, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(jsonvalue.AppendString(nil, s), &got); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(reference, &want); err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Errorf("%q reads back as %q, want %q", s, got, want)
		}
	})
}
