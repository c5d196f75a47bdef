package identity

import (
	"errors"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
)

// What failed is said as what it is: a provider is no mail server, and neither
// is the database.
func TestAFailureIsSaidAsWhatItIs(t *testing.T) {
	w := httptest.NewRecorder()
	down := diag.At(diag.ResourceUnavailable, "", "Down.")
	provider := func(err error) error { return trouble(wordOf(err), err, "provider", "sso") }
	for name, c := range map[string]struct {
		err  error
		want string
	}{
		"a provider that is down":        {provider(down), "problem_provider_down"},
		"a provider that refuses":        {provider(diag.At(diag.AuthDenied, "", "No.")), "problem_denied"},
		"an answer that does not belong": {provider(diag.At(diag.InputValidationFailed, "input#/state", "No.")), "problem_expired"},
		"a mail server that is down":     {down.WithCause(errors.Join(auth.ErrUndelivered)), "problem_mail"},
		"a database that is busy":        {down, "problem_unavailable"},
		"a database behind a link":       {trouble("problem_link", down), "problem_unavailable"},
		"a database behind a sign-in":    {trouble("problem_expired", down), "problem_unavailable"},
		"too many starts":                {httpx.TooOften(w, time.Minute, "a limit"), "problem_many"},
		"too many wrong codes":           {trouble("problem_guessed", httpx.TooOften(w, time.Minute, "a limit")), "problem_guessed"},
		"a fault behind words":           {trouble("problem_link", diag.Internal(errors.New("disk"))), "problem_internal"},
	} {
		if got := wordsFor(w, c.err); got.Key != c.want {
			t.Errorf("%s: %s, want %s", name, got.Key, c.want)
		}
	}
}
