package httpx

import "net/http"

// What a browser's script from anywhere may send to the routes that know no
// cookies, and what it may read of the answer.
var (
	allowedHeaders = []string{"Accept, Authorization, Content-Type, DPoP, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id"}
	exposedHeaders = []string{"DPoP-Nonce, MCP-Protocol-Version, WWW-Authenticate"}
	anyOrigin      = []string{"*"}
)

// AllowOrigin lets scripts of every origin read the answer. It is for routes
// that know no cookies.
func AllowOrigin(w http.ResponseWriter) {
	h := w.Header()
	h["Access-Control-Allow-Origin"] = anyOrigin
	h["Access-Control-Expose-Headers"] = exposedHeaders
}

// Preflight answers what a browser asks before it lets a script go on.
func Preflight(w http.ResponseWriter, methods string) {
	AllowOrigin(w)
	h := w.Header()
	h["Access-Control-Allow-Headers"] = allowedHeaders
	h["Access-Control-Allow-Methods"] = []string{methods}
	h["Access-Control-Max-Age"] = []string{"3600"}
	w.WriteHeader(http.StatusNoContent)
}
