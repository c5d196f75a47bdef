package auth_test

import (
	"context"
	"fmt"
	"net/netip"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/diag"
)

// starts is how many of n sign-ins may begin for an account, from as many
// addresses each in turn, and how long the last one is told to wait.
func (w *testSite) starts(n int, email string, from ...string) (count int, retry time.Duration) {
	w.t.Helper()
	return w.tries(n, func(i int) (time.Duration, bool, error) {
		return w.AllowStart(context.Background(), auth.SignInStarts, netip.MustParseAddr(from[i%len(from)]), email)
	})
}

// strangers are that many addresses.
func strangers(n int) (all []string) {
	for i := range n {
		all = append(all, fmt.Sprintf("203.0.113.%d", i))
	}
	return all
}

func wantStarts(t *testing.T, what string, got, want int) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %d starts are allowed, want %d", what, got, want)
	}
}

// open-parts.md, Rate limits: sign-in starts.
func TestStartsCountAnAddressAndAnAccountTogether(t *testing.T) {
	w := newTestSite(t, auth.Options{})
	count, retry := w.starts(10, ann, "203.0.113.1")
	wantStarts(t, "one address for one account", count, 5)
	w.pass(retry)
	count, _ = w.starts(1, ann, "203.0.113.1")
	wantStarts(t, "after the wait", count, 1)
	count, _ = w.starts(10, "ben@tea.example", "203.0.113.1")
	wantStarts(t, "that address for another account", count, 5)
	count, _ = w.starts(10, ann, "203.0.113.2")
	wantStarts(t, "another address for that account", count, 5)
	count = 0
	for i := range 20 {
		n, _ := w.starts(5, fmt.Sprintf("c%d@tea.example", i), "203.0.113.3")
		count += n
	}
	wantStarts(t, "one address for many accounts", count, 20)
}

// open-parts.md, Rate limits: 200 a day for one account, with a share for
// addresses that have signed in to it, however they have; for nobody's address
// the others' share alone.
func TestAnAddressThatHasSignedInHasAShareOfItsOwn(t *testing.T) {
	for name, c := range map[string]struct {
		arrive func(*testSite)
		own    int
	}{
		"by code":     {func(w *testSite) { w.in(ann) }, 50},
		"by link":     {func(w *testSite) { _, _, err := w.SignInWithLink(context.Background(), w.link("/"), laptop); w.ok(err) }, 50},
		"by provider": {func(w *testSite) { w.external(github("1", ann, true)) }, 50},
		"never":       {func(w *testSite) {}, 0},
		"long ago":    {func(w *testSite) { w.in(ann); w.pass(180 * 24 * time.Hour) }, 0},
		"as another":  {func(w *testSite) { w.in("ben@tea.example") }, 0},
		"unverified":  {func(w *testSite) { w.external(github("1", ann, false)) }, 0},
	} {
		t.Run(name, func(t *testing.T) {
			w := newTestSite(t, auth.Options{})
			c.arrive(w)
			others, _ := w.starts(500, ann, strangers(50)...)
			wantStarts(t, "strangers", others, 150)
			own := 0
			for range 10 { // at 5 a minute and 20 an hour
				n, _ := w.starts(6, ann, laptop.Address)
				own += n
				w.pass(time.Hour)
			}
			wantStarts(t, "the laptop's address", own, c.own)
			again, _ := w.starts(500, ann, strangers(50)...)
			wantStarts(t, "strangers later that day", again, 0)
		})
	}
}

// Where nobody else asks, an address that has signed in has the whole day.
func TestAShareIsNoBound(t *testing.T) {
	w := newTestSite(t, auth.Options{})
	w.in(ann)
	count, many := 0, auth.SignInStarts.With(map[time.Duration]int{time.Minute: 1000})
	for range 300 {
		_, ok, err := w.AllowStart(t.Context(), many, netip.MustParseAddr(laptop.Address), ann)
		if w.ok(err); ok {
			count++
		}
	}
	wantStarts(t, "a day at the laptop's address", count, 200)
}

// open-parts.md, Rate limits: tries by others spend nothing, and the code of a
// browser is that of this browser, whoever asks after it.
func TestACodeIsTheBrowsersThatAskedForIt(t *testing.T) {
	w := newTestSite(t, auth.Options{})
	code, home := w.codeAt("192.0.2.1", ann)
	for n := range 20 {
		theirs, thief := w.codeAt(fmt.Sprintf("203.0.113.%d", n), ann)
		for range 6 {
			_, err := w.SignInWithCode(t.Context(), ann, "no code", thief)
			if err == nil {
				t.Fatal("a wrong code signs in")
			}
		}
		if _, err := w.SignInWithCode(t.Context(), ann, theirs, thief); err == nil {
			t.Fatal("a code that is spent signs in")
		}
	}
	in, err := w.SignInWithCode(t.Context(), ann, code, home)
	if w.ok(err); in.User.Email != ann {
		t.Errorf("signed in %+v", in.User)
	}
}

// A code is typed on another device while it is the newest.
func TestTheNewestCodeCountsInAnyBrowser(t *testing.T) {
	w := newTestSite(t, auth.Options{})
	older, _ := w.codeAt("192.0.2.1", ann)
	newest, asked := w.codeAt("192.0.2.1", ann)
	_, err := w.SignInWithCode(t.Context(), ann, older, laptop)
	if older != newest {
		wantCode(t, err, diag.Unauthenticated)
	}
	_, err = w.SignInWithCode(t.Context(), ann, newest, laptop)
	w.ok(err)
	_, err = w.SignInWithCode(t.Context(), ann, newest, asked) // once, there too
	wantCode(t, err, diag.Unauthenticated)
}

// Beyond the wrong codes of a day a right one still signs in where it was asked
// for: at the first try, or in five at an address that has signed in before.
func TestBeyondTheWrongCodesOfADay(t *testing.T) {
	w := newTestSite(t, auth.Options{})
	w.in(ann)
	for n := range 60 {
		_, err := w.SignInWithCode(t.Context(), ann, "no code", auth.Browser{Device: auth.Device{Address: fmt.Sprintf("203.0.113.%d", n)}})
		wantCode(t, err, diag.Unauthenticated)
	}
	for address, tries := range map[string]int{"198.51.100.1": 1, laptop.Address: 5} {
		for wrong := 5; wrong >= 0; wrong-- { // a sign-in makes the address one of those
			code, browser := w.codeAt(address, ann)
			for range wrong {
				_, err := w.SignInWithCode(t.Context(), ann, "no code", browser)
				wantCode(t, err, diag.RateLimited)
				if wait, ok := auth.WaitOf(err); !ok || wait <= 0 || wait > 48*time.Hour {
					t.Errorf("to wait %v, %v", wait, ok)
				}
			}
			_, err := w.SignInWithCode(t.Context(), ann, code, browser)
			if (err == nil) != (wrong < tries) {
				t.Errorf("%s: after %d wrong codes a right one: %v", address, wrong, err)
			}
		}
	}
}

// An address that has signed in before guesses on for a day's wrong codes again;
// after that it has the one try of everybody.
func TestAFamiliarAddressDoesNotGuessWithoutEnd(t *testing.T) {
	w := newTestSite(t, auth.Options{})
	w.in(ann)
	code, browser := w.codeAt(laptop.Address, ann)
	for n := range 60 + 60 {
		if n%4 == 0 { // the right one is always within its tries
			w.now = w.now.Add(4 * time.Minute)
			code, browser = w.codeAt(laptop.Address, ann)
		}
		_, err := w.SignInWithCode(t.Context(), ann, "no code", browser)
		wantCode(t, err, map[bool]diag.Code{true: diag.Unauthenticated, false: diag.RateLimited}[n < 60])
	}
	_, err := w.SignInWithCode(t.Context(), ann, code, browser)
	wantCode(t, err, diag.RateLimited)
	code, browser = w.codeAt(laptop.Address, ann)
	_, err = w.SignInWithCode(t.Context(), ann, code, browser)
	w.ok(err)
}
