package identity

import (
	"errors"
	"net/http"
	"strconv"

	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/identity/page"
)

// troubled is a failure with words for whoever sees a page.
type troubled struct {
	page.Trouble
	cause error
}

func (t *troubled) Error() string { return t.Key + ": " + t.cause.Error() }
func (t *troubled) Unwrap() error { return t.cause }

// trouble gives an error words: the key of a message and its arguments.
func trouble(key string, cause error, args ...string) error {
	return &troubled{page.Trouble{Key: key, Args: args}, cause}
}

// providerDown is the one trouble whose own words stand for what cannot be had
// for a while.
const providerDown = "problem_provider_down"

// wordsFor are the words for an error: its own, where it is the caller's or the
// provider's, or those for its code.
func wordsFor(w http.ResponseWriter, err error) page.Trouble {
	var own *troubled
	d := diag.As(err)
	switch {
	case errors.As(err, &own) && (d.Status() < http.StatusInternalServerError || own.Key == providerDown):
		return own.Trouble
	case d.Code == diag.RateLimited:
		return page.Trouble{Key: "problem_many", Args: []string{"minutes", minutes(w)}}
	case errors.Is(err, auth.ErrUndelivered):
		return page.Trouble{Key: "problem_mail"}
	case d.Code == diag.ResourceUnavailable:
		return page.Trouble{Key: "problem_unavailable"}
	case d.Code == diag.NotFound:
		return page.Trouble{Key: "problem_not_found"}
	case d.Status() < http.StatusInternalServerError:
		return page.Trouble{Key: "problem_request", Args: []string{"detail", d.Message}}
	}
	return page.Trouble{Key: "problem_internal", Args: []string{"request", w.Header().Get("X-Request-Id")}}
}

// minutes is Retry-After as people count.
func minutes(w http.ResponseWriter) string {
	wait, _ := strconv.Atoi(w.Header().Get("Retry-After"))
	return strconv.Itoa(max(1, (wait+59)/60))
}

// fail answers a failure the way this kind of client reads it.
func (d clientKind) fail(s *Surface, w http.ResponseWriter, r *http.Request, err error) {
	switch d {
	case anyClient:
		s.failClient(w, r, err)
	case pageForm, navigation:
		s.failPage(w, r, err)
	case siteScript:
		httpx.WriteRefusal(w, r, err, "")
	}
}

// failPage shows what went wrong as a page.
func (s *Surface) failPage(w http.ResponseWriter, r *http.Request, err error) {
	d := diag.As(err)
	httpx.LogFailure(w, r, err)
	s.show(w, r, d.Status(), page.Notice{Site: s.site(r), Title: "problem_title", Trouble: wordsFor(w, err)})
}
