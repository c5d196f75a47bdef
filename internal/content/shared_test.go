package content_test

import (
	"testing"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
)

// TestCallsWithEqualKeys lists calls by what they ask for.
func TestCallsWithEqualKeys(t *testing.T) {
	v := plantest.Seal(t, `
apiVersion: quartet/v1
kind: Schema
metadata: { name: notes }
spec: { title: Notes, schema: { type: object, properties: { a: { type: string }, b: { type: string } } } }
---
apiVersion: quartet/v1
kind: View
metadata: { name: list }
spec: { from: notes, surface: public, limit: 10, params: { type: object, properties: { a: {}, b: {} } } }
`).View("list")
	show := func(n float64) *float64 { return &n }
	seen := map[string]int{}
	for i, same := range [][]content.ViewCall{
		{{}, {Page: 1}, {Page: -4}, {Show: show(10)}, {Show: show(10.9)}, {Show: show(99)}, {Show: show(0)}, {Params: values{"other": "x"}}, {Params: values{"a": nil}}},
		{{Page: 2}, {Page: 2, Show: show(11)}},
		{{Show: show(2)}, {Show: show(2.5)}},
		{{Cursor: "x"}, {Cursor: "x", Page: 7}},
		{{Cursor: "y"}},
		{{Params: values{"a": ""}}},
		{{Params: values{"b": ""}}},
		{{Params: values{"a": "xs", "b": "y"}}},
		{{Params: values{"a": "x", "b": "sy"}}},
		{{Params: values{"a": "2"}}},
		{{Params: values{"a": int64(2)}}},
		{{Params: values{"a": 2.0}}},
		{{Params: values{"a": true}}},
		{{Params: values{"a": false}}},
		{{Params: values{"a": []any{"x"}}}, {Params: values{"a": []any{"x"}}, Page: 1}},
		{{Params: values{"a": "x", "b": int64(2)}, Page: 3}},
	} {
		for j, call := range same {
			call.View = v
			key := string(call.AppendKey(nil))
			if owner, known := seen[key]; known != (j > 0) || known && owner != i {
				t.Errorf("call %d of %d: key %q, of %d before (%v)", j, i, key, owner, known)
			}
			seen[key] = i
		}
	}
}
