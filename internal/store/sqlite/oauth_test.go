package sqlite

import (
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/oauth"
	"github.com/quartet-dev/quartet/internal/store/storetest"
)

func TestOAuth(t *testing.T) {
	storetest.RunOAuth(t, func(t *testing.T) (oauth.Store, storetest.People) {
		store := openedPlatform(t)
		return store.OAuth(), people{t, store}
	})
}

// people are rows that no port writes.
type people struct {
	t     *testing.T
	store *Store
}

func (p people) AddUser(id, role string) {
	p.exec(`INSERT INTO _quartet_users (id, email, email_verified, name, image, role, created_at, updated_at, seen_at)
VALUES (?1, ?1 || '@example.com', 1, 'Name of ' || ?1, '', nullif(?2, ''), 0, 0, 0)`, id, role)
	p.exec(`INSERT INTO _quartet_accounts (provider, subject, user, login, created_at, updated_at) VALUES ('github', ?1, ?1, ?1 || '-at-github', 0, 0)`, id)
}

func (p people) AddSession(id, user string, expires time.Time) {
	p.exec(`INSERT INTO _quartet_sessions (id, hash, user, provider, created_at, refreshed_at, expires_at, purge_at, address, agent)
VALUES (?1, ?1, ?2, 'email-otp', 0, 0, ?3, ?3, '', '')`, id, user, expires.UnixMilli())
}

func (p people) RemoveUser(id string)    { p.exec(`DELETE FROM _quartet_users WHERE id = ?1`, id) }
func (p people) RemoveSession(id string) { p.exec(`DELETE FROM _quartet_sessions WHERE id = ?1`, id) }

func (p people) exec(text string, arguments ...any) {
	p.t.Helper()
	p.store.inWriter(p.t, func(c *conn) error { return c.run(&query{Text: text, Brief: true}, arguments...) })
}
