package auth_test

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/keyring"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
	"github.com/quartet-dev/quartet/internal/store/storetest"
)

func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.DiscardHandler))
	goleak.VerifyTestMain(m)
}

// testSite is a service over a database of its own, a clock that stands still and
// a mailbox that holds what was handed over.
type testSite struct {
	*auth.Service
	t    testing.TB
	path string
	now  time.Time
	mail *mailbox

	browser auth.Browser // that code was called in last
}

func newTestSite(t testing.TB, o auth.Options) *testSite {
	t.Helper()
	w := &testSite{
		t: t, path: filepath.Join(t.TempDir(), "site.db"), mail: &mailbox{},
		now: time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC),
	}
	o.Now = func() time.Time { return w.now }
	w.Service = auth.New(w.open(), secretKeys(t), w.mail, o)
	return w
}

// open runs each function twice, as a database may.
func (w *testSite) open() auth.Store {
	return storetest.Again[auth.Reader, auth.Tx]{Port: w.platform().Auth()}
}

func (w *testSite) platform() *sqlite.Store {
	w.t.Helper()
	store, err := sqlite.OpenPlatform(context.Background(), sqlite.Options{Path: w.path})
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() {
		if err := store.Close(); err != nil {
			w.t.Error(err)
		}
	})
	return store
}

// otherKeys are those of another secret.
func otherKeys(t testing.TB) *keyring.Keyring {
	t.Helper()
	keys, err := keyring.New(strings.Repeat("another ", 5), "")
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

func secretKeys(t testing.TB) *keyring.Keyring {
	t.Helper()
	keys, err := keyring.New(strings.Repeat("secret ", 5), "")
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

func (w *testSite) pass(d time.Duration) { w.now = w.now.Add(d) }

// mailbox is a Mailer that keeps what it is handed.
type mailbox struct {
	mu      sync.Mutex
	sent    []sentMail
	failure error
}

type sentMail struct{ kind, to, text, locale string }

func (m *mailbox) put(l sentMail) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sent = append(m.sent, l)
	return m.failure
}

func (m *mailbox) SendCode(_ context.Context, to, code, locale string) error {
	return m.put(sentMail{"code", to, code, locale})
}

func (m *mailbox) SendLink(_ context.Context, to, link, locale string) error {
	return m.put(sentMail{"link", to, link, locale})
}

func (m *mailbox) SendInvitation(_ context.Context, to, role, inviter, link, locale string) error {
	return m.put(sentMail{"invitation", to, role + " by " + inviter + " at " + link, locale})
}

func (m *mailbox) last() sentMail {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.sent[len(m.sent)-1]
}

var laptop = auth.Browser{Device: auth.Device{Address: "192.0.2.1", Agent: "Browser"}}

// code asks for a code in the laptop's browser, and looks into the mail.
func (w *testSite) code(email string) string {
	w.t.Helper()
	code, browser := w.codeAt(laptop.Address, email)
	w.browser = browser
	return code
}

// codeAt asks for a code in a browser of its own at a client address.
func (w *testSite) codeAt(address, email string) (code string, browser auth.Browser) {
	w.t.Helper()
	asked, err := w.SendCode(context.Background(), email, "en")
	w.ok(err)
	return w.mail.last().text, auth.Browser{Device: auth.Device{Address: address, Agent: "Browser"}, CodeToken: asked}
}

// in signs an address in by code.
func (w *testSite) in(email string) *auth.SignedIn {
	w.t.Helper()
	code := w.code(email)
	in, err := w.SignInWithCode(context.Background(), email, code, w.browser)
	w.ok(err)
	return in
}

// external signs an identity in.
func (w *testSite) external(id auth.Identity) *auth.SignedIn {
	w.t.Helper()
	in, err := w.SignInExternal(context.Background(), id, laptop)
	w.ok(err)
	return in
}

// user is a user as they are now.
func (w *testSite) user(id string) *auth.User {
	w.t.Helper()
	u, err := w.User(context.Background(), id)
	w.ok(err)
	return u
}

// by is a user as the maker of a change.
func by(id string) audit.Actor { return audit.Actor{ID: id} }

// auditRecords is what was written down, the oldest first.
func (w *testSite) auditRecords() []audit.Record {
	w.t.Helper()
	lines, _, err := w.platform().AuditRecords(w.t.Context(), audit.Query{Limit: 100})
	w.ok(err)
	slices.Reverse(lines)
	return lines
}

// alive reports whether a token is of a living session.
func (w *testSite) alive(token string) bool {
	w.t.Helper()
	session, u, err := w.Session(context.Background(), token)
	w.ok(err)
	if (session == nil) != (u == nil) {
		w.t.Errorf("session %v and user %v", session, u)
	}
	return session != nil
}

func (w *testSite) ok(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatalf("%v: %v", err, errors.Unwrap(err))
	}
}

func wantCode(t testing.TB, err error, want diag.Code) {
	t.Helper()
	if !diag.HasCode(err, want) {
		t.Errorf("got %v, want %s", err, want)
	}
}

// together runs fn in many goroutines at once and counts those without error.
// Errors may be of that code alone.
func together(t testing.TB, allowed diag.Code, fn func(int) error) (won int) {
	t.Helper()
	errs := make([]error, 16)
	var all sync.WaitGroup
	for i := range errs {
		all.Go(func() { errs[i] = fn(i) })
	}
	all.Wait()
	for _, err := range errs {
		if err == nil {
			won++
		} else {
			wantCode(t, err, allowed)
		}
	}
	return won
}
