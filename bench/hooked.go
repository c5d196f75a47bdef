package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/quartet-dev/quartet"
)

// runHooked serves bench/hooked over file: one route whose writes have a
// deferred hook, one whose writes have none.
func runHooked(file string) error {
	debug.SetGCPercent(collectPercent)
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	quiet := slog.New(slog.DiscardHandler)
	afterwards := func(context.Context, *quartet.Context, map[string]any) (any, error) { return nil, nil }
	var service *quartet.Service
	rest := quartet.Route{Path: restPath, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := untilDelivered(r.Context(), service.Deferred()); err != nil {
			w.WriteHeader(http.StatusInternalServerError)
		}
	})}
	service, err := quartet.Open(ctx, quartet.Options{
		Dir: "bench/hooked", Database: "sqlite:" + file, Logger: quiet,
		Handlers: quartet.Handlers{"afterwards": afterwards}, Mount: []quartet.Route{rest},
	})
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Fprintln(os.Stderr, "listening on", listener.Addr())
	if err := quartet.Serve(ctx, service, quiet, listener); err != nil {
		return err
	}
	return service.Close()
}

// restPath answers when every hook is delivered.
const restPath = "/at-rest"

func untilDelivered(ctx context.Context, queue *quartet.Deferred) error {
	for {
		waiting, err := queue.List(ctx, quartet.DeferredQuery{State: quartet.DeferredPending, Limit: 1})
		if err != nil || len(waiting) == 0 {
			return err
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// hooks compares a write with a deferred hook, while hooks are delivered, with a
// write that has none, while nothing is left to deliver.
func (b *bench) hooks() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	s, err := launch("/healthz", self, "hooked", b.file("hooked.db"))
	if err != nil {
		return err
	}
	defer s.stop()
	s.rest = restPath
	return b.short().ratio("create with one deferred hook, against one with none, 16 writers", 1/1.3,
		s, []string{postJSON("/api/plain", noteBody)}, s, []string{postJSON("/api/hooked", noteBody)})
}
