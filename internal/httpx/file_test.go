package httpx_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
)

// steady begins a request of ten bytes, of which it sends some, and gives what its
// handler did with a SteadyBody.
func steady[T any](t *testing.T, sent string, handle func(body io.Reader, stop func(), r *http.Request) T) T {
	t.Helper()
	done := make(chan T, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, stop := httpx.SteadyBody(w, r)
		done <- handle(body, stop, r)
	}))
	t.Cleanup(server.Close)
	connection, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = connection.Close() })
	if _, err := io.WriteString(connection, "PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n"+sent); err != nil {
		t.Fatal(err)
	}
	return <-done
}

// A stop that comes between two reads holds for the second one, however long a
// client may stall.
func TestAStoppedBodyStaysStopped(t *testing.T) {
	httpx.SetStallTime(t, time.Hour)
	err := steady(t, "half", func(body io.Reader, stop func(), _ *http.Request) error {
		if n, err := io.ReadFull(body, make([]byte, 4)); err != nil {
			t.Errorf("%d bytes, %v", n, err)
		}
		stop()
		_, err := body.Read(make([]byte, 1))
		return err
	})
	if !diag.HasCode(err, diag.InputValidationFailed) {
		t.Errorf("ended with %v", err)
	}
}

// Neither the deadline of the last read nor a late stop cancels a request whose
// body has come: its handler may work on with it.
func TestABodyThatHasComeCancelsNothing(t *testing.T) {
	httpx.SetStallTime(t, 100*time.Millisecond)
	for name, late := range map[string]func(stop func()){
		"a deadline": func(func()) {},
		"a stop":     func(stop func()) { stop() },
	} {
		err := steady(t, "ten bytes.", func(body io.Reader, stop func(), r *http.Request) error {
			if text, err := io.ReadAll(body); err != nil || string(text) != "ten bytes." {
				t.Errorf("%q, %v", text, err)
			}
			late(stop)
			select {
			case <-r.Context().Done():
				return context.Cause(r.Context())
			case <-time.After(3 * 100 * time.Millisecond):
				return nil
			}
		})
		if err != nil {
			t.Errorf("%s ended the request: %v", name, err)
		}
	}
}

// Every read has its time anew, a stop ends that at once, and the end lifts it.
func TestTheDeadlinesOfASteadyBody(t *testing.T) {
	httpx.SetStallTime(t, time.Hour)
	w := &deadlines{ResponseRecorder: httptest.NewRecorder()}
	body, stop := httpx.SteadyBody(w, httptest.NewRequest("PUT", "/", strings.NewReader("ab")))
	if _, err := io.ReadAll(io.MultiReader(body, body)); err != nil {
		t.Fatal(err)
	}
	stop()
	if last := len(w.lifted) - 1; last < 1 || !w.lifted[last] || w.lifted[0] {
		t.Errorf("lifted: %v", w.lifted)
	}
}
