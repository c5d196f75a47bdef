package oauth

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
	"github.com/google/uuid"
)

const (
	accessType = "at+jwt" // RFC 9068 section 2.1
	maxToken   = 8 << 10  // bytes of any token that is shown
)

// claims are those of an access token (RFC 9068 section 2.2). GrantID says what
// the token hangs on.
type claims struct {
	Issuer    string        `json:"iss"`
	Subject   string        `json:"sub"`
	Audience  jwt.Audience  `json:"aud"`
	ClientID  string        `json:"client_id"`
	Scope     string        `json:"scope"`
	ID        string        `json:"jti"`
	GrantID   string        `json:"sid"`
	IssuedAt  int64         `json:"iat"` // epoch seconds
	NotBefore int64         `json:"nbf,omitempty"`
	Expires   int64         `json:"exp"`
	Confirm   *confirmation `json:"cnf,omitempty"`
}

// confirmation names the key that a token is bound to (RFC 9449 section 6.1).
type confirmation struct {
	Thumbprint string `json:"jkt"`
}

func (c *claims) thumbprint() string {
	if c.Confirm == nil {
		return ""
	}
	return c.Confirm.Thumbprint
}

// mint signs an access token of a grant for some of its scopes.
func (p *Provider) mint(signer jose.Signer, g *Grant, scopes []string, thumbprint string) (string, error) {
	now := p.now()
	c := claims{
		Issuer: p.issuer, Subject: g.UserID, Audience: jwt.Audience{g.Resource}, ClientID: g.ClientID, Scope: strings.Join(scopes, " "),
		ID: uuid.NewString(), GrantID: g.ID, IssuedAt: now.Unix(), Expires: now.Add(accessLifetime).Unix(),
	}
	if slices.ContainsFunc(scopes, isIdentity) {
		c.Audience = append(c.Audience, p.Endpoint("userinfo"))
	}
	if thumbprint != "" {
		c.Confirm = &confirmation{thumbprint}
	}
	return jwt.Signed(signer).Claims(c).Serialize()
}

// isIdentity reports whether a scope lets a client ask for userinfo.
func isIdentity(scope string) bool {
	return scope == OpenID || scope == ProfileScope || scope == Email
}

// verified gives the claims of an access token that this provider has signed
// and that is not over, whoever it is for; nil for anything else. The error is
// the store's.
func (p *Provider) verified(ctx context.Context, token string) (*claims, error) {
	if len(token) > maxToken {
		return nil, nil
	}
	parsed, err := jwt.ParseSigned(token, []jose.SignatureAlgorithm{jose.ES256})
	if err != nil || !isAccessToken(parsed.Headers[0]) {
		return nil, nil //nolint:nilerr // what is no token of ours is nothing to the caller
	}
	key, err := p.keys.verifying(ctx, parsed.Headers[0].KeyID)
	if key == nil || err != nil {
		return nil, err
	}
	c := new(claims)
	if err := parsed.Claims(key, c); err == nil && c.Issuer == p.issuer && c.current(p.now()) {
		return c, nil
	}
	return nil, nil
}

// isAccessToken holds the type against RFC 9068 section 4, so that no other JWT
// passes for an access token.
func isAccessToken(h jose.Header) bool {
	name, _ := h.ExtraHeaders[jose.HeaderType].(string)
	return strings.EqualFold(name, accessType) || strings.EqualFold(name, "application/"+accessType)
}

func (c *claims) current(now time.Time) bool {
	earliest, latest := now.Add(-leeway).Unix(), now.Add(leeway).Unix()
	return c.Expires > earliest && c.IssuedAt <= latest && c.NotBefore <= latest
}
