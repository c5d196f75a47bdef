package sqlite

import (
	"time"

	"github.com/quartet-dev/quartet/internal/auth"
)

const sessionColumns = `s.id, s.user, s.provider, s.created_at, s.refreshed_at, s.expires_at, s.address, s.agent`

var (
	selectSession = &query{text: `SELECT ` + sessionColumns + `, ` + userColumns + `
FROM _quartet_sessions s JOIN _quartet_users u ON u.id = s.user WHERE s.hash = ?1`}
	selectSessions = &query{text: `SELECT ` + sessionColumns + ` FROM _quartet_sessions s
WHERE s.user = ?1 AND s.expires_at > ?2 ORDER BY s.created_at DESC, s.id DESC LIMIT ?3`}
	insertSession = &query{text: `INSERT INTO _quartet_sessions
(id, hash, user, provider, created_at, refreshed_at, expires_at, purge_at, address, agent) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7, ?8, ?9)`}
	renewSession       = &query{text: `UPDATE _quartet_sessions SET refreshed_at = ?2, expires_at = ?3, purge_at = ?3 WHERE id = ?1`}
	deleteSession      = &query{text: `DELETE FROM _quartet_sessions WHERE id = ?2 AND user = ?1`}
	deleteSessions     = &query{text: `DELETE FROM _quartet_sessions WHERE user = ?1 AND id <> ?2`}
	deleteExpired      = &query{text: `DELETE FROM _quartet_sessions WHERE user = ?1 AND expires_at <= ?2`}
	deleteUserSessions = &query{text: `DELETE FROM _quartet_sessions WHERE user = ?1`}
)

func sessionOf(s *stmt) *auth.Session {
	return &auth.Session{
		ID: s.string(0), UserID: s.string(1), Provider: s.string(2),
		CreatedAt: s.time(3), RefreshedAt: s.time(4), ExpiresAt: s.time(5),
		Device: auth.Device{Address: s.string(6), Agent: s.string(7)},
	}
}

func (r authReader) Session(hash []byte) (session *auth.Session, u *auth.User, err error) {
	session, err = first(r.c, selectSession, func(s *stmt) *auth.Session {
		u = userAt(s, 8)
		return sessionOf(s)
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
