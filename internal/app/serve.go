package app

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"
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
	return new(Drain).Serve(ctx, handler, logger, listeners...)
}

// Drain is how a server takes leave of the balancer in front of it. The zero Drain
// takes none.
type Drain struct {
	// Time is how long requests are answered as before after ctx has ended. Each
	// answer ends its connection then, so that few are open when the listener closes.
	Time time.Duration

	// Begin, if any, is called when that time begins, to have the readiness probe say so.
	Begin func()

	begun atomic.Bool
}

// Serve is Serve that drains.
func (d *Drain) Serve(ctx context.Context, handler http.Handler, logger *slog.Logger, listeners ...net.Listener) error {
	server := &http.Server{
		Handler:           d.closing(handler),
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       requestTimeout,
		WriteTimeout:      answerTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    headerBytes,
		BaseContext:       func(net.Listener) context.Context { return httpx.WithEnding(context.Background(), ctx.Done()) },
		ErrorLog:          slog.NewLogLogger(logger.Handler(), slog.LevelWarn),
	}
	unread := httpx.MalformedRequests{Log: logger}
	unread.Attach(server)
	group, failed := errgroup.WithContext(ctx)
	for _, each := range listeners {
		group.Go(func() error { return unlessClosed(server.Serve(unread.Listen(each))) })
	}
	group.Go(func() error {
		<-failed.Done()
		if ctx.Err() != nil {
			d.wait()
		}
		return stop(server)
	})
	return group.Wait()
}

func (d *Drain) wait() {
	if d.Time <= 0 {
		return
	}
	d.begun.Store(true)
	if d.Begin != nil {
		d.Begin()
	}
	time.Sleep(d.Time)
}

// closing ends the connection with each answer once draining has begun.
func (d *Drain) closing(handler http.Handler) http.Handler {
	if d.Time <= 0 {
		return handler
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if d.begun.Load() {
			w.Header()["Connection"] = []string{"close"}
		}
		handler.ServeHTTP(w, r)
	})
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
