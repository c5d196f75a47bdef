package identity

import (
	"net/http"

	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/httpx"
)

// limit is the rate limit of a route (open-parts.md, Rate limits).
type limit int

const (
	otherRequests limit = iota
	signInStarts        // of a sign-in at a provider
	sessionReads        // of one's own session, which pages do as often as they are opened
	tokenRequests
	registrations

	// mailRequests are requests that may begin a sign-in by mail. That it begins is
	// counted by limitStart, which needs to know for whom.
	mailRequests
)

// Limits are how often the routes may be called.
type Limits struct {
	SignIn                 auth.StartLimits
	Register, Token, Other auth.Limit
}

// DefaultLimits are those of open-parts.md.
var DefaultLimits = Limits{auth.SignInStarts, auth.Registrations, auth.TokenRequests, auth.OtherRequests}

func (l Limits) of(which limit) auth.Limit {
	switch which {
	case signInStarts:
		return l.SignIn.Address
	case tokenRequests:
		return l.Token
	case registrations:
		return l.Register
	case mailRequests:
		return l.Other.WithOwnCounts("letters")
	case sessionReads:
		return l.Other.WithOwnCounts("session")
	case otherRequests:
	}
	return l.Other
}

// limitClient counts what comes from the client's address.
func (s *Surface) limitClient(w http.ResponseWriter, r *http.Request, which limit) error {
	return s.limitBy(w, r, which, auth.ByAddress(s.Proxies.Client(r)))
}

func (s *Surface) limitBy(w http.ResponseWriter, r *http.Request, which limit, who string) error {
	reached := s.Limits.of(which)
	wait, ok, err := s.Auth.Allow(r.Context(), reached, who)
	if err != nil || ok {
		return err
	}
	return httpx.TooOften(w, wait, reached.String())
}

// limitReader counts a read of the caller's own session. One that counts has a limit of
// its own: many people may be behind one address. To find one is no more than what a View
// does for every cookie, and its secret cannot be guessed (decision 283).
func (s *Surface) limitReader(w http.ResponseWriter, r *http.Request, own *auth.Session) error {
	if own == nil {
		return s.limitClient(w, r, otherRequests)
	}
	return s.limitBy(w, r, sessionReads, "session "+own.ID)
}

// limitStart counts a sign-in that begins for an email address.
func (s *Surface) limitStart(w http.ResponseWriter, r *http.Request, email string) error {
	if _, err := auth.NormalizeEmail(email); err != nil {
		return err
	}
	err := s.Auth.LimitStart(r.Context(), s.Limits.SignIn, s.Proxies.Client(r), email)
	if wait, held := auth.WaitOf(err); held {
		reached, _ := auth.LimitOf(err)
		return httpx.TooOften(w, wait, reached.String())
	}
	return err
}
