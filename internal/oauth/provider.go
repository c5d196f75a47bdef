package oauth

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/keyring"
	"github.com/quartet-dev/quartet/internal/loopback"
	"github.com/quartet-dev/quartet/internal/principal"
)

// BasePath is where the provider's routes begin; the issuer is the origin with
// it (site-folder.md, Identity routes).
const BasePath = "/api/auth"

// How long what the provider gives out counts.
const (
	codeLifetime    = time.Minute
	accessLifetime  = 10 * time.Minute
	refreshLifetime = 90 * 24 * time.Hour // since the last rotation
	grace           = 30 * time.Second    // of a refresh token that was just rotated
	leeway          = 30 * time.Second    // between the clocks of two servers
)

// Options configure a Provider. Origin is required; what else is left out has
// the default named here.
type Options struct {
	Origin    string   // scheme and host of the site, without a trailing slash
	Resources []string // what tokens may be for beside the surfaces
	Scopes    []string // what is offered beside the standard scopes, for every resource

	// Asked are the scopes that the operations of a surface ask for, by its path. They are
	// offered for its resource.
	Asked map[string]Asked

	// Aliases are URLs that stand for one of the resources: a client that holds
	// metadata to the URL it connects to (RFC 9728 section 3.3) finds its own
	// there, and gets tokens for the resource.
	Aliases map[string]string

	LoginPage   string // path of the page to sign in at; /oauth/sign-in
	ConsentPage string // path of the page that asks for consent; /oauth/consent
	CodeHost    string // provider whose login is preferred_username; github

	Now func() time.Time

	// OwnDocument reads a client metadata document that lies on Origin itself, at
	// a path such as /clients/tea: clients that this service vouches for by
	// publishing their document. nil: there are none.
	OwnDocument func(path string) ([]byte, error)

	// FetchAllow are networks outside the public internet that client metadata
	// documents may be fetched from too; with any, the port is free, which is 443
	// otherwise. FetchRoots are the certificates trusted, nil for the system's.
	FetchAllow []netip.Prefix
	FetchRoots *x509.CertPool
}

// Provider is the OAuth provider of one site. It is safe for concurrent use.
type Provider struct {
	options   Options
	now       func() time.Time
	store     diag.Described[Reader, Tx]
	secrets   *keyring.Keyring
	issuer    string
	keys      *keys
	documents *documents
}

// Session is the session of the user who answers an authorization request.
type Session struct {
	ID, UserID string
}

// New makes the provider of a site. The error says which option is wrong.
func New(store Store, secrets *keyring.Keyring, o Options) (*Provider, error) {
	o = o.withDefaults()
	if err := o.check(); err != nil {
		return nil, fmt.Errorf("oauth: %w", err)
	}
	described := diag.Described[Reader, Tx]{Store: store}
	return &Provider{
		options: o, now: o.Now, store: described, secrets: secrets, issuer: o.Origin + BasePath,
		keys: &keys{store: described, secrets: secrets, now: o.Now}, documents: newDocuments(o),
	}, nil
}

func (o Options) withDefaults() Options {
	var own []string
	for _, s := range surfaces {
		own = append(own, o.Origin+s.Path)
	}
	o.Resources = union(own, o.Resources)
	for option, fallback := range map[*string]string{
		&o.LoginPage: "/oauth/sign-in", &o.ConsentPage: "/oauth/consent", &o.CodeHost: "github",
	} {
		if *option == "" {
			*option = fallback
		}
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

func (o Options) check() error {
	u, err := url.Parse(o.Origin)
	if err != nil || u.Host == "" || u.Scheme+"://"+u.Host != o.Origin || u.Scheme != "https" && !(u.Scheme == "http" && loopback.IsHost(u.Hostname())) {
		return errors.New("the origin is not an https origin")
	}
	for _, resource := range o.Resources {
		if u, err := url.Parse(resource); err != nil || u.Host == "" || u.Fragment != "" || strings.HasSuffix(resource, "/") {
			return errors.New("a resource is not a URL without fragment and trailing slash")
		}
	}
	if slices.ContainsFunc(o.offered(), func(scope string) bool { return !principal.IsScope(scope) }) {
		return errors.New("a scope has characters that no scope has")
	}
	return nil
}

// Issuer names the provider, byte for byte the same wherever it is named.
func (p *Provider) Issuer() string { return p.issuer }

// resourceFor is the resource that a request names, the first one when it names
// none. One trailing slash is tolerated.
func (p *Provider) resourceFor(uri string) (string, *Error) {
	if uri == "" {
		return p.options.Resources[0], nil
	}
	resource := p.resourceOf(strings.TrimSuffix(uri, "/"))
	if resource == "" {
		return "", refuse(InvalidTarget, "The resource is not one of this server.")
	}
	return resource, nil
}

// resourceOf is the resource that a URL is, or stands for; "" for none.
func (p *Provider) resourceOf(uri string) string {
	if resource, ok := p.options.Aliases[uri]; ok {
		uri = resource
	}
	if !slices.Contains(p.options.Resources, uri) {
		return ""
	}
	return uri
}

// reading reads one thing from the store.
func reading[T any](ctx context.Context, p *Provider, what string, fn func(Reader) (T, error)) (found T, err error) {
	err = p.store.Read(ctx, what, func(r Reader) (err error) {
		found, err = fn(r)
		return err
	})
	return found, err
}
