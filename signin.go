package quartet

import (
	"cmp"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/auth/external"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/identity"
	"github.com/quartet-dev/quartet/internal/keyring"
	"github.com/quartet-dev/quartet/internal/mail"
	"github.com/quartet-dev/quartet/internal/mcp/toolset"
	"github.com/quartet-dev/quartet/internal/oauth"
	"github.com/quartet-dev/quartet/internal/settings"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
)

// Development makes sign-in work without any configuration, for work on a site:
// codes and links by e-mail are offered and printed, and the first user who
// signs in becomes the owner.
type Development struct {
	Origin string    // http://localhost:<port>, where the program listens
	Secret string    // stands in for AUTH_SECRET; "" is one that is kept under Dir, in .service
	Mail   io.Writer // where mail is printed; nil where it is sent, as elsewhere
}

// signIn is how users sign in to a site that is configured for it.
type signIn struct {
	origin   string
	users    *auth.Service
	provider *oauth.Provider
	surface  *identity.Surface
	outbox   *mail.Queue // nil where no mail server is configured

	development bool
}

// signIn wires the rooms of sign-in together; nil while its configuration is
// incomplete.
func (b *boot) signIn(s *Service, store *sqlite.Store) (*signIn, error) {
	declared := &b.settings.Auth
	if b.SignIn != nil || len(declared.Incomplete) > 0 {
		return nil, nil
	}
	keys, err := keyring.New(string(declared.Secret), string(declared.PreviousSecret))
	if err != nil {
		return nil, err
	}
	in := &signIn{origin: declared.Origin, development: b.Development != nil}
	mailer, err := b.mailer(s, in)
	if err != nil {
		return nil, err
	}
	in.users = auth.New(store.Auth(), keys, mailer, auth.Options{
		OwnerLogin: declared.Owner.Login, OwnerProvider: ownerProvider(declared.Methods),
		OwnerEmail: declared.Owner.Email, FirstIsOwner: declared.Owner.First,
	})
	needed, reading := toolset.Scopes(b.plan)
	in.provider, err = oauth.New(store.OAuth(), keys, oauth.Options{
		Origin: declared.Origin, Resources: resources(declared),
		Scopes: slices.Concat(needed, declared.Provider.Scopes), ReadScopes: reading,
		Aliases:   map[string]string{declared.Origin + mcpPath + "/staff": declared.Origin + mcpPath},
		LoginPage: declared.Provider.LoginPage, ConsentPage: declared.Provider.ConsentPage, CodeHost: ownerProvider(declared.Methods),
		OwnDocument: b.clientDocument,
	})
	if err != nil {
		return nil, err
	}
	in.surface, err = b.identity(s, in, keys)
	return in, err
}

// resources are what access tokens may be for: MCP, which is what they are for
// when a client names none, and what the site declares beside.
func resources(declared *settings.Auth) []string {
	tools := declared.Origin + mcpPath
	return append([]string{tools}, slices.DeleteFunc(slices.Clone(declared.Provider.Resources), func(r string) bool { return r == tools })...)
}

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

// mailer is how letters go out: printed in development, by SMTP where a server
// is configured, or not at all.
func (b *boot) mailer(s *Service, in *signIn) (auth.Mailer, error) {
	if b.Development != nil && b.Development.Mail != nil {
		return mail.NewTerminal(b.Development.Mail), nil
	}
	if b.settings.Mail.URL == "" || b.settings.Mail.From == "" {
		return nil, nil
	}
	var err error
	in.outbox, err = mail.Open(mail.Options{
		URL: string(b.settings.Mail.URL), From: b.settings.Mail.From, Logger: b.Logger,
		Site: s.siteName,
	})
	return in.outbox, err
}

func (b *boot) identity(s *Service, in *signIn, keys *keyring.Keyring) (*identity.Surface, error) {
	declared := &b.settings.Auth
	origin, err := url.Parse(declared.Origin)
	if err != nil {
		return nil, err
	}
	o := identity.Options{
		Origin: origin, Keys: keys, Auth: in.users, OAuth: in.provider,
		TrustedOrigins: declared.TrustedOrigins, CookiePrefix: declared.CookiePrefix, CookieDomain: declared.CookieDomain,
		Proxies: b.settings.TrustedProxies, Limits: limitsOf(declared.RateLimit),
		Title: func(context.Context) string { return s.siteName() }, Log: b.Logger,
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

// closeTime is how long the letters that wait may take when a Service closes.
const closeTime = 5 * time.Second

func (in *signIn) close() {
	if in == nil || in.outbox == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), closeTime)
	defer cancel()
	in.outbox.Close(ctx)
}

// setupIncomplete is what the routes of sign-in, Admin, OAuth and MCP say while
// sign-in is not configured: every failing check (contract, Setup-incomplete
// behaviour).
func (b *boot) setupIncomplete() string {
	return "Sign-in is not set up: " + strings.Join(b.settings.Auth.Incomplete, " ")
}

// Caller says who sends a request to a route of the program's own (Options.Mount):
// the user of the session whose cookie it carries, or what an API key stands for.
// The zero Caller is nobody. A role is what the database has now. w may get a
// cookie, or lose one that no longer counts.
//
// A credential that is there and not valid is UNAUTHENTICATED, never nobody. So is
// an access token: VerifyOAuthAccessToken checks one that is for the route. A
// browser sends its cookie with requests that other sites have made, too: a route
// that changes something refuses those, as http.CrossOriginProtection does.
func (s *Service) Caller(w http.ResponseWriter, r *http.Request) (Caller, error) {
	switch {
	case s.ownSignIn != nil:
		return s.ownSignIn.authenticate(w, r)
	case s.signIn != nil:
		return s.signIn.surface.Authenticate(w, r)
	}
	return anonymous(w, r)
}

// authenticator says who calls the REST surface, and holds anonymous calls of
// Triggers to rateLimit.triggers.
func (b *boot) authenticator(s *Service) func(http.ResponseWriter, *http.Request) (Caller, error) {
	authenticate := s.Caller
	if b.settings.TriggerRate.Count == 0 {
		return authenticate
	}
	calls := auth.NewCounter(auth.AnonymousCalls.With(perLength([]settings.Rate{b.settings.TriggerRate})))
	proxies := httpx.Proxies(b.settings.TrustedProxies)
	return func(w http.ResponseWriter, r *http.Request) (Caller, error) {
		caller, err := authenticate(w, r)
		if err != nil || !caller.Anonymous() || r.Method == http.MethodGet || r.Method == http.MethodHead {
			return caller, err
		}
		if wait, ok := calls.Allow(auth.ByAddress(proxies.Client(r))); !ok {
			return caller, httpx.TooOften(w, wait)
		}
		return caller, nil
	}
}

// SignInLink makes the URL of a link that signs in whoever has it, once, within
// life, as the user with that e-mail address, who is made when the link is used.
// It shows a page with a button, so that programs which look at links spend
// nothing, and in development signs in at once. It leads on to callback, a URL of
// this site. Whoever is given it is trusted with the address.
// RESOURCE_UNAVAILABLE while sign-in is not configured.
func (s *Service) SignInLink(ctx context.Context, email, callback string, life time.Duration) (string, error) {
	if s.signIn == nil {
		return "", noSignIn()
	}
	link := auth.Link{Email: email, Callback: cmp.Or(callback, "/"), AtOnce: s.signIn.development}
	token, err := s.signIn.users.NewLink(ctx, link, life)
	if err != nil {
		return "", err
	}
	return s.signIn.surface.Link(token), nil
}

func noSignIn() error {
	return diag.At(diag.ResourceUnavailable, "", "Sign-in is not configured.")
}

// anonymous is who calls a site that knows no credentials: whatever is sent as
// one is invalid.
func anonymous(_ http.ResponseWriter, r *http.Request) (Caller, error) {
	if r.Header["Authorization"] != nil || r.Header["X-Api-Key"] != nil {
		return Caller{}, diag.At(diag.Unauthenticated, "input#", "The credential that was sent is not valid.")
	}
	return Caller{}, nil
}

// logIncomplete tells an operator who has begun to configure sign-in what is
// missing.
func (b *boot) logIncomplete(log *slog.Logger) {
	if b.SignIn != nil {
		return
	}
	for _, each := range b.settings.Auth.Incomplete {
		if b.settings.Auth.Touched {
			log.Warn("sign-in is not set up", "check", each)
		}
	}
	for _, each := range b.settings.Auth.LeftOut {
		log.Warn("sign-in differs in development", "check", each)
	}
}
