package identity

import (
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/quartet-dev/quartet/internal/auth"
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
	limit        auth.Limit
	answer       answer
}

const callbackPath = "/api/auth/callback/"

// routes are all there are (contract, Auth, OAuth and MCP routes;
// site-folder.md, Identity routes).
var routes = []route{
	{http.MethodGet, "/api/auth/methods", browser, auth.OtherRequests, (*Surface).methods},
	{http.MethodPost, "/api/auth/email-otp/send-verification-otp", browser, auth.SignInStarts, (*Surface).sendCode},
	{http.MethodPost, "/api/auth/sign-in/email-otp", browser, auth.OtherRequests, (*Surface).signInWithCode},
	{http.MethodPost, "/api/auth/sign-in/magic-link", browser, auth.SignInStarts, (*Surface).sendLink},
	{http.MethodGet, "/api/auth/magic-link/verify", visit, auth.OtherRequests, (*Surface).followLink},
	{http.MethodPost, "/api/auth/sign-in/social", browser, auth.SignInStarts, (*Surface).signInWithProvider},
	{http.MethodPost, "/api/auth/sign-in/oauth2", browser, auth.SignInStarts, (*Surface).signInWithProvider},
	{http.MethodGet, callbackPath, visit, auth.OtherRequests, (*Surface).callback},
	{http.MethodGet, "/api/auth/get-session", browser, auth.OtherRequests, (*Surface).getSession},
	{http.MethodPost, "/api/auth/sign-out", browser, auth.OtherRequests, (*Surface).signOut},
	{http.MethodGet, "/api/auth/list-sessions", browser, auth.OtherRequests, (*Surface).listSessions},
	{http.MethodPost, "/api/auth/revoke-session", browser, auth.OtherRequests, (*Surface).revokeSession},
	{http.MethodPost, "/api/auth/revoke-sessions", browser, auth.OtherRequests, (*Surface).revokeSessions},

	{http.MethodGet, "/api/auth/oauth2/authorize", visit, auth.OtherRequests, (*Surface).authorize},
	{http.MethodPost, "/api/auth/oauth2/authorize", visit, auth.OtherRequests, (*Surface).authorize},
	{http.MethodPost, "/api/auth/oauth2/consent", form, auth.OtherRequests, (*Surface).decide},
	{http.MethodPost, "/api/auth/oauth2/token", open, auth.TokenRequests, (*Surface).token},
	{http.MethodPost, "/api/auth/oauth2/register", open, auth.Registrations, (*Surface).register},
	{http.MethodPost, "/api/auth/oauth2/revoke", open, auth.OtherRequests, (*Surface).revoke},
	{http.MethodGet, "/api/auth/oauth2/userinfo", open, auth.OtherRequests, (*Surface).userInfo},
	{http.MethodPost, "/api/auth/oauth2/userinfo", open, auth.OtherRequests, (*Surface).userInfo},
	{http.MethodGet, "/api/auth/jwks", open, auth.OtherRequests, (*Surface).jwks},
	{http.MethodGet, "/.well-known/oauth-authorization-server", open, auth.OtherRequests, (*Surface).serverMetadata},
	{http.MethodGet, "/.well-known/oauth-authorization-server/api/auth", open, auth.OtherRequests, (*Surface).serverMetadata},
	{http.MethodGet, "/.well-known/oauth-protected-resource", open, auth.OtherRequests, (*Surface).resourceMetadata},
	{http.MethodGet, "/.well-known/oauth-protected-resource/mcp", open, auth.OtherRequests, (*Surface).resourceMetadata},

	{http.MethodGet, "/oauth/sign-in", visit, auth.OtherRequests, (*Surface).signInPage},
	{http.MethodPost, "/oauth/sign-in", form, auth.OtherRequests, (*Surface).signInStep},
	{http.MethodPost, "/oauth/sign-out", form, auth.OtherRequests, (*Surface).signOutPage},
	{http.MethodGet, "/oauth/consent", visit, auth.OtherRequests, (*Surface).consentPage},
	{http.MethodGet, "/oauth/consent/data", browser, auth.OtherRequests, (*Surface).consentData},
	{http.MethodGet, "/oauth/consents", visit, auth.OtherRequests, (*Surface).appsPage},
	{http.MethodGet, "/oauth/consents/data", browser, auth.OtherRequests, (*Surface).appsData},
	{http.MethodPost, "/oauth/consents/revoke", form, auth.OtherRequests, (*Surface).revokeApp},
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

func allowed(methods map[string]route) string {
	names := slices.Collect(maps.Keys(methods))
	if _, ok := methods[http.MethodGet]; ok {
		names = append(names, http.MethodHead)
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// seconds is a duration as Retry-After has it.
func seconds(d time.Duration) string {
	return strconv.Itoa(max(1, int((d+time.Second-1)/time.Second)))
}
