package app_test

import (
	"net/http"
	"strings"
	"testing"
)

// Readers behind one address read their own sessions without taking the sign-in page from
// each other, and without end for none of them.
func TestManyPeopleBehindOneAddressReadTheirOwnSessions(t *testing.T) {
	s := newSignInSite(t, behindProxy(), nil)
	inside := s.client(t, "203.0.113.9", "zh-TW")
	inside.signInByCode(func() {})
	strangers := s.client(t, "203.0.113.9", "en")
	read := func(c *client) page {
		return c.send(http.MethodGet, s.origin+"/api/auth/get-session", "", "X-Forwarded-For", c.address)
	}
	for range 100 {
		strangers.want(200, read(strangers))
	}
	refused := read(strangers)
	strangers.want(http.StatusTooManyRequests, refused)
	if !strings.Contains(refused.body, "auth.rateLimit.other: 100 in a minute") {
		t.Errorf("the answer does not name its limit: %s", refused.body)
	}
	strangers.want(200, strangers.send(http.MethodGet, s.origin+"/oauth/sign-in", "", "X-Forwarded-For", strangers.address))
	for range 98 { // it has been read before, too
		inside.want(200, read(inside))
	}
	for range 2 {
		read(inside)
	}
	inside.want(http.StatusTooManyRequests, read(inside))
	if !strings.Contains(s.log.String(), "over auth.rateLimit.other: 100 in a minute") {
		t.Error("the log does not name the limit")
	}
}
