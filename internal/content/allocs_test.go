package content_test

import (
	"testing"

	"github.com/quartet-dev/quartet/internal/content"
)

// Reads are the daily bread: what a request allocates must not grow unseen.
func TestAViewAllocatesLittle(t *testing.T) {
	s := library(t, 10, nil)
	dst := make([]byte, 0, 4096)
	for _, test := range []struct {
		name string
		view string
		most float64
	}{
		{"a page", "mine", 4},
		{"a page with a cursor", "ranked", 16},
	} {
		call := content.ViewCall{View: s.Plan().View(test.view), Page: 1}
		n := testing.AllocsPerRun(100, func() {
			if _, err := s.ExecuteView(s.ctx, ada, call, dst); err != nil {
				t.Fatal(err)
			}
		})
		if n > test.most {
			t.Errorf("%s: %v allocations, at most %v", test.name, n, test.most)
		}
	}
}
