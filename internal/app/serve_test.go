package app_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"testing"
	"time"

	"github.com/quartet-dev/quartet"
	"github.com/quartet-dev/quartet/internal/app"
)

// Graceful stop: stops accepting, finishes requests.
func TestServeFinishesWhatItHasBegun(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	begun, finish := make(chan struct{}), make(chan struct{})
	slow := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		close(begun)
		<-finish
		_, _ = io.WriteString(w, "finished")
	})
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- quartet.Serve(ctx, slow, slog.New(slog.DiscardHandler), listener) }()
	answers := make(chan string, 1)
	go func() { answers <- fetch("http://" + listener.Addr().String()) }()

	<-begun
	stop()
	for { // until the listener is closed
		connection, err := net.Dial("tcp", listener.Addr().String())
		if err != nil {
			break
		}
		_ = connection.Close()
	}
	select {
	case err := <-ended:
		t.Fatalf("Serve ended with a request under way: %v", err)
	default:
	}
	close(finish)
	if answer := <-answers; answer != "finished" {
		t.Errorf("the request under way got %q", answer)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// A balancer hears from /readyz that the process is about to stop while requests are
// still answered, on the connections that there are and on new ones; each answer ends
// its connection. That is no error in the log.
func TestADrainingServerTellsItsBalancer(t *testing.T) {
	var wrong bytes.Buffer
	a, err := app.Open(t.Context(), app.Options{
		FS: folder(map[string]string{"manifests/guest-book.yaml": guestBook}), Dir: t.TempDir(),
		Logger:            slog.New(slog.NewTextHandler(&wrong, &slog.HandlerOptions{Level: slog.LevelError})),
		HandlersElsewhere: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close() //nolint:errcheck // of the test
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	origin := "http://" + listener.Addr().String()
	get := func(path string) *http.Response {
		t.Helper()
		answer, err := http.Get(origin + path)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, answer.Body)
		_ = answer.Body.Close()
		return answer
	}
	begun, seen := make(chan struct{}), make(chan struct{})
	drain := app.Drain{Time: time.Nanosecond, Begin: func() { a.Leave(); close(begun); <-seen }}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- drain.Serve(ctx, a, slog.New(slog.DiscardHandler), listener) }()
	if answer := get("/readyz"); answer.StatusCode != http.StatusOK || answer.Close {
		t.Errorf("before: %d, close %t", answer.StatusCode, answer.Close)
	}

	stop()
	<-begun
	for path, status := range map[string]int{"/readyz": 503, "/healthz": 200} {
		for range 2 {
			if answer := get(path); answer.StatusCode != status || !answer.Close {
				t.Errorf("%s: %d, close %t", path, answer.StatusCode, answer.Close)
			}
		}
	}
	close(seen)
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if wrong.Len() > 0 {
		t.Errorf("the log has\n%s", &wrong)
	}
}

func TestServeEndsWhenAListenerFails(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = listener.Close()
	if err := quartet.Serve(t.Context(), http.NotFoundHandler(), slog.New(slog.DiscardHandler), listener); err == nil {
		t.Error("serving on a closed listener is no error")
	}
}

// A route of the program's own may hand its requests on, WebSockets included.
func TestServeHandsAConnectionOver(t *testing.T) {
	echo := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		c, both, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer c.Close()
		_, _ = io.WriteString(c, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n")
		_, _ = io.Copy(c, both)
	}))
	defer echo.Close()
	behind, err := url.Parse(echo.URL)
	if err != nil {
		t.Fatal(err)
	}
	s := start(t, quartet.Options{Mount: []quartet.Route{{Path: "/echo", Handler: httputil.NewSingleHostReverseProxy(behind)}}}, nil)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- quartet.Serve(ctx, s, slog.New(slog.DiscardHandler), listener) }()
	defer func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}()

	request, err := http.NewRequestWithContext(ctx, "GET", "http://"+listener.Addr().String()+"/echo", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header = http.Header{"Connection": {"Upgrade"}, "Upgrade": {"echo"}}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	said := make([]byte, len("hello"))
	if connection, ok := answer.Body.(io.ReadWriter); !ok {
		t.Fatal(answer.Status)
	} else if _, err := io.WriteString(connection, "hello"); err != nil {
		t.Fatal(err)
	} else if _, err := io.ReadFull(connection, said); err != nil || string(said) != "hello" {
		t.Errorf("%q, %v", said, err)
	}
}

func fetch(url string) string {
	answer, err := http.Get(url)
	if err != nil {
		return err.Error()
	}
	defer answer.Body.Close()
	body, _ := io.ReadAll(answer.Body)
	return string(body)
}
