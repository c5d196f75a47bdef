package admin_test

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"time"
)

const endless = tea + `---
apiVersion: quartet/v1
kind: View
metadata: { name: endless }
spec: { surface: staff, sql: "SELECT count(*) AS n FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n)" }
`

// A browser that no longer wants an answer, as one whose person types on, ends
// the read: the connections would be taken for an hour otherwise.
func TestWhoLeavesEndsTheRead(t *testing.T) {
	s := open(t, endless)
	for range 4 { // more often than there are connections
		ctx, leave := context.WithTimeout(t.Context(), 50*time.Millisecond)
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.address+"/admin/api/views/endless", nil)
		must(t, err)
		request.Header.Set("As", "owner ada")
		if response, err := http.DefaultClient.Do(request); !errors.Is(err, context.DeadlineExceeded) {
			t.Fatal(response, err)
		}
		leave()
	}
	if got := s.do("GET", "/admin/api/views/stages", "owner ada", ""); got.status != http.StatusOK {
		t.Error(got.status, got.body)
	}
}
