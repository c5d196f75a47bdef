package app

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/quartet-dev/quartet/internal/httpx"
)

// Limits of a connection, for clients that are slow, idle or hostile.
const (
	headerTimeout  = 5 * time.Second
	requestTimeout = 30 * time.Second
	answerTimeout  = 60 * time.Second
	idleTimeout    = 2 * time.Minute
	headerBytes    = 64 << 10
	graceTimeout   = 10 * time.Second
)

// Serve answers requests on every listener until ctx ends. Then it stops
// accepting, gives the requests under way ten seconds to finish, and returns
// nil. Reading a request may take 30 seconds, answering it 60.
func Serve(ctx context.Context, handler http.Handler, logger *slog.Logger, listeners ...net.Listener) error {
	server := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       requestTimeout,
		WriteTimeout:      answerTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    headerBytes,
		ErrorLog:          slog.NewLogLogger(logger.Handler(), slog.LevelWarn),
	}
	unread := httpx.MalformedRequests{Log: logger}
	unread.Attach(server)
	group, ctx := errgroup.WithContext(ctx)
	for _, each := range listeners {
		group.Go(func() error { return unlessClosed(server.Serve(unread.Listen(each))) })
	}
	group.Go(func() error {
		<-ctx.Done()
		return stop(server)
	})
	return group.Wait()
}

// stop cuts off what has not finished in time.
func stop(server *http.Server) error {
	ctx, cancel := context.WithTimeout(context.Background(), graceTimeout)
	defer cancel()
	err := server.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		return server.Close()
	}
	return err
}

func unlessClosed(err error) error {
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}
