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

var text = bytes.Repeat([]byte("long words "), long/11)

// eachServer is told of a server of net/http, and of one as the program has it, where
// the operating system sends a file in one call. They answer /json from memory and
// /file with a file, and tell when an answer is over.
func eachServer(t *testing.T, try func(t *testing.T, address string, over <-chan httpx.Answer)) {
	t.Helper()
	for _, own := range []bool{false, true} {
		t.Run(fmt.Sprintf("own=%t", own), func(t *testing.T) {
			address, over := longAnswers(t, own)
			try(t, address, over)
		})
	}
}

func longAnswers(t *testing.T, own bool) (address string, over <-chan httpx.Answer) {
	t.Helper()
	folder, answers := t.TempDir(), make(chan httpx.Answer, 1)
	if err := os.WriteFile(filepath.Join(folder, "file"), text, 0o600); err != nil {
		t.Fatal(err)
	}
	static := httpx.NewStatic(os.DirFS(folder))
	server := httptest.NewUnstartedServer(&httpx.Frame{
		Log: slog.New(slog.DiscardHandler),
		Next: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch r.URL.Path {
			case "/file":
				static.ServeHTTP(w, r)
			case "/chunks": // of a file whose length is not told
				file, err := os.Open(filepath.Join(folder, "file"))
				if err != nil {
					t.Error(err)
					return
				}
				defer file.Close()
				_, _ = io.CopyN(w, file, int64(len(text)))
			default:
				httpx.WriteJSON(w, http.StatusOK, text)
			}
		}),
		Observer: func(*http.Request) func(httpx.Answer) { return func(a httpx.Answer) { answers <- a } },
	})
	if own {
		malformed := httpx.MalformedRequests{Log: slog.New(slog.DiscardHandler)}
		server.Listener = malformed.Listen(server.Listener)
		malformed.Attach(server.Config)
	}
	server.Start()
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
	eachServer(t, func(t *testing.T, address string, over <-chan httpx.Answer) {
		for _, path := range []string{"/json", "/file", "/chunks"} {
			before := httpx.Stalled()
			ask(t, address, path)
			if answer := <-over; !answer.Aborted || httpx.Stalled() != before+1 {
				t.Errorf("%s: %+v, %d broken off", path, answer, httpx.Stalled()-before)
			}
			if held := inflight.Answers.State().Used; held != 0 {
				t.Errorf("%s: %d bytes are held when it is over", path, held)
			}
		}
	})
}

// Somebody who takes a little of a file now and then does not keep a connection.
func TestWhoTakesTooLittleIsEnded(t *testing.T) {
	httpx.SetStallTime(t, 200*time.Millisecond)
	eachServer(t, func(t *testing.T, address string, over <-chan httpx.Answer) {
		before, connection := httpx.Stalled(), ask(t, address, "/file")
		for part := make([]byte, 1<<10); ; {
			select {
			case answer := <-over:
				if !answer.Aborted || httpx.Stalled() != before+1 {
					t.Errorf("%+v, %d broken off", answer, httpx.Stalled()-before)
				}
				return
			case <-time.After(10 * time.Millisecond):
				_, _ = connection.Read(part)
			}
		}
	})
}

// Somebody who reads is given the whole answer, though it takes longer than
// somebody may take nothing.
func TestWhoReadsSlowlyIsNot(t *testing.T) {
	const limit = time.Second
	httpx.SetStallTime(t, limit)
	eachServer(t, func(t *testing.T, address string, over <-chan httpx.Answer) {
		for _, path := range []string{"/json", "/file", "/chunks"} {
			began := time.Now()
			answer, err := http.ReadResponse(bufio.NewReader(ask(t, address, path)), nil)
			if err != nil {
				t.Fatal(err)
			}
			var read bytes.Buffer
			for err == nil {
				_, err = io.CopyN(&read, answer.Body, 64<<10)
				time.Sleep(10 * time.Millisecond)
			}
			if outcome := <-over; outcome.Aborted || !bytes.Equal(read.Bytes(), text) || time.Since(began) < 2*limit {
				t.Errorf("%s: %+v, %d bytes in %s", path, outcome, read.Len(), time.Since(began))
			}
		}
	})
}
