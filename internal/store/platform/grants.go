package platform

import (
	"strings"
	"time"

	"github.com/quartet-dev/quartet/internal/oauth"
)

// grantColumns are those that grantOf reads.
const grantColumns = `SELECT g.id, g.client, g."user", g.session, g.scopes, g.resource, g.offline, g.thumbprint, g.created_at, g.used_at`

// livingGrants are the grants that live at ?2.
const livingGrants = ` FROM _quartet_oauth_grants g
JOIN _quartet_sessions s ON s.id = g.session AND s."user" = g."user" AND (g.offline = 1 OR s.expires_at > ?2)
JOIN _quartet_users u ON u.id = g."user"`

var (
	selectGrant = declare(grantColumns + `, u.role` + livingGrants + ` WHERE g.id = ?1 AND g.ended_at IS NULL`)
	selectApps  = declare(grantColumns + `, NULL, c.metadata` + livingGrants + `
JOIN _quartet_oauth_clients c ON c.id = g.client
WHERE g."user" = ?1 AND g.ended_at IS NULL AND g.used_at IS NOT NULL ORDER BY g.used_at DESC, g.id LIMIT 500`)

	insertGrant = declare(`INSERT INTO _quartet_oauth_grants
(id, client, "user", session, scopes, resource, offline, thumbprint, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)`)
	useGrant  = declare(`UPDATE _quartet_oauth_grants SET used_at = ?2, thumbprint = ?3 WHERE id = ?1`)
	endGrant  = declare(`UPDATE _quartet_oauth_grants SET ended_at = ?2 WHERE id = ?1 AND ended_at IS NULL`)
	endGrants = declare(`UPDATE _quartet_oauth_grants SET ended_at = ?3 WHERE "user" = ?1 AND client = ?2 AND ended_at IS NULL`)

	// dropIdleGrant removes a grant that nothing can be had for any more.
	dropIdleGrant = declare(`DELETE FROM _quartet_oauth_grants WHERE id = ?1
AND NOT EXISTS (SELECT 1 FROM _quartet_oauth_refresh WHERE grant_id = ?1)`)
)

func grantOf(r row) oauth.Grant {
	return oauth.Grant{
		ID: r.string(0), ClientID: r.string(1), UserID: r.string(2), SessionID: r.string(3),
		Scopes: strings.Fields(r.string(4)), Resource: r.string(5), Offline: r.flag(6),
		Thumbprint: r.string(7), CreatedAt: r.time(8), UsedAt: r.time(9), Role: r.string(10),
	}
}

// LivingGrant implements oauth.Reader.
func (r oauthReader) LivingGrant(id string, now time.Time) (found *oauth.Grant, err error) {
	err = r.c.each(selectGrant, func(r row) error {
		g := grantOf(r)
		found = &g
		return nil
	}, id, now.UnixMilli())
	return found, err
}

// Apps implements oauth.Reader.
func (r oauthReader) Apps(user string, now time.Time) (found []oauth.App, err error) {
	err = r.c.each(selectApps, func(r row) error {
		app := oauth.App{Grant: grantOf(r)}
		err := r.unpack(11, &app.Client)
		found = append(found, app)
		return err
	}, user, now.UnixMilli())
	return found, err
}

// InsertGrant implements oauth.Grants.
func (t oauthTx) InsertGrant(g *oauth.Grant) error {
	return t.c.run(insertGrant, g.ID, g.ClientID, g.UserID, g.SessionID, strings.Join(g.Scopes, " "), g.Resource, flag(g.Offline), g.Thumbprint,
		g.CreatedAt.UnixMilli())
}

// UseGrant implements oauth.Grants.
func (t oauthTx) UseGrant(id, thumbprint string, at time.Time) error {
	return t.c.run(useGrant, id, at.UnixMilli(), thumbprint)
}

// EndGrant implements oauth.Grants.
func (t oauthTx) EndGrant(id string, at time.Time) error {
	return t.c.run(endGrant, id, at.UnixMilli())
}

// EndGrants implements oauth.Grants.
func (t oauthTx) EndGrants(user, client string, at time.Time) error {
	if err := t.c.run(endGrants, user, client, at.UnixMilli()); err != nil {
		return err
	}
	return t.c.run(dropConsents, user, client)
}
