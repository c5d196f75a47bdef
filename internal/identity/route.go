package identity

import (
	"maps"
	"net/http"
	"slices"
	"strings"
)

// clientKind is what sends a request, which decides how it is checked and how it
// hears of a failure.
type clientKind int

const (
	siteScript clientKind = iota // a script of the site's own: cookies, JSON
	pageForm                     // a form of our pages: cookies, HTML
	navigation                   // a link or a redirect: cookies, HTML, changes nothing by itself
	anyClient                    // a client from anywhere, without cookies: CORS, OAuth's errors
)

// answer answers a request, or says why it cannot.
type answer func(s *Surface, w http.ResponseWriter, r *http.Request) error

// route is one method of one path.
type route struct {
	method, path string
	client       clientKind
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
	{http.MethodGet, "/api/auth/methods", siteScript, otherRequests, (*Surface).methods},
	{http.MethodPost, "/api/auth/email-otp/send-verification-otp", siteScript, mailRequests, (*Surface).sendCode},
	{http.MethodPost, "/api/auth/sign-in/email-otp", siteScript, otherRequests, (*Surface).signInWithCode},
	{http.MethodPost, "/api/auth/sign-in/magic-link", siteScript, mailRequests, (*Surface).sendLink},
	{http.MethodGet, linkPath, navigation, otherRequests, (*Surface).showLink},
	{http.MethodPost, linkPath, pageForm, otherRequests, (*Surface).followLink},
	{http.MethodPost, "/api/auth/sign-in/social", siteScript, signInStarts, (*Surface).signInWithProvider},
	{http.MethodPost, "/api/auth/sign-in/oauth2", siteScript, signInStarts, (*Surface).signInWithProvider},
	{http.MethodGet, callbackPath, navigation, otherRequests, (*Surface).callback},
	{http.MethodHead, callbackPath, navigation, otherRequests, answerHead},
	{http.MethodGet, "/api/auth/get-session", siteScript, sessionReads, (*Surface).getSession},
	{http.MethodPost, "/api/auth/sign-out", siteScript, otherRequests, (*Surface).signOut},
	{http.MethodGet, "/api/auth/list-sessions", siteScript, otherRequests, (*Surface).listSessions},
	{http.MethodPost, "/api/auth/revoke-session", siteScript, otherRequests, (*Surface).revokeSession},
	{http.MethodPost, "/api/auth/revoke-sessions", siteScript, otherRequests, (*Surface).revokeSessions},

	{http.MethodGet, authorizePath, navigation, otherRequests, (*Surface).authorize},
	{http.MethodPost, authorizePath, navigation, otherRequests, (*Surface).authorize},
	{http.MethodHead, authorizePath, navigation, otherRequests, answerHead},
	{http.MethodPost, "/api/auth/oauth2/consent", pageForm, otherRequests, (*Surface).decide},
	{http.MethodPost, "/api/auth/oauth2/token", anyClient, tokenRequests, (*Surface).token},
	{http.MethodPost, "/api/auth/oauth2/register", anyClient, registrations, (*Surface).register},
	{http.MethodPost, "/api/auth/oauth2/revoke", anyClient, otherRequests, (*Surface).revoke},
	{http.MethodGet, "/api/auth/oauth2/userinfo", anyClient, otherRequests, (*Surface).userInfo},
	{http.MethodPost, "/api/auth/oauth2/userinfo", anyClient, otherRequests, (*Surface).userInfo},
	{http.MethodGet, "/api/auth/jwks", anyClient, otherRequests, (*Surface).jwks},
	{http.MethodGet, "/.well-known/oauth-authorization-server", anyClient, otherRequests, (*Surface).serverMetadata},
	{http.MethodGet, "/.well-known/oauth-authorization-server/api/auth", anyClient, otherRequests, (*Surface).serverMetadata},
	{http.MethodGet, resourcePath, anyClient, otherRequests, (*Surface).resourceMetadata},
	{http.MethodGet, resourcePath + "/", anyClient, otherRequests, (*Surface).resourceMetadata},

	{http.MethodGet, signInPath, navigation, otherRequests, (*Surface).signInPage},
	{http.MethodPost, signInPath, pageForm, otherRequests, (*Surface).signInStep},
	{http.MethodPost, "/oauth/sign-out", pageForm, otherRequests, (*Surface).signOutPage},
	{http.MethodGet, consentPath, navigation, otherRequests, (*Surface).consentPage},
	{http.MethodGet, "/oauth/consent/data", siteScript, otherRequests, (*Surface).consentData},
	{http.MethodGet, appsPath, navigation, otherRequests, (*Surface).appsPage},
	{http.MethodGet, "/oauth/consents/data", siteScript, otherRequests, (*Surface).appsData},
	{http.MethodPost, "/oauth/consents/revoke", pageForm, otherRequests, (*Surface).revokeApp},
}

// answerHead answers HEAD, which programs send that look at links before people
// open them, where GET would spend something: a sign-in that was begun, a
// consent. A route with it is not served to a prefetch either (decision 78).
func answerHead(_ *Surface, w http.ResponseWriter, _ *http.Request) error {
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

func takesAnyClient(methods map[string]route) bool {
	for _, each := range methods {
		if each.client == anyClient {
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
