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
	case otherRequests:
	}
	return l.Other
}

// limitClient counts what comes from the client's address.
func (s *Surface) limitClient(w http.ResponseWriter, r *http.Request, which limit) error {
	wait, ok, err := s.Auth.Allow(r.Context(), s.Limits.of(which), auth.ByAddress(s.Proxies.Client(r)))
	if err != nil || ok {
		return err
	}
	return httpx.TooOften(w, wait)
}

// limitStart counts a sign-in that begins for an e-mail address.
func (s *Surface) limitStart(w http.ResponseWriter, r *http.Request, email string) error {
	if _, err := auth.NormalizeEmail(email); err != nil {
		return err
	}
	wait, ok, err := s.Auth.AllowStart(r.Context(), s.Limits.SignIn, s.Proxies.Client(r), email)
	if err != nil || ok {
		return err
	}
	return httpx.TooOften(w, wait)
}
