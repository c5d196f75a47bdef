package jsonvalue_test

import (
	"encoding/json"
	"errors"
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

func TestNormalize(t *testing.T) {
	type inner struct {
		N     uint8   `json:"n"`
		Huge  float64 `json:"huge"`
		Empty string  `json:"empty,omitempty"`
	}
	for name, tc := range map[string]struct{ in, want any }{
		"nil":            {nil, nil},
		"int":            {7, int64(7)},
		"uint":           {uint64(7), int64(7)},
		"float":          {2.0, 2.0},
		"float32":        {float32(0.1), 0.1},
		"json.Number":    {json.Number("12"), int64(12)},
		"json.Number e":  {json.Number("1e2"), 100.0},
		"RawMessage":     {json.RawMessage(`{"a":[1]}`), map[string]any{"a": []any{int64(1)}}},
		"time":           {time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), "2026-01-02T03:04:05Z"},
		"struct":         {inner{N: 3, Huge: 1e20}, map[string]any{"n": int64(3), "huge": 1e20}},
		"typed slice":    {[]string{"a"}, []any{"a"}},
		"typed map":      {map[string]int{"a": 1}, map[string]any{"a": int64(1)}},
		"mixed":          {map[string]any{"a": []any{1, &inner{}}}, map[string]any{"a": []any{int64(1), map[string]any{"n": int64(0), "huge": int64(0)}}}},
		"nil map, slice": {[]any{map[string]any(nil), []any(nil)}, []any{nil, nil}},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := jsonvalue.Normalize(tc.in, jsonvalue.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestNormalizeRefuses(t *testing.T) {
	circle := map[string]any{}
	circle["self"] = circle
	for name, tc := range map[string]struct {
		in      any
		limits  jsonvalue.Limits
		pointer string
	}{
		"NaN":                  {in: []any{1, math.NaN()}, pointer: "/1"},
		"infinity":             {in: math.Inf(1)},
		"uint beyond int64":    {in: uint64(math.MaxUint64)},
		"uint in a struct":     {in: struct{ N uint64 }{math.MaxUint64}, pointer: "/N"},
		"NUL":                  {in: map[string]any{"a": "\x00"}, pointer: "/a"},
		"NUL in a key":         {in: map[string]any{"\x00": 1}},
		"NUL in a struct":      {in: struct{ S string }{"\x00"}, pointer: "/S"},
		"invalid UTF-8":        {in: "\xff"},
		"duplicate key in raw": {in: []any{json.RawMessage(`{"a":1,"a":2}`)}, pointer: "/0/a"},
		"bad json.Number":      {in: json.Number("1x")},
		"no JSON at all":       {in: map[string]any{"f": func() {}}, pointer: "/f"},
		"nodes in a struct":    {in: []any{1, []string{"a", "b"}}, limits: jsonvalue.Limits{Nodes: 4}, pointer: "/1/1"},
		"depth in a struct":    {in: []any{[][]int{{1}}}, limits: jsonvalue.Limits{Depth: 2}, pointer: "/0/0"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := jsonvalue.Normalize(tc.in, tc.limits)
			var fault *jsonvalue.Fault
			if !errors.As(err, &fault) {
				t.Fatalf("got %v, want a fault", err)
			}
			if fault.Pointer != tc.pointer || fault.Offset != -1 {
				t.Errorf("got %q at %d, want %q at -1", fault.Pointer, fault.Offset, tc.pointer)
			}
		})
	}
	if _, err := jsonvalue.Normalize(circle, jsonvalue.Limits{}); err == nil {
		t.Error("a map that holds itself was taken")
	}
}

func TestNormalizeCopies(t *testing.T) {
	in := map[string]any{"a": []any{"b"}}
	out, err := jsonvalue.Normalize(in, jsonvalue.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	out.(map[string]any)["a"].([]any)[0] = "changed"
	if in["a"].([]any)[0] != "b" {
		t.Error("the result shares a slice with the input")
	}
}
