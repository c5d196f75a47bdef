package auth_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/diag"
)

// site-folder.md: created and revoked by owners with scopes and an expiry,
// stored hashed, shown once.
func TestAKeyIsVerifiedUntilItEnds(t *testing.T) {
	w, in := site(t)
	expires := w.now.Add(48*time.Hour + time.Nanosecond)
	k, secret, err := w.CreateKey(t.Context(), by(in.User.ID), " Build\n", []string{"write", "read", "read"}, expires)
	w.ok(err)
	want := &auth.Key{
		ID: k.ID, Name: "Build", Start: secret[:9], Scopes: []string{"read", "write"}, CreatedBy: in.User.ID, CreatedAt: w.now,
		ExpiresAt: w.now.Add(48 * time.Hour),
	}
	if diff := cmp.Diff(want, k); diff != "" || !strings.HasPrefix(secret, "qk_") || len(secret) != 55 {
		t.Errorf("made %s with a secret of %d: %s", k.ID, len(secret), diff)
	}
	// It is noted to the hour when it was used.
	first := w.now
	for _, c := range []struct{ at, used time.Duration }{{0, 0}, {59 * time.Minute, 0}, {time.Hour, time.Hour}, {time.Hour, time.Hour}} {
		w.now = first.Add(c.at)
		want.UsedAt = first.Add(c.used)
		got, err := w.VerifyKey(t.Context(), secret)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("at %v: %v, %s", c.at, err, diff)
		}
		list, err := w.Keys(t.Context(), in.User.ID, "", 10)
		if diff := cmp.Diff([]*auth.Key{want}, list); diff != "" || err != nil {
			t.Errorf("listed at %v: %v, %s", c.at, err, diff)
		}
	}
	w.now = first.Add(48*time.Hour - time.Millisecond)
	_, err = w.VerifyKey(t.Context(), secret)
	w.ok(err)
	w.pass(time.Millisecond)
	_, err = w.VerifyKey(t.Context(), secret)
	wantCode(t, err, diag.Unauthenticated)
}

func TestWhatIsNoKeyIsRefused(t *testing.T) {
	w, in := site(t)
	k, secret, err := w.CreateKey(t.Context(), by(in.User.ID), "k", nil, time.Time{})
	w.ok(err)
	w.pass(10 * 365 * 24 * time.Hour)
	_, err = w.VerifyKey(t.Context(), secret)
	w.ok(err)
	other := "A"
	if strings.HasSuffix(secret, other) {
		other = "B"
	}
	for _, shown := range []string{"", "qk_", secret[3:], secret + "A", secret[:54] + other, strings.ToLower(secret), "QK_" + secret[3:], k.ID, in.Token, strings.Repeat("q", 1<<20)} {
		_, err := w.VerifyKey(t.Context(), shown)
		wantCode(t, err, diag.Unauthenticated)
	}
	if w.alive(secret) {
		t.Error("a key is a session")
	}
	w.ok(w.RevokeKey(t.Context(), by(in.User.ID), k.ID))
	_, err = w.VerifyKey(t.Context(), secret)
	wantCode(t, err, diag.Unauthenticated)
	wantCode(t, w.RevokeKey(t.Context(), by(in.User.ID), k.ID), diag.NotFound)
}

func TestKeysThatAreNotMade(t *testing.T) {
	w, in := site(t)
	plain := w.in(ann).User.ID
	many := make([]string, 51)
	for i := range many {
		many[i] = fmt.Sprint("s", i)
	}
	for name, c := range map[string]struct {
		actor, name string
		scopes      []string
		expires     time.Time
		want        diag.Code
	}{
		"by a plain user":  {plain, "k", nil, time.Time{}, diag.AuthDenied},
		"without a name":   {in.User.ID, " \n", nil, time.Time{}, diag.InputValidationFailed},
		"expired":          {in.User.ID, "k", nil, w.now, diag.InputValidationFailed},
		"too many scopes":  {in.User.ID, "k", many, time.Time{}, diag.InputValidationFailed},
		"an empty scope":   {in.User.ID, "k", []string{""}, time.Time{}, diag.InputValidationFailed},
		"a space":          {in.User.ID, "k", []string{"a b"}, time.Time{}, diag.InputValidationFailed},
		"a quote":          {in.User.ID, "k", []string{`a"`}, time.Time{}, diag.InputValidationFailed},
		"a backslash":      {in.User.ID, "k", []string{`a\`}, time.Time{}, diag.InputValidationFailed},
		"beyond ASCII":     {in.User.ID, "k", []string{"ä"}, time.Time{}, diag.InputValidationFailed},
		"a control":        {in.User.ID, "k", []string{"a\x7f"}, time.Time{}, diag.InputValidationFailed},
		"a scope too long": {in.User.ID, "k", []string{strings.Repeat("a", 129)}, time.Time{}, diag.InputValidationFailed},
	} {
		_, secret, err := w.CreateKey(t.Context(), by(c.actor), c.name, c.scopes, c.expires)
		if !diag.HasCode(err, c.want) || secret != "" {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	_, err := w.Keys(t.Context(), plain, "", 10)
	wantCode(t, err, diag.AuthDenied)
	wantCode(t, w.RevokeKey(t.Context(), by(plain), "k"), diag.AuthDenied)
	_, _, err = w.CreateKey(t.Context(), by(in.User.ID), "k", many[:50], time.Time{})
	w.ok(err)
}

// A key is the site's, and outlives whoever made it.
func TestAKeyOutlivesItsMaker(t *testing.T) {
	w, in := site(t)
	second := w.in(ann).User.ID
	w.ok(w.SetRole(t.Context(), by(in.User.ID), second, auth.Owner))
	_, secret, err := w.CreateKey(t.Context(), by(second), "k", nil, time.Time{})
	w.ok(err)
	w.ok(w.DeleteUser(t.Context(), by(in.User.ID), second))
	_, err = w.VerifyKey(t.Context(), secret)
	w.ok(err)
}
