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
	"sync/atomic"
	"syscall"
	"time"

	"github.com/quartet-dev/quartet"
)

// runHooked serves bench/hooked over a database: one route whose writes have a
// deferred hook, one whose writes have none.
func runHooked(database string) error {
	debug.SetGCPercent(collectPercent)
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	quiet := slog.New(slog.DiscardHandler)
	var delivered atomic.Int64
	hook := func(work func(context.Context, *quartet.Context, map[string]any) error) quartet.Handler {
		return func(ctx context.Context, c *quartet.Context, input map[string]any) (any, error) {
			err := work(ctx, c, input)
			if err == nil {
				delivered.Add(1)
			}
			return nil, err
		}
	}
	var service *quartet.Service
	rest := quartet.Route{Path: restPath, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := untilDelivered(r.Context(), service.Deferred()); err != nil {
			w.WriteHeader(http.StatusInternalServerError)
		}
	})}
	number := func(path string, value func() any) quartet.Route {
		return quartet.Route{Path: path, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, value()) })}
	}
	var written atomic.Int64
	service, err := quartet.Open(ctx, quartet.Options{
		Dir: "bench/hooked", Database: database, Logger: quiet,
		Handlers: quartet.Handlers{"afterwards": hook(nothing), "copied": hook(another), "calling": hook(call)},
		Observer: counting(&written),
		Mount: []quartet.Route{
			rest, number(deliveredPath, func() any { return delivered.Load() }),
			number(writtenPath, func() any { return written.Load() }), number(workPath, func() any { return processorTime().Seconds() }),
		},
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

// The hooks: one that does nothing, one that writes an entry of its own, and one
// that waits for a peer.
func nothing(context.Context, *quartet.Context, map[string]any) error { return nil }

func another(ctx context.Context, c *quartet.Context, input map[string]any) error {
	_, err := c.Service().Entries("notes").CreateDraft(ctx, input)
	return err
}

// peerDelay is how long a peer near by takes to answer.
const peerDelay = time.Millisecond

func call(context.Context, *quartet.Context, map[string]any) error {
	time.Sleep(peerDelay)
	return nil
}

// restPath answers when every hook is delivered, deliveredPath with how many
// were, writtenPath with how many writes were answered, and workPath with the
// seconds of processor time that the server has taken.
const (
	restPath      = "/at-rest"
	deliveredPath = "/delivered"
	writtenPath   = "/written"
	workPath      = "/work"
)

// counting counts writes when they are answered.
func counting(written *atomic.Int64) quartet.Observer {
	return func(r *http.Request) func(quartet.Answer) {
		return func(a quartet.Answer) {
			if r.Method == http.MethodPost && a.Status == http.StatusOK {
				written.Add(1)
			}
		}
	}
}

func processorTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

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
// write that has none, while nothing is left to deliver: with one writer, which
// delivery keeps up with, and with so many that putting hooks off would pay.
func (b *bench) hooks() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	s, err := launch("/healthz", self, "hooked", "sqlite:"+b.file("hooked.db"))
	if err != nil {
		return err
	}
	defer s.stop()
	s.rest = restPath
	for _, load := range []struct {
		writers int
		goal    float64
	}{{1, 1 / 1.3}, {b.connections, 0}} {
		some := *b
		some.connections = load.writers
		if err := some.hook(load.goal, s); err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) hook(goal float64, s *server) error {
	plain, hooked := []string{postJSON("/api/plain", noteBody)}, []string{postJSON("/api/hooked", noteBody)}
	name := fmt.Sprintf("create with one deferred hook, against one with none, writers: %d", b.connections)
	if err := b.short().ratio(name, goal, s, plain, s, hooked); err != nil {
		return err
	}
	return b.deliveries(s, hooked)
}

// deliveries prints how many hooks of a load run while it lasts, and how long
// the others take: a hook that is put off costs the writes beside it nothing.
func (b *bench) deliveries(s *server, requests []string) error {
	if err := s.atRest(); err != nil {
		return err
	}
	var counts [3]float64 // before the load, after it, and at rest
	var waited time.Duration
	for i, step := range []func() error{
		func() error { return nil },
		func() error {
			_, err := (&load{Addr: s.addr, Requests: requests, Connections: b.connections, Seconds: b.seconds}).apply()
			return err
		},
		func() error {
			began := time.Now()
			err := s.atRest()
			waited = time.Since(began)
			return err
		},
	} {
		if err := step(); err != nil {
			return err
		}
		var err error
		if counts[i], err = s.number(deliveredPath); err != nil {
			return err
		}
	}
	fmt.Printf("  %.0f%% of its hooks run under load, the others in the %.1f s after %.1f of it\n",
		100*(counts[1]-counts[0])/(counts[2]-counts[0]), waited.Seconds(), b.seconds)
	return nil
}
