package admin_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/pages/preview"
)

// TestASiteWithoutPagesHasNoPreview: every route of previews is NOT_FOUND there, and
// the application is told so.
func TestASiteWithoutPagesHasNoPreview(t *testing.T) {
	s := open(t, tea)
	headless := s.serveWith(nil, nil)
	for _, each := range []struct{ method, path, body string }{
		{"GET", "/preview", ""},
		{"POST", "/preview?collection=posts", `{"data":{}}`},
		{"POST", "/entries/x/preview?collection=posts", `{"data":{}}`},
	} {
		if w := ask(t.Context(), headless, each.method, each.path, each.body); w.Code != http.StatusNotFound || !strings.Contains(w.Body.String(), "NOT_FOUND") {
			t.Errorf("%s %s: %d %s", each.method, each.path, w.Code, w.Body)
		}
	}
	if w := ask(t.Context(), headless, "GET", "/site", ""); !strings.Contains(w.Body.String(), `"publicPages":false`) {
		t.Error(w.Body)
	}
	if w := ask(t.Context(), headless, "GET", "/collections", ""); strings.Contains(w.Body.String(), "hasPages") {
		t.Error(w.Body)
	}
}

// TestTheFrameOfPreviewsRunsOneScript: the document that previews are shown in has
// the policy of the site's pages but for what could run or leave, and may be framed
// by this origin alone.
func TestTheFrameOfPreviewsRunsOneScript(t *testing.T) {
	got := open(t, tea).do("GET", "/admin/api/preview", "contributor carl", "")
	if got.status != http.StatusOK || got.body != string(preview.Document()) {
		t.Fatal(got.status, got.body)
	}
	for name, want := range map[string]string{
		"Content-Type": "text/html; charset=utf-8", "Cache-Control": "private, no-store",
		"Content-Security-Policy": preview.Policy(postPages{}.Policy()),
	} {
		if got.header.Get(name) != want {
			t.Errorf("%s is %q, want %q", name, got.header.Get(name), want)
		}
	}
}
