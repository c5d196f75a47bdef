package quartet

import (
	"context"
	"log/slog"
	"net"
	"net/http"

	"github.com/quartet-dev/quartet/internal/app"
)

// Serve answers requests on every listener until ctx ends. Then it stops
// accepting, gives the requests under way ten seconds to finish, and returns
// nil. Reading a request may take 30 seconds, answering it 60.
func Serve(ctx context.Context, handler http.Handler, logger *slog.Logger, listeners ...net.Listener) error {
	return app.Serve(ctx, handler, logger, listeners...)
}
