package app

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"time"

	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/auth/external"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/identity"
	"github.com/quartet-dev/quartet/internal/keyring"
	"github.com/quartet-dev/quartet/internal/mcp"
	"github.com/quartet-dev/quartet/internal/mcp/toolset"
	"github.com/quartet-dev/quartet/internal/oauth"
	"github.com/quartet-dev/quartet/internal/rest"
	"github.com/quartet-dev/quartet/internal/settings"
)

// ownSignIn is how users sign in to a site that is configured for it.
type ownSignIn struct {
	*identity.Surface
	origin   string
	users    *auth.Service
	provider *oauth.Provider

	development bool
}

// ownSignIn makes the service's own sign-in.
func (b *boot) ownSignIn(a *App) (*ownSignIn, error) {
	declared := &b.settings.Auth
	keys, err := keyring.New(string(declared.Secret), string(declared.PreviousSecret))
	if err != nil {
		return nil, err
	}
	in := &ownSignIn{origin: declared.Origin, development: b.Development != nil}
	in.users = auth.New(a.store.Auth(), keys, a.mail, auth.Options{
		OwnerLogin: declared.Owner.Login, OwnerProvider: ownerProvider(declared.Methods),
		OwnerEmail: ownerEmail(declared), FirstIsOwner: declared.Owner.First, ShareRates: b.sharesRates(),
	})
	if in.provider, err = b.provider(a, keys); err != nil {
		return nil, err
	}
	if in.Surface, err = b.identity(a, in, keys); err != nil {
		return nil, err
	}
	if !declared.Owner.First { // else the settings name nobody
		b.logPassedOver(in.users)
	}
	return in, nil
}

// logPassedOver tells whoever expects the address of auth.bootstrapOwner to be an owner
// that it is none.
func (b *boot) logPassedOver(users *auth.Service) {
	if says := passedOver(context.Background(), users); says != "" {
		b.Logger.Warn("the first owner is another one", "check", says)
	}
}

// provider makes the OAuth provider of the site.
func (b *boot) provider(a *App, keys *keyring.Keyring) (*oauth.Provider, error) {
	declared := &b.settings.Auth
	return oauth.New(a.store.OAuth(), keys, oauth.Options{
		Origin: declared.Origin, Resources: declared.Provider.Resources, Scopes: declared.Provider.Scopes,
		Asked:     map[string]oauth.Asked{mcpPath: asked(toolset.Scopes(b.plan)), oauth.APISurface.Path: asked(rest.Scopes(b.plan))},
		Aliases:   map[string]string{declared.Origin + mcpPath + "/staff": declared.Origin + mcpPath},
		LoginPage: declared.Provider.LoginPage, ConsentPage: declared.Provider.ConsentPage, CodeHost: ownerProvider(declared.Methods),
		OwnDocument: clientDocuments{b.public}.read,
	})
}

func asked(all, reading []string) oauth.Asked { return oauth.Asked{All: all, Reading: reading} }

// ownerProvider is where the first owner's login counts: at the code host, or at
// the service that vouches for it.
func ownerProvider(methods []settings.Method) string {
	for _, m := range methods {
		if m.Kind == settings.HostedService {
			return m.ID
		}
	}
	return settings.CodeHost
}

func (b *boot) identity(a *App, in *ownSignIn, keys *keyring.Keyring) (*identity.Surface, error) {
	declared := &b.settings.Auth
	origin, err := url.Parse(declared.Origin)
	if err != nil {
		return nil, err
	}
	o := identity.Options{
		Origin: origin, Keys: keys, Auth: in.users, OAuth: in.provider,
		TrustedOrigins: declared.TrustedOrigins, FrontEnds: b.settings.CORS.Credentials, CookiePrefix: declared.CookiePrefix, CookieDomain: declared.CookieDomain,
		Proxies: b.settings.TrustedProxies, Limits: limitsOf(declared.RateLimit),
		Title: func(context.Context) string { return a.siteName() }, Logo: func() (light, dark string) { return a.live.Config().Logo() }, Look: a.look, Log: b.Logger,
	}
	for _, m := range declared.Methods {
		switch m.Kind {
		case settings.EmailCode:
			o.Codes = true
		case settings.MagicLink:
			o.Links = true
		default:
			o.Providers = append(o.Providers, identity.Provider{Provider: providerOf(m), Kind: m.Kind})
		}
	}
	return identity.New(o)
}

// providerOf is the other service that a method signs in through. Settings
// take no social provider that external does not have.
func providerOf(m settings.Method) *external.Provider {
	client := external.Client{ID: m.ClientID, Secret: string(m.ClientSecret)}
	switch {
	case m.Kind == settings.HostedService:
		return external.Hosted(m.ID, m.URL, m.ClientID)
	case m.Kind == settings.OAuth:
		return external.Discovered(m.ID, m.URL, client, m.Scopes, m.Resource)
	case m.URL != "":
		return external.CodeHost(m.ID, m.URL, client, m.Scopes)
	}
	p, _ := external.Social(m.ID, client, m.Scopes)
	return p
}

func limitsOf(declared settings.AuthRates) identity.Limits {
	usual := identity.DefaultLimits
	return identity.Limits{
		SignIn: usual.SignIn.With(perLength(declared.SignIn)), Register: usual.Register.With(perLength(declared.Register)),
		Token: usual.Token.With(perLength(declared.Token)), Other: usual.Other.With(perLength(declared.Other)),
	}
}

func perLength(rates []settings.Rate) map[time.Duration]int {
	most := make(map[time.Duration]int, len(rates))
	for _, each := range rates {
		most[each.Per] = each.Count
	}
	return most
}

func (in *ownSignIn) behind(b *boot, a *App) ([]surface, error) {
	return b.behind(a, in.tokenHolder, directory{in.users, a, in.origin}, wire.Capabilities{Invitations: a.mail != nil || in.development})
}

func (in *ownSignIn) challenger() rest.Challenger { return in.AskForToken }

// Resource implements signIn.
func (in *ownSignIn) Resource() string { return in.origin + mcpPath }

// VerifyAccess implements signIn.
func (in *ownSignIn) VerifyAccess(r *http.Request, audience string, scopes ...string) (*oauth.Access, error) {
	access, err := in.Surface.VerifyAccess(r, audience, scopes...)
	return access, in.refusal(err)
}

// NewLink implements signIn.
func (in *ownSignIn) NewLink(ctx context.Context, email, callback string, life time.Duration) (string, error) {
	token, err := in.users.NewLink(ctx, auth.Link{Email: email, Callback: cmp.Or(callback, "/"), AtOnce: in.development}, life)
	if err != nil {
		return "", err
	}
	return in.Link(token), nil
}

// tokenHolder says who calls an MCP surface.
func (in *ownSignIn) tokenHolder(r *http.Request) (content.Caller, error) {
	caller, err := in.AuthenticateToken(r, mcpPath)
	return caller, in.refusal(err)
}

// refusal is a refusal of the provider as a surface answers it; any other error
// as it is.
func (in *ownSignIn) refusal(err error) error {
	var refused *oauth.Error
	if !errors.As(err, &refused) || refused.Status >= http.StatusInternalServerError {
		return err
	}
	refusal := &mcp.Refusal{Status: refused.Status, Challenge: refused.Challenge, Message: refused.Description}
	if refused.AsksForNonce() {
		refusal.Nonce = in.provider.Nonce()
	}
	return refusal
}
