package external

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/sync/singleflight"

	"github.com/quartet-dev/quartet/internal/loopback"
)

// metadata is what a provider says of itself (RFC 8414, OpenID Connect
// Discovery).
type metadata struct {
	Issuer                string   `json:"issuer"`
	AuthorizationEndpoint string   `json:"authorization_endpoint"`
	TokenEndpoint         string   `json:"token_endpoint"`
	UserInfoEndpoint      string   `json:"userinfo_endpoint"`
	KeysURI               string   `json:"jwks_uri"`
	Algorithms            []string `json:"id_token_signing_alg_values_supported"`
	TokenAuthMethods      []string `json:"token_endpoint_auth_methods_supported"`

	// NamesItself promises iss in every authorization response (RFC 9207).
	NamesItself bool `json:"authorization_response_iss_parameter_supported"`

	keys oidc.KeySet
}

// tenant stands in an issuer for what each token names: Microsoft's way.
const tenant = "{tenantid}"

// knownIssuer is what iss must be, or "" where that cannot be told.
func (m *metadata) knownIssuer() string {
	if strings.Contains(m.Issuer, tenant) {
		return ""
	}
	return m.Issuer
}

// check refuses a description that is another issuer's, or that would have
// secrets sent in the clear.
func (m *metadata) check(issuer string) error {
	if strings.TrimSuffix(m.Issuer, "/") != issuer {
		return fmt.Errorf("%w: it describes itself as another issuer", errUnavailable)
	}
	for _, each := range []struct {
		url    string
		needed bool
	}{{m.AuthorizationEndpoint, true}, {m.TokenEndpoint, true}, {m.UserInfoEndpoint, false}, {m.KeysURI, false}} {
		if (each.needed || each.url != "") && !isSecure(each.url) {
			return fmt.Errorf("%w: an endpoint is missing or is not an https URL", errUnavailable)
		}
	}
	return nil
}

// isSecure takes plain http on loopback too, where there is no certificate.
func isSecure(value string) bool {
	u, err := url.Parse(value)
	if err != nil || u.Host == "" || u.User != nil || u.Fragment != "" {
		return false
	}
	return u.Scheme == "https" || u.Scheme == "http" && loopback.IsHost(u.Hostname())
}

// algorithms are those that an ID token may be signed with: asymmetric ones.
func (m *metadata) algorithms() []string {
	return slices.DeleteFunc(slices.Clone(m.Algorithms), func(name string) bool {
		return !slices.Contains(asymmetric, name)
	})
}

var asymmetric = []string{
	oidc.RS256, oidc.RS384, oidc.RS512, oidc.ES256, oidc.ES384, oidc.ES512, oidc.PS256, oidc.PS384, oidc.PS512, oidc.EdDSA,
}

// endpointFinder finds the endpoints of a provider.
type endpointFinder interface {
	find(ctx context.Context) (*metadata, error)
}

// fixed are endpoints that are known beforehand.
type fixed struct{ metadata }

func (f fixed) find(context.Context) (*metadata, error) { return &f.metadata, nil }

// maxAge is how long a description counts before it is asked for again.
const maxAge = time.Hour

// discovery asks a provider to describe itself: when somebody signs in for the
// first time, again after each failure, and now and then. One that once
// answered is believed until it answers again.
type discovery struct {
	url, issuer string
	flight      singleflight.Group

	mu    sync.Mutex
	known *metadata
	until time.Time
}

func newDiscovery(document string) *discovery {
	return &discovery{url: document, issuer: issuerOf(document)}
}

// issuerOf is who a document must speak for, told by its place: what comes
// before one suffix, or around the other infix.
func issuerOf(document string) string {
	if issuer, ok := strings.CutSuffix(document, openIDSuffix); ok {
		return issuer
	}
	return strings.TrimSuffix(strings.Replace(document, authorizationServer, "", 1), "/")
}

func (d *discovery) find(ctx context.Context) (*metadata, error) {
	if known, fresh := d.kept(); fresh {
		return known, nil
	}
	answer := d.flight.DoChan("", func() (any, error) { return d.ask(context.WithoutCancel(ctx)) })
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case result := <-answer:
		if m, ok := result.Val.(*metadata); ok && result.Err == nil {
			return m, nil
		}
		if known, _ := d.kept(); known != nil {
			return known, nil
		}
		return nil, result.Err
	}
}

func (d *discovery) kept() (known *metadata, fresh bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.known, d.known != nil && time.Now().Before(d.until)
}

// ask is not bound to whoever asks first: others wait for the same answer.
func (d *discovery) ask(ctx context.Context) (*metadata, error) {
	m := &metadata{}
	if err := get(ctx, d.url, "", m); err != nil {
		return nil, err
	}
	if err := m.check(d.issuer); err != nil {
		return nil, err
	}
	if m.KeysURI != "" {
		m.keys = oidc.NewRemoteKeySet(withHTTPClient(context.Background()), m.KeysURI)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.known, d.until = m, time.Now().Add(maxAge)
	return m, nil
}
