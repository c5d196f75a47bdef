package auth_test

import (
	"bytes"
	"context"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/keyring"
)

// watched writes down what goes through a store.
type watched struct {
	auth.Store
	calls []string
}

func (s *watched) Read(ctx context.Context, fn func(auth.Reader) error) error {
	s.calls = append(s.calls, "read")
	return s.Store.Read(ctx, func(r auth.Reader) error { return fn(&watchedReader{r, s}) })
}

func (s *watched) Update(ctx context.Context, fn func(auth.Tx) error) error {
	s.calls = append(s.calls, "update")
	return s.Store.Update(ctx, func(tx auth.Tx) error { return fn(&watchedTx{tx, s}) })
}

type watchedReader struct {
	auth.Reader
	store *watched
}

func (r *watchedReader) KeyByHash(hash []byte) (*auth.Key, error) {
	r.store.calls = append(r.store.calls, "key by hash")
	return r.Reader.KeyByHash(hash)
}

func (r *watchedReader) Verification(kind auth.VerificationKind, subject []byte) (*auth.Verification, error) {
	r.store.calls = append(r.store.calls, "verification")
	return r.Reader.Verification(kind, subject)
}

// watchedTx names the statements of a sign-in by mail, of a limit and of a key.
type watchedTx struct {
	auth.Tx
	store *watched
}

func (t *watchedTx) saw(call string) { t.store.calls = append(t.store.calls, call) }

func (t *watchedTx) UserByEmail(email string) (*auth.User, error) {
	t.saw("user by email")
	return t.Tx.UserByEmail(email)
}

func (t *watchedTx) InsertUser(u *auth.User) error {
	t.saw("insert user")
	return t.Tx.InsertUser(u)
}

func (t *watchedTx) SetSeen(id string, now time.Time) error {
	t.saw("set seen")
	return t.Tx.SetSeen(id, now)
}

func (t *watchedTx) InvitationFor(email string) (*auth.Invitation, error) {
	t.saw("invitation for")
	return t.Tx.InvitationFor(email)
}

func (t *watchedTx) Session(hash []byte) (*auth.Session, *auth.User, error) {
	t.saw("session")
	return t.Tx.Session(hash)
}

func (t *watchedTx) InsertSession(s *auth.Session, hash []byte) error {
	t.saw("insert session")
	return t.Tx.InsertSession(s, hash)
}

func (t *watchedTx) PutVerification(v *auth.Verification) error {
	t.saw("put")
	return t.Tx.PutVerification(v)
}

func (t *watchedTx) TryVerification(kind auth.VerificationKind, subject []byte, expires time.Time) (*auth.Verification, error) {
	t.saw("try")
	return t.Tx.TryVerification(kind, subject, expires)
}

func (t *watchedTx) TakeVerification(kind auth.VerificationKind, subject []byte) (*auth.Verification, error) {
	t.saw("take")
	return t.Tx.TakeVerification(kind, subject)
}

func (t *watchedTx) SetKeyUsed(id string, now time.Time) error {
	t.saw("set key used")
	return t.Tx.SetKeyUsed(id, now)
}

func (t *watchedTx) Rate(bucket string, window time.Time) (int, error) {
	t.saw("rate")
	return t.Tx.Rate(bucket, window)
}

func (t *watchedTx) CountRate(bucket string, window, ends time.Time) error {
	t.saw("count rate")
	return t.Tx.CountRate(bucket, window, ends)
}

func (t *watchedTx) Purge(now time.Time, limit int) error {
	t.saw("purge")
	return t.Tx.Purge(now, limit)
}

// silentRequests is a site whose store is watched, in which ann has an account, and
// whose secret is being rotated.
func silentRequests(t *testing.T) (*testSite, *watched) {
	t.Helper()
	w := newTestSite(t, auth.Options{})
	keys, err := keyring.New(strings.Repeat("newer ", 6), strings.Repeat("older ", 6))
	w.ok(err)
	store := &watched{Store: w.platform().Auth()}
	w.Service = auth.New(store, keys, w.mail, auth.Options{OwnerEmail: owner, Now: func() time.Time { return w.now }})
	w.in(ann)
	return w, store
}

// work is what fn does: statements, mails, whether it has written to the disk,
// and last what it has done with secrets.
func (w *testSite) work(store *watched, fn func()) (done []string) {
	w.t.Helper()
	mails, files, secrets := len(w.mail.sent), w.files(), keyring.Work()
	store.calls = nil
	fn()
	done = store.calls
	for _, l := range w.mail.sent[mails:] {
		done = append(done, "mail "+l.kind)
	}
	if !bytes.Equal(files, w.files()) {
		done = append(done, "written")
	}
	return append(done, secretsSince(secrets)...)
}

func secretsSince(before map[keyring.Operation]uint64) (done []string) {
	for operation, times := range keyring.Work() {
		if n := times - before[operation]; n > 0 {
			done = append(done, fmt.Sprintf("%d %v", n, operation))
		}
	}
	slices.Sort(done)
	return done
}

// Same work: asking for a code or a link tells nothing of whether there is an
// account.
func TestAskingCostsTheSameForAnyAddress(t *testing.T) {
	w, store := silentRequests(t)
	ask := map[string]func(email string) error{
		"code": func(email string) error {
			_, err := w.SendCode(t.Context(), email, "en")
			return err
		},
		"link": func(email string) error { return w.SendLink(t.Context(), email, "en", strings.ToUpper, "/") },
	}
	for what, want := range map[string][]string{
		"code": {"update", "put", "put", "purge", "mail code", "written", "1 derive", "1 hash", "1 mac"},
		"link": {"update", "put", "purge", "mail link", "written", "1 derive", "1 hash", "1 seal"},
	} {
		for _, email := range []string{ann, "nobody@tea.example"} {
			got := w.work(store, func() { w.ok(ask[what](email)) })
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("a %s for %s: %s", what, email, diff)
			}
		}
	}
}

// Same work: neither does the limit on asking, before and after it is reached.
func TestBeingLimitedCostsTheSameForAnyAddress(t *testing.T) {
	w, store := silentRequests(t)
	looked := slices.Concat([]string{"update"}, slices.Repeat([]string{"rate"}, 14))
	allowed := slices.Concat(looked, slices.Repeat([]string{"count rate"}, 5), []string{"purge", "written"})
	for _, from := range []string{laptop.Address, "192.0.2.9"} { // where ann has signed in, and where nobody has
		for n, email := range slices.Repeat([]string{ann, "nobody@tea.example"}, 7) {
			want := allowed
			if n >= 10 {
				want = looked
			}
			got := w.work(store, func() {
				_, _, err := w.AllowStart(t.Context(), auth.SignInStarts, netip.MustParseAddr(from), email)
				w.ok(err)
			})
			want = append(slices.Clone(want), "5 hash")
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s, time %d: %s", email, n, diff)
			}
		}
	}
}

// What follows what was shown, when it was right; the answer tells it anyway.
var signedIn = []string{"user by email", "invitation for", "session", "insert session", "set seen", "count rate", "purge"}

// Same work: a code that is refused costs the same whoever has an account, and
// whether or not one was sent. A right one is looked at with the same work, in
// the same single write; what it adds is the sign-in.
func TestTryingCostsTheSameForAnyAddress(t *testing.T) {
	w, store := silentRequests(t)
	w.code("sent@tea.example")
	w.code(ann)
	try := func(email, code string) func() {
		return func() { _, _ = w.SignInWithCode(t.Context(), email, code, testBrowser) }
	}
	secrets := []string{"written", "4 derive", "4 mac", "7 hash"}
	looked := slices.Concat([]string{"update", "try", "try"}, slices.Repeat([]string{"rate"}, 10))
	wrong := slices.Concat(looked, slices.Repeat([]string{"count rate"}, 3), []string{"purge"})
	held := slices.Concat(looked, []string{"purge"})
	for name, fn := range map[string]func(){
		"no account, none sent": try("nobody@tea.example", "000000"),
		"no account, one sent":  try("sent@tea.example", "wrong"),
		"an account":            try(ann, "wrong"),
	} {
		for n := range 7 { // and with as many tries as it likes
			want := wrong
			if n >= 5 {
				want = held
			}
			if diff := cmp.Diff(slices.Concat(want, secrets), w.work(store, fn)); diff != "" {
				t.Errorf("%s, try %d: %s", name, n, diff)
			}
		}
	}
	w.pass(time.Hour)
	late := w.code(ann)
	w.pass(5 * time.Minute)
	if diff := cmp.Diff(slices.Concat(wrong, secrets), w.work(store, try(ann, late))); diff != "" {
		t.Errorf("a code that has expired: %s", diff)
	}
	code := w.code(ann)
	if diff := cmp.Diff(slices.Concat(looked, []string{"take", "take"}, signedIn, secrets), w.work(store, try(ann, code))); diff != "" {
		t.Errorf("a right code: %s", diff)
	}
}

// Same work: so does the browser that asked for the code, of which there is a
// cookie for any address.
func TestTryingWhereItWasAskedCostsTheSameForAnyAddress(t *testing.T) {
	w, store := silentRequests(t)
	looked := slices.Concat([]string{"update", "try", "try"}, slices.Repeat([]string{"rate"}, 10))
	for _, email := range []string{ann, "nobody@tea.example"} {
		_, browser := w.codeAt(laptop.Address, email)
		for n := range 7 {
			want := slices.Concat(looked, []string{"count rate", "purge", "written", "4 derive", "4 mac", "6 hash"})
			if n == 4 {
				want = slices.Insert(want, len(looked), "take")
			}
			got := w.work(store, func() { _, _ = w.SignInWithCode(t.Context(), email, "wrong", browser) })
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s, try %d: %s", email, n, diff)
			}
		}
	}
}

// testBrowser is a browser that comes with a secret of its own, which counts for
// nothing.
var testBrowser = auth.Browser{Device: laptop.Device, SessionToken: "planted"}

// Same work: a link that was never sent, has expired or was used costs the
// same, and a right one is looked at with it.
func TestFollowingCostsTheSameForAnyLink(t *testing.T) {
	w, store := silentRequests(t)
	link := func() string {
		token, err := w.NewLink(t.Context(), auth.Link{Email: ann, Callback: "/"}, 5*time.Minute)
		w.ok(err)
		return token
	}
	follow := func(token string) func() {
		return func() { _, _, _ = w.SignInWithLink(t.Context(), token, testBrowser) }
	}
	used, late := link(), link()
	follow(used)()
	w.pass(5 * time.Minute)
	secrets := []string{"2 derive", "2 open", "4 hash"}
	for name, want := range map[string]struct {
		token string
		work  []string
	}{
		"never sent": {keyring.Token(), []string{"update", "take"}},
		"used":       {used, []string{"update", "take"}},
		"too old":    {late, []string{"update", "take"}},
		"right":      {link(), slices.Concat([]string{"update", "take"}, signedIn, []string{"written"})},
	} {
		if diff := cmp.Diff(slices.Concat(want.work, secrets), w.work(store, follow(want.token))); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// Same work: so does a look at one, which spends nothing.
func TestLookingCostsTheSameForAnyLink(t *testing.T) {
	w, store := silentRequests(t)
	right, err := w.NewLink(t.Context(), auth.Link{Email: ann, Callback: "/"}, 5*time.Minute)
	w.ok(err)
	for name, token := range map[string]string{"never sent": keyring.Token(), "right": right} {
		got := w.work(store, func() { _, _ = w.Link(t.Context(), token) })
		if diff := cmp.Diff([]string{"read", "verification", "1 hash", "2 derive", "2 open"}, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// Same work: the secret of a key that never was, was revoked or has expired
// costs what one that counts does, which once an hour notes its use as well.
func TestShowingAKeyCostsTheSameForAnySecret(t *testing.T) {
	w, store := silentRequests(t)
	actor := w.in(owner).User.ID
	key := func(life time.Duration) (id, secret string) {
		k, secret, err := w.CreateKey(t.Context(), by(actor), "importer", nil, w.now.Add(life))
		w.ok(err)
		return k.ID, secret
	}
	_, right := key(24 * time.Hour)
	_, late := key(time.Minute)
	ended, revoked := key(24 * time.Hour)
	w.ok(w.RevokeKey(t.Context(), by(actor), ended))
	w.pass(time.Minute)
	for _, c := range []struct{ name, secret string }{
		{"never made", auth.KeyPrefix + keyring.Token()}, {"revoked", revoked}, {"too old", late}, {"right, used before", right},
	} {
		if c.secret == right {
			_, err := w.VerifyKey(t.Context(), right)
			w.ok(err)
		}
		got := w.work(store, func() { _, _ = w.VerifyKey(t.Context(), c.secret) })
		if diff := cmp.Diff([]string{"read", "key by hash", "1 hash"}, got); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}
