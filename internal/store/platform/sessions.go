package platform

import (
	"time"

	"github.com/quartet-dev/quartet/internal/auth"
)

const sessionColumns = `s.id, s."user", s.provider, s.created_at, s.refreshed_at, s.expires_at, s.address, s.agent`

var (
	selectSession = declare(`SELECT ` + sessionColumns + `, ` + userColumns + `
FROM _quartet_sessions s JOIN _quartet_users u ON u.id = s."user" WHERE s.hash = ?1`)
	selectSessions = declare(`SELECT ` + sessionColumns + ` FROM _quartet_sessions s
WHERE s."user" = ?1 AND s.expires_at > ?2 ORDER BY s.created_at DESC, s.id DESC LIMIT ?3`)
	insertSession = declare(`INSERT INTO _quartet_sessions
(id, hash, "user", provider, created_at, refreshed_at, expires_at, purge_at, address, agent) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7, ?8, ?9)`)
	renewSession       = declare(`UPDATE _quartet_sessions SET refreshed_at = ?2, expires_at = ?3, purge_at = ?3 WHERE id = ?1`)
	deleteSession      = declare(`DELETE FROM _quartet_sessions WHERE id = ?2 AND "user" = ?1`)
	deleteSessions     = declare(`DELETE FROM _quartet_sessions WHERE "user" = ?1 AND id <> ?2`)
	deleteExpired      = declare(`DELETE FROM _quartet_sessions WHERE "user" = ?1 AND expires_at <= ?2`)
	deleteUserSessions = declare(`DELETE FROM _quartet_sessions WHERE "user" = ?1`)
)

func sessionOf(r row) *auth.Session {
	return &auth.Session{
		ID: r.string(0), UserID: r.string(1), Provider: r.string(2),
		CreatedAt: r.time(3), RefreshedAt: r.time(4), ExpiresAt: r.time(5),
		Device: auth.Device{Address: r.string(6), Agent: r.string(7)},
	}
}

func (r authReader) Session(hash []byte) (session *auth.Session, u *auth.User, err error) {
	session, err = first(r.c, selectSession, func(r row) *auth.Session {
		u = userAt(r, 8)
		return sessionOf(r)
	}, hash)
	return session, u, err
}

func (r authReader) Sessions(user string, now time.Time, limit int) ([]*auth.Session, error) {
	return every(r.c, selectSessions, sessionOf, user, now.UnixMilli(), limit)
}

func (t authTx) InsertSession(s *auth.Session, hash []byte) error {
	return t.c.run(insertSession, s.ID, hash, s.UserID, s.Provider,
		s.CreatedAt.UnixMilli(), s.RefreshedAt.UnixMilli(), s.ExpiresAt.UnixMilli(), s.Address, s.Agent)
}

func (t authTx) RenewSession(id string, refreshed, expires time.Time) error {
	return t.c.run(renewSession, id, refreshed.UnixMilli(), expires.UnixMilli())
}

func (t authTx) DeleteSession(user, id string) (bool, error) {
	return t.c.hits(deleteSession, user, id)
}

func (t authTx) DeleteSessions(user, but string) (int, error) {
	return t.c.count(deleteSessions, user, but)
}

func (t authTx) DeleteExpiredSessions(user string, now time.Time) error {
	return t.c.run(deleteExpired, user, now.UnixMilli())
}
