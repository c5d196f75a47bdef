package storetest

import (
	"errors"
	"fmt"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/auth"
)

// browser is a session from at(second) to an hour later.
func browser(id, user string, second int) *auth.Session {
	return &auth.Session{
		ID: id, UserID: user, Provider: auth.EmailCode, CreatedAt: at(second), RefreshedAt: at(second), ExpiresAt: at(second + 3600),
		Device: auth.Device{Address: "192.0.2.1", Agent: "Browser 字"},
	}
}

func hashOf(id string) []byte { return []byte("hash of " + id) }

func (f *authFixture) open(sessions ...*auth.Session) {
	f.t.Helper()
	f.update(func(tx auth.Tx) error {
		for _, s := range sessions {
			if err := tx.InsertSession(s, hashOf(s.ID)); err != nil {
				return err
			}
		}
		return nil
	})
}

func (f *authFixture) sessionIDs(user string, second, limit int) (ids []string) {
	f.t.Helper()
	f.read(func(r auth.Reader) error {
		ids = nil
		list, err := r.Sessions(user, at(second), limit)
		for _, s := range list {
			ids = append(ids, s.ID)
		}
		return err
	})
	return ids
}

func (f *authFixture) wantSessions(user string, second, limit int, want ...string) {
	f.t.Helper()
	if diff := cmp.Diff(want, f.sessionIDs(user, second, limit)); diff != "" {
		f.t.Errorf("sessions of %s: %s", user, diff)
	}
}

func testSessions(f *authFixture) {
	ann, ben := person("ann", 1), person("ben", 1)
	f.add(ann, ben)
	first := browser("s1", "ann", 1)
	f.open(first, browser("s2", "ann", 2), browser("s3", "ann", 3), browser("s4", "ben", 4))
	look := func(id string, want *auth.Session, who *auth.User) {
		f.t.Helper()
		f.read(func(r auth.Reader) error {
			s, u, err := r.Session(hashOf(id))
			if diff := cmp.Diff(want, s) + cmp.Diff(who, u); diff != "" {
				f.t.Error(diff)
			}
			return err
		})
	}
	look("s1", first, ann)
	look("none", nil, nil)
	f.wantSessions("ann", 5, 10, "s3", "s2", "s1")
	f.wantSessions("ann", 5, 2, "s3", "s2")
	f.wantSessions("ann", 3602, 10, "s3") // the others have expired
	look("s1", first, ann)                // and keep their rows

	// The role is the one of now.
	f.update(func(tx auth.Tx) error { return tx.SetRole("ann", auth.Editor, at(6)) })
	ann.Role, ann.UpdatedAt = auth.Editor, at(6)
	look("s1", first, ann)

	f.update(func(tx auth.Tx) error { return tx.RenewSession("s1", at(100), at(9000)) })
	first.RefreshedAt, first.ExpiresAt = at(100), at(9000)
	look("s1", first, ann)
	f.update(func(tx auth.Tx) error { return tx.RenewSession("none", at(100), at(9000)) })
	look("none", nil, nil)

	for _, c := range []struct {
		user, id string
		want     bool
	}{{"ben", "s1", false}, {"ann", "none", false}, {"ann", "s1", true}, {"ann", "s1", false}} {
		f.update(func(tx auth.Tx) error {
			ended, err := tx.DeleteSession(c.user, c.id)
			if ended != c.want {
				f.t.Errorf("%s ends %s: %v, want %v", c.user, c.id, ended, c.want)
			}
			return err
		})
	}
	look("s1", nil, nil)
	f.update(func(tx auth.Tx) error {
		return errors.Join(tx.DeleteExpiredSessions("none", at(9000)), tx.DeleteExpiredSessions("ann", at(3601)))
	})
	f.wantSessions("ann", 5, 10, "s3", "s2")
	f.update(func(tx auth.Tx) error { return tx.DeleteExpiredSessions("ann", at(3602)) })
	f.wantSessions("ann", 5, 10, "s3")
	f.open(browser("s2", "ann", 2))
	f.end("ann", "s2", 1)
	f.wantSessions("ann", 5, 10, "s2")
	f.end("ann", "", 1)
	f.end("ann", "", 0)
	f.wantSessions("ben", 5, 10, "s4")
}

func (f *authFixture) end(user, but string, want int) {
	f.t.Helper()
	f.update(func(tx auth.Tx) error {
		n, err := tx.DeleteSessions(user, but)
		if n != want {
			f.t.Errorf("ended %d sessions, want %d", n, want)
		}
		return err
	})
}

func testAccounts(f *authFixture) {
	a := &auth.Account{Provider: "github", Subject: "1", UserID: "ann", Login: "Ann", Tokens: []byte("sealed"), CreatedAt: at(1), UpdatedAt: at(1)}
	put := func(a *auth.Account) { f.update(func(tx auth.Tx) error { return tx.PutAccount(a) }) }
	get := func(provider, subject string) func(auth.Reader) (*auth.Account, error) {
		return func(r auth.Reader) (*auth.Account, error) { return r.Account(provider, subject) }
	}
	put(a)
	same(f, get("github", "1"), a)
	same(f, get("github", "2"), nil)
	same(f, get("gitlab", "1"), nil)

	again := *a
	again.Login, again.Tokens, again.CreatedAt, again.UpdatedAt = "Anna", nil, at(9), at(9)
	put(&again)
	again.Tokens, again.CreatedAt = a.Tokens, a.CreatedAt // they stay
	same(f, get("github", "1"), &again)

	other := &auth.Account{Provider: "github", Subject: "2", UserID: "ann", CreatedAt: at(2), UpdatedAt: at(20)}
	elsewhere := &auth.Account{Provider: "gitlab", Subject: "1", UserID: "ann", CreatedAt: at(3), UpdatedAt: at(3)}
	put(elsewhere)
	put(other)
	put(&auth.Account{Provider: "github", Subject: "3", UserID: "ben", CreatedAt: at(3), UpdatedAt: at(3)})
	same(f, func(r auth.Reader) ([]*auth.Account, error) { return r.Accounts("ann") }, []*auth.Account{other, &again, elsewhere})
}

func testDeletedUsers(f *authFixture) {
	for i, id := range []string{"ann", "ben"} {
		f.add(person(id, i))
		f.open(browser("s-"+id, id, 1))
		f.update(func(tx auth.Tx) error {
			return tx.PutAccount(&auth.Account{Provider: "github", Subject: id, UserID: id, CreatedAt: at(1), UpdatedAt: at(1)})
		})
	}
	for _, want := range []bool{true, false} {
		f.update(func(tx auth.Tx) error {
			deleted, err := tx.DeleteUser("ann")
			if deleted != want {
				f.t.Errorf("deleted is %v, want %v", deleted, want)
			}
			return err
		})
	}
	for id, want := range map[string]int{"ann": 0, "ben": 1} {
		f.read(func(r auth.Reader) error {
			u, err := r.User(id)
			if (u != nil) != (want == 1) || err != nil {
				f.t.Errorf("user %s: %v, %v", id, u, err)
			}
			accounts, err := r.Accounts(id)
			if len(accounts) != want || len(f.sessionIDs(id, 1, 10)) != want {
				f.t.Errorf("%s has %d accounts, %v, want %d, and as many sessions", id, len(accounts), err, want)
			}
			return err
		})
	}
}

func testPurge(f *authFixture) {
	f.add(person("ann", 1))
	for i := range 5 {
		f.open(browser(fmt.Sprint("old", i), "ann", i-3600))
	}
	f.open(browser("young", "ann", 1))
	f.update(func(tx auth.Tx) error {
		return tx.PutVerification(&auth.Verification{Kind: auth.CodeVerification, Subject: []byte("a"), ExpiresAt: at(5)})
	})
	left := func() int { return len(f.sessionIDs("ann", -9999, 100)) }
	for _, want := range []int{6, 4, 2, 1, 1} {
		if got := left(); got != want {
			f.t.Fatalf("%d sessions are left, want %d", got, want)
		}
		f.update(func(tx auth.Tx) error { return tx.Purge(at(10), 2) })
	}
	f.update(func(tx auth.Tx) error {
		v, err := tx.TakeVerification(auth.CodeVerification, []byte("a"))
		if v != nil {
			f.t.Errorf("%+v is left", v)
		}
		return err
	})

	// A renewal puts it off.
	f.update(func(tx auth.Tx) error { return tx.RenewSession("young", at(3000), at(9000)) })
	f.update(func(tx auth.Tx) error { return tx.Purge(at(8999), 2) })
	if left() != 1 {
		f.t.Error("a session was purged that has been renewed")
	}
	f.update(func(tx auth.Tx) error { return tx.Purge(at(9000), 2) })
	if left() != 0 {
		f.t.Error("a session is left that has expired")
	}
}
