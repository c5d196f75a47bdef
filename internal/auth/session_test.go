package auth_test

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/oauth"
)

// The tests of this file follow chapter V3, Session Management, of OWASP ASVS
// 4.0.3, as far as it is this package's.

// 3.2.1: a new token at each sign-in, and the old one is not taken over.
func TestV3_2_1EachSignInHasATokenOfItsOwn(t *testing.T) {
	w := newTestSite(t, auth.Options{})
	seen := map[string]bool{}
	for range 20 {
		in := w.in(ann)
		if seen[in.Token] || seen[in.Session.ID] || in.Token == in.Session.ID {
			t.Fatal("a token came twice")
		}
		seen[in.Token], seen[in.Session.ID] = true, true
	}
}

// 3.2.2: at least 64 bits of entropy. Here 260: 52 characters of an alphabet
// of 32, of which each takes part at each place.
func TestV3_2_2TokensCannotBeGuessed(t *testing.T) {
	w := newTestSite(t, auth.Options{})
	var places [52]map[rune]bool
	for range 300 {
		token, err := w.NewPending(t.Context(), nil) // made as the token of a session is
		w.ok(err)
		if len(token) != len(places) {
			t.Fatalf("a token of %d characters", len(token))
		}
		for i, c := range token {
			if places[i] == nil {
				places[i] = map[rune]bool{}
			}
			places[i][c] = true
		}
	}
	for i, letters := range places {
		if len(letters) < 28 {
			t.Errorf("place %d takes %d values", i, len(letters))
		}
	}
	if len(w.in(ann).Token) != len(places) {
		t.Error("the token of a session is of another kind")
	}
}

// 3.2.3, and site-folder.md: only a hash of the token is stored; neither is
// anything else stored that could be shown in its place.
func TestV3_2_3SecretsAreNotStored(t *testing.T) {
	w := newTestSite(t, auth.Options{OwnerEmail: ann})
	in := w.in(ann)
	secrets := map[string]string{"session": in.Token, "link": w.link("/somewhere-private"), "callback": "/somewhere-private"}
	_, key, err := w.CreateKey(t.Context(), by(in.User.ID), "machine", nil, time.Time{})
	w.ok(err)
	secrets["key"] = key[9:]
	pending, err := w.NewPending(t.Context(), []byte("the-pending-state"))
	w.ok(err)
	secrets["pending"], secrets["state"] = pending, "the-pending-state"
	tokens := auth.ProviderTokens{Access: "provider-access", Refresh: "provider-refresh"}
	w.external(auth.Identity{Provider: "github", Subject: "1", Tokens: tokens})
	secrets["access"], secrets["refresh"] = tokens.Access, tokens.Refresh

	stored := w.files()
	if !bytes.Contains(stored, []byte(ann)) {
		t.Fatal("the files are not those of the database")
	}
	for name, secret := range secrets {
		if bytes.Contains(stored, []byte(secret)) {
			t.Errorf("the %s is stored as it is", name)
		}
	}
}

// files is all that the database holds.
func (w *testSite) files() (all []byte) {
	w.t.Helper()
	for _, suffix := range []string{"", "-wal"} {
		data, err := os.ReadFile(w.path + suffix)
		w.ok(err)
		all = append(all, data...)
	}
	return all
}

// A code has too few values for a hash: it is stored as a MAC, which another
// secret does not verify.
func TestCodesAreStoredUnderTheSecret(t *testing.T) {
	w := newTestSite(t, auth.Options{})
	code := w.code(ann)
	other := newTestSite(t, auth.Options{})
	other.path = w.path
	other.Service = auth.New(other.open(), otherKeys(t), other.mail, auth.Options{Now: func() time.Time { return w.now }})
	_, err := other.SignInWithCode(t.Context(), ann, code, laptop)
	wantCode(t, err, diag.Unauthenticated)
	w.use(code)
}

// 3.3.1: signing out ends the session, and it alone.
func TestV3_3_1SigningOutEndsTheSession(t *testing.T) {
	w := newTestSite(t, auth.Options{})
	one, two := w.in(ann), w.in(ann)
	for range 2 {
		w.ok(w.SignOut(t.Context(), one.Token))
		w.ok(w.SignOut(t.Context(), "no token"))
		if w.alive(one.Token) || !w.alive(two.Token) {
			t.Fatal("sign-out ended the wrong session")
		}
	}
}

// 3.3.1: and what was given to clients in sessions that have expired since, which
// nobody can sign out of any more; what was given elsewhere stays.
func TestV3_3_1SigningOutEndsTheGrantsOfExpiredSessions(t *testing.T) {
	w := newTestSite(t, auth.Options{})
	grants := w.platform().OAuth()
	given := func(in *auth.SignedIn) string {
		id := "grant of " + in.Session.ID
		w.ok(grants.Update(t.Context(), func(tx oauth.Tx) error {
			return tx.InsertGrant(&oauth.Grant{ID: id, ClientID: "app", UserID: in.User.ID, SessionID: in.Session.ID, Offline: true, CreatedAt: w.now})
		}))
		return id
	}
	wants := func(id string, want bool) {
		t.Helper()
		w.ok(grants.Read(t.Context(), func(r oauth.Reader) error {
			g, err := r.LivingGrant(id, w.now)
			if (g != nil) != want {
				t.Errorf("the grant lives: %v, want %v", g != nil, want)
			}
			return err
		}))
	}
	old := given(w.in(ann))
	w.pass(auth.SessionLifetime + time.Hour)
	bobs := given(w.in("bob@tea.example"))
	here, there := w.in(ann), given(w.in(ann))
	wants(old, true)
	w.ok(w.SignOut(t.Context(), here.Token))
	wants(old, false)
	wants(there, true)
	wants(bobs, true)
}

// 3.3.2, and site-folder.md: 7 days without use, renewed daily; 90 days at most.
func TestV3_3_2SessionsEnd(t *testing.T) {
	const day = 24 * time.Hour
	t.Run("unused", func(t *testing.T) {
		w := newTestSite(t, auth.Options{})
		in := w.in(ann)
		w.pass(7*day - time.Millisecond)
		// Looked at elsewhere, so as not to renew it.
		if list, err := w.Sessions(t.Context(), in.User.ID); len(list) != 1 || err != nil {
			t.Errorf("before its end: %v, %v", list, err)
		}
		w.pass(time.Millisecond)
		if list, err := w.Sessions(t.Context(), in.User.ID); w.alive(in.Token) || len(list) != 0 || err != nil {
			t.Errorf("it is alive after 7 days; listed %v, %v", list, err)
		}
	})
	t.Run("renewed", func(t *testing.T) {
		w := newTestSite(t, auth.Options{})
		in := w.in(ann)
		for _, c := range []struct {
			after   time.Duration
			renewed bool
		}{{time.Hour, false}, {23*time.Hour - time.Millisecond, false}, {time.Millisecond, true}, {0, false}, {6 * day, true}} {
			w.pass(c.after)
			session, _, err := w.Session(t.Context(), in.Token)
			w.ok(err)
			if session.Renewed != c.renewed || c.renewed && !session.ExpiresAt.Equal(w.now.Add(7*day)) {
				t.Errorf("after %v: %+v", c.after, session)
			}
			if seen := w.user(in.User.ID).SeenAt; c.renewed && !seen.Equal(w.now) {
				t.Errorf("seen %v", seen)
			}
		}
	})
	t.Run("used every day", func(t *testing.T) {
		w := newTestSite(t, auth.Options{})
		in := w.in(ann)
		for n := range 90 {
			if !w.alive(in.Token) {
				t.Fatalf("it ended after %d days", n)
			}
			w.pass(day)
		}
		if w.alive(in.Token) {
			t.Error("it is alive after 90 days")
		}
	})
}

// A session that is ended while it is renewed stays ended.
func TestARenewalBringsNoSessionBack(t *testing.T) {
	w := newTestSite(t, auth.Options{})
	in := w.in(ann)
	w.pass(25 * time.Hour)
	ended := together(t, diag.NotFound, func(i int) error {
		if i == 0 {
			return w.EndSession(context.Background(), in.User.ID, in.Session.ID)
		}
		_, _, err := w.Session(context.Background(), in.Token)
		return err
	})
	if ended == 0 || w.alive(in.Token) {
		t.Error("the session lives")
	}
}

// 3.3.3 and 3.3.4: users see their sessions and end any of them, or all others.
func TestV3_3_3And4UsersEndTheirSessions(t *testing.T) {
	w := newTestSite(t, auth.Options{})
	var ins []*auth.SignedIn
	for range 4 {
		ins = append(ins, w.in(ann))
		w.pass(time.Second)
	}
	ben := w.in("ben@tea.example")
	list, err := w.Sessions(t.Context(), ins[0].User.ID)
	w.ok(err)
	if len(list) != 4 || list[0].ID != ins[3].Session.ID || list[0].Device != laptop.Device {
		t.Fatalf("listed %+v", list)
	}
	wantCode(t, w.EndSession(t.Context(), ins[0].User.ID, ben.Session.ID), diag.NotFound)
	wantCode(t, w.EndSession(t.Context(), ins[0].User.ID, ben.Token), diag.NotFound)
	w.ok(w.EndSession(t.Context(), ins[0].User.ID, ins[1].Session.ID))
	ended, err := w.EndSessions(t.Context(), ins[0].User.ID, ins[0].Session.ID)
	if ended != 2 || err != nil {
		t.Errorf("ended %d, %v; want 2", ended, err)
	}
	for i, want := range []bool{true, false, false, false} {
		if w.alive(ins[i].Token) != want {
			t.Errorf("session %d is alive: %v", i, !want)
		}
	}
	if _, err := w.EndSessions(t.Context(), ins[0].User.ID, ""); w.alive(ins[0].Token) || err != nil {
		t.Errorf("the last one is alive, %v", err)
	}
	if !w.alive(ben.Token) {
		t.Error("another's session has ended")
	}
}

// 3.5.2 forbids static secrets where a session could be; of a machine's key it
// wants what TestKeys has: an end, revocation and bounded rights.

func TestDevicesAreBounded(t *testing.T) {
	w := newTestSite(t, auth.Options{})
	odd := auth.Browser{Device: auth.Device{Address: strings.Repeat("1", 1000), Agent: "Brow\r\nser\x00 \x1b[31m\xff字" + strings.Repeat("字", 1000)}}
	in, err := w.SignInWithCode(t.Context(), ann, w.code(ann), odd)
	w.ok(err)
	got := in.Session.Device
	if len(got.Address) != 64 || len(got.Agent) > 256 || !strings.HasPrefix(got.Agent, "Brow ser [31m字字") {
		t.Errorf("kept %+v", got)
	}
}

// Nothing of a user who is gone signs in.
func TestADeletedUserHasNoSession(t *testing.T) {
	w := newTestSite(t, auth.Options{})
	in, linked := w.in(ann), w.external(auth.Identity{Provider: "github", Subject: "1", Email: ann, EmailVerified: true})
	w.ok(w.DeleteUser(t.Context(), by(in.User.ID), in.User.ID))
	if w.alive(in.Token) || w.alive(linked.Token) {
		t.Error("a session is alive")
	}
	_, err := w.User(t.Context(), in.User.ID)
	wantCode(t, err, diag.NotFound)
	if again := w.external(auth.Identity{Provider: "github", Subject: "1"}); again.User.ID == in.User.ID || again.User.Email != "" {
		t.Errorf("the identity is still of %+v", again.User)
	}
}
