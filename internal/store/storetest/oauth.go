package storetest

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/oauth"
)

// OAuthOpener opens an empty store of the OAuth provider, which it also closes,
// and what makes the users and sessions that grants hang on.
type OAuthOpener func(t *testing.T) (oauth.Store, People)

// RunOAuth runs the suite of stores of the OAuth provider.
func RunOAuth(t *testing.T, open OAuthOpener) {
	for name, test := range map[string]func(*oauthFixture){
		"Clients": testClients, "Unused clients": testUnusedClients, "Consents": testConsents, "Living grants": testLivingGrants,
		"Apps": testApps, "Codes": testCodes, "Refresh tokens": testRefreshTokens, "Proofs": testProofs, "Signing keys": testSigningKeys,
		"Profiles": testProfiles, "Whole updates": testWholeUpdates,
	} {
		t.Run(name, func(t *testing.T) {
			store, people := open(t)
			test(&oauthFixture{t, store, people, time.UnixMilli(1_800_000_000_000)})
		})
	}
}

type oauthFixture struct {
	*testing.T
	store  oauth.Store
	people People
	now    time.Time
}

func (f *oauthFixture) update(fn func(tx oauth.Tx) error) {
	f.Helper()
	if err := f.store.Update(context.Background(), fn); err != nil {
		f.Fatal(err)
	}
}

func (f *oauthFixture) read(fn func(r oauth.Reader) error) {
	f.Helper()
	if err := f.store.Read(context.Background(), fn); err != nil {
		f.Fatal(err)
	}
}

// look reads one thing on a reader, where what was updated must be seen.
func look[T any](f *oauthFixture, fn func(r oauth.Reader) (T, error)) (found T) {
	f.Helper()
	f.read(func(r oauth.Reader) (err error) {
		found, err = fn(r)
		return err
	})
	return found
}

func (f *oauthFixture) client(id string) *oauth.Client {
	return &oauth.Client{
		ID: id, Name: "Client 字", Logo: "https://app.example/logo.png", Scope: "mcp", RedirectURIs: []string{"https://app.example/cb"},
		GrantTypes: []string{"authorization_code"}, ResponseTypes: []string{"code"}, AuthMethod: "none", BoundAccessTokens: true, CreatedAt: f.now,
	}
}

func (f *oauthFixture) grant(id, session string) *oauth.Grant {
	return &oauth.Grant{
		ID: id, ClientID: "app", UserID: "ann", SessionID: session, Scopes: []string{"mcp", "email"}, Resource: "https://tea.example/mcp", CreatedAt: f.now,
	}
}

// settled adds ann, an editor, with a session of an hour, and the client app.
func (f *oauthFixture) settled() {
	f.people.addUser("ann", "editor")
	f.people.addSession("session", "ann", f.now.Add(time.Hour))
	f.update(func(tx oauth.Tx) error { return tx.SaveClient(f.client("app")) })
}

func (f *oauthFixture) living(id string, at time.Time) *oauth.Grant {
	f.Helper()
	return look(f, func(r oauth.Reader) (*oauth.Grant, error) { return r.LivingGrant(id, at) })
}

func (f *oauthFixture) same(want, got any) {
	f.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		f.Error(diff)
	}
}

func testClients(f *oauthFixture) {
	read := func(id string) *oauth.Client {
		return look(f, func(r oauth.Reader) (*oauth.Client, error) { return r.Client(id) })
	}
	if c := read("app"); c != nil {
		f.Fatalf("found %+v", c)
	}
	c := f.client("app")
	f.update(func(tx oauth.Tx) error { return tx.SaveClient(c) })
	f.same(c, read("app"))

	again := f.client("app")
	again.Name, again.CreatedAt, again.FetchedAt = "Renamed", f.now.Add(time.Hour), f.now.Add(time.Hour)
	f.update(func(tx oauth.Tx) error { return tx.SaveClient(again) })
	again.CreatedAt = f.now
	f.same(again, read("app"))
}

func testUnusedClients(f *oauthFixture) {
	f.update(func(tx oauth.Tx) error {
		for _, id := range []string{"first", "used", "second", "third"} {
			if err := tx.SaveClient(f.client(id)); err != nil {
				return err
			}
		}
		return errors.Join(tx.UseClient("used", f.now), tx.DropUnusedClients(f.now, 10))
	})
	count := func() (n int) {
		for _, id := range []string{"first", "used", "second", "third"} {
			if look(f, func(r oauth.Reader) (*oauth.Client, error) { return r.Client(id) }) != nil {
				n++
			}
		}
		return n
	}
	if n := count(); n != 4 {
		f.Fatalf("%d clients are left, want 4: none was made before", n)
	}
	f.update(func(tx oauth.Tx) error { return tx.DropUnusedClients(f.now.Add(1e9), 2) })
	if n := count(); n != 2 {
		f.Fatalf("%d clients are left of a limit of 2, want 2", n)
	}
	f.update(func(tx oauth.Tx) error { return tx.DropUnusedClients(f.now.Add(1e9), 2) })
	if look(f, func(r oauth.Reader) (*oauth.Client, error) { return r.Client("used") }) == nil || count() != 1 {
		f.Error("a used client was dropped, or an unused one was not")
	}
}

func testConsents(f *oauthFixture) {
	read := func(user, client, resource string) string {
		return strings.Join(look(f, func(r oauth.Reader) ([]string, error) { return r.Consent(user, client, resource) }), " ")
	}
	for _, scopes := range [][]string{{"mcp"}, {"mcp", "email"}} {
		f.update(func(tx oauth.Tx) error { return tx.SaveConsent("ann", "app", "r", scopes, f.now) })
		f.same(strings.Join(scopes, " "), read("ann", "app", "r"))
	}
	has := func(user, client string) bool {
		return look(f, func(r oauth.Reader) (bool, error) { return r.Consented(user, client) })
	}
	f.same([]bool{true, false, false}, []bool{has("ann", "app"), has("bob", "app"), has("ann", "other")})
	f.same("", read("bob", "app", "r")+read("ann", "other", "r")+read("ann", "app", "other"))
	f.update(func(tx oauth.Tx) error { return tx.EndGrants("ann", "other", f.now) })
	f.same("mcp email", read("ann", "app", "r"))
	f.update(func(tx oauth.Tx) error { return tx.EndGrants("ann", "app", f.now) })
	f.same("", read("ann", "app", "r"))
	f.same(false, has("ann", "app"))
}

// A grant lives while it has not ended, its user exists and its session has a
// row, which without offline access has not expired.
func testLivingGrants(f *oauthFixture) {
	f.settled()
	offline := f.grant("offline", "session")
	offline.Offline, offline.Thumbprint = true, "key"
	strange := f.grant("strange", "session")
	strange.UserID = "bob"
	f.people.addUser("bob", "")
	f.update(func(tx oauth.Tx) error {
		return errors.Join(tx.InsertGrant(f.grant("online", "session")), tx.InsertGrant(offline), tx.InsertGrant(strange))
	})

	want := *offline
	want.Role = "editor"
	f.same(&want, f.living("offline", f.now))
	f.update(func(tx oauth.Tx) error { return tx.UseGrant("offline", "other key", f.now.Add(time.Minute)) })
	want.Thumbprint, want.UsedAt = "other key", f.now.Add(time.Minute)
	f.same(&want, f.living("offline", f.now))

	if f.living("strange", f.now) != nil {
		f.Error("a grant hangs on another user's session")
	}
	if f.living("online", f.now.Add(59*time.Minute)) == nil || f.living("online", f.now.Add(time.Hour)) != nil {
		f.Error("without offline access a grant does not live as long as its session")
	}
	if f.living("offline", f.now.Add(1000*time.Hour)) == nil {
		f.Error("a session that expired ends offline access")
	}
	f.update(func(tx oauth.Tx) error { return tx.EndGrant("online", f.now) })
	if f.living("online", f.now) != nil || f.living("offline", f.now) == nil {
		f.Error("ending one grant ended another, or not itself")
	}
	f.people.removeSession("session")
	if f.living("offline", f.now) != nil {
		f.Error("a grant outlives its session")
	}
	f.people.addSession("session", "ann", f.now.Add(time.Hour))
	f.people.removeUser("ann")
	if f.living("offline", f.now) != nil {
		f.Error("a grant outlives its user")
	}
}

func testApps(f *oauthFixture) {
	f.settled()
	f.people.addSession("over", "ann", f.now)
	f.update(func(tx oauth.Tx) error {
		for _, g := range []*oauth.Grant{f.grant("a", "session"), f.grant("b", "session"), f.grant("unused", "session"), f.grant("dead", "over")} {
			if err := tx.InsertGrant(g); err != nil {
				return err
			}
		}
		return errors.Join(tx.UseGrant("a", "", f.now), tx.UseGrant("b", "", f.now.Add(1e9)), tx.UseGrant("dead", "", f.now))
	})
	list := func(user string) (ids []string) {
		for _, app := range look(f, func(r oauth.Reader) ([]oauth.App, error) { return r.Apps(user, f.now) }) {
			ids = append(ids, app.ID+" of "+app.Client.Name)
		}
		return ids
	}
	f.same([]string{"b of Client 字", "a of Client 字"}, list("ann"))
	f.same([]string(nil), list("bob"))
	f.update(func(tx oauth.Tx) error { return tx.EndGrants("ann", "app", f.now) })
	f.same([]string(nil), list("ann"))
}

func testCodes(f *oauthFixture) {
	f.settled()
	code := &oauth.AuthorizationCode{
		Hash: []byte("hash"), GrantID: "grant", RedirectURI: "https://app.example/cb", Challenge: "challenge", ExpiresAt: f.now.Add(time.Minute),
	}
	f.update(func(tx oauth.Tx) error {
		return errors.Join(tx.InsertGrant(f.grant("grant", "session")), tx.InsertCode(code))
	})
	read := func() *oauth.AuthorizationCode {
		return look(f, func(r oauth.Reader) (*oauth.AuthorizationCode, error) { return r.Code([]byte("hash")) })
	}
	f.same(code, read())
	for _, want := range []bool{true, false} {
		f.update(func(tx oauth.Tx) error {
			first, err := tx.SpendCode([]byte("hash"))
			f.same(want, first)
			return err
		})
	}
	f.same(true, read().Spent)
	f.update(func(tx oauth.Tx) error { return tx.DropCodes(code.ExpiresAt, 10) })
	if read() == nil {
		f.Fatal("a code is gone before its time")
	}
	f.update(func(tx oauth.Tx) error { return tx.DropCodes(code.ExpiresAt.Add(1e9), 10) })
	if read() != nil || f.living("grant", f.now) != nil {
		f.Error("the code is left, or its grant, for which nothing can be had any more")
	}
}

func testRefreshTokens(f *oauthFixture) {
	f.settled()
	token := &oauth.RefreshToken{Hash: []byte("one"), GrantID: "grant", ExpiresAt: f.now.Add(time.Hour)}
	next := &oauth.RefreshToken{Hash: []byte("two"), GrantID: "grant", ExpiresAt: f.now.Add(2 * time.Hour)}
	child := &oauth.RefreshToken{Hash: []byte("three"), GrantID: "grant", Parent: []byte("two"), ExpiresAt: next.ExpiresAt}
	f.update(func(tx oauth.Tx) error {
		return errors.Join(tx.InsertGrant(f.grant("grant", "session")), tx.InsertRefreshToken(token), tx.InsertRefreshToken(next))
	})
	read := func(hash string) *oauth.RefreshToken {
		return look(f, func(r oauth.Reader) (*oauth.RefreshToken, error) { return r.RefreshToken([]byte(hash)) })
	}
	f.same(token, read("one"))

	rotated := f.now.Add(time.Second)
	token.Successor = []byte{0, 1, 255}
	for _, at := range []time.Time{rotated, rotated.Add(time.Second)} {
		f.update(func(tx oauth.Tx) error { return tx.RotateRefreshToken(token, at, f.now) })
		token.Successor = []byte("another")
	}
	f.same(rotated, read("one").RotatedAt) // the first time counts
	f.same([]byte{0, 1, 255}, read("one").Successor)
	f.same(true, read("two").RotatedAt.IsZero())
	f.update(func(tx oauth.Tx) error {
		return tx.RotateRefreshToken(next, rotated.Add(time.Minute), rotated.Add(time.Second))
	})
	if read("one") != nil || read("two") == nil {
		f.Error("what was rotated long ago is left, or what was rotated just now is gone")
	}
	f.update(func(tx oauth.Tx) error { return tx.InsertRefreshToken(child) })
	f.same(child, read("three"))
	f.update(func(tx oauth.Tx) error { return tx.RotateRefreshToken(child, rotated.Add(time.Minute), rotated) })
	if read("two") != nil || read("three") == nil {
		f.Error("a token is left though its successor was used, or the successor is gone")
	}

	f.update(func(tx oauth.Tx) error { return tx.DropRefreshTokens(next.ExpiresAt, 10) })
	if read("three") == nil || f.living("grant", f.now) == nil {
		f.Fatal("a token is gone before its time, or its grant")
	}
	f.update(func(tx oauth.Tx) error { return tx.DropRefreshTokens(next.ExpiresAt.Add(1e9), 10) })
	if read("three") != nil || f.living("grant", f.now) != nil {
		f.Error("the token is left, or its grant, for which nothing can be had any more")
	}
}

func testProofs(f *oauthFixture) {
	insert := func(hash string) (fresh bool) {
		f.update(func(tx oauth.Tx) (err error) {
			fresh, err = tx.InsertProof([]byte(hash), f.now)
			return err
		})
		return fresh
	}
	f.same([]bool{true, false, true}, []bool{insert("a"), insert("a"), insert("b")})
	f.update(func(tx oauth.Tx) error { return tx.DropProofs(f.now, 10) })
	f.same(false, insert("a"))
	f.update(func(tx oauth.Tx) error { return tx.DropProofs(f.now.Add(1e9), 1) })
	if insert("a") == insert("b") {
		f.Error("a limit of 1 dropped both or none")
	}
}

func testSigningKeys(f *oauthFixture) {
	first := &oauth.SigningKey{ID: "first", Public: []byte(`{"kty":"EC"}`), Private: []byte{0, 255}, CreatedAt: f.now}
	second := &oauth.SigningKey{ID: "second", Public: []byte(`{}`), Private: []byte{1}, CreatedAt: f.now.Add(time.Hour)}
	later := f.now.Add(time.Hour)
	read := func() []oauth.SigningKey { return look(f, oauth.Reader.SigningKeys) }

	f.update(func(tx oauth.Tx) error {
		return errors.Join(tx.InsertSigningKey(first), tx.InsertSigningKey(second), tx.RetireSigningKeys("second", later, f.now))
	})
	retired := *first
	retired.RetiredAt = later
	f.same([]oauth.SigningKey{retired, *second}, read())
	f.update(func(tx oauth.Tx) error { return tx.RetireSigningKeys("second", later.Add(1e9), later.Add(1e9)) })
	f.same([]oauth.SigningKey{*second}, read())
}

func testProfiles(f *oauthFixture) {
	read := func(id string) *oauth.Profile {
		return look(f, func(r oauth.Reader) (*oauth.Profile, error) { return r.Profile(id, "github") })
	}
	f.people.addUser("ann", "owner")
	f.same(&oauth.Profile{Name: "Name of ann", Email: "ann@example.com", EmailVerified: true, Login: "ann-at-github"}, read("ann"))
	if found := read("bob"); found != nil {
		f.Errorf("found %+v", found)
	}
}

// An error takes back what the function has changed, and comes out.
func testWholeUpdates(f *oauthFixture) {
	err := f.store.Update(context.Background(), func(tx oauth.Tx) error {
		return errors.Join(tx.SaveClient(f.client("app")), diag.At(diag.Conflict, "", "No."))
	})
	if !diag.HasCode(err, diag.Conflict) {
		f.Errorf("got %v", err)
	}
	if look(f, func(r oauth.Reader) (*oauth.Client, error) { return r.Client("app") }) != nil {
		f.Error("half a change is left")
	}
}
