package oauth

import (
	"context"
	"net/http"
	"slices"
	"strings"
)

// AccessRequest is a request that carries an access token.
type AccessRequest struct {
	Scheme string   // of the Authorization header, in any case; "" without the header
	Token  string   // what follows it
	Proofs []string // the DPoP headers
	Method string
	URL    string // that the request was sent to, as clients know it
}

// Access is what an access token lets its client do, and for whom.
type Access struct {
	UserID       string
	ClientID     string
	CredentialID string // of the grant
	Scopes       []string
	Role         string // the user's staff role as it is now, or ""
}

// VerifyAccessToken checks an access token (MCP token rules; RFC 9068 section
// 4, RFC 9449 section 7): signed by this provider, for the audience, not over,
// with all the scopes, shown with a proof when it is bound to a key, and of a
// grant that lives. A token of any other form is refused.
//
// The error has the Challenge that the answer must carry. An error in the words
// of DPoP goes out with Nonce too.
func (p *Provider) VerifyAccessToken(ctx context.Context, r AccessRequest, audience string, scopes ...string) (*Access, error) {
	return p.requireScopes(ctx, r, audience, scopes, scopes)
}

// VerifySurfaceToken is VerifyAccessToken for a token that opens a surface, or lets
// its client only read there. A refusal asks for the full scope.
func (p *Provider) VerifySurfaceToken(ctx context.Context, r AccessRequest, audience string) (*Access, error) {
	surface := p.options.surfaceOf(audience)
	return p.requireScopes(ctx, r, audience, []string{surface.ReadOnly}, []string{surface.Full})
}

// Refusal is what a request is told at a surface that needs a token, when it carries
// none: scopes is nil. It is told of all scopes that it should have when its
// token has too few.
func (p *Provider) Refusal(r AccessRequest, audience string, scopes []string) *Error {
	refused := refuse(InsufficientScope, "The token lacks a scope.")
	if scopes == nil {
		refused, scopes = refuse(InvalidToken, "An access token is needed."), []string{p.options.surfaceOf(audience).Full}
	}
	refused.Challenge = p.challenge(r, refused, audience, scopes)
	return refused
}

// requireScopes checks a token that must have some scopes. A refusal asks for those
// named and, where the token has others, for these too, so that a client loses
// none when it comes again.
func (p *Provider) requireScopes(ctx context.Context, r AccessRequest, audience string, scopes, named []string) (*Access, error) {
	access, refused, err := p.verify(ctx, r, audience)
	if err == nil && refused == nil && !allows(access.Scopes, scopes) {
		refused = refuse(InsufficientScope, "The token lacks a scope.")
		named = union(access.Scopes, named)
	}
	if err != nil {
		return nil, err
	}
	if refused == nil {
		return access, nil
	}
	if refused.Code != InsufficientScope {
		refused.Status = http.StatusUnauthorized // whatever it is at the token endpoint
	}
	refused.Challenge = p.challenge(r, refused, audience, named)
	return nil, refused
}

func (p *Provider) verify(ctx context.Context, r AccessRequest, audience string) (*Access, *Error, error) {
	bound := strings.EqualFold(r.Scheme, "DPoP")
	if r.Token == "" || !bound && !strings.EqualFold(r.Scheme, "Bearer") {
		return nil, refuse(InvalidToken, "An access token is needed."), nil
	}
	c, err := p.verified(ctx, r.Token)
	if err != nil {
		return nil, nil, err
	}
	if c == nil || !slices.Contains(c.Audience, audience) || bound != (c.Confirm != nil) {
		return nil, refuse(InvalidToken, "The token is no longer valid, is for something else, or was sent under another scheme."), nil
	}
	if bound {
		if refused, err := p.checkPossession(ctx, r, c.thumbprint()); refused != nil || err != nil {
			return nil, refused, err
		}
	}
	g, err := reading(ctx, p, "read a grant", func(store Reader) (*Grant, error) { return store.LivingGrant(c.GrantID, p.now()) })
	if err != nil {
		return nil, nil, err
	}
	if g == nil || g.UserID != c.Subject || g.ClientID != c.ClientID {
		return nil, refuse(InvalidToken, "What the token was given for has ended."), nil
	}
	return &Access{UserID: g.UserID, ClientID: g.ClientID, CredentialID: g.ID, Scopes: fields(c.Scope), Role: g.Role}, nil, nil
}

// checkPossession checks that the request proves the key that its token is bound to.
func (p *Provider) checkPossession(ctx context.Context, r AccessRequest, thumbprint string) (*Error, error) {
	proof, refused := p.checkProof(presentedProof{proofs: r.Proofs, method: r.Method, url: r.URL, token: r.Token})
	switch {
	case refused != nil:
		return refused, nil
	case proof == nil:
		return refuse(InvalidDPoPProof, "There is no proof."), nil
	case proof.Thumbprint != thumbprint:
		return refuse(InvalidToken, "The token is bound to another key."), nil
	}
	err := p.store.Update(ctx, "note the use of an access token", func(tx Tx) (err error) {
		refused, err = proof.record(tx, p.now())
		return err
	})
	return refused, err
}

// challenge is the WWW-Authenticate header of a refusal: where the resource's
// metadata are, the scopes that are needed, and what was wrong with a token
// that was sent (RFC 6750 section 3, RFC 9449 section 7.1, RFC 9728 section
// 5.1).
func (p *Provider) challenge(r AccessRequest, refused *Error, resource string, scopes []string) string {
	words := []string{}
	if slices.Contains(p.options.Resources, resource) {
		words = append(words, `resource_metadata="`+ResourceMetadataURL(resource)+`"`)
	}
	if len(scopes) > 0 {
		words = append(words, `scope="`+strings.Join(scopes, " ")+`"`)
	}
	if r.Token != "" {
		words = append(words, `error="`+string(refused.Code)+`"`, `error_description="`+refused.Description+`"`)
	}
	if !strings.EqualFold(r.Scheme, "DPoP") && refused.Code != InvalidDPoPProof && refused.Code != UseDPoPNonce {
		return strings.TrimSpace("Bearer " + strings.Join(words, ", "))
	}
	return "DPoP " + strings.Join(append(words, `algs="`+strings.Join(proofAlgorithmNames(), " ")+`"`), ", ")
}
