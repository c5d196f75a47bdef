// Command intake is a program that embeds the service: it gives the site in
// this folder the two functions that its manifests name, and serves it on
// http://localhost:8787, or on another address.
//
//	go run ./examples/intake [site folder [address]]
package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/quartet-dev/quartet"
	"github.com/quartet-dev/quartet/examples/intake/applications"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, argument(1, "examples/intake"), argument(2, "127.0.0.1:8787")); err != nil {
		fmt.Fprintln(os.Stderr, "intake:", err)
		os.Exit(1)
	}
}

// argument is the nth one, or what stands in for it.
func argument(n int, otherwise string) string {
	if len(os.Args) > n {
		return os.Args[n]
	}
	return otherwise
}

// run serves the site in dir until ctx ends. An empty database is filled from
// the seeds.
func run(ctx context.Context, dir, address string) error {
	service, err := quartet.Open(ctx, quartet.Options{Dir: dir, Handlers: applications.Studio{Today: time.Now}.Handlers()})
	if err != nil {
		return err
	}
	defer service.Close()
	if err := seed(ctx, service); err != nil {
		return err
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	fmt.Printf("Workshop intake is on http://%s\n", listener.Addr())
	return quartet.Serve(ctx, service, slog.Default(), listener)
}

func seed(ctx context.Context, service *quartet.Service) error {
	empty, err := service.Empty(ctx)
	if err != nil || !empty {
		return err
	}
	_, err = service.Seed(ctx, nil)
	return err
}
