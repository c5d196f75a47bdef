package spec

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/quartet-dev/quartet"
	"github.com/quartet-dev/quartet/internal/store"
	"github.com/quartet-dev/quartet/internal/transcript"
)

// site is a folder, and the service that runs in it behind a real listener.
type site struct {
	t       *testing.T
	dir     string
	archive *txtar.Archive

	database    store.Database
	databaseURL string // "" for the service's default
	dialect     dialect

	service *quartet.Service // nil while the site does not run
	stop    func()

	told func() (*interfaceDocument, error) // of the manifests that it started with

	neighbours externalServers
	client     transcript.Client

	// beforeStart may change what the site starts with. It gets the origin that
	// the site will have.
	beforeStart func(o *quartet.Options, origin string)
}

// newSite writes the archive's files. What runs is stopped with the test.
func newSite(t *testing.T, archive *txtar.Archive, on dialect) *site {
	t.Helper()
	s := &site{t: t, dir: t.TempDir(), archive: archive, dialect: on, stop: func() {}}
	s.database, s.databaseURL = on.database(t, s.dir)
	s.write()
	t.Cleanup(func() { s.stop() })
	return s
}

// start opens the site and serves it.
func (s *site) start() error {
	s.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	quiet := slog.New(slog.DiscardHandler)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		s.t.Fatal(err)
	}
	options := quartet.Options{Dir: s.dir, Database: s.databaseURL, Handlers: handlersBeside(s.dir), Mount: mounted(s.section("mount")), Logger: quiet}
	if s.beforeStart != nil {
		s.beforeStart(&options, "http://"+listener.Addr().String())
	}
	service, err := quartet.Open(ctx, options)
	if err != nil {
		cancel()
		_ = listener.Close() // nothing has come in
		return err
	}
	served := make(chan error, 1)
	go func() { served <- quartet.Serve(ctx, service, quiet, listener) }()
	s.service, s.client.Origin, s.told = service, "http://"+listener.Addr().String(), nil
	s.stop = func() {
		s.service, s.stop = nil, func() {}
		cancel()
		if err := errors.Join(<-served, service.Close()); err != nil {
			s.t.Error(err)
		}
	}
	return nil
}

// openPlatform opens the site's database beside the service.
func (s *site) openPlatform(ctx context.Context) (store.Platform, error) {
	return s.database.OpenPlatform(ctx, slog.New(slog.DiscardHandler))
}

func (s *site) seed() {
	s.t.Helper()
	if _, err := s.service.Seed(s.t.Context(), nil); err != nil {
		s.t.Fatalf("the seeds are refused: %v", err)
	}
}

func (s *site) do(t *testing.T, e *transcript.Exchange, captures map[string]string) transcript.Answer {
	t.Helper()
	if s.service == nil && e.Method != "RESTART" {
		t.Fatalf("line %d: the site does not run", e.Line)
	}
	if call, ok := calls[e.Method]; ok {
		return s.inProcess(t, call, e, captures)
	}
	if call, ok := staffCalls[e.Method]; ok {
		return s.inProcess(t, call, e, captures)
	}
	switch e.Method {
	case "MAIL":
		return transcript.Answer{Status: "200", Body: transcript.Encode(s.neighbours.message(t, transcript.Fill(e.Target, captures)))}
	case "VISIT":
		back := s.neighbours.signIn(t, transcript.Fill(e.Target, captures), s.body(t, e, captures))
		return transcript.Answer{Status: "200", Body: transcript.Encode(map[string]any{"back": back})}
	}
	return s.overHTTP(t, e, captures)
}

func (s *site) overHTTP(t *testing.T, e *transcript.Exchange, captures map[string]string) transcript.Answer {
	t.Helper()
	request, got, err := s.client.Send(t.Context(), e, captures)
	if err != nil {
		t.Fatalf("line %d: %v", e.Line, err)
	}
	if err := s.holdInterface(request, got); err != nil {
		t.Errorf("line %d of the transcript: > %s %s\n%v", e.Line, e.Method, e.Target, err)
	}
	return got
}
