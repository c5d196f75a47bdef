package app_test

import (
	"net/http"
	"strings"
	"testing"
)

// People who are signed in read their own sessions without taking the sign-in page from
// others behind their address, and none of them without end. Those who are not signed in
// count together with everything else that comes from there.
func TestManyPeopleBehindOneAddressReadTheirOwnSessions(t *testing.T) {
	s := newSignInSite(t, behindProxy(), nil)
	inside, stranger := s.client(t, "203.0.113.9", "zh-TW"), s.client(t, "203.0.113.9", "en")
	inside.signInByCode(func() {})
	ask := func(c *client, path string) page {
		return c.send(http.MethodGet, s.origin+path, "", "X-Forwarded-For", c.address)
	}
	const session, signIn = "/api/auth/get-session", "/oauth/sign-in"
	for range 98 { // it has been read before, too
		inside.want(200, ask(inside, session))
	}
	for range 2 {
		ask(inside, session)
	}
	refused := ask(inside, session)
	inside.want(http.StatusTooManyRequests, refused)
	if !strings.Contains(refused.body, "auth.rateLimit.other: 100 in a minute") {
		t.Errorf("the answer does not name its limit: %s", refused.body)
	}
	if !strings.Contains(s.log.String(), "over auth.rateLimit.other: 100 in a minute") {
		t.Error("the log does not name the limit")
	}
	stranger.want(200, ask(stranger, signIn))
	for range 100 {
		ask(stranger, session)
	}
	stranger.want(http.StatusTooManyRequests, ask(stranger, signIn))
}
