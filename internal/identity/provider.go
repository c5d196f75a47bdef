package identity

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/auth/external"
	"github.com/quartet-dev/quartet/internal/diag"
)

// pending is a sign-in at a provider that has begun: what it needs to go on,
// and where it leads.
type pending struct {
	Visit    external.Pending `json:"visit"`
	Callback string           `json:"callback"`
}

// signInWithProvider answers a script where to send the browser.
func (s *Surface) signInWithProvider(w http.ResponseWriter, r *http.Request) error {
	in, err := readBody(w, r)
	if err != nil {
		return err
	}
	asked, err := in.texts("provider", "providerId", "callbackURL")
	if err != nil {
		return err
	}
	id := asked[0]
	if id == "" {
		id = asked[1]
	}
	where, err := s.start(w, r, id, asked[2])
	if err != nil {
		return err
	}
	return send(w, map[string]any{"url": where, "redirect": true})
}

// begin sends the browser to a provider.
func (s *Surface) begin(w http.ResponseWriter, r *http.Request, id, callback string) error {
	if err := s.limitClient(w, r, signInStarts); err != nil {
		return err
	}
	where, err := s.start(w, r, id, callback)
	if err != nil {
		return err
	}
	redirect(w, r, where, http.StatusSeeOther)
	return nil
}

// start keeps what the sign-in needs when it comes back, and ties it to this
// browser by a cookie.
func (s *Surface) start(w http.ResponseWriter, r *http.Request, id, callback string) (string, error) {
	p, ok := s.providers[id]
	if !ok {
		return "", notOffered()
	}
	callback, err := s.origins.destination(callback)
	if err != nil {
		return "", err
	}
	where, visit, err := p.Begin(r.Context(), external.BeginRequest{RedirectURI: originOf(s.Origin) + callbackPath + url.PathEscape(id)})
	if err != nil {
		return "", trouble(wordOf(err), err, "provider", p.Name())
	}
	kept, err := json.Marshal(pending{Visit: visit, Callback: callback})
	if err != nil {
		return "", diag.Internal(err)
	}
	token, err := s.Auth.NewPending(r.Context(), kept)
	if err != nil {
		return "", err
	}
	s.cookies.setFlow(w, token, auth.PendingLifetime)
	return where, nil
}

// callback is where a provider sends the browser back to.
func (s *Surface) callback(w http.ResponseWriter, r *http.Request) error {
	p, ok := s.providers[strings.TrimPrefix(r.URL.Path, callbackPath)]
	if !ok {
		return notOffered()
	}
	begun, err := s.resume(w, r)
	if err != nil {
		return trouble("problem_expired", err)
	}
	if begun.Visit.Provider != p.ID() {
		return trouble("problem_expired", diag.At(diag.InputValidationFailed, "input#", "The sign-in began at another provider."))
	}
	who, err := p.Finish(r.Context(), begun.Visit, r.URL.Query())
	if err != nil {
		return trouble(wordOf(err), err, "provider", p.Name())
	}
	signed, err := s.Auth.SignInExternal(r.Context(), who, s.browserOf(r))
	if err != nil {
		return trouble("problem_provider", err, "provider", p.Name())
	}
	s.setSession(w, signed)
	return s.redirect(w, r, begun.Callback)
}

func wordOf(err error) string {
	switch {
	case diag.HasCode(err, diag.AuthDenied):
		return "problem_denied"
	case diag.HasCode(err, diag.InputValidationFailed):
		return "problem_expired"
	case diag.HasCode(err, diag.ResourceUnavailable):
		return providerDown
	}
	return "problem_provider"
}

// resume finds what this browser began, once.
func (s *Surface) resume(w http.ResponseWriter, r *http.Request) (*pending, error) {
	s.cookies.clearFlow(w)
	kept, err := s.Auth.TakePending(r.Context(), value(r, s.cookies.flow))
	if err != nil {
		return nil, err
	}
	var begun pending
	if err := json.Unmarshal(kept, &begun); err != nil {
		return nil, diag.Internal(err)
	}
	return &begun, nil
}
