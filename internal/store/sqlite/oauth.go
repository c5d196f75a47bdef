package sqlite

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/quartet-dev/quartet/internal/oauth"
)

// OAuth is oauth's Store: its functions run on a reader, or as one job of the
// writer.
type OAuth struct{ store *Store }

var _ oauth.Store = OAuth{}

// OAuth is the store of the OAuth provider.
func (s *Store) OAuth() OAuth { return OAuth{s} }

// Read implements oauth.Store.
func (o OAuth) Read(ctx context.Context, fn func(oauth.Reader) error) error {
	return o.store.readers.read(ctx, func(c *conn) error { return fn(oauthReader{c}) })
}

// Update implements oauth.Store.
func (o OAuth) Update(ctx context.Context, fn func(oauth.Tx) error) error {
	return o.store.writer.do(ctx, func(c *conn) error {
		return c.wholly(func() error { return fn(oauthTx{oauthReader{c}}) })
	})
}

// oauthReader reads on a connection.
type oauthReader struct{ conn *conn }

// oauthTx reads and changes inside a transaction.
type oauthTx struct{ oauthReader }

var (
	selectProfile = &query{text: `SELECT u.name, u.image, coalesce(u.email, ''), u.email_verified, coalesce((
  SELECT a.login FROM _quartet_accounts a WHERE a.user = u.id AND a.provider = ?2 ORDER BY a.subject LIMIT 1), '')
FROM _quartet_users u WHERE u.id = ?1`}

	selectSigningKeys = &query{text: `SELECT id, public, private, created_at, retired_at FROM _quartet_signing_keys ORDER BY created_at, id`}
	insertSigningKey  = &query{text: `INSERT INTO _quartet_signing_keys (id, public, private, created_at) VALUES (?1, ?2, ?3, ?4)`}
	retireSigningKeys = &query{text: `UPDATE _quartet_signing_keys SET retired_at = ?2 WHERE id <> ?1 AND retired_at IS NULL`}
	dropSigningKeys   = &query{text: `DELETE FROM _quartet_signing_keys WHERE retired_at < ?1`}
)

// Profile implements oauth.Reader.
func (r oauthReader) Profile(user, provider string) (found *oauth.Profile, err error) {
	err = r.conn.each(selectProfile, func(s *stmt) error {
		found = &oauth.Profile{
			Name: string(s.text(0)), Image: string(s.text(1)), Email: string(s.text(2)), EmailVerified: s.integer(3) != 0, Login: string(s.text(4)),
		}
		return nil
	}, user, provider)
	return found, err
}

// SigningKeys implements oauth.Reader.
func (r oauthReader) SigningKeys() (found []oauth.SigningKey, err error) {
	err = r.conn.each(selectSigningKeys, func(s *stmt) error {
		found = append(found, oauth.SigningKey{
			ID: string(s.text(0)), Public: slices.Clone(s.text(1)), Private: slices.Clone(s.blob(2)), CreatedAt: s.time(3), RetiredAt: s.time(4),
		})
		return nil
	})
	return found, err
}

// InsertSigningKey implements oauth.Keys.
func (t oauthTx) InsertSigningKey(k *oauth.SigningKey) error {
	return t.conn.run(insertSigningKey, k.ID, string(k.Public), k.Private, k.CreatedAt.UnixMilli())
}

// RetireSigningKeys implements oauth.Keys.
func (t oauthTx) RetireSigningKeys(but string, at, before time.Time) error {
	if err := t.conn.run(retireSigningKeys, but, at.UnixMilli()); err != nil {
		return err
	}
	return t.conn.run(dropSigningKeys, before.UnixMilli())
}

// packed is a value as JSON text.
func packed(value any) (string, error) {
	text, err := json.Marshal(value)
	return string(text), err
}
