package audit_test

import (
	"context"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/audit"
)

func TestDifference(t *testing.T) {
	type object = map[string]any
	for name, test := range map[string]struct {
		before, after object
		was, is       string
	}{
		"nothing":              {object{"a": int64(1)}, object{"a": 1.0}, "", ""},
		"a value":              {object{"a": "x", "b": true}, object{"a": "y", "b": true}, `{"a":"x"}`, `{"a":"y"}`},
		"added and removed":    {object{"a": nil}, object{"b": []any{"z"}}, `{"a":null}`, `{"b":["z"]}`},
		"created":              {nil, object{"b": "2", "a": "1"}, "", `{"a":"1","b":"2"}`},
		"a long value":         {object{"a": strings.Repeat("x", 5000)}, nil, `{"a":"` + strings.Repeat("x", 5000) + `"}`, ""},
		"deleted":              {object{"a": "1"}, nil, `{"a":"1"}`, ""},
		"a member named oddly": {object{`"`: "1"}, nil, `{"\"":"1"}`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			was, is := audit.Difference(test.before, test.after)
			if string(was) != test.was || string(is) != test.is {
				t.Errorf("got %s and %s, want %s and %s", was, is, test.was, test.is)
			}
		})
	}
}

func TestSurfaceOf(t *testing.T) {
	ctx := context.Background()
	if got := audit.SurfaceOf(ctx); got != audit.Go {
		t.Errorf("without a surface: %s", got)
	}
	if got := audit.SurfaceOf(audit.Through(audit.Through(ctx, audit.REST), audit.Hook)); got != audit.Hook {
		t.Errorf("a hook of a request: %s", got)
	}
}
