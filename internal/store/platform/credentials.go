package platform

import (
	"bytes"
	"time"

	"github.com/quartet-dev/quartet/internal/oauth"
)

var (
	selectCode = declare(`SELECT grant_id, redirect_uri, challenge, spent, expires_at FROM _quartet_oauth_codes WHERE hash = ?1`)
	insertCode = declare(`INSERT INTO _quartet_oauth_codes (hash, grant_id, redirect_uri, challenge, spent, expires_at) VALUES (?1, ?2, ?3, ?4, 0, ?5)`)
	spendCode  = declare(`UPDATE _quartet_oauth_codes SET spent = 1 WHERE hash = ?1 AND spent = 0`)
	dropCodes  = declare(`DELETE FROM _quartet_oauth_codes WHERE hash IN (
  SELECT hash FROM _quartet_oauth_codes WHERE expires_at < ?1 ORDER BY expires_at LIMIT ?2) RETURNING grant_id`)

	selectRefreshToken = declare(`SELECT grant_id, rotated_at, expires_at, parent, successor FROM _quartet_oauth_refresh WHERE hash = ?1`)
	insertRefreshToken = declare(`INSERT INTO _quartet_oauth_refresh (hash, grant_id, expires_at, parent) VALUES (?1, ?2, ?3, ?4)`)
	rotateRefreshToken = declare(`UPDATE _quartet_oauth_refresh SET rotated_at = ?2, successor = ?3 WHERE hash = ?1 AND rotated_at IS NULL`)
	dropRotated        = declare(`DELETE FROM _quartet_oauth_refresh WHERE grant_id = ?1 AND (rotated_at < ?2 OR hash = ?3)`)
	dropRefreshTokens  = declare(`DELETE FROM _quartet_oauth_refresh WHERE hash IN (
  SELECT hash FROM _quartet_oauth_refresh WHERE expires_at < ?1 ORDER BY expires_at LIMIT ?2) RETURNING grant_id`)

	insertProof = declare(`INSERT INTO _quartet_oauth_proofs (hash, expires_at) VALUES (?1, ?2) ON CONFLICT (hash) DO NOTHING`)
	dropProofs  = declare(`DELETE FROM _quartet_oauth_proofs WHERE hash IN (
  SELECT hash FROM _quartet_oauth_proofs WHERE expires_at < ?1 ORDER BY expires_at LIMIT ?2)`)
)

// Code implements oauth.Reader.
func (r oauthReader) Code(hash []byte) (found *oauth.AuthorizationCode, err error) {
	err = r.c.each(selectCode, func(r row) error {
		found = &oauth.AuthorizationCode{
			Hash: bytes.Clone(hash), GrantID: r.string(0), RedirectURI: r.string(1), Challenge: r.string(2),
			Spent: r.flag(3), ExpiresAt: r.time(4),
		}
		return nil
	}, hash)
	return found, err
}

// InsertCode implements oauth.Credentials.
func (t oauthTx) InsertCode(c *oauth.AuthorizationCode) error {
	return t.c.run(insertCode, c.Hash, c.GrantID, c.RedirectURI, c.Challenge, c.ExpiresAt.UnixMilli())
}

// SpendCode implements oauth.Credentials.
func (t oauthTx) SpendCode(hash []byte) (bool, error) {
	return t.c.hits(spendCode, hash)
}

// DropCodes implements oauth.Credentials.
func (t oauthTx) DropCodes(expiredBefore time.Time, limit int) error {
	return t.dropWithGrants(dropCodes, expiredBefore, limit)
}

// RefreshToken implements oauth.Reader.
func (r oauthReader) RefreshToken(hash []byte) (found *oauth.RefreshToken, err error) {
	err = r.c.each(selectRefreshToken, func(r row) error {
		found = &oauth.RefreshToken{
			Hash: bytes.Clone(hash), GrantID: r.string(0), RotatedAt: r.time(1), ExpiresAt: r.time(2),
			Parent: r.blob(3), Successor: r.blob(4),
		}
		return nil
	}, hash)
	return found, err
}

// InsertRefreshToken implements oauth.Credentials.
func (t oauthTx) InsertRefreshToken(r *oauth.RefreshToken) error {
	return t.c.run(insertRefreshToken, r.Hash, r.GrantID, r.ExpiresAt.UnixMilli(), r.Parent)
}

// RotateRefreshToken implements oauth.Credentials.
func (t oauthTx) RotateRefreshToken(r *oauth.RefreshToken, at, before time.Time) error {
	if err := t.c.run(rotateRefreshToken, r.Hash, at.UnixMilli(), r.Successor); err != nil {
		return err
	}
	return t.c.run(dropRotated, r.GrantID, before.UnixMilli(), r.Parent)
}

// DropRefreshTokens implements oauth.Credentials.
func (t oauthTx) DropRefreshTokens(expiredBefore time.Time, limit int) error {
	return t.dropWithGrants(dropRefreshTokens, expiredBefore, limit)
}

// dropWithGrants runs a statement that removes rows and returns their grants,
// which go too when nothing is left of them.
func (t oauthTx) dropWithGrants(q *Query, expiredBefore time.Time, limit int) error {
	var grants []string
	err := t.c.each(q, func(r row) error {
		grants = append(grants, r.string(0))
		return nil
	}, expiredBefore.UnixMilli(), limit)
	for _, id := range grants {
		if err == nil {
			err = t.c.run(dropIdleGrant, id)
		}
	}
	return err
}

// InsertProof implements oauth.Credentials.
func (t oauthTx) InsertProof(hash []byte, expires time.Time) (bool, error) {
	return t.c.hits(insertProof, hash, expires.UnixMilli())
}

// DropProofs implements oauth.Credentials.
func (t oauthTx) DropProofs(expiredBefore time.Time, limit int) error {
	return t.c.run(dropProofs, expiredBefore.UnixMilli(), limit)
}
