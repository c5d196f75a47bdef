package oauth

import (
	"crypto/rand"
	"encoding/base64"

	"github.com/google/uuid"

	"github.com/quartet-dev/quartet/internal/keyring"
)

// What the tokens are signed for, and under which their successors are sealed.
const (
	refreshTokens     keyring.Purpose = "oauth refresh tokens"     //nolint:gosec // the name of a purpose
	refreshSuccessors keyring.Purpose = "oauth refresh successors" //nolint:gosec // the name of a purpose
)

// A refresh token is the id of its grant, 32 random bytes, and the MAC of both.
// By the MAC a token of ours is known as such when its row is long gone: rows
// of tokens that have a successor need not be kept to notice their reuse.
const (
	refreshIDBytes  = 16
	refreshMACBytes = 32
	refreshBytes    = refreshIDBytes + 32 + refreshMACBytes
)

// newRefreshToken makes a token of a grant.
func (p *Provider) newRefreshToken(grant string) string {
	id := uuid.MustParse(grant)
	token := make([]byte, refreshBytes-refreshMACBytes, refreshBytes)
	copy(token, id[:])
	_, _ = rand.Read(token[refreshIDBytes:]) // never fails
	return base64.RawURLEncoding.EncodeToString(append(token, p.secrets.MAC(refreshTokens, token)...))
}

// grantOf is the grant that a refresh token was given for; "" when it is none
// of ours.
func (p *Provider) grantOf(token string) string {
	if len(token) > base64.RawURLEncoding.EncodedLen(refreshBytes) {
		return ""
	}
	data, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || len(data) != refreshBytes {
		return ""
	}
	signed, sum := data[:refreshBytes-refreshMACBytes], data[refreshBytes-refreshMACBytes:]
	if !p.secrets.Verify(refreshTokens, signed, sum) {
		return ""
	}
	return uuid.UUID(data[:refreshIDBytes]).String()
}

// redeemRefreshToken gives a refresh token its successor. One that was
// succeeded counts for another 30 seconds, for clients that refresh twice at
// once or lost an answer, and has the same successor then; later, or when the
// successor was used, which shows that the answer came, somebody has a copy of
// it, and the grant ends (RFC 9700 section 4.14.2).
func (x *exchange) redeemRefreshToken(tx Tx) (*Error, error) {
	token := x.form["refresh_token"]
	stored, err := tx.RefreshToken(keyring.Hash(token))
	if err != nil {
		return nil, err
	}
	if stored == nil {
		return x.reused(tx, x.p.grantOf(token))
	}
	if !stored.RotatedAt.IsZero() && x.now.Sub(stored.RotatedAt) > grace {
		return x.reused(tx, stored.GrantID)
	}
	if !x.now.Before(stored.ExpiresAt) {
		return refuse(InvalidGrant, "The refresh token has expired."), nil
	}
	if refused, err := x.find(tx, stored.GrantID); refused != nil || err != nil {
		return refused, err
	}
	if !stored.RotatedAt.IsZero() {
		return x.repeat(stored), nil
	}
	return nil, x.rotate(tx, stored)
}

// rotate makes the successor of a token.
func (x *exchange) rotate(tx Tx, stored *RefreshToken) error {
	x.refresh = x.p.newRefreshToken(x.grant.ID)
	stored.Successor = x.p.secrets.Seal(refreshSuccessors, []byte(x.refresh))
	if err := tx.RotateRefreshToken(stored, x.now, x.now.Add(-grace)); err != nil {
		return err
	}
	return x.insertRefreshToken(tx, stored.Hash)
}

// repeat gives the successor again, so that two who refresh at once hold one
// token. One that no secret opens any more ends nothing: whoever has it already
// goes on (decision 115).
func (x *exchange) repeat(stored *RefreshToken) *Error {
	token, err := x.p.secrets.Open(refreshSuccessors, stored.Successor)
	if err != nil || x.p.grantOf(string(token)) != stored.GrantID {
		return refuse(InvalidGrant, "The refresh token was used before.")
	}
	x.refresh = string(token)
	return nil
}

// reused ends the grant of a token that has a successor, if it is one of ours
// (decision 54).
func (x *exchange) reused(tx Tx, grant string) (*Error, error) {
	refused := refuse(InvalidGrant, "The refresh token does not count any more.")
	if grant == "" {
		return refused, nil
	}
	return refused, tx.EndGrant(grant, x.now)
}

// insertRefreshToken stores the token of the answer. parent is the hash of the
// one that it succeeds, nil for the first.
func (x *exchange) insertRefreshToken(tx Tx, parent []byte) error {
	stored := &RefreshToken{Hash: keyring.Hash(x.refresh), GrantID: x.grant.ID, Parent: parent, ExpiresAt: x.now.Add(refreshLifetime)}
	if err := tx.InsertRefreshToken(stored); err != nil {
		return err
	}
	return tx.DropRefreshTokens(x.now, dropBatch)
}
