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

// ready answers whether the database can be read: 503 RESOURCE_UNAVAILABLE
// while it cannot.
func (s *Service) ready(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), readyTime)
	defer cancel()
	if err := s.store.Ping(ctx); err != nil {
		unavailable := diag.At(diag.ResourceUnavailable, "", "The database cannot answer now.")
		httpx.WriteFailure(w, r, unavailable.WithCause(err))
		return
	}
	httpx.WriteJSON(w, http.StatusOK, []byte(httpx.Success+`{"ready":true}`+httpx.SuccessEnd))
}
