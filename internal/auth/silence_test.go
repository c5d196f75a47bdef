package auth_test

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/auth"
)

// watched counts what goes through a store.
type watched struct {
	auth.Store
	calls []string
}

func (s *watched) Read(ctx context.Context, fn func(auth.Reader) error) error {
	s.calls = append(s.calls, "read")
	return s.Store.Read(ctx, fn)
}

func (s *watched) Update(ctx context.Context, fn func(auth.Tx) error) error {
	s.calls = append(s.calls, "update")
	return s.Store.Update(ctx, func(tx auth.Tx) error { return fn(&watchedTx{tx, s}) })
}

// watchedTx names the calls that a sign-in by mail makes first; any other shows
// by its absence from a list that is otherwise the same.
type watchedTx struct {
	auth.Tx
	store *watched
}

func (t *watchedTx) UserByEmail(email string) (*auth.User, error) {
	t.store.calls = append(t.store.calls, "user by e-mail")
	return t.Tx.UserByEmail(email)
}

func (t *watchedTx) PutVerification(v *auth.Verification) error {
	t.store.calls = append(t.store.calls, "put")
	return t.Tx.PutVerification(v)
}

func (t *watchedTx) TryVerification(kind auth.VerificationKind, subject []byte, expires time.Time) (*auth.Verification, error) {
	t.store.calls = append(t.store.calls, "try")
	return t.Tx.TryVerification(kind, subject, expires)
}

func (t *watchedTx) Purge(now time.Time, limit int) error {
	t.store.calls = append(t.store.calls, "purge")
	return t.Tx.Purge(now, limit)
}

// silence is a world whose store is watched, in which ann has an account.
func silence(t *testing.T) (*world, *watched) {
	t.Helper()
	w := newWorld(t, auth.Options{})
	store := &watched{Store: w.open()}
	w.Service = auth.New(store, secretKeys(t), w.mail, auth.Options{Now: func() time.Time { return w.now }})
	w.in(ann)
	return w, store
}

// work is what fn does: calls on the store, mails, and whether it has written
// to the disk.
func (w *world) work(store *watched, fn func()) (done []string) {
	w.t.Helper()
	mails, before := len(w.mail.letters), w.files()
	store.calls = nil
	fn()
	done = store.calls
	for _, l := range w.mail.letters[mails:] {
		done = append(done, "mail "+l.kind)
	}
	if !bytes.Equal(before, w.files()) {
		done = append(done, "written")
	}
	return done
}

// Same work: asking for a code or a link tells nothing of whether there is an
// account.
func TestAskingCostsTheSameForAnyAddress(t *testing.T) {
	w, store := silence(t)
	for what, want := range map[string][]string{
		"code": {"update", "put", "purge", "mail code", "written"},
		"link": {"update", "put", "purge", "mail link", "written"},
	} {
		for _, email := range []string{ann, "nobody@tea.example"} {
			got := w.work(store, func() {
				if what == "code" {
					w.ok(w.SendCode(t.Context(), email, "en"))
				} else {
					w.ok(w.SendLink(t.Context(), email, "en", strings.ToUpper, "/"))
				}
			})
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("a %s for %s: %s", what, email, diff)
			}
		}
	}
}

// Same work: a code that is refused costs the same whoever has an account, and
// whether or not one was sent; a right one is one transaction too.
func TestTryingCostsTheSameForAnyAddress(t *testing.T) {
	w, store := silence(t)
	w.code("sent@tea.example")
	w.code(ann)
	try := func(email, code string) func() {
		return func() { _, _ = w.SignInWithCode(t.Context(), email, code, laptop) }
	}
	want := []string{"update", "try", "written"}
	for name, fn := range map[string]func(){
		"no account, none sent": try("nobody@tea.example", "000000"),
		"no account, one sent":  try("sent@tea.example", "wrong"),
		"an account":            try(ann, "wrong"),
	} {
		for n := range 7 { // and with as many tries as it likes
			if diff := cmp.Diff(want, w.work(store, fn)); diff != "" {
				t.Errorf("%s, try %d: %s", name, n, diff)
			}
		}
	}
	code := w.code(ann)
	if diff := cmp.Diff([]string{"update", "try", "user by e-mail", "purge", "written"}, w.work(store, try(ann, code))); diff != "" {
		t.Errorf("a right code: %s", diff)
	}
}
