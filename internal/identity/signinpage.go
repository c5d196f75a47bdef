package identity

import (
	"cmp"
	"net/http"
	"net/url"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/identity/page"
)

// signInPage is the provider's loginPage. It needs no script: its forms come
// back to signInStep.
func (s *Surface) signInPage(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	callback := cmp.Or(query.Get("callbackURL"), appsPath) // a site need not have pages of its own
	if query.Has("client_id") {                            // the provider sends its request along as it is
		callback = authorizePath + "?" + query.Encode()
	}
	callback, err := s.origins.destination(callback)
	if err != nil {
		return err
	}
	s.show(w, r, http.StatusOK, s.entry(r, callback))
	return nil
}

// entry is the page as it first appears.
func (s *Surface) entry(r *http.Request, callback string) page.SignIn {
	shown := page.SignIn{Site: s.site(r), Codes: s.Codes, Links: s.Links, Callback: callback, Client: s.clientBehind(r, callback)}
	for _, p := range s.Providers {
		shown.Providers = append(shown.Providers, page.Provider{ID: p.ID(), Name: p.Name()})
	}
	return shown
}

// clientBehind names the OAuth client whose request led to the sign-in, or "".
func (s *Surface) clientBehind(r *http.Request, callback string) string {
	u, err := url.Parse(callback)
	if err != nil || u.Path != authorizePath {
		return ""
	}
	request, err := s.OAuth.Authorize(r.Context(), u.Query())
	if err != nil {
		return ""
	}
	return request.Client.Name
}

// signInStep takes the page's forms. What goes wrong is said on the page that
// the form was on.
func (s *Surface) signInStep(w http.ResponseWriter, r *http.Request) error {
	in, err := readForm(w, r)
	if err != nil {
		return err
	}
	callback, err := s.origins.destination(in.Get("callbackURL"))
	if err != nil {
		return err
	}
	shown := s.entry(r, callback)
	shown.Email = in.Get("email")
	switch in.Get("step") {
	case "send-code":
		err = s.mailCode(w, r, shown.Email)
		shown.CodeSent = err == nil
	case "send-link":
		err = s.mailLink(w, r, shown.Email, callback)
		shown.LinkSent = err == nil
	case "provider":
		return s.begin(w, r, in.Get("provider"), callback)
	case "code":
		_, err = s.completeCodeSignIn(w, r, shown.Email, in.Get("otp"))
		if err == nil {
			return s.redirect(w, r, callback)
		}
		shown.CodeSent = true
	default:
		return diag.At(diag.InputValidationFailed, "input#/step", "The form has no such step.")
	}
	return s.showStep(w, r, shown, err)
}

func (s *Surface) showStep(w http.ResponseWriter, r *http.Request, shown page.SignIn, err error) error {
	status := http.StatusOK
	if err != nil {
		d := diag.As(err)
		if d.Status() >= http.StatusInternalServerError && d.Code != diag.ResourceUnavailable {
			return err
		}
		words := wordsFor(w, err)
		switch d.Code {
		case diag.Unauthenticated:
			words = page.Trouble{Key: "problem_code"}
		case diag.InputValidationFailed:
			words = page.Trouble{Key: "problem_email"}
		}
		shown.Trouble, status = &words, d.Status()
	}
	s.show(w, r, status, shown)
	return nil
}

// signOutPage ends the session by a form of our pages.
func (s *Surface) signOutPage(w http.ResponseWriter, r *http.Request) error {
	if err := s.endOwn(w, r); err != nil {
		return err
	}
	s.show(w, r, http.StatusOK, page.Notice{Site: s.site(r), Title: "signed_out_title", Trouble: page.Trouble{Key: "signed_out"}})
	return nil
}
