package diag_test

import (
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/diag"
)

func TestNearest(t *testing.T) {
	known := []string{"minLength", "maxLength", "minItems", "maxItems", "pattern", "type", "on", "items"}
	for _, tc := range []struct{ name, want string }{
		{"minlength", "minLength"},
		{"mnLength", "minLength"},
		{"pattren", "pattern"},
		{"tpye", "type"},
		{"types", "type"},
		{"ON", "on"},
		{"of", ""},
		{"", ""},
		{"anything", ""},
		{"xxLength", "maxLength"},
		{strings.Repeat("pattern", 100), ""},
	} {
		if got := diag.Nearest(tc.name, known); got != tc.want {
			t.Errorf("Nearest(%q) = %q, want %q", tc.name, got, tc.want)
		}
	}
}

func TestNearestDoesNotDependOnOrder(t *testing.T) {
	for _, candidates := range [][]string{{"bar", "baz"}, {"baz", "bar"}} {
		if got := diag.Nearest("ba", append(candidates, "x")); got != "" {
			t.Errorf("Nearest(ba, %v) = %q, want none", candidates, got)
		}
		if got := diag.Nearest("bay", candidates); got != "bar" {
			t.Errorf("Nearest(bay, %v) = %q, want bar", candidates, got)
		}
	}
}
