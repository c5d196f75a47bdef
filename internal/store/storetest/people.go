package storetest

import (
	"time"

	"github.com/quartet-dev/quartet/internal/sqlgen"
)

// People makes and removes users and sessions in the store under test, as rows
// that no port writes.
type People struct {
	Dialect *sqlgen.Dialect
	Exec    func(text string, arguments ...any)
}

func (p People) exec(text string, arguments ...any) { p.Exec(p.Dialect.Platform(text), arguments...) }

func (p People) addUser(id, role string) {
	var given any
	if role != "" {
		given = role
	}
	p.exec(`INSERT INTO _quartet_users (id, email, email_verified, name, image, role, created_at, updated_at, seen_at)
VALUES (?1, ?2, 1, ?3, '', ?4, 0, 0, 0)`, id, id+"@example.com", "Name of "+id, given)
	p.exec(`INSERT INTO _quartet_accounts (provider, subject, "user", login, created_at, updated_at) VALUES ('github', ?1, ?1, ?2, 0, 0)`,
		id, id+"-at-github")
}

func (p People) addSession(id, user string, expires time.Time) {
	p.exec(`INSERT INTO _quartet_sessions (id, hash, "user", provider, created_at, refreshed_at, expires_at, purge_at, address, agent)
VALUES (?1, ?4, ?2, 'email-otp', 0, 0, ?3, ?3, '', '')`, id, user, expires.UnixMilli(), []byte(id))
}

func (p People) removeUser(id string)    { p.exec(`DELETE FROM _quartet_users WHERE id = ?1`, id) }
func (p People) removeSession(id string) { p.exec(`DELETE FROM _quartet_sessions WHERE id = ?1`, id) }
