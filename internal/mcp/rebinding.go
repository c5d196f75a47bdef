package mcp

import (
	"net"
	"net/http"
	"net/url"
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/loopback"
)

// allowedMethods is what either path answers.
const allowedMethods = "POST, OPTIONS"

// checkRebinding keeps pages of other sites from a service that runs on
// somebody's own machine: under an origin of loopback, Host and Origin must be
// of loopback too. A public origin stands behind proxies that may rewrite Host,
// and its tokens are all that counts (decision 66).
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

// isLoopback reports whether a host, with a port or without, is this machine.
func isLoopback(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return loopback.IsHost(strings.ToLower(strings.Trim(host, "[]")))
}

// notAllowed answers GET and DELETE, which would be for sessions: there are
// none.
func notAllowed(w http.ResponseWriter, r *http.Request) { httpx.NotAllowed(w, r, allowedMethods) }
