// Command intake is a program that embeds the service. It brings the two
// functions that the manifests of this folder name, and pages of its own, and
// serves the site on http://localhost:8787 or on another address. Without
// AUTH_SECRET in the environment it runs in development: it listens on this
// machine only and prints a link that signs the owner in.
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
	"github.com/quartet-dev/quartet/examples/intake/workshops"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
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
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	defer listener.Close()
	pages := new(workshops.Pages)
	service, err := quartet.Open(ctx, quartet.Options{
		Dir: dir, Handlers: applications.Studio{Today: time.Now}.Handlers(),
		Mount: pages.Routes(), PublicPath: workshops.Path,
		Development: development(listener.Addr()),
	})
	if err != nil {
		return err
	}
	defer service.Close()
	pages.Service = service
	if err := seed(ctx, service); err != nil {
		return err
	}
	if err := greet(ctx, service, listener.Addr()); err != nil {
		return err
	}
	return quartet.Serve(ctx, service, slog.Default(), listener)
}

// secret is what AUTH_SECRET is in the environment of a site that is served for
// real.
const secret = "AUTH_SECRET"

// development lets people sign in without any settings.
func development(address net.Addr) *quartet.Development {
	if os.Getenv(secret) != "" {
		return nil
	}
	return &quartet.Development{Origin: origin(address), Mail: os.Stdout}
}

func origin(address net.Addr) string {
	return fmt.Sprintf("http://localhost:%d", address.(*net.TCPAddr).Port)
}

// greet says where the site is and, in development, how its owner gets in.
func greet(ctx context.Context, service *quartet.Service, address net.Addr) error {
	fmt.Printf("Workshop intake is on %s; its workshops are on %s/workshops\n", origin(address), origin(address))
	if os.Getenv(secret) != "" {
		return nil
	}
	link, err := service.SignInLink(ctx, "owner@localhost", "/admin", time.Hour)
	if err != nil {
		return err
	}
	fmt.Printf("Sign in as its owner, once, within the hour: %s\n", link)
	return nil
}

func seed(ctx context.Context, service *quartet.Service) error {
	empty, err := service.Empty(ctx)
	if err != nil || !empty {
		return err
	}
	_, err = service.Seed(ctx, nil)
	return err
}
