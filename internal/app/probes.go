package app

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
)

// healthPath is where a supervisor asks whether the process is up.
const healthPath = "/healthz"

// ReadyPath is where a supervisor asks whether the process can serve.
const ReadyPath = "/readyz"

// readyTimeout is how long the database may take to answer ReadyPath.
const readyTimeout = 2 * time.Second

// probes answers a supervisor.
type probes struct{ *App }

// Serves implements surface.
func (probes) Serves(path string) bool { return path == healthPath || path == ReadyPath }

// ServeHTTP answers at healthPath that the process is up.
func (p probes) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == ReadyPath {
		p.ready(w, r)
		return
	}
	httpx.WriteJSON(w, http.StatusOK, []byte(httpx.Success+`{"up":true}`+httpx.SuccessEnd))
}

// ready answers whether the database can be read and deferred hooks can be
// taken up: 503 RESOURCE_UNAVAILABLE while they cannot, and once Leave was called.
// Hooks that fail make no difference (decision 42).
func (p probes) ready(w http.ResponseWriter, r *http.Request) {
	if p.leaving.Load() {
		leaving(w, r)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), readyTimeout)
	defer cancel()
	if err := p.store.Ping(ctx); err != nil {
		notReady(w, r, "The database cannot answer now.", err)
		return
	}
	if err := p.queue.Ready(); err != nil {
		notReady(w, r, "Deferred hooks cannot be taken up now.", err)
		return
	}
	httpx.WriteJSON(w, http.StatusOK, []byte(httpx.Success+`{"ready":true}`+httpx.SuccessEnd))
}

// leaving answers as notReady does, and logs nothing: a stop that somebody wants is no
// error, and a balancer asks every second.
func leaving(w http.ResponseWriter, r *http.Request) {
	d := diag.At(diag.ResourceUnavailable, "", "The process is about to stop.")
	body, status := httpx.Failure(r.Context(), slog.New(slog.DiscardHandler), httpx.RequestID(w), d)
	w.Header().Set("Retry-After", "1")
	httpx.WriteJSON(w, status, body)
}

func notReady(w http.ResponseWriter, r *http.Request, message string, cause error) {
	httpx.WriteFailure(w, r, diag.At(diag.ResourceUnavailable, "", message).WithCause(cause))
}
