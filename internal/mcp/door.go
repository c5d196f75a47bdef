package mcp

import (
	"net"
	"net/http"
	"net/url"
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
)

// What a browser's script may send and read. Tokens come in a header that the
// script must set itself, so that no origin gains from a cookie, and every one
// may ask.
const (
	mayMethods = "POST, OPTIONS"
	mayStart   = "Authorization, Content-Type, Accept, DPoP, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id"
	maySee     = "WWW-Authenticate, DPoP-Nonce, MCP-Protocol-Version"
)

func allowOrigins(h http.Header) {
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Access-Control-Expose-Headers", maySee)
}

// preflight answers OPTIONS, which browsers send without a credential.
func preflight(w http.ResponseWriter) {
	h := w.Header()
	h.Set("Access-Control-Allow-Methods", mayMethods)
	h.Set("Access-Control-Allow-Headers", mayStart)
	h.Set("Access-Control-Max-Age", "3600")
	w.WriteHeader(http.StatusNoContent)
}

// checkRebinding keeps pages of other sites from a service that runs on
// somebody's own machine: under an origin of loopback, Host and Origin must be
// of loopback too. A public origin stands behind proxies that may rewrite Host,
// and its tokens are all that counts.
func checkRebinding(local bool, r *http.Request) error {
	if !local {
		return nil
	}
	origin := r.Header.Get("Origin")
	if isLoopback(r.Host) && (origin == "" || isLoopbackOrigin(origin)) {
		return nil
	}
	return diag.At(diag.AuthDenied, "input#", "This service runs on its owner's machine, and answers pages from there alone.")
}

func isLoopbackOrigin(origin string) bool {
	u, err := url.Parse(origin)
	return err == nil && isLoopback(u.Host)
}

// isLoopback tells a host, with a port or without, that is this machine.
func isLoopback(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.Trim(host, "[]")
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// notAllowed answers GET and DELETE, which would be for sessions: there are
// none.
func notAllowed(w http.ResponseWriter, r *http.Request) { httpx.NotAllowed(w, r, mayMethods) }
