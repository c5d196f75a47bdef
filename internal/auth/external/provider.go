package external

import (
	"context"
	"slices"
	"strings"

	"golang.org/x/oauth2"

	"github.com/quartet-dev/quartet/internal/auth"
)

// Provider is one place to sign in at. It is safe for concurrent use.
type Provider struct {
	id, name  string
	client    Client
	scopes    []string
	resource  string
	endpoints endpointFinder
	profile   profile
}

// Client is what the provider knows us as.
type Client struct {
	ID     string
	Secret string // "" for a public client
}

// profile says who somebody is, once there are tokens to ask with.
type profile func(ctx context.Context, p *Provider, v finishedSignIn) (auth.Identity, error)

// finishedSignIn is one sign-in that has come back with tokens.
type finishedSignIn struct {
	metadata *metadata
	pending  Pending
	token    *oauth2.Token
}

// ID is our id of the provider, the last part of its callback path.
func (p *Provider) ID() string { return p.id }

// Name is what users know the provider by.
func (p *Provider) Name() string { return p.name }

// CodeHost is GitHub, or whatever speaks the same OAuth and user API at base,
// without a slash at its end. Empty scopes are those that the profile and its
// email addresses need.
func CodeHost(id, base string, c Client, scopes []string) *Provider {
	return &Provider{
		id: id, name: nameAt(base), client: c, scopes: orScopes(scopes, "read:user", "user:email"),
		endpoints: fixed{metadata{
			AuthorizationEndpoint: base + "/login/oauth/authorize",
			TokenEndpoint:         base + "/login/oauth/access_token",
			TokenAuthMethods:      []string{secretPost},
		}},
		profile: codeHostProfile(apiOf(base)),
	}
}

// Discovered is a provider that describes itself at a URL under /.well-known/:
// by OpenID Connect Discovery, or by RFC 8414 for one that speaks plain OAuth.
// Where openid is among the scopes, as it is by default for the former, who
// somebody is comes from a verified ID token, else from the userinfo endpoint.
func Discovered(id, url string, c Client, scopes []string, resource string) *Provider {
	p := &Provider{id: id, name: id, client: c, resource: resource, endpoints: newDiscovery(url), scopes: scopes}
	if len(scopes) == 0 && strings.HasSuffix(url, openIDSuffix) {
		p.scopes = []string{openID, "email", "profile"}
	}
	p.profile = userInfoProfile(emailTrusts[anyProvider])
	if slices.Contains(p.scopes, openID) {
		p.profile = openIDProfile(emailTrusts[anyProvider])
	}
	return p
}

// Hosted is another service of this kind, at its origin: we are a public client
// of it, and the login that it tells is that of its code host.
func Hosted(id, origin, clientID string) *Provider {
	return &Provider{
		id: id, name: nameAt(origin), client: Client{ID: clientID}, scopes: []string{openID, "profile", "email"},
		endpoints: newDiscovery(origin + authorizationServer + "/api/auth"), profile: userInfoProfile(emailTrusts[hostedService]),
	}
}

const (
	openID       = "openid" // the scope that asks for an ID token
	openIDSuffix = "/.well-known/openid-configuration"

	// authorizationServer comes before the path of an issuer (RFC 8414 §3).
	authorizationServer = "/.well-known/oauth-authorization-server"

	secretBasic = "client_secret_basic"
	secretPost  = "client_secret_post"
)

func orScopes(scopes []string, standard ...string) []string {
	if len(scopes) > 0 {
		return scopes
	}
	return standard
}

// config is what x/oauth2 needs to speak to the provider.
func (p *Provider) config(m *metadata, redirectURI string) oauth2.Config {
	return oauth2.Config{
		ClientID: p.client.ID, ClientSecret: p.client.Secret, RedirectURL: redirectURI, Scopes: p.scopes,
		Endpoint: oauth2.Endpoint{AuthURL: m.AuthorizationEndpoint, TokenURL: m.TokenEndpoint, AuthStyle: p.style(m)},
	}
}

// style is how the client shows its secret: in the header unless the provider
// lists the other way alone (RFC 8414 §2).
func (p *Provider) style(m *metadata) oauth2.AuthStyle {
	listed := m.TokenAuthMethods
	if p.client.Secret == "" || slices.Contains(listed, secretPost) && !slices.Contains(listed, secretBasic) {
		return oauth2.AuthStyleInParams
	}
	return oauth2.AuthStyleInHeader
}

// nameAt is the name of a service by its address: the host, unless it is one
// that everybody knows.
func nameAt(base string) string {
	if base == publicHost {
		return names["github"]
	}
	_, host, _ := strings.Cut(base, "://")
	return host
}
