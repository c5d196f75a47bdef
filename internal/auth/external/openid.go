package external

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"github.com/quartet-dev/quartet/internal/auth"
	"regexp"
	"strings"

	"github.com/coreos/go-oidc/v3/oidc"
)

// claims are what an ID token or a userinfo endpoint says of somebody.
type claims struct {
	Subject           string `json:"sub"`
	Email             string `json:"email"`
	EmailVerified     yes    `json:"email_verified"`
	Name              string `json:"name"`
	PreferredUsername string `json:"preferred_username"`
	Nickname          string `json:"nickname"`
	Picture           string `json:"picture"`

	AuthorizedParty string `json:"azp"`
	Tenant          string `json:"tid"`
	DomainVerified  yes    `json:"xms_edov"`
}

// yes is true, and the other ways in which providers write it. Whatever else
// stands there is no.
type yes bool

// UnmarshalJSON never fails: a claim that is not understood is not believed.
func (y *yes) UnmarshalJSON(data []byte) error {
	switch string(data) {
	case `true`, `"true"`, `1`, `"1"`:
		*y = true
	default:
		*y = false
	}
	return nil
}

// vouch tells whether a provider stands for the e-mail address.
type vouch func(claims) bool

func vouched(c claims) bool { return bool(c.EmailVerified) }

// vouchedByDomain is for Microsoft, where whoever runs a tenant may write any
// address: only the claim that the domain's owner was verified counts.
func vouchedByDomain(c claims) bool { return bool(c.DomainVerified) }

func (c claims) identity(v vouch) auth.Identity {
	login := c.PreferredUsername
	if login == "" {
		login = c.Nickname
	}
	return auth.Identity{
		Subject: c.Subject, Login: login, Email: c.Email, EmailVerified: c.Email != "" && v(c), Name: c.Name, Image: c.Picture,
	}
}

// userInfoProfile asks the userinfo endpoint.
func userInfoProfile(ctx context.Context, _ *Provider, v visit) (auth.Identity, error) {
	if v.metadata.UserInfoEndpoint == "" {
		return auth.Identity{}, fmt.Errorf("%w: it has no userinfo endpoint", errDown)
	}
	var c claims
	if err := get(ctx, v.metadata.UserInfoEndpoint, v.token.AccessToken, &c); err != nil {
		return auth.Identity{}, err
	}
	return c.identity(vouched), nil
}

// openIDProfile believes the ID token. What it leaves out the userinfo endpoint
// may add, if it speaks of the same subject (OpenID Connect Core §5.3.2).
func openIDProfile(v vouch) profile {
	return func(ctx context.Context, p *Provider, visit visit) (auth.Identity, error) {
		c, err := p.verify(ctx, visit)
		if err != nil {
			return auth.Identity{}, err
		}
		if c.Email != "" || visit.metadata.UserInfoEndpoint == "" {
			return c.identity(v), nil
		}
		var more claims
		if err := get(ctx, visit.metadata.UserInfoEndpoint, visit.token.AccessToken, &more); err != nil {
			return auth.Identity{}, err
		}
		if more.Subject != c.Subject {
			return auth.Identity{}, errors.New("the userinfo endpoint speaks of somebody else")
		}
		return more.identity(v), nil
	}
}

// verify checks the ID token as OpenID Connect Core §3.1.3.7 asks.
func (p *Provider) verify(ctx context.Context, v visit) (claims, error) {
	raw, ok := v.token.Extra("id_token").(string)
	if !ok || raw == "" || v.metadata.keys == nil {
		return claims{}, errors.New("there is no ID token, or no key to verify it")
	}
	verifier := oidc.NewVerifier(v.metadata.Issuer, v.metadata.keys, &oidc.Config{
		ClientID: p.client.ID, SupportedSigningAlgs: v.metadata.algorithms(), SkipIssuerCheck: v.metadata.knownIssuer() == "",
	})
	token, err := verifier.Verify(ctx, raw)
	if err != nil {
		return claims{}, err
	}
	if subtle.ConstantTimeCompare([]byte(token.Nonce), []byte(v.pending.Nonce)) != 1 {
		return claims{}, errors.New("the ID token has another nonce")
	}
	if token.AccessTokenHash != "" {
		if err := token.VerifyAccessToken(v.token.AccessToken); err != nil {
			return claims{}, err
		}
	}
	var c claims
	if err := token.Claims(&c); err != nil {
		return claims{}, err
	}
	return c, p.verifyParties(v.metadata, token, c)
}

// tenantID is what Microsoft puts in the place of tenant.
var tenantID = regexp.MustCompile(`^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

// verifyParties checks who the token was made by, where that depends on the
// token, and whom it was made for, where it has several readers.
func (p *Provider) verifyParties(m *metadata, token *oidc.IDToken, c claims) error {
	if m.knownIssuer() == "" && (!tenantID.MatchString(c.Tenant) || token.Issuer != strings.Replace(m.Issuer, tenant, c.Tenant, 1)) {
		return errors.New("the ID token is from another issuer")
	}
	if (len(token.Audience) > 1 || c.AuthorizedParty != "") && c.AuthorizedParty != p.client.ID {
		return errors.New("the ID token was made for another client")
	}
	return nil
}

// raw is any JSON, for profiles with keys of their own.
type raw map[string]json.RawMessage

// text is a string or a whole number under a key, or "".
func (r raw) text(key string) string {
	var text string
	if json.Unmarshal(r[key], &text) == nil {
		return text
	}
	var number json.Number
	if json.Unmarshal(r[key], &number) == nil {
		return number.String()
	}
	return ""
}
