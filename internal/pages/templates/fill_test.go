package templates

import (
	"strconv"
	"strings"
	"testing"
)

func TestFilledTexts(t *testing.T) {
	for _, text := range []string{
		"", "no place", "{0}", "{0}: {1}", "{1}{0}{1}", "{2} has no value", "{0", "0}", "{}", "{00}{+1}{-1}{x}", "{{0}}", "a {0", "{0} and {", "}{0}{",
	} {
		values := []string{"zero {1}", "one"}
		var pairs []string
		for i, each := range values {
			pairs = append(pairs, "{"+strconv.Itoa(i)+"}", each)
		}
		if got, want := fill(text, values), strings.NewReplacer(pairs...).Replace(text); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}
