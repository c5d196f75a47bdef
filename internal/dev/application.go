package dev

import (
	"context"
	"errors"
	"net/http"
	"net/url"

	"github.com/quartet-dev/quartet/internal/admin/shell"
	"github.com/quartet-dev/quartet/internal/loopback"
)

// Vite is where a Vite server listens when it is not told otherwise, whichever
// of the loopback addresses that is.
const Vite = "http://localhost:5173"

// ErrNotVite says that an address can be none of a Vite server of this machine.
var ErrNotVite = errors.New("the address of the Vite server is http://<host>:<port>, on loopback, such as " + Vite)

// application serves the Admin application from a Vite server until ctx ends;
// nil for the address "". It stands before the versions of the site: the socket
// of a page that waits for changes would keep an old version from being closed
// (decision 94).
func application(ctx context.Context, address string) (http.Handler, error) {
	if address == "" {
		return nil, nil
	}
	upstream, err := url.Parse(address)
	if err != nil || upstream.Scheme != "http" || !loopback.IsHost(upstream.Hostname()) || upstream.User != nil ||
		upstream.Path != "" && upstream.Path != "/" || upstream.RawQuery != "" || upstream.Fragment != "" {
		return nil, ErrNotVite
	}
	pages := shell.NewVite(upstream)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		within, end := context.WithCancel(r.Context())
		defer end()
		defer context.AfterFunc(ctx, end)()
		pages.ServeHTTP(w, r.WithContext(within))
	}), nil
}
