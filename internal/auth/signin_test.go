package auth_test

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/diag"
)

const ann = "ann@tea.example"

// site-folder.md, Identity routes: six digits, 5 minutes.
func TestACodeSignsIn(t *testing.T) {
	w := newTestSite(t, auth.Options{})
	_, err := w.SendCode(t.Context(), " ANN@tea.example ", "zh-TW")
	w.ok(err)
	mail := w.mail.last()
	if mail.to != ann || mail.locale != "zh-TW" || !regexp.MustCompile(`^\d{6}$`).MatchString(mail.text) {
		t.Fatalf("mailed %+v", mail)
	}
	w.pass(5*time.Minute - time.Millisecond)
	in, err := w.SignInWithCode(t.Context(), "Ann@Tea.Example", mail.text, laptop)
	w.ok(err)
	u := in.User
	if u.Email != ann || !u.EmailVerified || u.Role != auth.None || !u.SeenAt.Equal(w.now) {
		t.Errorf("signed in %+v", u)
	}
	if s := in.Session; s.UserID != u.ID || s.Provider != auth.EmailCode || s.Device != laptop.Device {
		t.Errorf("session %+v", s)
	}
	if again := w.in(ann); again.User.ID != u.ID {
		t.Error("the second sign-in is of another user")
	}
}

func TestACodeThatDoesNotCountIsRefused(t *testing.T) {
	wrong := func(code string) string { return string('0'+(code[0]-'0'+1)%10) + code[1:] }
	for name, steps := range map[string]func(w *testSite, code string) (email, shown string){
		"wrong":             func(_ *testSite, code string) (string, string) { return ann, wrong(code) },
		"empty":             func(*testSite, string) (string, string) { return ann, "" },
		"too long":          func(_ *testSite, code string) (string, string) { return ann, code + strings.Repeat("0", 100) },
		"with a space":      func(_ *testSite, code string) (string, string) { return ann, code + " " },
		"of another":        func(_ *testSite, code string) (string, string) { return "ben@tea.example", code },
		"too old":           func(w *testSite, code string) (string, string) { w.pass(5 * time.Minute); return ann, code },
		"replaced":          func(w *testSite, code string) (string, string) { return ann, differing(w, code) },
		"used":              func(w *testSite, code string) (string, string) { w.use(code); return ann, code },
		"tried five times":  func(w *testSite, code string) (string, string) { w.miss(5, wrong(code)); return ann, code },
		"never sent, known": func(w *testSite, code string) (string, string) { w.use(code); return ann, "000000" },
	} {
		t.Run(name, func(t *testing.T) {
			w := newTestSite(t, auth.Options{})
			email, shown := steps(w, w.code(ann))
			in, err := w.SignInWithCode(t.Context(), email, shown, w.browser)
			wantCode(t, err, diag.Unauthenticated)
			if in != nil {
				t.Errorf("signed in %+v", in)
			}
		})
	}
}

// differing asks for codes until one differs from the first, which it gives.
func differing(w *testSite, first string) string {
	for w.code(ann) == first {
		continue
	}
	return first
}

func (w *testSite) use(code string) {
	w.t.Helper()
	_, err := w.SignInWithCode(context.Background(), ann, code, w.browser)
	w.ok(err)
}

func (w *testSite) miss(times int, code string) {
	w.t.Helper()
	for range times {
		_, err := w.SignInWithCode(context.Background(), ann, code, w.browser)
		wantCode(w.t, err, diag.Unauthenticated)
	}
}

// open-parts.md, Rate limits: 5 tries a code.
func TestTheFifthTryStillCounts(t *testing.T) {
	w := newTestSite(t, auth.Options{})
	code := w.code(ann)
	w.miss(4, "no code")
	w.use(code)
}

func TestACodeIsUsedOnce(t *testing.T) {
	w := newTestSite(t, auth.Options{})
	code := w.code(ann)
	won := together(t, diag.Unauthenticated, func(int) error {
		_, err := w.SignInWithCode(context.Background(), ann, code, w.browser)
		if diag.HasCode(err, diag.RateLimited) {
			err = diag.At(diag.Unauthenticated, "", "A code that is gone is tried by too many.")
		}
		return err
	})
	if won != 1 {
		t.Errorf("%d of many signed in, want 1", won)
	}
}

func TestMailThatIsNotAcceptedIsReported(t *testing.T) {
	w := newTestSite(t, auth.Options{})
	w.mail.failure = diag.At(diag.ResourceUnavailable, "", "Full.")
	for email, want := range map[string]diag.Code{ann: diag.ResourceUnavailable, "no address": diag.InputValidationFailed} {
		_, err := w.SendCode(t.Context(), email, "en")
		wantCode(t, err, want)
		linked := w.SendLink(t.Context(), email, "en", strings.ToUpper, "/")
		wantCode(t, linked, want)
		for _, err := range []error{err, linked} {
			if errors.Is(err, auth.ErrUndelivered) != (want == diag.ResourceUnavailable) {
				t.Errorf("%s: %v tells a mail server that fails from the rest wrongly", email, err)
			}
		}
	}
	_, err := w.SignInWithCode(t.Context(), "no address", "000000", laptop)
	wantCode(t, err, diag.InputValidationFailed)
}

func (w *testSite) link(callback string) (token string) {
	w.t.Helper()
	const url = "https://tea.example/verify?token="
	w.ok(w.SendLink(context.Background(), "Ann@tea.example", "en", func(token string) string { return url + token }, callback))
	mail := w.mail.last()
	token, found := strings.CutPrefix(mail.text, url)
	if mail.kind != "link" || mail.to != ann || !found {
		w.t.Fatalf("mailed %+v", mail)
	}
	return token
}

// site-folder.md, Identity routes: single use, 5 minutes.
func TestALinkSignsInOnce(t *testing.T) {
	w := newTestSite(t, auth.Options{})
	token := w.link("/notes?a=1")
	w.pass(5*time.Minute - time.Millisecond)
	won := together(t, diag.Unauthenticated, func(int) error {
		in, callback, err := w.SignInWithLink(context.Background(), token, laptop)
		if err == nil && (callback != "/notes?a=1" || in.User.Email != ann || in.Session.Provider != auth.EmailLink) {
			t.Errorf("signed in %+v, to %s", in, callback)
		}
		return err
	})
	if won != 1 {
		t.Errorf("%d of many signed in, want 1", won)
	}
	first, second := w.link("/"), w.link("/")
	for _, token := range []string{first, second} { // a link does not replace another
		_, _, err := w.SignInWithLink(t.Context(), token, laptop)
		w.ok(err)
	}
}

func TestALinkThatDoesNotCountIsRefused(t *testing.T) {
	w := newTestSite(t, auth.Options{})
	token := w.link("/")
	pending, err := w.NewPending(t.Context(), []byte("state"))
	w.ok(err)
	for _, shown := range []string{"", token + "x", token[:len(token)-1], pending, strings.Repeat("x", 1<<20)} {
		_, _, err := w.SignInWithLink(t.Context(), shown, laptop)
		wantCode(t, err, diag.Unauthenticated)
	}
	w.pass(5 * time.Minute)
	_, _, err = w.SignInWithLink(t.Context(), token, laptop)
	wantCode(t, err, diag.Unauthenticated)
	wantCode(t, w.SendLink(t.Context(), ann, "en", strings.ToUpper, strings.Repeat("x", 2049)), diag.InputValidationFailed)
}

// site-folder.md, quartet dev: a one-click link; its user is made when it is
// used, not before.
func TestALinkMayBeHandedOut(t *testing.T) {
	w := newTestSite(t, auth.Options{OwnerEmail: "owner@localhost"})
	token, err := w.NewLink(t.Context(), auth.Link{Email: "owner@localhost", Callback: "/admin"}, 24*time.Hour)
	w.ok(err)
	if len(w.mail.sent) != 0 {
		t.Errorf("mailed %+v", w.mail.sent)
	}
	users, _, err := w.Members(t.Context(), "", auth.Cursor{}, 10)
	if len(users) != 0 || err != nil {
		t.Errorf("there are %v, %v", users, err)
	}
	w.pass(23 * time.Hour)
	in, callback, err := w.SignInWithLink(t.Context(), token, laptop)
	w.ok(err)
	if in.User.Role != auth.Owner || callback != "/admin" {
		t.Errorf("signed in %+v, to %s", in.User, callback)
	}
}

// Programs that look at a message's links before people do spend nothing.
func TestALookAtALinkSpendsNothing(t *testing.T) {
	w := newTestSite(t, auth.Options{})
	want := auth.Link{Email: ann, Callback: "/admin", AtOnce: true}
	token, err := w.NewLink(t.Context(), want, time.Hour)
	w.ok(err)
	for range 3 {
		got, err := w.Link(t.Context(), token)
		if w.ok(err); got != want {
			t.Errorf("the link is %+v, want %+v", got, want)
		}
	}
	_, _, err = w.SignInWithLink(t.Context(), token, laptop)
	w.ok(err)
	late := w.link("/")
	w.pass(5 * time.Minute)
	for _, shown := range []string{"", token, token + "x", late} {
		_, err := w.Link(t.Context(), shown)
		wantCode(t, err, diag.Unauthenticated)
	}
}

func TestWhatIsPendingIsTakenOnce(t *testing.T) {
	w := newTestSite(t, auth.Options{})
	keep := func() string {
		token, err := w.NewPending(t.Context(), []byte("state"))
		w.ok(err)
		return token
	}
	token := keep()
	won := together(t, diag.Unauthenticated, func(int) error {
		got, err := w.TakePending(context.Background(), token)
		if err == nil && string(got) != "state" {
			t.Errorf("got %q", got)
		}
		return err
	})
	if won != 1 {
		t.Errorf("%d of many took it, want 1", won)
	}
	token = keep()
	w.pass(10 * time.Minute)
	_, err := w.TakePending(t.Context(), token)
	wantCode(t, err, diag.Unauthenticated)
}

// A sign-in ends the secret that the browser had; the session of
// the same user goes on, and with it what is connected in it (decision 76).
func TestSignInReplacesTheSecretThatTheBrowserHad(t *testing.T) {
	w := newTestSite(t, auth.Options{})
	first := w.in(ann)
	again := func(email, had string) *auth.SignedIn {
		t.Helper()
		v := laptop
		v.SessionToken = had
		in, err := w.SignInWithCode(t.Context(), email, w.code(email), v)
		w.ok(err)
		return in
	}
	dead := func(token string) {
		t.Helper()
		if session, _, err := w.Session(t.Context(), token); session != nil || err != nil {
			t.Errorf("the old secret still counts: %+v, %v", session, err)
		}
	}
	second := again(ann, first.Token)
	if second.Session.ID != first.Session.ID || second.Token == first.Token {
		t.Errorf("the session of the same user does not go on under a new secret: %+v", second.Session)
	}
	dead(first.Token)
	other := again("ben@tea.example", second.Token)
	if other.Session.ID == second.Session.ID {
		t.Error("another user took the session over")
	}
	dead(second.Token)
	if planted := again(ann, "chosen by somebody"); planted.Token == "chosen by somebody" {
		t.Error("a planted secret counts")
	}
}
