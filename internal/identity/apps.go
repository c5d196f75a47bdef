package identity

import (
	"net/http"
	"net/url"

	"github.com/quartet-dev/quartet/internal/identity/page"
	"github.com/quartet-dev/quartet/internal/oauth"
)

// appsPage lists what may act for the user, each with a way to end it.
func (s *Surface) appsPage(w http.ResponseWriter, r *http.Request) error {
	session, user, err := s.session(w, r)
	if err != nil {
		return err
	}
	if session == nil {
		redirect(w, r, signInPath+"?"+url.Values{"callbackURL": {appsPath}}.Encode(), http.StatusFound)
		return nil
	}
	apps, err := s.OAuth.Apps(r.Context(), user.ID)
	if err != nil {
		return err
	}
	shown := page.Apps{Site: s.site(r), User: nameOf(user), Proof: s.proof(session, appsPath)}
	for _, app := range apps {
		access, scopes := accessTo(oauth.ToolsSurface, app.Scopes)
		api, scopes := accessTo(oauth.APISurface, scopes)
		shown.Apps = append(shown.Apps, page.App{
			Client: page.Client{ID: app.ClientID, Name: app.Name}, Access: access, API: api, Scopes: scopes, Created: app.CreatedAt, Used: app.UsedAt,
		})
	}
	s.show(w, r, http.StatusOK, shown)
	return nil
}

// appsData is the same for scripts of the site's own.
func (s *Surface) appsData(w http.ResponseWriter, r *http.Request) error {
	session, user, err := s.signedIn(w, r)
	if err != nil {
		return err
	}
	apps, err := s.OAuth.Apps(r.Context(), user.ID)
	if err != nil {
		return err
	}
	return send(w, map[string]any{"apps": apps, "proof": s.proof(session, appsPath)})
}

// revokeApp ends what a client may do, by a form of our page.
func (s *Surface) revokeApp(w http.ResponseWriter, r *http.Request) error {
	in, err := readForm(w, r)
	if err != nil {
		return err
	}
	session, user, err := s.signedIn(w, r)
	if err != nil {
		return err
	}
	if err := s.checkProof(session, appsPath, in.Get("proof")); err != nil {
		return err
	}
	if err := s.OAuth.Disconnect(r.Context(), user.ID, in.Get("client")); err != nil {
		return err
	}
	redirect(w, r, appsPath, http.StatusSeeOther)
	return nil
}
