package rest

import (
	"net/http"
	"slices"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/principal"
)

// An access token has Scope, or in its place ReadScope, with which its client
// reads Views and calls nothing; Scope includes it (decision 178).
const (
	Scope     = "api"
	ReadScope = "api:read"
)

// Challenger says in a refusal how its client gets what it lacks: an access token,
// scopes being nil, or one with these scopes.
type Challenger func(w http.ResponseWriter, r *http.Request, scopes []string)

// Challenge has refusals say so. Call it before the surface serves. Without it a
// surface has no access tokens.
func (s *Surface) Challenge(how Challenger) { s.challenge = how }

// Scopes are the scopes that the public Views and the HTTP Triggers of a plan ask
// for, and those of them that Views alone ask for.
func Scopes(p *plan.Plan) (all, reading []string) {
	return p.AskedScopes(func(v *plan.View) bool { return v.Surface() == plan.Public }, plan.SourceHTTP)
}

// readsOnly reports whether the caller's client may only read. An API key has the
// scopes that an owner gave it, whatever they are called.
func readsOnly(c content.Caller) bool {
	return isToken(c) && slices.Contains(c.Auth.Scopes, ReadScope) && !slices.Contains(c.Auth.Scopes, Scope)
}

func isToken(c content.Caller) bool {
	return c.Auth != nil && c.Auth.Credential == string(principal.OAuth)
}

// permit is the part of who may call a Procedure that does not depend on the input.
// What the tokens of a program's own sign-in may do is for the program to say.
func (s *Surface) permit(caller content.Caller, p *plan.Procedure) error {
	if s.challenge != nil && readsOnly(caller) {
		return diag.At(diag.AuthDenied, "input#", "Your access is read only, and this may change something.")
	}
	return s.service.Authorize(caller, p.Requires())
}

// refuse answers a failure of a call, for a client that is told what it lacks.
func (s *Surface) refuse(w http.ResponseWriter, r *http.Request, caller content.Caller, lacks []string, err error) {
	switch {
	case s.challenge == nil:
	case diag.HasCode(err, diag.Unauthenticated) && caller.Anonymous():
		if w.Header()["Www-Authenticate"] == nil { // a token that does not count has said why
			s.challenge(w, r, nil)
		}
	case diag.HasCode(err, diag.AuthDenied) && isToken(caller) && len(lacks) > 0:
		s.challenge(w, r, slices.Concat(caller.Auth.Scopes, lacks))
	}
	httpx.WriteFailure(w, r, err)
}

// lacking are the scopes without which the caller may not do what has these
// requirements, and with which it may. Only what a person can give is named: none
// where something else is missing too, or a name that no client can ask for.
// A client that may only read lacks Scope for what changes something.
func lacking(caller content.Caller, r *plan.Requirements, changes bool) []string {
	missing, ok := caller.MissingScopes(r)
	if !ok || slices.ContainsFunc(missing, func(scope string) bool { return !principal.IsScope(scope) }) {
		return nil
	}
	if changes && readsOnly(caller) {
		return append([]string{Scope}, missing...)
	}
	return missing
}
