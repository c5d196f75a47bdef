package external

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/coreos/go-oidc/v3/oidc"

	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/lazyregexp"
)

// claims are what an ID token or a userinfo endpoint says of somebody.
type claims struct {
	Subject           string `json:"sub"`
	Email             string `json:"email"`
	Name              string `json:"name"`
	PreferredUsername string `json:"preferred_username"`
	Nickname          string `json:"nickname"`
	Picture           string `json:"picture"`

	AuthorizedParty string `json:"azp"`
	Tenant          string `json:"tid"`

	raw raw // all of them
}

// UnmarshalJSON reads the claims twice: by what they mean, and as they are.
func (c *claims) UnmarshalJSON(data []byte) error {
	type known claims
	if err := json.Unmarshal(data, (*known)(c)); err != nil {
		return err
	}
	return json.Unmarshal(data, &c.raw)
}

func (c claims) identity(v emailTrust) auth.Identity {
	login := c.PreferredUsername
	if login == "" {
		login = c.Nickname
	}
	return auth.Identity{
		Subject: c.Subject, Login: login, Email: c.Email, EmailVerified: c.Email != "" && v.verifies(c.raw), Name: c.Name, Image: c.Picture,
	}
}

// userInfoProfile asks the userinfo endpoint.
func userInfoProfile(vouch emailTrust) profile {
	return func(ctx context.Context, _ *Provider, v finishedSignIn) (auth.Identity, error) {
		if v.metadata.UserInfoEndpoint == "" {
			return auth.Identity{}, fmt.Errorf("%w: it has no userinfo endpoint", errUnavailable)
		}
		var c claims
		if err := get(ctx, v.metadata.UserInfoEndpoint, v.token.AccessToken, &c); err != nil {
			return auth.Identity{}, err
		}
		return c.identity(vouch), nil
	}
}

// openIDProfile believes the ID token. What it leaves out the userinfo endpoint
// may add, if it speaks of the same subject (OpenID Connect Core §5.3.2).
func openIDProfile(v emailTrust) profile {
	return func(ctx context.Context, p *Provider, visit finishedSignIn) (auth.Identity, error) {
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
func (p *Provider) verify(ctx context.Context, v finishedSignIn) (claims, error) {
	raw, ok := v.token.Extra("id_token").(string)
	if !ok || raw == "" || v.metadata.keys == nil {
		return claims{}, errors.New("there is no ID token, or no key to verify it")
	}
	keys := &keySet{KeySet: v.metadata.keys}
	verifier := oidc.NewVerifier(v.metadata.Issuer, keys, &oidc.Config{
		ClientID: p.client.ID, SupportedSigningAlgs: v.metadata.algorithms(), SkipIssuerCheck: v.metadata.knownIssuer() == "",
	})
	token, err := verifier.Verify(ctx, raw)
	if err != nil {
		return claims{}, keys.explain(err)
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

// keySet keeps why a signature was not verified, which the verifier drops: keys
// that the provider does not give out make no token wrong.
type keySet struct {
	oidc.KeySet
	err error
}

func (k *keySet) VerifySignature(ctx context.Context, token string) (payload []byte, err error) {
	payload, k.err = k.KeySet.VerifySignature(ctx, token)
	return payload, k.err
}

// explain makes errUnavailable of a failure to fetch the keys.
func (k *keySet) explain(err error) error {
	if k.err != nil && strings.HasPrefix(k.err.Error(), "fetching keys") {
		return fmt.Errorf("%w: %w", errUnavailable, k.err)
	}
	return err
}

// tenantID is what Microsoft puts in the place of tenant.
var tenantID = lazyregexp.New(`^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

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
