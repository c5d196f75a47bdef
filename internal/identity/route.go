package identity

import (
	"maps"
	"net/http"
	"slices"
	"strings"
)

// door is how a request comes in, which decides how it is checked and how it
// hears of a failure.
type door int

const (
	browser door = iota // a script of the site's own: cookies, JSON
	form                // a form of our pages: cookies, HTML
	visit               // a link or a redirect: cookies, HTML, changes nothing by itself
	open                // a client from anywhere, without cookies: CORS, OAuth's errors
)

// answer answers a request, or says why it cannot.
type answer func(s *Surface, w http.ResponseWriter, r *http.Request) error

// route is one method of one path.
type route struct {
	method, path string
	door         door
	limit        limit
	answer       answer
}

// Paths with something behind them.
const (
	callbackPath = "/api/auth/callback/" // the id of a provider
	signInPath   = "/oauth/sign-in"
	consentPath  = "/oauth/consent"
	appsPath     = "/oauth/consents"
	resourcePath = "/.well-known/oauth-protected-resource"
)

// routes are all there are (contract, Auth, OAuth and MCP routes;
// site-folder.md, Identity routes).
var routes = []route{
	{http.MethodGet, "/api/auth/methods", browser, others, (*Surface).methods},
	{http.MethodPost, "/api/auth/email-otp/send-verification-otp", browser, letters, (*Surface).sendCode},
	{http.MethodPost, "/api/auth/sign-in/email-otp", browser, others, (*Surface).signInWithCode},
	{http.MethodPost, "/api/auth/sign-in/magic-link", browser, letters, (*Surface).sendLink},
	{http.MethodGet, linkPath, visit, others, (*Surface).showLink},
	{http.MethodPost, linkPath, form, others, (*Surface).followLink},
	{http.MethodPost, "/api/auth/sign-in/social", browser, starts, (*Surface).signInWithProvider},
	{http.MethodPost, "/api/auth/sign-in/oauth2", browser, starts, (*Surface).signInWithProvider},
	{http.MethodGet, callbackPath, visit, others, (*Surface).callback},
	{http.MethodHead, callbackPath, visit, others, nothing},
	{http.MethodGet, "/api/auth/get-session", browser, others, (*Surface).getSession},
	{http.MethodPost, "/api/auth/sign-out", browser, others, (*Surface).signOut},
	{http.MethodGet, "/api/auth/list-sessions", browser, others, (*Surface).listSessions},
	{http.MethodPost, "/api/auth/revoke-session", browser, others, (*Surface).revokeSession},
	{http.MethodPost, "/api/auth/revoke-sessions", browser, others, (*Surface).revokeSessions},

	{http.MethodGet, authorizePath, visit, others, (*Surface).authorize},
	{http.MethodPost, authorizePath, visit, others, (*Surface).authorize},
	{http.MethodHead, authorizePath, visit, others, nothing},
	{http.MethodPost, "/api/auth/oauth2/consent", form, others, (*Surface).decide},
	{http.MethodPost, "/api/auth/oauth2/token", open, tokens, (*Surface).token},
	{http.MethodPost, "/api/auth/oauth2/register", open, registrations, (*Surface).register},
	{http.MethodPost, "/api/auth/oauth2/revoke", open, others, (*Surface).revoke},
	{http.MethodGet, "/api/auth/oauth2/userinfo", open, others, (*Surface).userInfo},
	{http.MethodPost, "/api/auth/oauth2/userinfo", open, others, (*Surface).userInfo},
	{http.MethodGet, "/api/auth/jwks", open, others, (*Surface).jwks},
	{http.MethodGet, "/.well-known/oauth-authorization-server", open, others, (*Surface).serverMetadata},
	{http.MethodGet, "/.well-known/oauth-authorization-server/api/auth", open, others, (*Surface).serverMetadata},
	{http.MethodGet, resourcePath, open, others, (*Surface).resourceMetadata},
	{http.MethodGet, resourcePath + "/", open, others, (*Surface).resourceMetadata},

	{http.MethodGet, signInPath, visit, others, (*Surface).signInPage},
	{http.MethodPost, signInPath, form, others, (*Surface).signInStep},
	{http.MethodPost, "/oauth/sign-out", form, others, (*Surface).signOutPage},
	{http.MethodGet, consentPath, visit, others, (*Surface).consentPage},
	{http.MethodGet, "/oauth/consent/data", browser, others, (*Surface).consentData},
	{http.MethodGet, appsPath, visit, others, (*Surface).appsPage},
	{http.MethodGet, "/oauth/consents/data", browser, others, (*Surface).appsData},
	{http.MethodPost, "/oauth/consents/revoke", form, others, (*Surface).revokeApp},
}

// nothing answers HEAD, which programs send that look at links before people
// open them, where GET would spend something: a sign-in that was begun, a
// consent. A route with it is not served to a prefetch either (decision 78).
func nothing(_ *Surface, w http.ResponseWriter, _ *http.Request) error {
	w.WriteHeader(http.StatusOK)
	return nil
}

// table is routes by path and method.
func table() map[string]map[string]route {
	found := map[string]map[string]route{}
	for _, each := range routes {
		if found[each.path] == nil {
			found[each.path] = map[string]route{}
		}
		found[each.path][each.method] = each
	}
	return found
}

func anyOpen(methods map[string]route) bool {
	for _, each := range methods {
		if each.door == open {
			return true
		}
	}
	return false
}

func allowed(methods map[string]route) string {
	names := slices.Collect(maps.Keys(methods))
	if _, ok := methods[http.MethodGet]; ok {
		names = append(names, http.MethodHead)
	}
	slices.Sort(names)
	return strings.Join(slices.Compact(names), ", ")
}
