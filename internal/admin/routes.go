package admin

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/httpx"
)

// root is where the routes lie.
const root = "/admin/api"

// route is one of the contract's Admin routes. Its path has at most one segment
// in braces, which is any text.
type route struct {
	method, path string
	role         string // the least that may call it
	creates      bool   // 201
	serve        func(*Surface, *request) (any, error)
}

// Any member of staff is at least a contributor.
const staff, editor, owner = content.Contributor, content.Editor, content.Owner

// routes is interface.md, "Admin routes", with what admin-api.md adds, and two
// that are the application's own: how to connect an agent, and the history of an
// entry. Of two that match a path, the first answers.
var routes = []route{
	{"GET", "/bootstrap", staff, false, (*Surface).bootstrap},
	{"GET", "/me", staff, false, (*Surface).me},
	{"GET", "/site", staff, false, (*Surface).site},
	{"GET", "/connect", staff, false, (*Surface).connections},

	{"GET", "/collections", staff, false, (*Surface).listCollections},
	{"GET", "/collections/{name}/statistics", staff, false, (*Surface).statistics},
	{"GET", "/entries", staff, false, (*Surface).listEntries},
	{"GET", "/entries/export", staff, false, (*Surface).exportEntries},
	{"GET", "/entries/{id}", staff, false, (*Surface).entry},
	{"GET", "/entries/{id}/history", staff, false, (*Surface).history},
	{"POST", "/entries", staff, true, (*Surface).createEntry},
	{"PATCH", "/entries/{id}", staff, false, (*Surface).patchEntry},
	{"POST", "/entries/{id}/publish", editor, false, moves(content.Desk.Publish)},
	{"POST", "/entries/{id}/unpublish", editor, false, moves(content.Desk.Unpublish)},
	{"POST", "/entries/{id}/archive", editor, false, moves(content.Desk.Archive)},
	{"DELETE", "/entries/{id}", editor, false, (*Surface).deleteEntry},

	{"GET", "/views-manifest", staff, false, (*Surface).viewsManifest},
	{"GET", "/views/{name}", staff, false, (*Surface).view},
	{"GET", "/views/{name}/export", staff, false, (*Surface).exportView},
	{"GET", "/operations", staff, false, (*Surface).listOperations},
	{"POST", "/operations/{name}", staff, false, (*Surface).operate},

	{"GET", "/media", editor, false, noMedia},
	{"POST", "/media/uploads", editor, true, noMedia},
	{"POST", "/media/uploads/{id}/commit", editor, false, noMedia},
	{"GET", "/media/{id}", editor, false, noMedia},
	{"PATCH", "/media/{id}", editor, false, noMedia},
	{"DELETE", "/media/{id}", editor, false, noMedia},

	{"GET", "/staff", owner, false, (*Surface).listStaff},
	{"PATCH", "/staff/{id}/role", owner, false, (*Surface).setRole},
	{"POST", "/staff/invitations", owner, true, (*Surface).invite},
	{"DELETE", "/staff/invitations/{id}", owner, false, (*Surface).deleteInvitation},
	{"GET", "/members", editor, false, (*Surface).members},

	{"GET", "/site-settings", owner, false, (*Surface).siteSettings},
	{"PATCH", "/site-settings", owner, false, (*Surface).changeSiteSettings},
	{"GET", "/developer-console", owner, false, (*Surface).developerConsole},
	{"GET", "/deferred", owner, false, (*Surface).deferred},
	{"POST", "/deferred/{id}/replay", owner, false, (*Surface).replay},
	{"GET", "/audit", owner, false, (*Surface).audit},
}

// Serves tells the paths of the Admin API.
func Serves(path string) bool { return httpx.Under(root, path) }

// find is the route of a request and what its path has in braces; a HEAD is
// answered as a GET. methods are those that the path has, "" for none.
func find(r *http.Request) (found *route, name, methods string) {
	segments, ok := segmentsOf(r.URL.EscapedPath())
	var all []string
	for i := range routes {
		value, matches := routes[i].match(segments)
		if !ok || !matches {
			continue
		}
		all = append(all, routes[i].method)
		if m := routes[i].method; found == nil && (m == r.Method || m == http.MethodGet && r.Method == http.MethodHead) {
			found, name = &routes[i], value
		}
	}
	if slices.Contains(all, http.MethodGet) {
		all = append(all, http.MethodHead)
	}
	slices.Sort(all)
	return found, name, strings.Join(slices.Compact(all), ", ")
}

// segmentsOf decodes each segment of a path below root once.
func segmentsOf(path string) (segments []string, ok bool) {
	below, ok := strings.CutPrefix(path, root+"/")
	for segment := range strings.SplitSeq(below, "/") {
		text, err := url.PathUnescape(segment)
		if err != nil {
			return nil, false
		}
		segments = append(segments, text)
	}
	return segments, ok
}

func (r *route) match(segments []string) (value string, ok bool) {
	pattern := strings.Split(r.path[1:], "/")
	if len(pattern) != len(segments) {
		return "", false
	}
	for i, part := range pattern {
		switch {
		case part[0] == '{':
			value = segments[i]
		case part != segments[i]:
			return "", false
		}
	}
	return value, true
}
