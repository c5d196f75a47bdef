package identity

import (
	"net/http"

	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
)

// methods lists the ways in, without anything that is secret.
func (s *Surface) methods(w http.ResponseWriter, _ *http.Request) error {
	type method struct {
		Kind     string `json:"kind"`
		Provider string `json:"provider,omitempty"`
		Name     string `json:"name,omitempty"`
	}
	found := []method{}
	if s.Codes {
		found = append(found, method{Kind: auth.EmailCode})
	}
	if s.Links {
		found = append(found, method{Kind: auth.EmailLink})
	}
	for _, p := range s.Providers {
		found = append(found, method{Kind: p.Kind, Provider: p.ID(), Name: p.Name()})
	}
	return send(w, map[string]any{"methods": found})
}

func (s *Surface) sendCode(w http.ResponseWriter, r *http.Request) error {
	in, err := readBody(w, r)
	if err != nil {
		return err
	}
	asked, err := in.texts("email", "type")
	if err != nil {
		return err
	}
	if asked[1] != "sign-in" && asked[1] != "" {
		d := diag.At(diag.InputValidationFailed, "input#/type", "Codes are for signing in alone.")
		d.Expected = []string{"sign-in"}
		return d
	}
	if err := s.mailCode(w, r, asked[0]); err != nil {
		return err
	}
	return send(w, map[string]bool{"success": true})
}

// mailCode sends a code, unless there were too many, and ties it to the browser.
func (s *Surface) mailCode(w http.ResponseWriter, r *http.Request, email string) error {
	if !s.Codes {
		return notOffered()
	}
	if err := s.limitStart(w, r, email); err != nil {
		return err
	}
	asked, err := s.Auth.SendCode(r.Context(), email, languageOf(r).Tag)
	if err == nil {
		s.cookies.setCode(w, asked)
	}
	return err
}

func notOffered() error {
	return diag.At(diag.NotFound, "input#", "This way of signing in is not offered here.")
}

func (s *Surface) signInWithCode(w http.ResponseWriter, r *http.Request) error {
	in, err := readBody(w, r)
	if err != nil {
		return err
	}
	given, err := in.texts("email", "otp")
	if err != nil {
		return err
	}
	signed, err := s.completeCodeSignIn(w, r, given[0], given[1])
	if err != nil {
		return err
	}
	return send(w, map[string]any{"token": signed.Session.ID, "user": userOf(signed.User)})
}

func (s *Surface) completeCodeSignIn(w http.ResponseWriter, r *http.Request, email, code string) (*auth.SignedIn, error) {
	if !s.Codes {
		return nil, notOffered()
	}
	visitor := s.browserOf(r)
	visitor.CodeToken = value(r, s.cookies.code)
	signed, err := s.Auth.SignInWithCode(r.Context(), email, code, visitor)
	if wait, held := auth.WaitOf(err); held {
		reached, _ := auth.LimitOf(err)
		return nil, trouble("problem_guessed", httpx.TooOften(w, wait, reached.String()))
	}
	if err != nil {
		return nil, err
	}
	s.setSession(w, signed)
	return signed, nil
}

// setSession gives the browser the secret of its new session.
func (s *Surface) setSession(w http.ResponseWriter, in *auth.SignedIn) {
	s.cookies.setSession(w, in.Token, in.Session.ExpiresAt)
}

func (s *Surface) browserOf(r *http.Request) auth.Browser {
	device := auth.Device{Address: s.Proxies.Client(r).String(), Agent: r.UserAgent()}
	return auth.Browser{Device: device, SessionToken: s.cookies.token(r)}
}

func (s *Surface) sendLink(w http.ResponseWriter, r *http.Request) error {
	in, err := readBody(w, r)
	if err != nil {
		return err
	}
	asked, err := in.texts("email", "callbackURL")
	if err != nil {
		return err
	}
	if err := s.mailLink(w, r, asked[0], asked[1]); err != nil {
		return err
	}
	return send(w, map[string]bool{"status": true})
}

// mailLink sends a link, unless there were too many.
func (s *Surface) mailLink(w http.ResponseWriter, r *http.Request, email, callback string) error {
	if !s.Links {
		return notOffered()
	}
	callback, err := s.origins.destination(callback)
	if err != nil {
		return err
	}
	if err := s.limitStart(w, r, email); err != nil {
		return err
	}
	return s.Auth.SendLink(r.Context(), email, languageOf(r).Tag, s.Link, callback)
}

// redirect sends the browser on, to an address of ours or of one that we trust.
func (s *Surface) redirect(w http.ResponseWriter, r *http.Request, callback string) error {
	where, err := s.origins.destination(callback)
	if err != nil {
		return err
	}
	redirect(w, r, where, http.StatusFound)
	return nil
}
