package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/quartet-dev/quartet"
	"github.com/quartet-dev/quartet/internal/diag"
)

// soakServer is a program that embeds the service: it serves the site in the
// folder that it is called with, by the files of the second folder, says its
// address and ends with its standard input.
func soakServer() {
	ctx, stop := context.WithCancel(context.Background())
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		stop()
	}()
	if err := serveSoak(ctx, os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func serveSoak(ctx context.Context, dir, folder string) error {
	journal, err := os.OpenFile(filepath.Join(dir, "journal"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer journal.Close()
	quiet := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError + 1}))
	var service *quartet.Service
	condition := quartet.Route{Path: conditionPath, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		report, err := service.Health(r.Context())
		if err != nil {
			w.WriteHeader(http.StatusInternalServerError)
		}
		_ = json.NewEncoder(w).Encode(map[string]quartet.Health{"data": report}) // the test misses what could not be sent
	})}
	service, err = quartet.Open(ctx, quartet.Options{
		Dir: dir, FS: os.DirFS(folder), Logger: quiet, Handlers: quartet.Handlers{"note": noter{dir, journal}.handle}, Mount: []quartet.Route{condition},
	})
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println(listener.Addr())
	return errors.Join(quartet.Serve(ctx, service, quiet, listener), service.Close())
}

// conditionPath is where a server tells how it fares.
const conditionPath = "/condition"

// noter is the hook of all Triggers. It writes into a journal, which all
// processes share, when it begins and how it ends.
type noter struct {
	dir     string
	journal *os.File
}

// calm is the file whose presence makes every hook succeed.
const calm = "calm"

// The moods of an order.
const (
	stubborn = "stubborn" // its hook b fails more often than not
	slow     = "slow"     // its hook b takes longer than a lease
)

const longerThanALease = 12 * time.Second

func (n noter) handle(ctx context.Context, c *quartet.Context, input map[string]any) (any, error) {
	e := c.Event
	run := fmt.Sprintf("%s %s %v %v %v %d", e.ID, e.Trigger, e.Entry["id"], e.Entry["version"], input["mood"], os.Getpid())
	if _, err := fmt.Fprintf(n.journal, "begin %s\n", run); err != nil {
		return nil, err
	}
	err := n.work(ctx, c, input["mood"])
	outcome := "done"
	if err != nil {
		outcome = "failed"
	}
	if _, unwritten := fmt.Fprintf(n.journal, "%s %s\n", outcome, run); unwritten != nil {
		return nil, unwritten
	}
	return nil, err
}

func (n noter) work(ctx context.Context, c *quartet.Context, mood any) error {
	time.Sleep(time.Duration(rand.IntN(2000)) * time.Microsecond)
	if c.Event.Trigger == "b" {
		switch {
		case mood == slow:
			time.Sleep(longerThanALease)
		case mood == stubborn && rand.IntN(10) < 7 && !n.isCalm():
			return errors.New("not this time")
		}
	}
	receipt := map[string]any{"key": c.Event.ID + ":" + c.Event.Trigger}
	_, err := c.Service().Entries("receipts").CreateDraft(ctx, receipt)
	if quartet.CodeOf(err) == diag.Conflict { // it ran before
		return nil
	}
	return err
}

func (n noter) isCalm() bool {
	_, err := os.Stat(filepath.Join(n.dir, calm))
	return !errors.Is(err, fs.ErrNotExist)
}
