package oauth

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/quartet-dev/quartet/internal/keyring"
)

// TokenRequest is a request to the token endpoint.
type TokenRequest struct {
	Form          url.Values
	Authorization string   // the header, or ""
	Proofs        []string // the DPoP headers
	Method        string
	URL           string // of the endpoint as clients know it
}

// TokenAnswer is the answer of RFC 6749 section 5.1. It must not be stored.
type TokenAnswer struct {
	AccessToken  string `json:"access_token"`
	TokenType    string `json:"token_type"` // Bearer or DPoP
	ExpiresIn    int64  `json:"expires_in"` // seconds
	RefreshToken string `json:"refresh_token,omitempty"`
	Scope        string `json:"scope"`
}

// requiredParameters are the parameters that each grant type cannot do without.
var requiredParameters = map[string][]string{codeGrant: {"code", "code_verifier", "redirect_uri"}, refreshGrant: {"refresh_token"}}

// exchange is a token request on its way to an answer. What it shows is checked
// in one transaction; refused and grant are what came of it.
type exchange struct {
	p      *Provider
	form   parameters
	client *Client
	proof  *proof // nil when there is none
	now    time.Time

	refused *Error
	grant   *Grant
	scopes  []string // of the access token
	refresh string   // the refresh token of the answer, or ""
}

// Token exchanges a code or a refresh token (RFC 6749 sections 4.1.3 and 6). An
// error that asks for a nonce goes out with Nonce.
func (p *Provider) Token(ctx context.Context, r TokenRequest) (*TokenAnswer, error) {
	x, err := p.exchange(ctx, r)
	if err != nil {
		return nil, err
	}
	redeem := x.redeemCode
	if x.form["grant_type"] == refreshGrant {
		redeem = x.redeemRefreshToken
	}
	signer, err := p.keys.sign(ctx)
	if err != nil {
		return nil, err
	}
	if err := p.store.Update(ctx, "issue a token", func(tx Tx) error { return x.redeem(tx, redeem) }); err != nil {
		return nil, err
	}
	if x.refused != nil {
		return nil, x.refused
	}
	token, err := p.mint(signer, x.grant, x.scopes, x.thumbprint())
	if err != nil {
		return nil, err
	}
	answer := &TokenAnswer{
		AccessToken: token, TokenType: "Bearer", ExpiresIn: int64(accessLifetime.Seconds()), RefreshToken: x.refresh, Scope: strings.Join(x.scopes, " "),
	}
	if x.proof != nil {
		answer.TokenType = "DPoP"
	}
	return answer, nil
}

// exchange checks what needs no transaction: the form, the client, the proof.
func (p *Provider) exchange(ctx context.Context, r TokenRequest) (*exchange, error) {
	form, refused := read(r.Form)
	if refused != nil {
		return nil, refused
	}
	if refused := form.need("grant_type"); refused != nil {
		return nil, refused
	}
	needs, known := requiredParameters[form["grant_type"]]
	if !known {
		return nil, refuse(UnsupportedGrantType, "grant_type must be authorization_code or refresh_token.")
	}
	client, err := p.identify(ctx, r.Authorization, form)
	if err != nil {
		return nil, err
	}
	if refused := form.need(needs...); refused != nil {
		return nil, refused
	}
	proof, refused := p.checkProof(presentedProof{proofs: r.Proofs, method: r.Method, url: r.URL})
	if refused != nil {
		return nil, refused
	}
	if proof == nil && client.BoundAccessTokens {
		return nil, refuse(InvalidDPoPProof, "The client registered for bound tokens and sent no proof.")
	}
	return &exchange{p: p, form: form, client: client, proof: proof, now: p.now()}, nil
}

// identify is the client that a request to the token or revocation endpoint
// names. It has no secret to show; one that shows some is not a client of ours.
func (p *Provider) identify(ctx context.Context, authorization string, form parameters) (*Client, error) {
	if authorization != "" || form["client_secret"] != "" || form["client_assertion"] != "" {
		refused := refuse(InvalidClient, "Clients are public here and show no secret.")
		if authorization != "" {
			refused.Challenge = `Basic realm="clients"` // RFC 6749 section 5.2
		}
		return nil, refused
	}
	if form["client_id"] == "" {
		return nil, refuse(InvalidClient, "client_id is missing.")
	}
	return p.storedClient(ctx, form["client_id"])
}

func (x *exchange) thumbprint() string {
	if x.proof == nil {
		return ""
	}
	return x.proof.Thumbprint
}

// redeem records the proof, redeems what is shown and, where that is good,
// stores what the answer needs. What a refusal changes, the end of a grant, is
// kept: it is no error. It may run again, and begins anew then.
func (x *exchange) redeem(tx Tx, redeem func(Tx) (*Error, error)) (err error) {
	x.refused, x.grant, x.scopes, x.refresh = nil, nil, nil, ""
	if x.refused, err = x.replayed(tx); x.refused != nil || err != nil {
		return err
	}
	if x.refused, err = redeem(tx); x.refused != nil || err != nil {
		return err
	}
	if err := tx.UseGrant(x.grant.ID, x.grant.Thumbprint, x.now); err != nil {
		return err
	}
	if err := tx.UseClient(x.client.ID, x.now); err != nil {
		return err
	}
	if x.refresh != "" || !x.grant.Offline {
		return nil
	}
	x.refresh = x.p.newRefreshToken(x.grant.ID)
	return x.insertRefreshToken(tx, nil)
}

func (x *exchange) replayed(tx Tx) (*Error, error) {
	if x.proof == nil {
		return nil, nil
	}
	return x.proof.record(tx, x.now)
}

// record stores a proof; it is refused when it was before.
func (proof *proof) record(tx Tx, now time.Time) (*Error, error) {
	fresh, err := tx.InsertProof(proof.Hash, proof.Expires)
	if err != nil {
		return nil, err
	}
	if !fresh {
		return refuse(InvalidDPoPProof, "The proof was used before."), nil
	}
	return nil, tx.DropProofs(now, dropBatch)
}

// redeemCode spends a code. Only who shows everything right spends it, so that
// whoever has seen a code alone can end nothing before its client comes; a
// second time ends the grant (RFC 6749 section 4.1.2, RFC 9700 section 4.5).
func (x *exchange) redeemCode(tx Tx) (*Error, error) {
	code, err := tx.Code(keyring.Hash(x.form["code"]))
	if code == nil || err != nil {
		return refuse(InvalidGrant, "The code is not known."), err
	}
	if code.Spent {
		return refuse(InvalidGrant, "The code was used before."), tx.EndGrant(code.GrantID, x.now)
	}
	if !x.now.Before(code.ExpiresAt) {
		return refuse(InvalidGrant, "The code has expired."), nil
	}
	if refused, err := x.find(tx, code.GrantID); refused != nil || err != nil {
		return refused, err
	}
	switch {
	case code.RedirectURI != x.form["redirect_uri"]:
		return refuse(InvalidGrant, "The redirect URI is not that of the authorization request."), nil
	case !verifies(x.form["code_verifier"], code.Challenge):
		return refuse(InvalidGrant, "The code_verifier does not match."), nil
	}
	first, err := tx.SpendCode(code.Hash)
	if !first && err == nil {
		return refuse(InvalidGrant, "The code was used before."), tx.EndGrant(code.GrantID, x.now)
	}
	if x.grant.Thumbprint == "" {
		x.grant.Thumbprint = x.thumbprint()
	}
	return nil, err
}

// find looks the grant up and holds it against the request: its client, its
// key, its resource and the scopes that are asked for.
func (x *exchange) find(tx Tx, id string) (refused *Error, err error) {
	g, err := tx.LivingGrant(id, x.now)
	switch {
	case err != nil:
		return nil, err
	case g == nil || g.ClientID != x.client.ID:
		return refuse(InvalidGrant, "The grant has ended, or is another client's."), nil
	case g.Thumbprint != "" && x.proof == nil:
		return refuse(InvalidDPoPProof, "The grant is bound to a key and there is no proof."), nil
	case g.Thumbprint != "" && g.Thumbprint != x.thumbprint():
		return refuse(InvalidGrant, "The grant is bound to another key."), nil
	case x.form["resource"] != "" && x.p.resourceOf(strings.TrimSuffix(x.form["resource"], "/")) != g.Resource:
		return refuse(InvalidTarget, "The grant is for another resource."), nil
	}
	x.grant, x.scopes = g, g.Scopes
	if wanted := fields(x.form["scope"]); len(wanted) > 0 && x.form["grant_type"] == refreshGrant {
		if !allows(g.Scopes, wanted) {
			return refuse(InvalidScope, "A scope was not granted."), nil
		}
		x.scopes = wanted
	}
	return nil, nil
}

// verifies holds a verifier against its S256 challenge (RFC 7636 section 4.6).
func verifies(verifier, challenge string) bool {
	if len(verifier) < 43 || len(verifier) > 128 || slices.ContainsFunc([]byte(verifier), func(c byte) bool { return !isUnreserved(c) }) {
		return false
	}
	sum := sha256.Sum256([]byte(verifier))
	return subtle.ConstantTimeCompare([]byte(base64.RawURLEncoding.EncodeToString(sum[:])), []byte(challenge)) == 1
}

// isUnreserved is RFC 3986's set of characters.
func isUnreserved(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("-._~", c) >= 0
}
