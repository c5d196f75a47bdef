package diag_test

import (
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/diag"
)

// A long line beside the one that an excerpt is about shows as much as that one.
func TestLinesAroundShowAsMuch(t *testing.T) {
	long := strings.Repeat("x", 120)
	for line := range strings.Lines(diag.Excerpt(long+"\n"+long, 2, 10, 1)) {
		if _, text, _ := strings.Cut(line, "| "); strings.Contains(text, "x") && strings.Count(text, "x") != 100 {
			t.Errorf("%d characters: %s", strings.Count(text, "x"), line)
		}
	}
}
