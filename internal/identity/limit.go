package identity

import (
	"net/http"

	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/httpx"
)

// limit is the rate limit of a route (open-parts.md, Rate limits).
type limit int

const (
	others limit = iota
	starts       // of a sign-in at a provider
	tokens
	registrations

	// letters are requests that may begin a sign-in by mail. That it begins is
	// counted by limitStart, which needs to know for whom.
	letters
)

// Limits are how often the routes may be called.
type Limits struct {
	SignIn                 auth.StartLimits
	Register, Token, Other auth.Limit
}

// UsualLimits are those of open-parts.md.
var UsualLimits = Limits{auth.SignInStarts, auth.Registrations, auth.TokenRequests, auth.OtherRequests}

func (l Limits) of(which limit) auth.Limit {
	switch which {
	case starts:
		return l.SignIn.Address
	case tokens:
		return l.Token
	case registrations:
		return l.Register
	case letters:
		return l.Other.Apart("letters")
	case others:
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
