package identity

import (
	"slices"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/identity/page"
	"github.com/quartet-dev/quartet/internal/oauth"
)

// grantedRequest is what the user gives of a request: all of it, or what lets the client
// only read.
func (s *Surface) grantedRequest(r *oauth.AuthorizeRequest, access string) (*oauth.AuthorizeRequest, error) {
	switch page.Access(access) {
	case "", page.Write:
		return r, nil
	case page.Read:
		if given := s.OAuth.ReadOnly(r); given != nil {
			return given, nil
		}
		return nil, diag.At(diag.InputValidationFailed, "input#/access", "The request does not name a resource that can be read.")
	case page.Choose: // what the page asks, and no answer to it
	}
	return nil, diag.At(diag.InputValidationFailed, "input#/access", "access must be read or write.")
}

// showAccess fills in what a client asks for: the access to a surface by itself,
// and what it asks for beside. A client that stays connected without having asked
// for it in so many words is shown as one that has.
func (s *Surface) showAccess(shown *page.Consent, c oauth.Consent) {
	scopes := c.Scopes
	if c.Offline && !slices.Contains(scopes, oauth.OfflineAccess) {
		scopes = append(slices.Clone(scopes), oauth.OfflineAccess)
	}
	switch c.Resource {
	case originOf(s.Origin) + oauth.ToolsSurface.Path:
		shown.Access, scopes = accessTo(oauth.ToolsSurface, scopes)
	case originOf(s.Origin) + oauth.APISurface.Path:
		shown.API = true
		shown.Access, scopes = accessTo(oauth.APISurface, scopes)
	default:
		shown.Resource = c.Resource
	}
	if shown.Access == page.Write && c.ReadOnly != nil {
		shown.Access = page.Choose
	}
	for _, scope := range scopes {
		changes := shown.Access == page.Choose && scope != oauth.OfflineAccess && !slices.Contains(c.ReadOnly, scope)
		shown.Scopes = append(shown.Scopes, page.Scope{Name: scope, Changes: changes})
	}
}

// accessTo is what scopes let a client do on a surface, and those of them that are
// about something else.
func accessTo(surface oauth.SurfaceScopes, scopes []string) (access page.Access, others []string) {
	for _, scope := range scopes {
		switch {
		case scope == surface.Full:
			access = page.Write
		case scope != surface.ReadOnly:
			others = append(others, scope)
		case access == "":
			access = page.Read
		}
	}
	return access, others
}
