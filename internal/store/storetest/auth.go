package storetest

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/diag"
)

// AuthOpener opens an empty store, and sees to its end.
type AuthOpener func(t *testing.T) auth.Store

// RunAuth runs the suite of auth.Store.
func RunAuth(t *testing.T, open AuthOpener) {
	for name, test := range map[string]func(*authFixture){
		"Users": testUsers, "Addresses": testAddresses, "Staff": testStaff, "Lists of users": testUserLists, "First owner": testFirstOwner,
		"Sessions": testSessions, "Accounts": testAccounts, "Deleted users": testDeletedUsers,
		"Verifications": testVerifications, "Invitations": testInvitations, "Keys": testKeys, "Rates": testRates,
		"Purge": testPurge, "Transactions": testTransactions,
	} {
		t.Run(name, func(t *testing.T) { test(&authFixture{t, open(t)}) })
	}
}

type authFixture struct {
	t     *testing.T
	store auth.Store
}

// at is a time that many seconds after an arbitrary one.
func at(seconds int) time.Time {
	return time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(seconds) * time.Second)
}

func (f *authFixture) update(fn func(auth.Tx) error) {
	f.t.Helper()
	if err := f.store.Update(context.Background(), fn); err != nil {
		f.t.Fatal(err)
	}
}

func (f *authFixture) read(fn func(auth.Reader) error) {
	f.t.Helper()
	if err := f.store.Read(context.Background(), fn); err != nil {
		f.t.Fatal(err)
	}
}

// same compares what a look at the store gives.
func same[T any](f *authFixture, look func(auth.Reader) (T, error), want T) {
	f.t.Helper()
	f.read(func(r auth.Reader) error {
		got, err := look(r)
		if diff := cmp.Diff(want, got); diff != "" {
			f.t.Error(diff)
		}
		return err
	})
}

// person is a user with a verified address, created at at(second).
func person(id string, second int) *auth.User {
	return &auth.User{
		ID: id, Email: id + "@tea.example", EmailVerified: true, Name: "Name of " + id, Image: "https://tea.example/" + id,
		CreatedAt: at(second), UpdatedAt: at(second), SeenAt: at(second),
	}
}

func (f *authFixture) add(users ...*auth.User) {
	f.t.Helper()
	f.update(func(tx auth.Tx) error {
		for _, u := range users {
			if err := tx.InsertUser(u); err != nil {
				return err
			}
		}
		return nil
	})
}

func testUsers(f *authFixture) {
	ann, bare := person("ann", 1), &auth.User{ID: "bare", CreatedAt: at(2), UpdatedAt: at(2), SeenAt: at(2)}
	f.add(ann, bare)
	for _, want := range []*auth.User{ann, bare} {
		same(f, func(r auth.Reader) (*auth.User, error) { return r.User(want.ID) }, want)
	}
	same(f, func(r auth.Reader) (*auth.User, error) { return r.User("nobody") }, nil)

	bare.Email, bare.Name, bare.Image, bare.UpdatedAt = "bare@tea.example", "B 字", "https://tea.example/b", at(3)
	f.update(func(tx auth.Tx) error { return tx.UpdateUser(bare) })
	f.update(func(tx auth.Tx) error { return tx.SetRole("bare", auth.Editor, at(4)) })
	f.update(func(tx auth.Tx) error { return tx.SetSeen("bare", at(5)) })
	bare.Role, bare.UpdatedAt, bare.SeenAt = auth.Editor, at(4), at(5)
	same(f, func(r auth.Reader) (*auth.User, error) { return r.User("bare") }, bare)
	f.update(func(tx auth.Tx) error { return tx.SetRole("bare", auth.None, at(4)) })
	bare.Role = auth.None
	same(f, func(r auth.Reader) (*auth.User, error) { return r.User("bare") }, bare)
}

// testAddresses: a verified address has one holder, a claim has any number and
// finds nobody.
func testAddresses(f *authFixture) {
	ctx := context.Background()
	ann, ben, cat := person("ann", 1), person("ben", 1), person("cat", 1)
	for _, claimant := range []*auth.User{ben, cat} {
		claimant.Email, claimant.EmailVerified = ann.Email, false
	}
	byEmail := func(r auth.Reader) (*auth.User, error) { return r.UserByEmail(ann.Email) }
	f.add(ben, cat)
	same(f, byEmail, nil)
	f.add(ann)
	same(f, byEmail, ann)

	ben.EmailVerified = true
	wantCode(f.t, f.store.Update(ctx, func(tx auth.Tx) error { return tx.UpdateUser(ben) }), diag.Conflict)
	ben.ID = "ben again"
	wantCode(f.t, f.store.Update(ctx, func(tx auth.Tx) error { return tx.InsertUser(ben) }), diag.Conflict)
	same(f, byEmail, ann)
}

func testStaff(f *authFixture) {
	anyStaff := func(r auth.Reader) (bool, error) { return r.HasStaff() }
	otherThan := func(id string) func(auth.Reader) (bool, error) {
		return func(r auth.Reader) (bool, error) { return r.HasOwner(id) }
	}
	var all []*auth.Staff
	for i, role := range []auth.Role{auth.None, auth.Contributor, auth.Owner, auth.Editor} {
		u := person(fmt.Sprintf("u%d", i), i/2) // two at a time
		u.Role = role
		same(f, anyStaff, i > 1)
		same(f, otherThan("nobody"), i > 2)
		f.add(u)
		if role != auth.None {
			all = append(all, &auth.Staff{User: *u})
		}
	}
	same(f, otherThan("u2"), false)
	same(f, otherThan("u1"), true)

	f.update(func(tx auth.Tx) error {
		return errors.Join(
			tx.PutAccount(&auth.Account{Provider: "a", Subject: "1", UserID: "u2"}),
			tx.PutAccount(&auth.Account{Provider: "b", Subject: "1", UserID: "u2", Login: "second"}))
	})
	all[1].Login = "second"
	after := func(p auth.Cursor, limit int) func(auth.Reader) ([]*auth.Staff, error) {
		return func(r auth.Reader) ([]*auth.Staff, error) { return r.Staff(p, limit) }
	}
	same(f, after(auth.Cursor{}, 10), all)
	same(f, after(auth.Cursor{}, 2), all[:2])
	same(f, after(auth.Cursor{At: at(1), ID: "u2"}, 10), all[2:])
}

func testUserLists(f *authFixture) {
	list := func(search string, before auth.Cursor, limit int) (ids []string) {
		f.read(func(r auth.Reader) error {
			ids = nil
			users, err := r.Users(search, before, limit)
			for _, u := range users {
				ids = append(ids, u.ID)
			}
			return err
		})
		return ids
	}
	for i := range 5 {
		u := person(fmt.Sprintf("u%d", i), i/2)
		u.Email = fmt.Sprintf("box%d@tea.example", i)
		f.add(u)
	}
	odd := person("odd", 9)
	odd.Name, odd.Email, odd.EmailVerified = `100%_\ Tea`, "", false
	nordic := person("nordic", 8)
	nordic.Name, nordic.Email = "Örjan ÄRGER [*?]", "örjan@tea.example"
	f.add(odd, nordic)
	for _, c := range []struct {
		search string
		before auth.Cursor
		limit  int
		want   []string
	}{
		{"", auth.Cursor{}, 10, []string{"odd", "nordic", "u4", "u3", "u2", "u1", "u0"}},
		{"", auth.Cursor{}, 2, []string{"odd", "nordic"}},
		{"", auth.Cursor{At: at(1), ID: "u3"}, 2, []string{"u2", "u1"}},
		{"BOX3", auth.Cursor{}, 10, []string{"u3"}},
		{"name OF u1", auth.Cursor{}, 10, []string{"u1"}},
		{"tea", auth.Cursor{}, 1, []string{"odd"}},
		{"%", auth.Cursor{}, 10, []string{"odd"}},
		{"_", auth.Cursor{}, 10, []string{"odd"}},
		{`\`, auth.Cursor{}, 10, []string{"odd"}},
		{"örjan ä", auth.Cursor{}, 10, []string{"nordic"}},
		{"ÖRJAN@TEA", auth.Cursor{}, 10, []string{"nordic"}},
		{"ärger [*?]", auth.Cursor{}, 10, []string{"nordic"}},
		{"ä?ger", auth.Cursor{}, 10, nil},
		{"[*?", auth.Cursor{}, 10, []string{"nordic"}},
		{"coffee", auth.Cursor{}, 10, nil},
	} {
		if diff := cmp.Diff(c.want, list(c.search, c.before, c.limit)); diff != "" {
			f.t.Errorf("%q before %v: %s", c.search, c.before, diff)
		}
	}
}

// testFirstOwner: of many who would be the first owner at once, one is.
func testFirstOwner(f *authFixture) {
	for w := range writers {
		f.add(person(fmt.Sprint(w), 1))
	}
	made := make([]bool, writers)
	errs := together(func(w int) error {
		return f.store.Update(context.Background(), func(tx auth.Tx) (err error) {
			made[w], err = tx.SetFirstOwner(fmt.Sprint(w), at(2))
			return err
		})
	})
	if err := errors.Join(errs...); err != nil {
		f.t.Fatal(err)
	}
	var owners, told int
	for w := range writers {
		if made[w] {
			told++
		}
		var u *auth.User
		f.read(func(r auth.Reader) (err error) {
			u, err = r.User(fmt.Sprint(w))
			return err
		})
		if u.Role == auth.Owner {
			owners++
		}
	}
	if owners != 1 || told != 1 {
		f.t.Errorf("%d owners, %d told so, want 1", owners, told)
	}
}

func testTransactions(f *authFixture) {
	ctx := context.Background()
	stop := diag.At(diag.AuthDenied, "", "Stop.")
	wantCode(f.t, f.store.Update(ctx, func(tx auth.Tx) error {
		if err := tx.InsertUser(person("ann", 1)); err != nil {
			return err
		}
		if u, err := tx.User("ann"); u == nil || err != nil {
			f.t.Errorf("what was written is not read: %v, %v", u, err)
		}
		return stop
	}), diag.AuthDenied)
	same(f, func(r auth.Reader) (*auth.User, error) { return r.User("ann") }, nil)
	wantCode(f.t, f.store.Read(ctx, func(auth.Reader) error { return stop }), diag.AuthDenied)
}
