package platform

import (
	"strings"
	"time"

	"github.com/quartet-dev/quartet/internal/oauth"
)

var (
	selectClient = declare(`SELECT metadata, created_at, fetched_at FROM _quartet_oauth_clients WHERE id = ?1`)
	saveClient   = declare(`INSERT INTO _quartet_oauth_clients (id, metadata, created_at, fetched_at) VALUES (?1, ?2, ?3, ?4)
ON CONFLICT (id) DO UPDATE SET metadata = excluded.metadata, fetched_at = excluded.fetched_at`)
	useClient         = declare(`UPDATE _quartet_oauth_clients SET used_at = ?2 WHERE id = ?1`)
	dropUnusedClients = declare(`DELETE FROM _quartet_oauth_clients WHERE id IN (
  SELECT id FROM _quartet_oauth_clients WHERE used_at IS NULL AND created_at < ?1 ORDER BY created_at LIMIT ?2{skip locked})`)

	selectConsent = declare(`SELECT scopes FROM _quartet_oauth_consents WHERE "user" = ?1 AND client = ?2 AND resource = ?3`)
	hasConsented  = declare(`SELECT 1 FROM _quartet_oauth_consents WHERE "user" = ?1 AND client = ?2 LIMIT 1`)
	saveConsent   = declare(`INSERT INTO _quartet_oauth_consents ("user", client, resource, scopes, updated_at) VALUES (?1, ?2, ?3, ?4, ?5)
ON CONFLICT ("user", client, resource) DO UPDATE SET scopes = excluded.scopes, updated_at = excluded.updated_at`)
	dropConsents = declare(`DELETE FROM _quartet_oauth_consents WHERE "user" = ?1 AND client = ?2`)
)

// Client implements oauth.Reader.
func (r oauthReader) Client(id string) (found *oauth.Client, err error) {
	err = r.c.each(selectClient, func(r row) error {
		found = &oauth.Client{CreatedAt: r.time(1), FetchedAt: r.time(2)}
		return r.unpack(0, found)
	}, id)
	return found, err
}

// SaveClient implements oauth.Clients.
func (t oauthTx) SaveClient(c *oauth.Client) error {
	metadata, err := packed(c)
	if err != nil {
		return err
	}
	return t.c.run(saveClient, c.ID, metadata, c.CreatedAt.UnixMilli(), milli(c.FetchedAt))
}

// UseClient implements oauth.Clients.
func (t oauthTx) UseClient(id string, at time.Time) error {
	return t.c.run(useClient, id, at.UnixMilli())
}

// DropUnusedClients implements oauth.Clients.
func (t oauthTx) DropUnusedClients(before time.Time, limit int) error {
	return t.c.run(dropUnusedClients, before.UnixMilli(), limit)
}

// Consent implements oauth.Reader.
func (r oauthReader) Consent(user, client, resource string) (scopes []string, err error) {
	err = r.c.each(selectConsent, func(r row) error {
		scopes = strings.Fields(r.string(0))
		return nil
	}, user, client, resource)
	return scopes, err
}

// Consented implements oauth.Reader.
func (r oauthReader) Consented(user, client string) (bool, error) {
	return r.c.exists(hasConsented, user, client)
}

// SaveConsent implements oauth.Clients.
func (t oauthTx) SaveConsent(user, client, resource string, scopes []string, at time.Time) error {
	return t.c.run(saveConsent, user, client, resource, strings.Join(scopes, " "), at.UnixMilli())
}
