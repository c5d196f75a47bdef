package openapi

import (
	"slices"

	"github.com/quartet-dev/quartet/internal/plan"
)

// The security schemes, by their names in the document.
const (
	session = "session"
	apiKey  = "apiKey"
	bearer  = "bearer"
	oauth2  = "oauth2" // where Options.OAuth says so
)

// What an access token needs at least, beside the scopes that requirements name.
const (
	scopeOfReads = "api:read"
	scopeOfCalls = "api"
)

// access says which credentials meet requirements, each with the scopes that it
// needs. A session has no scopes, and an API key has no user. Where nobody is
// asked for a credential, one may still be sent if it makes a difference.
func (d *document) access(r *plan.Requirements, scope string, optional bool) []any {
	scopes := []any{scope}
	needs := func(kind plan.PredicateKind) bool {
		return slices.ContainsFunc(r.AllWithGuard(), func(p plan.Predicate) bool { return p.Kind == kind })
	}
	for _, p := range r.AllWithGuard() {
		if p.Kind == plan.HasScope && !slices.Contains(scopes, any(p.Scope)) {
			scopes = append(scopes, p.Scope)
		}
	}
	list := []any{}
	add := func(name string, scopes ...any) {
		d.security[name] = true
		list = append(list, object{name: append([]any{}, scopes...)})
	}
	switch {
	case len(r.AllWithGuard()) > 0:
	case !optional:
		return list
	default:
		list = append(list, object{})
	}
	if !needs(plan.HasScope) {
		add(session)
	}
	if !needs(plan.IsUser) && !needs(plan.IsStaff) {
		add(apiKey)
	}
	add(bearer)
	if d.options.OAuth {
		add(oauth2, scopes...)
	}
	return list
}

// securitySchemes are the schemes that operations name.
func (d *document) securitySchemes() object {
	all := object{
		session: object{
			"type": "apiKey", "in": "cookie", "name": d.options.Cookie,
			"description": "The session of a user who has signed in with a browser. A request that writes sends JSON, and comes from the site itself or from an origin of cors.credentials.",
		},
		apiKey: object{
			"type": "apiKey", "in": "header", "name": "X-API-Key",
			"description": "An API key of the site.",
		},
		bearer: object{
			"type": "http", "scheme": "bearer",
			"description": "An API key, or an access token that the site gave out for its resource `<origin>/api`.",
		},
	}
	if d.options.OAuth {
		all[oauth2] = d.oauthScheme()
	}
	for name := range all {
		if !d.security[name] {
			delete(all, name)
		}
	}
	return all
}

func (d *document) oauthScheme() object {
	scopes := object{
		scopeOfReads: "Reading Views, and calling nothing.",
		scopeOfCalls: "Reading Views and calling Triggers.",
	}
	for _, v := range d.plan.Views() {
		if v.Surface() == plan.Public {
			addScopes(scopes, v.Requires())
		}
	}
	for _, t := range d.plan.Triggers() {
		if t.Kind() == plan.SourceHTTP {
			addScopes(scopes, t.Procedure().Requires())
		}
	}
	at := d.options.Origin + "/api/auth/oauth2"
	return object{
		"type":        "oauth2",
		"description": "Signing in from a program or from another origin: OAuth 2.1 with PKCE, for the resource `" + d.options.Origin + "/api`.",
		"flows": object{"authorizationCode": object{
			"authorizationUrl": at + "/authorize", "tokenUrl": at + "/token", "refreshUrl": at + "/token", "scopes": scopes,
		}},
	}
}

func addScopes(scopes object, r *plan.Requirements) {
	for _, p := range r.AllWithGuard() {
		if p.Kind == plan.HasScope {
			scopes[p.Scope] = "What asks for the scope " + p.Scope + "."
		}
	}
}
