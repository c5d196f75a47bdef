package admin_test

import (
	"net/http"
	"strings"
	"testing"
)

// TestWhatIsNoTextIsNotFound holds that no route asks a database for a name that it cannot
// hold: PostgreSQL fails on it, and the answer would be INTERNAL_ERROR.
func TestWhatIsNoTextIsNotFound(t *testing.T) {
	t.Parallel()
	s := open(t, tea)
	for _, bad := range []string{"%00", "a%00b", "%ff", "%ed%a0%80"} {
		for _, each := range []struct{ method, path, at string }{
			{http.MethodGet, "/entries/" + bad + "?collection=posts", "input#/id"},
			{http.MethodDelete, "/entries/" + bad + "/moves/publish?collection=posts", "input#/id"},
			{http.MethodDelete, "/entries/one/moves/" + bad + "?collection=posts", "input#/direction"},
			{http.MethodGet, "/entries/one/versions/" + bad + "?collection=posts", "input#/version"},
			{http.MethodDelete, "/entries/one/comments/" + bad + "?collection=posts", "input#/comment"},
			{http.MethodPost, "/bin/" + bad + "/restore?collection=posts", "input#/id"},
			{http.MethodDelete, "/bin/" + bad + "?collection=posts", "input#/id"},
			{http.MethodDelete, "/lists/" + bad, "input#/id"},
			{http.MethodDelete, "/staff/invitations/" + bad, "input#/id"},
			{http.MethodPost, "/deferred/" + bad + "/replay", "input#/id"},
			{http.MethodGet, "/backups/" + bad, "input#/name"},
		} {
			got := s.do(each.method, "/admin/api"+each.path, "owner ada", "{}")
			if got.status != http.StatusNotFound || !strings.Contains(got.body, `"code":"NOT_FOUND"`) || !strings.Contains(got.body, `"path":"`+each.at+`"`) {
				t.Errorf("%s %s: %d %s", each.method, each.path, got.status, got.body)
			}
		}
	}
}
