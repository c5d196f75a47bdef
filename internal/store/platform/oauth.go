package platform

import (
	"context"
	"time"

	"github.com/quartet-dev/quartet/internal/oauth"
)

// OAuth is the store of the OAuth provider.
func (p Ports) OAuth() oauth.Store { return oauthStore{p.db} }

type oauthStore struct{ db Database }

// Read implements oauth.Store.
func (o oauthStore) Read(ctx context.Context, fn func(oauth.Reader) error) error {
	return o.db.Read(ctx, oauthRead(fn))
}

// Update implements oauth.Store.
func (o oauthStore) Update(ctx context.Context, fn func(oauth.Tx) error) error {
	return o.db.Update(ctx, oauthUpdate(fn))
}

// oauthRead and oauthUpdate are what oauth does in a unit of work.
type (
	oauthRead   func(oauth.Reader) error
	oauthUpdate func(oauth.Tx) error
)

func (fn oauthRead) Do(c *Conn) error   { return fn(oauthReader{c}) }
func (fn oauthUpdate) Do(c *Conn) error { return fn(oauthTx{oauthReader{c}}) }

// oauthReader reads on a connection.
type oauthReader struct{ c *Conn }

// oauthTx reads and changes inside a transaction.
type oauthTx struct{ oauthReader }

var (
	selectProfile = declare(`SELECT u.name, u.image, coalesce(u.email, ''), u.email_verified, coalesce((
  SELECT a.login FROM _quartet_accounts a WHERE a."user" = u.id AND a.provider = ?2 ORDER BY a.subject LIMIT 1), '')
FROM _quartet_users u WHERE u.id = ?1`)

	selectSigningKeys = declare(`SELECT id, public, private, created_at, retired_at FROM _quartet_signing_keys ORDER BY created_at, id`)
	insertSigningKey  = declare(`INSERT INTO _quartet_signing_keys (id, public, private, created_at) VALUES (?1, ?2, ?3, ?4)`)
	retireSigningKeys = declare(`UPDATE _quartet_signing_keys SET retired_at = ?2 WHERE id <> ?1 AND retired_at IS NULL`)
	dropSigningKeys   = declare(`DELETE FROM _quartet_signing_keys WHERE retired_at < ?1`)
)

// Profile implements oauth.Reader.
func (r oauthReader) Profile(user, provider string) (found *oauth.Profile, err error) {
	err = r.c.each(selectProfile, func(r row) error {
		found = &oauth.Profile{
			Name: r.string(0), Image: r.string(1), Email: r.string(2), EmailVerified: r.flag(3), Login: r.string(4),
		}
		return nil
	}, user, provider)
	return found, err
}

// SigningKeys implements oauth.Reader.
func (r oauthReader) SigningKeys() (found []oauth.SigningKey, err error) {
	err = r.c.each(selectSigningKeys, func(r row) error {
		found = append(found, oauth.SigningKey{
			ID: r.string(0), Public: r.text(1), Private: r.blob(2), CreatedAt: r.time(3), RetiredAt: r.time(4),
		})
		return nil
	})
	return found, err
}

// InsertSigningKey implements oauth.Keys.
func (t oauthTx) InsertSigningKey(k *oauth.SigningKey) error {
	return t.c.run(insertSigningKey, k.ID, string(k.Public), k.Private, k.CreatedAt.UnixMilli())
}

// RetireSigningKeys implements oauth.Keys.
func (t oauthTx) RetireSigningKeys(but string, at, before time.Time) error {
	if err := t.c.run(retireSigningKeys, but, at.UnixMilli()); err != nil {
		return err
	}
	return t.c.run(dropSigningKeys, before.UnixMilli())
}
