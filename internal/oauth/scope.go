package oauth

import (
	"context"
	"slices"
)

// The standard scopes, which every site offers. Those of a surface let a client do
// everything there, or only what changes nothing.
const (
	Tools         = "mcp"
	ToolsReadOnly = "mcp:read" // less than Tools, which includes it
	API           = "api"
	APIReadOnly   = "api:read" // less than API, which includes it
	OpenID        = "openid"   // who the user is; no ID token
	ProfileScope  = "profile"
	Email         = "email"
	OfflineAccess = "offline_access"
)

var standardScopes = []string{Tools, ToolsReadOnly, API, APIReadOnly, OfflineAccess, OpenID, ProfileScope, Email}

// userScopes are about the user, and not about a resource.
var userScopes = []string{OpenID, ProfileScope, Email, OfflineAccess}

// SurfaceScopes are those of one surface: Full includes ReadOnly.
type SurfaceScopes struct {
	Path     string // of the resource, behind the origin
	Full     string
	ReadOnly string
}

// The surfaces that access tokens open (decision 178).
var (
	ToolsSurface = SurfaceScopes{"/mcp", Tools, ToolsReadOnly}
	APISurface   = SurfaceScopes{"/api", API, APIReadOnly} // Views and Triggers
)

// surfaces are all of them, the default first.
var surfaces = []SurfaceScopes{ToolsSurface, APISurface}

// Asked are the scopes that the operations of a surface ask for.
type Asked struct {
	All     []string
	Reading []string // those of All that let a client change nothing
}

// surfaceOf is the surface that a resource is. What the site declares beside them
// goes by the scopes of the first.
func (o Options) surfaceOf(resource string) SurfaceScopes {
	for _, s := range surfaces {
		if resource == o.Origin+s.Path {
			return s
		}
	}
	return surfaces[0]
}

// elsewhere are the scopes that say nothing at a resource: those that the other
// surfaces alone have.
func (o Options) elsewhere(resource string) (scopes []string) {
	own := o.surfaceOf(resource)
	for _, s := range surfaces {
		if s != own {
			asked := without(without(o.Asked[s.Path].All, o.Asked[own.Path].All), o.Scopes)
			scopes = append(append(scopes, s.Full, s.ReadOnly), asked...)
		}
	}
	return scopes
}

// offered are all scopes that a client may ask for.
func (o Options) offered() []string {
	all := standardScopes
	for _, s := range surfaces {
		all = union(all, o.Asked[s.Path].All)
	}
	return union(all, o.Scopes)
}

// resourceScopes are the offered scopes that are about a resource.
func (o Options) resourceScopes(resource string) []string {
	return without(without(o.offered(), userScopes), o.elsewhere(resource))
}

// scopesFor are the scopes that a client asks for at a resource with a list of
// them: those that it registered, or all about the resource, when the list is
// empty. None is refused that is offered: what a client registered is what it
// begins with, and a client that steps up asks for more than that (RFC 9470,
// MCP's step-up). Those of another surface are left out, as a client asks for
// them that takes all of the metadata; a client that asks for those alone is
// refused.
func (p *Provider) scopesFor(c *Client, list, resource string) ([]string, *Error) {
	wanted := fields(list)
	if len(wanted) == 0 {
		wanted = fields(c.Scope)
	}
	surface := p.options.surfaceOf(resource)
	if len(wanted) == 0 {
		wanted = without(p.options.resourceScopes(resource), []string{surface.ReadOnly})
	}
	if !covers(p.options.offered(), wanted) {
		return nil, refuse(InvalidScope, "A scope is not offered.")
	}
	own := without(wanted, p.options.elsewhere(resource))
	if len(own) < len(wanted) && !slices.Contains(own, surface.Full) && !slices.Contains(own, surface.ReadOnly) {
		return nil, refuse(InvalidScope, "The scopes are for another resource.")
	}
	return own, nil
}

// readOnly are the scopes that are left of those that a client asks for at a resource
// when the user lets it only read: none that may let it change something.
func (p *Provider) readOnly(resource string, asked []string) (left []string) {
	surface := p.options.surfaceOf(resource)
	for _, scope := range asked {
		if scope == surface.Full {
			scope = surface.ReadOnly
		}
		if !p.changes(surface, scope) && !slices.Contains(left, scope) {
			left = append(left, scope)
		}
	}
	return left
}

// choice is readOnly where the user has the choice: a client asks for a surface,
// and for something that may change what is there.
func (p *Provider) choice(resource string, asked []string) []string {
	left := p.readOnly(resource, asked)
	if !slices.Contains(left, p.options.surfaceOf(resource).ReadOnly) || covers(left, asked) {
		return nil
	}
	return left
}

// changes reports whether a scope may let a client change something on a surface.
func (p *Provider) changes(surface SurfaceScopes, scope string) bool {
	reading := p.options.Asked[surface.Path].Reading
	return scope != surface.ReadOnly && !slices.Contains(userScopes, scope) && !slices.Contains(reading, scope)
}

// ReadOnly is the request with the scopes that the client gets when the user
// lets it only read; nil when there are none. Scopes that it asked for and does
// not get are removed from the remembered consent.
func (p *Provider) ReadOnly(r *AuthorizeRequest) *AuthorizeRequest {
	left := p.readOnly(r.Resource, r.Scopes)
	if left == nil {
		return nil
	}
	narrow := *r
	narrow.Scopes, narrow.declined = left, without(r.Scopes, left)
	return &narrow
}

// GaveReadOnly reports whether the user has let the client of a request only
// read so far.
func (p *Provider) GaveReadOnly(ctx context.Context, r *AuthorizeRequest, user string) (bool, error) {
	had, err := reading(ctx, p, "read a consent", func(store Reader) ([]string, error) { return store.Consent(user, r.Client.ID, r.Resource) })
	surface := p.options.surfaceOf(r.Resource)
	return slices.Contains(had, surface.ReadOnly) && !slices.Contains(had, surface.Full), err
}

// allows reports whether a client that was given some scopes may do what others
// stand for.
func allows(given, wanted []string) bool { return covers(given, withoutIncluded(wanted, given)) }

// withoutIncluded is a list without the read-only scopes that a full one among those
// given includes.
func withoutIncluded(list, given []string) []string {
	for _, s := range surfaces {
		if slices.Contains(given, s.Full) {
			list = without(list, []string{s.ReadOnly})
		}
	}
	return list
}

// union is a list with the words of another that it has not.
func union(list, more []string) []string {
	all := slices.Clone(list)
	for _, word := range more {
		if !slices.Contains(all, word) {
			all = append(all, word)
		}
	}
	return all
}

// without is a list without some words.
func without(list, words []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(word string) bool { return slices.Contains(words, word) })
}
