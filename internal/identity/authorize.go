package identity

import (
	"encoding/base64"
	"errors"
	"net/http"
	"net/url"

	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/identity/page"
	"github.com/quartet-dev/quartet/internal/keyring"
	"github.com/quartet-dev/quartet/internal/oauth"
)

const authorizePath = oauth.BasePath + "/oauth2/authorize"

// authorize is the authorization endpoint: it sends the browser to sign in, to
// consent, or back to the client.
func (s *Surface) authorize(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	if r.Method == http.MethodPost {
		form, err := readForm(w, r)
		if err != nil {
			return err
		}
		query = form
	}
	session, user, err := s.session(w, r)
	if err != nil {
		return err
	}
	asking := sessionFor(session, user)
	request, err := s.OAuth.Authorize(r.Context(), query)
	if err != nil {
		return s.refuse(w, r, asking, err)
	}
	location, err := s.OAuth.Proceed(r.Context(), request, asking)
	if err != nil {
		return s.refuse(w, r, asking, err)
	}
	redirect(w, r, location, http.StatusFound)
	return nil
}

func sessionFor(s *auth.Session, u *auth.User) *oauth.Session {
	if s == nil {
		return nil
	}
	return &oauth.Session{ID: s.ID, UserID: u.ID}
}

// refuse tells the client that its request is refused, or, where the user has
// nothing to do with that client yet, the user.
func (s *Surface) refuse(w http.ResponseWriter, r *http.Request, session *oauth.Session, err error) error {
	var refused *oauth.AuthorizeError
	if !errors.As(err, &refused) {
		return err
	}
	location, err := s.OAuth.Redirect(r.Context(), refused, session)
	switch isOurs := refused.Refusal.Status >= http.StatusInternalServerError; {
	case err != nil:
		return err
	case location == "" && isOurs:
		return refused
	case location == "":
		s.show(w, r, http.StatusBadRequest, page.Notice{Site: s.site(r), Title: "problem_title", Trouble: page.Trouble{
			Key: "problem_request", Args: []string{"detail", refused.Refusal.Description},
		}})
		return nil
	case isOurs:
		httpx.LogFailure(w, r, refused)
	}
	redirect(w, r, location, http.StatusFound)
	return nil
}

// asked is a request for consent together with the user who decides.
type asked struct {
	request *oauth.AuthorizeRequest
	session *auth.Session
	user    *auth.User
}

// ask checks the request that the consent page was opened with. It is nil when
// it was answered already: refused, or sent to sign in.
func (s *Surface) ask(w http.ResponseWriter, r *http.Request, query url.Values) (*asked, error) {
	session, user, err := s.session(w, r)
	if err != nil {
		return nil, err
	}
	request, err := s.OAuth.Authorize(r.Context(), query)
	if err != nil {
		return nil, s.refuse(w, r, sessionFor(session, user), err)
	}
	if session == nil {
		redirect(w, r, authorizePath+"?"+query.Encode(), http.StatusFound)
		return nil, nil
	}
	return &asked{request, session, user}, nil
}

func (s *Surface) consentPage(w http.ResponseWriter, r *http.Request) error {
	a, err := s.ask(w, r, r.URL.Query())
	if a == nil || err != nil {
		return err
	}
	before, err := s.OAuth.GaveReadOnly(r.Context(), a.request, a.user.ID)
	if err != nil {
		return err
	}
	c := s.OAuth.Consent(a.request)
	query := a.request.Query().Encode()
	shown := page.Consent{
		Site: s.site(r), Client: page.Client{ID: c.ClientID, Name: c.Name, Logo: c.Logo, Home: hostOf(c.URI)},
		User: nameOf(a.user), Role: string(a.user.Role), ReadBefore: before, Target: c.Host, Kind: kindOf(c),
		Request: query, Proof: s.proof(a.session, query),
		Switch: signInPath + "?" + url.Values{"callbackURL": {authorizePath + "?" + query}}.Encode(),
	}
	s.showAccess(&shown, c)
	s.show(w, r, http.StatusOK, shown, c.Logo)
	return nil
}

// consentData is the consent page for scripts of the site's own.
func (s *Surface) consentData(w http.ResponseWriter, r *http.Request) error {
	request, err := s.OAuth.Authorize(r.Context(), r.URL.Query())
	if err != nil {
		return diag.At(diag.InputValidationFailed, "input#", oauth.AsError(err).Description)
	}
	session, user, err := s.signedIn(w, r)
	if err != nil {
		return err
	}
	query := request.Query().Encode()
	return send(w, map[string]any{
		"consent": s.OAuth.Consent(request), "user": userOf(user), "request": query, "proof": s.proof(session, query),
	})
}

// decide takes the user's decision back to the client.
func (s *Surface) decide(w http.ResponseWriter, r *http.Request) error {
	in, err := readForm(w, r)
	if err != nil {
		return err
	}
	query, err := url.ParseQuery(in.Get("request"))
	if err != nil {
		return diag.At(diag.InputValidationFailed, "input#/request", "The request cannot be read.")
	}
	a, err := s.ask(w, r, query)
	if a == nil || err != nil {
		return err
	}
	if err := s.checkProof(a.session, in.Get("request"), in.Get("proof")); err != nil {
		return err
	}
	location := s.OAuth.Deny(a.request)
	if in.Get("accept") == "true" {
		given, err := s.grantedRequest(a.request, in.Get("access"))
		if err != nil {
			return err
		}
		deciding := sessionFor(a.session, a.user)
		if location, err = s.OAuth.Approve(r.Context(), given, *deciding); err != nil {
			return s.refuse(w, r, deciding, err)
		}
	}
	redirect(w, r, location, http.StatusSeeOther)
	return nil
}

// forms is the purpose of proofs. A proof ties a form to the session that it
// was shown to and to what it was about.
const forms keyring.Purpose = "identity/form"

func (s *Surface) proof(session *auth.Session, about string) string {
	return base64.RawURLEncoding.EncodeToString(s.Keys.MAC(forms, []byte(session.ID+"\x00"+about)))
}

func (s *Surface) checkProof(session *auth.Session, about, proof string) error {
	sum, err := base64.RawURLEncoding.DecodeString(proof)
	if err != nil || !s.Keys.Verify(forms, []byte(session.ID+"\x00"+about), sum) {
		return trouble("problem_expired", diag.At(diag.AuthDenied, "input#/proof", "The form was not shown to this session."))
	}
	return nil
}

func hostOf(address string) string {
	if u, err := url.Parse(address); err == nil {
		return u.Host
	}
	return ""
}

// nameOf is how a user recognizes their account.
func nameOf(u *auth.User) string {
	if u.Email != "" {
		return u.Email
	}
	if u.Name != "" {
		return u.Name
	}
	return u.ID
}

// kindOf is where a decision goes, as the consent page tells it.
func kindOf(c oauth.Consent) string {
	switch {
	case c.Loopback:
		return "local"
	case c.Host != "" && c.Host[len(c.Host)-1] == ':':
		return "app"
	}
	return "web"
}
