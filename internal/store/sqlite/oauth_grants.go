package sqlite

import (
	"strings"
	"time"

	"github.com/quartet-dev/quartet/internal/oauth"
)

// grantColumns are those that grantOf reads.
const grantColumns = `SELECT g.id, g.client, g.user, g.session, g.scopes, g.resource, g.offline, g.thumbprint, g.created_at, g.used_at`

// livingGrants are the grants that live at ?2.
const livingGrants = ` FROM _quartet_oauth_grants g
JOIN _quartet_sessions s ON s.id = g.session AND s.user = g.user AND (g.offline OR s.expires_at > ?2)
JOIN _quartet_users u ON u.id = g.user`

var (
	selectGrant = &query{text: grantColumns + `, u.role` + livingGrants + ` WHERE g.id = ?1 AND g.ended_at IS NULL`}
	selectApps  = &query{text: grantColumns + `, NULL, c.metadata` + livingGrants + `
JOIN _quartet_oauth_clients c ON c.id = g.client
WHERE g.user = ?1 AND g.ended_at IS NULL AND g.used_at IS NOT NULL ORDER BY g.used_at DESC, g.id LIMIT 500`}

	insertGrant = &query{text: `INSERT INTO _quartet_oauth_grants
(id, client, user, session, scopes, resource, offline, thumbprint, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)`}
	useGrant  = &query{text: `UPDATE _quartet_oauth_grants SET used_at = ?2, thumbprint = ?3 WHERE id = ?1`}
	endGrant  = &query{text: `UPDATE _quartet_oauth_grants SET ended_at = ?2 WHERE id = ?1 AND ended_at IS NULL`}
	endGrants = &query{text: `UPDATE _quartet_oauth_grants SET ended_at = ?3 WHERE user = ?1 AND client = ?2 AND ended_at IS NULL`}

	// dropIdleGrant removes a grant that nothing can be had for any more.
	dropIdleGrant = &query{text: `DELETE FROM _quartet_oauth_grants WHERE id = ?1
AND NOT EXISTS (SELECT 1 FROM _quartet_oauth_refresh WHERE grant_id = ?1)`}
)

func grantOf(s *stmt) oauth.Grant {
	return oauth.Grant{
		ID: string(s.text(0)), ClientID: string(s.text(1)), UserID: string(s.text(2)), SessionID: string(s.text(3)),
		Scopes: strings.Fields(string(s.text(4))), Resource: string(s.text(5)), Offline: s.integer(6) != 0,
		Thumbprint: string(s.text(7)), CreatedAt: s.time(8), UsedAt: s.time(9), Role: string(s.text(10)),
	}
}

// LivingGrant implements oauth.Reader.
func (r oauthReader) LivingGrant(id string, now time.Time) (found *oauth.Grant, err error) {
	err = r.conn.each(selectGrant, func(s *stmt) error {
		g := grantOf(s)
		found = &g
		return nil
	}, id, now.UnixMilli())
	return found, err
}

// Apps implements oauth.Reader.
func (r oauthReader) Apps(user string, now time.Time) (found []oauth.App, err error) {
	err = r.conn.each(selectApps, func(s *stmt) error {
		app := oauth.App{Grant: grantOf(s)}
		err := unpack(s.text(11), &app.Client)
		found = append(found, app)
		return err
	}, user, now.UnixMilli())
	return found, err
}

// InsertGrant implements oauth.Grants.
func (t oauthTx) InsertGrant(g *oauth.Grant) error {
	return t.conn.run(insertGrant, g.ID, g.ClientID, g.UserID, g.SessionID, strings.Join(g.Scopes, " "), g.Resource, g.Offline, g.Thumbprint,
		g.CreatedAt.UnixMilli())
}

// UseGrant implements oauth.Grants.
func (t oauthTx) UseGrant(id, thumbprint string, at time.Time) error {
	return t.conn.run(useGrant, id, at.UnixMilli(), thumbprint)
}

// EndGrant implements oauth.Grants.
func (t oauthTx) EndGrant(id string, at time.Time) error {
	return t.conn.run(endGrant, id, at.UnixMilli())
}

// EndGrants implements oauth.Grants.
func (t oauthTx) EndGrants(user, client string, at time.Time) error {
	if err := t.conn.run(endGrants, user, client, at.UnixMilli()); err != nil {
		return err
	}
	return t.conn.run(dropConsents, user, client)
}
