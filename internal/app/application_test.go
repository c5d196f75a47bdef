package app_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/quartet-dev/quartet"
)

const adminOrigin = "http://localhost:8787"

// visit asks the service, with the cookies of a browser.
func visit(s *quartet.Service, target string, cookies ...*http.Cookie) *httptest.ResponseRecorder {
	r := httptest.NewRequest("GET", adminOrigin+target, nil)
	for _, each := range cookies {
		r.AddCookie(each)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// looks opens a link as programs do that look at links before people do, by HEAD
// or ahead of the person: none of that may spend it.
func looks(s *quartet.Service, target string) {
	head, ahead := httptest.NewRequest("HEAD", adminOrigin+target, nil), httptest.NewRequest("GET", adminOrigin+target, nil)
	ahead.Header.Set("Sec-Purpose", "prefetch;prerender")
	for _, r := range []*http.Request{head, ahead} {
		s.ServeHTTP(httptest.NewRecorder(), r)
	}
}

// TestAdminFromTheLinkOn: whoever opens the link of development is the owner
// whom the application's first request tells of; nobody else is.
func TestAdminFromTheLinkOn(t *testing.T) {
	s := start(t, quartet.Options{Development: &quartet.Development{Origin: adminOrigin, Secret: strings.Repeat("s", 48)}}, nil)
	for target, status := range map[string]int{
		"/admin": 200, "/admin/c/entries": 200, "/_service/admin/favicon.svg": 200,
		"/admin/api/bootstrap": 401, "/admin/api/nothing": 404,
	} {
		if w := visit(s, target); w.Code != status {
			t.Errorf("%s for nobody: %d %s", target, w.Code, w.Body)
		}
	}

	link, err := s.SignInLink(context.Background(), "owner@example.com", "/admin", time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	at, err := url.Parse(link)
	if err != nil {
		t.Fatal(err)
	}
	looks(s, at.RequestURI())
	entered := visit(s, at.RequestURI())
	if entered.Code != http.StatusFound {
		t.Fatalf("the link: %d %s", entered.Code, entered.Body)
	}
	w := visit(s, "/admin/api/bootstrap", entered.Result().Cookies()...)
	var body struct {
		Me          struct{ Email, Role string }
		Collections []struct{ Name string }
	}
	if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil || w.Code != 200 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	if body.Me.Email != "owner@example.com" || body.Me.Role != "owner" || len(body.Collections) == 0 {
		t.Errorf("%+v", body)
	}
}
