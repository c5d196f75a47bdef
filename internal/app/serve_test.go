package app_test

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"testing"

	"github.com/quartet-dev/quartet"
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

func fetch(url string) string {
	answer, err := http.Get(url)
	if err != nil {
		return err.Error()
	}
	defer answer.Body.Close()
	body, _ := io.ReadAll(answer.Body)
	return string(body)
}
