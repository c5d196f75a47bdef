package admin

import (
	"net/http"
	"strings"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/principal"
)

// root is where the routes lie.
const root = "/admin/api"

// route is one of the contract's Admin routes. A request that changes something
// has its arguments in the body, a DELETE in the query.
type route struct {
	method, path string
	role         principal.Role // the least that may call it
	needs        string         // the key that its query must have; "" for none
	takes        string         // the arguments of a change, by name
	serve        func(*Surface, *request) error
}

// Any member of staff is at least a contributor.
const staff, editor, owner = principal.Contributor, principal.Editor, principal.Owner

// anyBody is what a body has whose members serve knows.
const anyBody = "*"

// routes is interface.md, "Admin routes", with what admin-api.md and pages.md add,
// and those that are the application's own: how to connect an agent, the history of
// an entry, what readers can fetch of it in each language, the frame of previews, the uses of an asset, the end of an upload, how the
// service fares, the copies of the site, a try of an MCP tool, the versions of an entry,
// the bin, the moves that are set for a time, the releases, the handbook, the
// values that lists of a field hold, and what is at the address of a link.
var routes = []route{
	{"GET", "/bootstrap", staff, "", "", (*Surface).bootstrap},
	{"GET", "/me", staff, "", "", (*Surface).me},
	{"GET", "/site", staff, "", "", (*Surface).site},
	{"GET", "/connect", staff, "", "", (*Surface).connections},
	{"GET", "/home", staff, "", "", (*Surface).home},

	{"GET", "/collections", staff, "", "", (*Surface).listCollections},
	{"GET", "/collections/{name}/statistics", staff, "", "", (*Surface).statistics},
	{"GET", "/collections/{name}/values", staff, "field", "", (*Surface).usedValues},
	{"GET", "/entries", staff, "collection", "", (*Surface).listEntries},
	{"GET", "/entries/count", staff, "collection", "", (*Surface).countEntries},
	{"GET", "/entries/export", staff, "collection", "", (*Surface).exportEntries},
	{"GET", "/entries/{id}", staff, "collection", "", (*Surface).entry},
	{"GET", "/entries/{id}/article", staff, "collection", "", (*Surface).article},
	{"GET", "/entries/{id}/history", staff, "collection", "", (*Surface).history},
	{"GET", "/entries/{id}/versions", staff, "collection", "", (*Surface).versions},
	{"GET", "/entries/{id}/versions/{version}", staff, "collection", "", (*Surface).version},
	{"POST", "/entries/{id}/versions/{version}/restore", staff, "collection", "field expectedVersion expectedDraft", (*Surface).restoreVersion},
	{"POST", "/entries/{id}/versions/{version}/name", staff, "collection", "name", (*Surface).nameVersion},
	{"GET", "/entries/{id}/moves", staff, "collection", "", (*Surface).entryMoves},
	{"POST", "/entries/{id}/moves", editor, "collection", "direction at timeZone", (*Surface).setMove},
	{"DELETE", "/entries/{id}/moves/{direction}", editor, "collection", "", (*Surface).cancelMove},
	{"GET", "/calendar", staff, "", "", (*Surface).calendar},
	{"GET", "/moves/failed", staff, "", "", (*Surface).failedMoves},
	{"POST", "/moves", editor, "", "entries direction at timeZone", (*Surface).setMoves},
	{"POST", "/moves/{id}", editor, "", "at timeZone", (*Surface).resetMoves},
	{"DELETE", "/moves/{id}", editor, "", "", (*Surface).takeBackMoves},
	{"GET", "/releases", staff, "", "", (*Surface).listReleases},
	{"POST", "/releases", editor, "", "name", (*Surface).createRelease},
	{"GET", "/releases/{id}", staff, "", "", (*Surface).release},
	{"PATCH", "/releases/{id}", editor, "", "name", (*Surface).renameRelease},
	{"DELETE", "/releases/{id}", editor, "", "", (*Surface).deleteRelease},
	{"POST", "/releases/{id}/entries", editor, "", "entries translations", (*Surface).addToRelease},
	{"DELETE", "/releases/{id}/entries/{entry}", editor, "collection", "", (*Surface).removeFromRelease},
	{"POST", "/releases/{id}/publish", editor, "", "entries", (*Surface).publishRelease},
	{"POST", "/releases/{id}/schedule", editor, "", "at timeZone", (*Surface).scheduleRelease},
	{"DELETE", "/releases/{id}/schedule", editor, "", "", (*Surface).unscheduleRelease},
	{"GET", "/entries/{id}/releases", staff, "collection", "", (*Surface).entryReleases},
	{"GET", "/bin", editor, "", "", (*Surface).bin},
	{"POST", "/bin/{id}/restore", editor, "collection", "earlier", (*Surface).returnEntry},
	{"DELETE", "/bin/{id}", owner, "collection", "", (*Surface).eraseEntry},
	{"POST", "/entries", staff, "collection", "id data", (*Surface).createEntry},
	{"POST", "/entries/bulk", staff, "collection", "action field value add remove ids match translations foresee endTimes cursor", (*Surface).bulkEntries},
	{"PATCH", "/entries/{id}", staff, "collection", "data expectedVersion", (*Surface).patchEntry},
	{"PATCH", "/entries/{id}/draft", staff, "collection", "data expectedDraft expectedVersion", (*Surface).saveDraft},
	{"DELETE", "/entries/{id}/draft", staff, "collection", "expectedDraft", (*Surface).discardDraft},
	{"POST", "/entries/{id}/draft/keep", staff, "collection", "expectedDraft", (*Surface).keepDraft},
	{"GET", "/drafts", staff, "", "", (*Surface).ownDrafts},
	{"POST", "/entries/publish", editor, "", "entries", (*Surface).publishTogether},
	{"POST", "/entries/{id}/publish", editor, "collection", "expectedVersion expectedDraft", (*Surface).publishEntry},
	{"POST", "/entries/{id}/unpublish", editor, "collection", "expectedVersion", moves(content.StaffEntries.Unpublish)},
	{"POST", "/entries/{id}/archive", editor, "collection", "expectedVersion", moves(content.StaffEntries.Archive)},
	{"DELETE", "/entries/{id}", editor, "collection", "expectedVersion", (*Surface).deleteEntry},

	{"GET", "/entries/{id}/presence", staff, "collection", "", (*Surface).presence},
	{"POST", "/entries/{id}/presence", staff, "collection", "window field block typing unsaved", (*Surface).say},
	{"GET", "/lists", staff, "", "", (*Surface).savedLists},
	{"POST", "/lists", staff, "collection", "name shared search", (*Surface).saveList},
	{"PATCH", "/lists/{id}", staff, "", "name shared search", (*Surface).changeList},
	{"DELETE", "/lists/{id}", staff, "", "", (*Surface).deleteList},
	{"GET", "/entries/{id}/comments", staff, "collection", "", withComments((*Surface).listComments)},
	{"POST", "/entries/{id}/comments", staff, "collection", "text field quote thread", withComments((*Surface).addComment)},
	{"PATCH", "/entries/{id}/comments/{comment}", staff, "collection", "text resolved", withComments((*Surface).changeComment)},
	{"DELETE", "/entries/{id}/comments/{comment}", staff, "collection", "", withComments((*Surface).deleteComment)},
	{"POST", "/linked-page", staff, "", "url", (*Surface).linkedPage},
	{"GET", "/colleagues", staff, "", "", withComments((*Surface).colleagues)},

	{"GET", "/preview", staff, "", "", (*Surface).previewFrame},
	{"POST", "/preview", staff, "collection", "data locale", (*Surface).preview},
	{"POST", "/entries/{id}/preview", staff, "collection", "data locale", (*Surface).preview},

	{"GET", "/views-manifest", staff, "", "", (*Surface).viewsManifest},
	{"GET", "/views/{name}", staff, "", "", (*Surface).view},
	{"GET", "/views/{name}/export", staff, "", "", (*Surface).exportView},
	{"GET", "/operations", staff, "", "", (*Surface).listOperations},
	{"POST", "/operations/{name}", staff, "", anyBody, (*Surface).operate},

	{"GET", "/media", editor, "", "", withMedia((*Surface).listMedia)},
	{"POST", "/media/uploads", editor, "", anyBody, withMedia((*Surface).announceUpload)},
	{"POST", "/media/uploads/{id}/commit", editor, "", anyBody, withMedia((*Surface).commitUpload)},
	{"DELETE", "/media/uploads/{id}", editor, "", "", withMedia((*Surface).cancelUpload)},
	{"GET", "/media/{id}", editor, "", "", withMedia((*Surface).asset)},
	{"GET", "/media/{id}/uses", editor, "", "", withMedia((*Surface).assetUses)},
	{"PATCH", "/media/{id}", editor, "", anyBody, withMedia((*Surface).changeAsset)},
	{"DELETE", "/media/{id}", editor, "", "force", withMedia((*Surface).deleteAsset)},

	{"GET", "/staff", owner, "", "", (*Surface).listStaff},
	{"PATCH", "/staff/{id}/role", owner, "", "role", (*Surface).setRole},
	{"POST", "/staff/invitations", owner, "", "email role", (*Surface).invite},
	{"DELETE", "/staff/invitations/{id}", owner, "", "", (*Surface).deleteInvitation},
	{"GET", "/members", editor, "", "", (*Surface).members},
	{"GET", "/people", staff, "ids", "", (*Surface).people},

	{"GET", "/site-settings", owner, "", "", (*Surface).siteSettings},
	{"PATCH", "/site-settings", owner, "", anyBody, (*Surface).changeSiteSettings},
	{"GET", "/developer-console", owner, "", "", (*Surface).developerConsole},
	{"GET", "/developer-console/health", owner, "", "", (*Surface).health},
	{"GET", "/handbook", owner, "", "", (*Surface).handbook},
	{"GET", "/handbook/page", owner, "page", "", (*Surface).handbookPage},
	{"POST", "/developer-console/tools", owner, "", "surface tool arguments", (*Surface).tryTool},
	{"GET", "/deferred", owner, "", "", (*Surface).deferred},
	{"POST", "/deferred/{id}/replay", owner, "", "", (*Surface).replay},
	{"GET", "/audit", owner, "", "", (*Surface).audit},
	{"GET", "/backups", owner, "", "", (*Surface).backups},
	{"POST", "/backups", owner, "", "", (*Surface).takeBackup},
	{"GET", "/backups/{name}", owner, "", "", (*Surface).downloadBackup},
}

// Serves reports whether a path is of the Admin API.
func (*Surface) Serves(path string) bool { return httpx.Under(root, path) }

// mount makes the routes reachable.
func (s *Surface) mount() {
	for i := range routes {
		route := &routes[i]
		s.mux.HandleFunc(route.method+" "+root+route.path, func(w http.ResponseWriter, r *http.Request) { s.answer(w, r, route) })
	}
}

// ServeHTTP answers every path under /admin/api.
func (s *Surface) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.reaches(r, r.Method) {
		s.mux.ServeHTTP(w, r)
		return
	}
	var methods []string
	for _, method := range []string{"DELETE", "GET", "HEAD", "PATCH", "POST"} {
		if s.reaches(r, method) {
			methods = append(methods, method)
		}
	}
	if methods == nil {
		httpx.NotFound(w, r)
		return
	}
	httpx.NotAllowed(w, r, strings.Join(methods, ", "))
}

// reaches reports whether the request would have a route under that method.
func (s *Surface) reaches(r *http.Request, method string) bool {
	asked := *r
	asked.Method = method
	_, pattern := s.mux.Handler(&asked)
	return pattern != ""
}
