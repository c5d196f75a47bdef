package httpx_test

import (
	"net/http/httptest"
	"testing"

	"github.com/quartet-dev/quartet/internal/httpx"
)

// TestReservedPaths is "Reserved paths" and "Setup-incomplete behaviour".
func TestReservedPaths(t *testing.T) {
	incomplete := httpx.NewSetupIncomplete("M.")
	for path, want := range map[string]struct{ reserved, identity bool }{
		"/admin":                     {true, true},
		"/admin/":                    {true, true},
		"/admin/api/me":              {true, true},
		"/administration":            {false, false},
		"/_service":                  {true, false},
		"/_service/admin/index.html": {true, false},
		"/api/auth":                  {true, true},
		"/api/auth/sign-in/social":   {true, true},
		"/api/authors":               {false, false},
		"/api/views":                 {true, false},
		"/api/views/posts":           {true, false},
		"/api/viewsx":                {false, false},
		"/oauth":                     {true, true},
		"/oauth/consent":             {true, true},
		"/mcp":                       {true, true},
		"/mcp/staff":                 {true, true},
		"/.well-known/oauth-authorization-server":   {true, true},
		"/.well-known/oauth-protected-resource/mcp": {true, true},
		"/.well-known/security.txt":                 {false, false},
		"*":                                         {true, false},
		"/*":                                        {true, false},
		"/":                                         {false, false},
		"/api/notes":                                {false, false},
		"/x/admin":                                  {false, false},
	} {
		if got := httpx.Reserved(path); got != want.reserved {
			t.Errorf("Reserved(%q) = %v", path, got)
		}
		if got := incomplete.Serves(path); got != want.identity {
			t.Errorf("%s is an identity path: %v", path, got)
		}
	}
}

func TestSetupIncomplete(t *testing.T) {
	incomplete := httpx.NewSetupIncomplete(`"AUTH_SECRET" is missing.`)
	for _, method := range []string{"GET", "POST", "OPTIONS"} {
		w := httptest.NewRecorder()
		incomplete.ServeHTTP(w, httptest.NewRequest(method, "/mcp/staff", nil))
		if w.Code != 503 || w.Header().Get("Cache-Control") != "private, no-store" {
			t.Errorf("%s: %d, %v", method, w.Code, w.Header())
		}
		if got, want := w.Body.String(), `{"error":"setup_incomplete","message":"\"AUTH_SECRET\" is missing."}`; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if incomplete.Serves("/api/views") {
		t.Error("a public path is answered")
	}
}
