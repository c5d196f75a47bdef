package spec

import (
	"context"
	"encoding/base64"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/quartet-dev/quartet"
	"github.com/quartet-dev/quartet/internal/transcript"
)

// site is a folder, and the service that runs in it behind a real listener.
type site struct {
	t       *testing.T
	dir     string
	archive *txtar.Archive

	service *quartet.Service // nil while the site does not run
	address string
	stop    func()

	told func() (*interfaceDocument, error) // of the manifests that it started with

	neighbours externalServers
	browsers   map[string]browser

	// beforeStart may change what the site starts with. It gets the origin that
	// the site will have.
	beforeStart func(o *quartet.Options, origin string)
}

// newSite writes the archive's files. What runs is stopped with the test.
func newSite(t *testing.T, archive *txtar.Archive) *site {
	t.Helper()
	s := &site{t: t, dir: t.TempDir(), archive: archive, stop: func() {}, browsers: map[string]browser{}}
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
	options := quartet.Options{Dir: s.dir, Handlers: handlers, Mount: mounted(section(s.archive, "mount")), Logger: quiet}
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
	s.service, s.address, s.told = service, listener.Addr().String(), nil
	s.stop = func() {
		s.service, s.stop = nil, func() {}
		cancel()
		if err := errors.Join(<-served, service.Close()); err != nil {
			s.t.Error(err)
		}
	}
	return nil
}

func (s *site) seed() {
	s.t.Helper()
	if _, err := s.service.Seed(s.t.Context(), nil); err != nil {
		s.t.Fatalf("the seeds are refused: %v", err)
	}
}

func (s *site) do(t *testing.T, e *transcript.Exchange, captures map[string]string) answer {
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
		return answer{status: "200", body: transcript.Encode(s.neighbours.message(t, transcript.Fill(e.Target, captures)))}
	case "VISIT":
		back := s.neighbours.signIn(t, transcript.Fill(e.Target, captures), s.body(t, e, captures))
		return answer{status: "200", body: transcript.Encode(map[string]any{"back": back})}
	}
	return s.overHTTP(t, e, captures)
}

func (s *site) overHTTP(t *testing.T, e *transcript.Exchange, captures map[string]string) answer {
	t.Helper()
	body := sent(t, e, captures)
	// Opaque keeps the target on the wire as it is written, tricks included.
	request, err := http.NewRequest(e.Method, "http://"+s.address+"/", strings.NewReader(body))
	if err != nil {
		t.Fatalf("line %d: %v", e.Line, err)
	}
	request.URL.Path, request.URL.RawQuery, _ = strings.Cut(transcript.Fill(e.Target, captures), "?")
	request.URL.Opaque = request.URL.Path
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	b := browser{}
	for _, h := range e.Headers {
		switch h[0] {
		case "Browser":
			b = s.browser(h[1])
			b.send(request)
		case "Body": // what it says is done
		default:
			request.Header.Set(h[0], transcript.Fill(h[1], captures))
		}
	}
	client := http.Client{
		Timeout:       20 * time.Second,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	response, err := client.Do(request)
	if err != nil {
		t.Fatalf("line %d: %v", e.Line, err)
	}
	defer response.Body.Close()
	b.take(response.Cookies())
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatalf("line %d: %v", e.Line, err)
	}
	got := answer{strconv.Itoa(response.StatusCode), response.Header, string(text)}
	if err := s.holdInterface(request, got); err != nil {
		t.Errorf("line %d of the transcript: > %s %s\n%v", e.Line, e.Method, e.Target, err)
	}
	return got
}

// sent is the body of a request: text, or bytes that are written in base64.
func sent(t *testing.T, e *transcript.Exchange, captures map[string]string) string {
	t.Helper()
	body := strings.TrimSuffix(transcript.Fill(e.Body, captures), "\n")
	if !slices.Contains(e.Headers, [2]string{"Body", "base64"}) {
		return body
	}
	decoded, err := base64.StdEncoding.DecodeString(body)
	if err != nil {
		t.Fatalf("line %d: %v", e.Line, err)
	}
	return string(decoded)
}

func canonical(name string) string { return http.CanonicalHeaderKey(name) }
