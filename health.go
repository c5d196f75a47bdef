package quartet

import (
	"context"
	"net/http"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
)

// The paths by which a supervisor asks how the process fares.
const (
	healthPath = "/healthz"
	readyPath  = "/readyz"
)

// readyTime is how long the database may take to answer readyPath.
const readyTime = 2 * time.Second

// health answers that the process is up.
func health(w http.ResponseWriter, _ *http.Request) {
	httpx.WriteJSON(w, http.StatusOK, []byte(httpx.Success+`{"up":true}`+httpx.SuccessEnd))
}

// ready answers whether the database can be read and deferred hooks can be
// taken up: 503 RESOURCE_UNAVAILABLE while they cannot. Hooks that fail make no
// difference (decision 42).
func (s *Service) ready(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), readyTime)
	defer cancel()
	if err := s.store.Ping(ctx); err != nil {
		notReady(w, r, "The database cannot answer now.", err)
		return
	}
	if s.queue != nil {
		if err := s.queue.Ready(); err != nil {
			notReady(w, r, "Deferred hooks cannot be taken up now.", err)
			return
		}
	}
	httpx.WriteJSON(w, http.StatusOK, []byte(httpx.Success+`{"ready":true}`+httpx.SuccessEnd))
}

func notReady(w http.ResponseWriter, r *http.Request, message string, cause error) {
	httpx.WriteFailure(w, r, diag.At(diag.ResourceUnavailable, "", message).WithCause(cause))
}
