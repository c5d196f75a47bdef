package identity

import (
	"net/http"

	"github.com/quartet-dev/quartet/internal/auth"
)

// session is that of the request's cookie with its user, or nil for both. A
// cookie that counts for nothing is cleared; one whose end was put off is sent
// again.
func (s *Surface) session(w http.ResponseWriter, r *http.Request) (*auth.Session, *auth.User, error) {
	token := s.cookies.token(r)
	if token == "" {
		return nil, nil, nil
	}
	session, user, err := s.Auth.Session(r.Context(), token)
	switch {
	case err != nil:
		return nil, nil, err
	case session == nil:
		s.cookies.clearSession(w)
	case session.Renewed:
		s.cookies.setSession(w, token, session.ExpiresAt)
	}
	return session, user, nil
}

// signedIn is session, or UNAUTHENTICATED.
func (s *Surface) signedIn(w http.ResponseWriter, r *http.Request) (*auth.Session, *auth.User, error) {
	session, user, err := s.session(w, r)
	if err == nil && session == nil {
		err = nobody()
	}
	return session, user, err
}

func (s *Surface) getSession(w http.ResponseWriter, r *http.Request) error {
	session, user, err := s.session(w, r)
	if err != nil {
		return err
	}
	if err := s.limitReader(w, r, session); err != nil {
		return err
	}
	if session == nil {
		return send(w, nil)
	}
	return send(w, map[string]any{"session": sessionOf(session, session.ID), "user": userOf(user)})
}

// signOut ends the session and every grant that hangs on it.
func (s *Surface) signOut(w http.ResponseWriter, r *http.Request) error {
	if err := s.endOwn(w, r); err != nil {
		return err
	}
	return send(w, map[string]bool{"success": true})
}

func (s *Surface) endOwn(w http.ResponseWriter, r *http.Request) error {
	if token := s.cookies.token(r); token != "" {
		if err := s.Auth.SignOut(r.Context(), token); err != nil {
			return err
		}
		s.cookies.clearSession(w)
	}
	return nil
}

func (s *Surface) listSessions(w http.ResponseWriter, r *http.Request) error {
	own, _, err := s.signedIn(w, r)
	if err != nil {
		return err
	}
	all, err := s.Auth.Sessions(r.Context(), own.UserID)
	if err != nil {
		return err
	}
	shown := make([]sessionJSON, len(all))
	for i, each := range all {
		shown[i] = sessionOf(each, own.ID)
	}
	return send(w, shown)
}

// revokeSession ends one of the user's own sessions.
func (s *Surface) revokeSession(w http.ResponseWriter, r *http.Request) error {
	own, _, err := s.signedIn(w, r)
	if err != nil {
		return err
	}
	in, err := readBody(w, r)
	if err != nil {
		return err
	}
	id, err := in.text("token")
	if err != nil {
		return err
	}
	if err := s.Auth.EndSession(r.Context(), own.UserID, id); err != nil {
		return err
	}
	if id == own.ID {
		s.cookies.clearSession(w)
	}
	return send(w, map[string]bool{"status": true})
}

// revokeSessions ends all of the user's sessions, this one too.
func (s *Surface) revokeSessions(w http.ResponseWriter, r *http.Request) error {
	own, _, err := s.signedIn(w, r)
	if err != nil {
		return err
	}
	if _, err := s.Auth.EndSessions(r.Context(), own.UserID, ""); err != nil {
		return err
	}
	s.cookies.clearSession(w)
	return send(w, map[string]bool{"status": true})
}
