package admin_test

import (
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/content"
)

// What the bounds of the history have thrown away is said to be, and who, when
// and what stays; what is within them is whole, also when it was packed.
func TestAPrunedChangeSaysSo(t *testing.T) {
	s := openKeeping(t, tea, filepath.Join(t.TempDir(), "site.db"), audit.Retention{Versions: 2, Published: 1})
	e, err := s.content.Create(t.Context(), content.Caller{}, "posts", map[string]any{"slug": "a", "title": "1"})
	must(t, err)
	id := e.ID
	for i := 2; i <= 5; i++ {
		body := fmt.Sprintf(`{"data": {"title": "%d", "body": %q}, "expectedVersion": %d}`, i, strings.Repeat(fmt.Sprint(i), 9000), i-1)
		if got := s.do("PATCH", "/admin/api/entries/"+id+"?collection=posts", "owner ada", body); got.status != 200 {
			t.Fatal(got.body)
		}
	}
	must(t, s.store.Sweep(t.Context()))
	got := s.do("GET", "/admin/api/audit?limit=6&entry="+url.QueryEscape(id), "owner ada", "").body
	whole := func(i int) string {
		return fmt.Sprintf(`{"data":{"body":"%s","title":"%d"}}`, strings.Repeat(fmt.Sprint(i), 9000), i)
	}
	for _, want := range []string{
		`"version":5,"before":` + whole(4) + `,"after":` + whole(5) + `}`,
		`"version":4,"before":` + whole(3) + `,"after":` + whole(4) + `}`,
		`"version":3,"before":null,"after":null,"pruned":true}`,
		`"version":2,"before":null,"after":null,"pruned":true}`,
		`"version":1,"before":null,"after":null}`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("there is no %.80s", want)
		}
	}
	if got := s.do("GET", "/admin/api/audit", "owner ada", "").body; !strings.Contains(got, `"surface":"sweep","action":"prune-history"`) {
		t.Errorf("no line tells of the pruning: %.300s", got)
	}
}
