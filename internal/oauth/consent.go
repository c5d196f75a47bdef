package oauth

import (
	"context"
	"net/url"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/quartet-dev/quartet/internal/keyring"
)

// Consent is what the consent page shows. Nothing in it is proven but Host.
type Consent struct {
	ClientID string   `json:"clientId"`
	Name     string   `json:"name"` // the host when the client gave none
	URI      string   `json:"uri,omitempty"`
	Logo     string   `json:"logo,omitempty"`
	Policy   string   `json:"policy,omitempty"`
	Terms    string   `json:"terms,omitempty"`
	Scopes   []string `json:"scopes"`
	Resource string   `json:"resource"`
	Host     string   `json:"host"`     // where the code goes: a host, or a private scheme with its colon
	Loopback bool     `json:"loopback"` // to a program on the user's own machine, whichever listens
	Offline  bool     `json:"lasting"`  // the client stays connected without the user: it gets refresh tokens

	// ReadOnly are the scopes that the client gets when the user lets it only
	// read; nil where the user has no such choice (decision 113).
	ReadOnly []string `json:"readOnly,omitempty"`
}

// Consent describes a request to the user who decides on it.
func (p *Provider) Consent(r *AuthorizeRequest) Consent {
	c := Consent{
		ClientID: r.Client.ID, Name: r.Client.Name, URI: r.Client.URI, Logo: r.Client.Logo, Policy: r.Client.Policy, Terms: r.Client.Terms,
		Scopes: r.Scopes, Resource: r.Resource, Offline: r.offline(), ReadOnly: p.choice(r.Resource, r.Scopes),
	}
	if u, err := url.Parse(r.RedirectURI); err == nil && (u.Scheme == "https" || u.Scheme == "http") {
		c.Host, c.Loopback = u.Host, u.Scheme == "http"
	} else {
		scheme, _, _ := strings.Cut(r.RedirectURI, ":")
		c.Host = scheme + ":"
	}
	if c.Name == "" {
		c.Name = c.Host
	}
	return c
}

// offline reports whether the client gets refresh tokens: it asked for offline
// access, or registered for them, which the consent page says (decision 114).
func (r *AuthorizeRequest) offline() bool {
	return slices.Contains(r.Scopes, OfflineAccess) || r.Client.refreshes()
}

// consentScopes are the scopes that the user says yes to: offline access is one of
// them for whoever gets it, in so many words or not.
func (r *AuthorizeRequest) consentScopes() []string {
	if !r.offline() || slices.Contains(r.Scopes, OfflineAccess) {
		return r.Scopes
	}
	return append(slices.Clone(r.Scopes), OfflineAccess)
}

// Proceed says where the browser goes with a request: to the login page when
// there is no session, s being nil, or a fresh one is asked for; to the consent
// page; or back to the client, with a code when the user has consented before.
// The pages get the request as their query, and bring it to Authorize again.
//
// The error is an *AuthorizeError, in the words of OpenID Connect when prompt
// is none.
func (p *Provider) Proceed(ctx context.Context, r *AuthorizeRequest, s *Session) (location string, err error) {
	silent := slices.Contains(r.prompts, promptNone)
	if s == nil || slices.Contains(r.prompts, promptLogin) || slices.Contains(r.prompts, "select_account") {
		if silent {
			return "", p.deny(r, refuse(LoginRequired, "Nobody is signed in."))
		}
		return with(p.options.LoginPage, r.Query(promptLogin, "select_account")), nil
	}
	consented, err := p.consented(ctx, r, s)
	if err != nil {
		return "", p.deny(r, AsError(err))
	}
	switch {
	case consented:
		return p.grant(ctx, r, s, false)
	case silent:
		return "", p.deny(r, refuse(ConsentRequired, "The user has not consented."))
	default:
		return with(p.options.ConsentPage, r.Query()), nil
	}
}

// consented reports whether the user need not be asked: the same client got as
// much before, and the code can go to nobody else. A request that is answered
// on loopback or at a private scheme is never answered by itself (RFC 8252
// section 8.6) (decision 55).
func (p *Provider) consented(ctx context.Context, r *AuthorizeRequest, s *Session) (bool, error) {
	if !isExclusive(r.RedirectURI) || slices.Contains(r.prompts, promptConsent) {
		return false, nil
	}
	had, err := reading(ctx, p, "read a consent", func(store Reader) ([]string, error) { return store.Consent(s.UserID, r.Client.ID, r.Resource) })
	return err == nil && len(had) > 0 && allows(had, r.consentScopes()), err
}

// Approve is where the client gets its code after the user said yes. What was
// consented to is remembered. The error is an *AuthorizeError.
func (p *Provider) Approve(ctx context.Context, r *AuthorizeRequest, s Session) (location string, err error) {
	return p.grant(ctx, r, &s, true)
}

// grant stores a grant with its code, and the client where only its document
// was known so far.
func (p *Provider) grant(ctx context.Context, r *AuthorizeRequest, s *Session, remember bool) (string, error) {
	now, code := p.now(), keyring.Token()
	g := &Grant{
		ID: uuid.Must(uuid.NewV7()).String(), ClientID: r.Client.ID, UserID: s.UserID, SessionID: s.ID, Scopes: r.Scopes, Resource: r.Resource,
		Offline: r.offline(), Thumbprint: r.Thumbprint, CreatedAt: now,
	}
	stored := &AuthorizationCode{
		Hash: keyring.Hash(code), GrantID: g.ID, RedirectURI: r.RedirectURI, Challenge: r.Challenge, ExpiresAt: now.Add(codeLifetime),
	}
	err := p.store.Update(ctx, "write a consent", func(tx Tx) error {
		if p.documents.has(r.Client.ID) {
			if err := tx.SaveClient(r.Client); err != nil {
				return err
			}
		}
		if remember {
			if err := p.recordConsent(tx, r, s); err != nil {
				return err
			}
		}
		if err := tx.InsertGrant(g); err != nil {
			return err
		}
		if err := tx.InsertCode(stored); err != nil {
			return err
		}
		return tx.DropCodes(now.Add(-accessLifetime-leeway), dropBatch)
	})
	if err != nil {
		return "", p.deny(r, AsError(err))
	}
	return p.redirectBack(r, url.Values{"code": {code}}), nil
}

// recordConsent adds to what the user has consented to before, and takes from it what
// was declined this time.
func (p *Provider) recordConsent(tx Tx, r *AuthorizeRequest, s *Session) error {
	had, err := tx.Consent(s.UserID, r.Client.ID, r.Resource)
	if err != nil {
		return err
	}
	all := union(without(had, r.declined), r.consentScopes())
	return tx.SaveConsent(s.UserID, r.Client.ID, r.Resource, all, p.now())
}
