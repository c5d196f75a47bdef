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
	starts       // of a sign-in
	tokens
	registrations
)

// Limits are how often the routes may be called.
type Limits struct {
	SignIn, Register, Token, Other auth.Limit
}

// UsualLimits are those of open-parts.md.
var UsualLimits = Limits{auth.SignInStarts, auth.Registrations, auth.TokenRequests, auth.OtherRequests}

func (l Limits) of(which limit) auth.Limit {
	switch which {
	case starts:
		return l.SignIn
	case tokens:
		return l.Token
	case registrations:
		return l.Register
	default:
		return l.Other
	}
}

// limitClient counts what comes from the client's address.
func (s *Surface) limitClient(w http.ResponseWriter, r *http.Request, which limit) error {
	return s.count(w, r, s.Limits.of(which), auth.ByAddress(s.Proxies.Client(r)))
}

// limitAddress counts the sign-ins that begin for an e-mail address.
func (s *Surface) limitAddress(w http.ResponseWriter, r *http.Request, email string) error {
	if _, err := auth.NormalizeEmail(email); err != nil {
		return err
	}
	return s.count(w, r, s.Limits.SignIn, auth.ByAccount(email))
}

// count is RATE_LIMITED when there was too much from, or for, who.
func (s *Surface) count(w http.ResponseWriter, r *http.Request, l auth.Limit, who string) error {
	wait, ok, err := s.Auth.Allow(r.Context(), l, who)
	if err != nil || ok {
		return err
	}
	return httpx.TooOften(w, wait)
}
