package httpx_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/inflight"
)

const long = 16 << 20

// longAnswers answers /json from memory and /file with a file, and tells when an
// answer is over.
func longAnswers(t *testing.T) (address string, over <-chan httpx.Answer) {
	t.Helper()
	text := bytes.Repeat([]byte("long words "), long/11)
	folder, answers := t.TempDir(), make(chan httpx.Answer, 1)
	if err := os.WriteFile(filepath.Join(folder, "file"), text, 0o600); err != nil {
		t.Fatal(err)
	}
	static := httpx.NewStatic(os.DirFS(folder))
	server := httptest.NewServer(&httpx.Frame{
		Log: slog.New(slog.DiscardHandler),
		Next: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/file" {
				static.ServeHTTP(w, r)
			} else {
				httpx.WriteJSON(w, http.StatusOK, text)
			}
		}),
		Observer: func(*http.Request) func(httpx.Answer) { return func(a httpx.Answer) { answers <- a } },
	})
	t.Cleanup(server.Close)
	return server.Listener.Addr().String(), answers
}

// ask sends a request on a connection that takes little at a time.
func ask(t *testing.T, address, path string) net.Conn {
	t.Helper()
	connection, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = connection.Close() })
	_ = connection.(*net.TCPConn).SetReadBuffer(32 << 10)
	if _, err := fmt.Fprintf(connection, "GET %s HTTP/1.1\r\nHost: x\r\n\r\n", path); err != nil {
		t.Fatal(err)
	}
	return connection
}

func TestWhoDoesNotReadIsEnded(t *testing.T) {
	httpx.SetStallTime(t, 200*time.Millisecond)
	address, over := longAnswers(t)
	for _, path := range []string{"/json", "/file"} {
		before := httpx.Stalled()
		ask(t, address, path)
		if answer := <-over; !answer.Aborted || httpx.Stalled() != before+1 {
			t.Errorf("%s: %+v, %d broken off", path, answer, httpx.Stalled()-before)
		}
		if held := inflight.Answers.State().Used; held != 0 {
			t.Errorf("%s: %d bytes are held when it is over", path, held)
		}
	}
}

// Somebody who reads is given the whole answer, though it takes longer than
// somebody may take nothing.
func TestWhoReadsSlowlyIsNot(t *testing.T) {
	const limit = time.Second
	httpx.SetStallTime(t, limit)
	address, over := longAnswers(t)
	for _, path := range []string{"/json", "/file"} {
		began := time.Now()
		answer, err := http.ReadResponse(bufio.NewReader(ask(t, address, path)), nil)
		if err != nil {
			t.Fatal(err)
		}
		length := 0
		for part := make([]byte, 64<<10); err == nil; {
			var n int
			n, err = io.ReadFull(answer.Body, part)
			length += n
			time.Sleep(10 * time.Millisecond)
		}
		if outcome := <-over; outcome.Aborted || length != long/11*11 || time.Since(began) < 2*limit {
			t.Errorf("%s: %+v, %d bytes in %s", path, outcome, length, time.Since(began))
		}
	}
}
