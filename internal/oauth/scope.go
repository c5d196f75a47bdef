package oauth

import (
	"context"
	"slices"
)

// The standard scopes, which every site offers. Those of MCP let a client call
// all tools, or only those that change nothing.
const (
	Tools         = "mcp"
	ToolsReadOnly = "mcp:read" // less than Tools, which includes it
	OpenID        = "openid"   // who the user is; no ID token
	ProfileScope  = "profile"
	Email         = "email"
	OfflineAccess = "offline_access"
)

var standardScopes = []string{Tools, ToolsReadOnly, OfflineAccess, OpenID, ProfileScope, Email}

// userScopes are about the user, and not about a resource.
var userScopes = []string{OpenID, ProfileScope, Email, OfflineAccess}

// resourceScopes are the offered scopes that are about a resource.
func (o Options) resourceScopes() []string {
	return slices.DeleteFunc(slices.Clone(o.Scopes), func(scope string) bool { return slices.Contains(userScopes, scope) })
}

// scopesFor are the scopes that a client asks for with a list of them: those
// that it registered, or all about resources, when the list is empty. None is
// refused that is offered: what a client registered is what it begins with, and
// a client that steps up asks for more than that (RFC 9470, MCP's step-up).
func (p *Provider) scopesFor(c *Client, list string) ([]string, *Error) {
	wanted := fields(list)
	if len(wanted) == 0 {
		wanted = fields(c.Scope)
	}
	if len(wanted) == 0 {
		wanted = without(p.options.resourceScopes(), []string{ToolsReadOnly})
	}
	if !covers(p.options.Scopes, wanted) {
		return nil, refuse(InvalidScope, "A scope is not offered.")
	}
	return wanted, nil
}

// readOnly are the scopes that are left of those that a client asks for when the
// user lets it only read: none that may let it change something.
func (p *Provider) readOnly(asked []string) (left []string) {
	for _, scope := range asked {
		if scope == Tools {
			scope = ToolsReadOnly
		}
		if !p.changes(scope) && !slices.Contains(left, scope) {
			left = append(left, scope)
		}
	}
	return left
}

// choice is readOnly where the user has the choice: a client asks for tools, and
// for something that may change what is there.
func (p *Provider) choice(asked []string) []string {
	left := p.readOnly(asked)
	if !slices.Contains(left, ToolsReadOnly) || covers(left, asked) {
		return nil
	}
	return left
}

// changes reports whether a scope may let a client change something.
func (p *Provider) changes(scope string) bool {
	return scope != ToolsReadOnly && !slices.Contains(userScopes, scope) && !slices.Contains(p.options.ReadScopes, scope)
}

// ReadOnly is the request with the scopes that the client gets when the user
// lets it only read; nil when there are none. Scopes that it asked for and does
// not get are removed from the remembered consent.
func (p *Provider) ReadOnly(r *AuthorizeRequest) *AuthorizeRequest {
	left := p.readOnly(r.Scopes)
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
	return slices.Contains(had, ToolsReadOnly) && !slices.Contains(had, Tools), err
}

// allows reports whether a client that was given some scopes may do what others
// stand for.
func allows(given, wanted []string) bool {
	return covers(given, wanted) ||
		slices.Contains(given, Tools) && covers(given, without(wanted, []string{ToolsReadOnly}))
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
