package httpx

import (
	"net/http"
	"path"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

// reserved are the contract's "Reserved paths" that do not depend on a site,
// each with everything below it. Package manifest, which checks the paths of
// Triggers, lists those under /api/ again.
var reserved = []string{"/admin", "/_service", "/api/auth", "/api/views", "/oauth", "/mcp"}

// identity are the paths of "Setup-incomplete behaviour", each with everything
// below it.
var identity = []string{"/admin", "/api/auth", "/oauth", "/mcp"}

// discovery is reserved as a prefix of text: it covers
// oauth-authorization-server and oauth-protected-resource.
const discovery = "/.well-known/oauth"

// Reserved reports whether a path, or the pattern of a route, is one that
// extensions may not replace: a reserved path, or the global * and /*.
func Reserved(path string) bool {
	return path == "*" || path == "/*" || strings.HasPrefix(path, discovery) || under(reserved, path)
}

// Resolve is the path without empty segments and dot segments, as an
// intermediary might hand it on. A trailing slash stays.
func Resolve(p string) string {
	if !strings.Contains(p, "//") && !strings.Contains(p, "/.") {
		return p
	}
	clean := path.Clean(p)
	if strings.HasSuffix(p, "/") && clean != "/" {
		clean += "/"
	}
	return clean
}

// identityPath reports whether a path belongs to sign-in, OAuth, MCP or Admin,
// which answer 503 while sign-in is not set up.
func identityPath(path string) bool {
	return strings.HasPrefix(path, discovery) || under(identity, path)
}

func under(roots []string, path string) bool {
	return slices.ContainsFunc(roots, func(root string) bool { return Under(root, path) })
}

// Under reports whether a path is root or lies below it.
func Under(root, path string) bool {
	rest, ok := strings.CutPrefix(path, root)
	return ok && (rest == "" || rest[0] == '/')
}

// SetupIncomplete answers identity paths while sign-in is not set up: 503 with
// the contract's distinct body.
type SetupIncomplete struct{ body []byte }

// NewSetupIncomplete makes one whose message lists every failing check.
func NewSetupIncomplete(message string) SetupIncomplete {
	body := append([]byte(`{"error":"setup_incomplete","message":`), jsonvalue.AppendString(nil, message)...)
	return SetupIncomplete{append(body, '}')}
}

// Serves reports whether a path is an identity path, however it is spelt.
func (SetupIncomplete) Serves(path string) bool { return identityPath(Resolve(path)) }

// ServeHTTP implements http.Handler.
func (s SetupIncomplete) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	w.Header()["Cache-Control"] = private
	WriteJSON(w, http.StatusServiceUnavailable, s.body)
}
