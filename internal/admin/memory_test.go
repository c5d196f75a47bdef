package admin_test

import (
	"testing"

	"github.com/quartet-dev/quartet/internal/inflight/inflighttest"
)

func TestLargeAnswersWaitForMemoryAndSmallDoNot(t *testing.T) {
	s := open(t, large)
	s.order(30, "n", 70<<10)
	little := func() {
		if got := s.do("GET", "/admin/api/entries?collection=comments", "owner ada", ""); got.status != 200 {
			t.Errorf("%d %.200s", got.status, got.body)
		}
	}
	for _, path := range []string{"views/by-key", "views/by-statement", "views/by-key/export", "entries/export?collection=orders"} {
		inflighttest.Wait(t, path, func() {
			if got := s.do("GET", "/admin/api/"+path, "owner ada", ""); got.status != 200 || len(got.body) < 2<<20 {
				t.Errorf("%s: %d, %d bytes", path, got.status, len(got.body))
			}
		}, little)
	}
}
