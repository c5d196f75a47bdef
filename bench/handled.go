package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/quartet-dev/quartet"
)

// The two ways in which bench/handled has its handler.
const (
	inGo         = "go"
	inTypeScript = "typescript"
)

// runHandled serves bench/handled over file, with the handler that adds in Go or in
// TypeScript, and everything else the same.
func runHandled(language, file string) error {
	debug.SetGCPercent(collectPercent)
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	quiet := slog.New(slog.DiscardHandler)
	options := quartet.Options{Dir: "bench/handled", Database: "sqlite:" + file, Logger: quiet}
	if language == inGo {
		options.Handlers = quartet.Handlers{"sums.add": quartet.Handle(add)}
	}
	service, err := quartet.Open(ctx, options)
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

type (
	summands struct{ A, B int64 }
	total    struct {
		Sum int64 `json:"sum"`
	}
)

func add(_ context.Context, _ *quartet.Context, in summands) (total, error) {
	return total{in.A + in.B}, nil
}
