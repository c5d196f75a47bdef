package sqlite_test

import (
	"database/sql"
	"path/filepath"
	"testing"
	"time"

	"github.com/ncruces/go-sqlite3/driver"

	"github.com/quartet-dev/quartet/internal/oauth"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/store/storetest"
)

func TestOAuth(t *testing.T) {
	p := plantest.Seal(t, posts)
	storetest.RunOAuth(t, func(t *testing.T) (oauth.Store, storetest.People) {
		path := filepath.Join(t.TempDir(), "site.db")
		store := open(t, path, p)
		t.Cleanup(func() { closed(t, store) })
		db, err := driver.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := db.Close(); err != nil {
				t.Error(err)
			}
		})
		return store.OAuth(), people{t, db}
	})
}

// people are rows that another connection writes.
type people struct {
	t  *testing.T
	db *sql.DB
}

func (p people) AddUser(id, role string) {
	p.exec(`INSERT INTO _quartet_users (id, email, email_verified, name, image, role, created_at, updated_at, seen_at)
VALUES (?, ?, 1, ?, '', nullif(?, ''), 0, 0, 0)`, id, id+"@example.com", "Name of "+id, role)
	p.exec(`INSERT INTO _quartet_accounts (provider, subject, user, login, created_at, updated_at) VALUES ('github', ?1, ?1, ?2, 0, 0)`, id, id+"-at-github")
}

func (p people) AddSession(id, user string, expires time.Time) {
	p.exec(`INSERT INTO _quartet_sessions (id, hash, user, provider, created_at, refreshed_at, expires_at, purge_at, address, agent)
VALUES (?1, ?1, ?2, 'email-otp', 0, 0, ?3, ?3, '', '')`, id, user, expires.UnixMilli())
}

func (p people) RemoveUser(id string)    { p.exec(`DELETE FROM _quartet_users WHERE id = ?`, id) }
func (p people) RemoveSession(id string) { p.exec(`DELETE FROM _quartet_sessions WHERE id = ?`, id) }

func (p people) exec(text string, arguments ...any) {
	p.t.Helper()
	if _, err := p.db.ExecContext(p.t.Context(), text, arguments...); err != nil {
		p.t.Fatal(err)
	}
}
