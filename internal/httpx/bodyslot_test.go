package httpx_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/inflight"
)

const (
	largest = httpx.MaxBody
	small   = inflight.SmallBody
)

// dense is what takes most for its length once it is decoded.
var (
	dense  = `{"a":[` + strings.Repeat(`{"b":0},`, 40_000) + `0]}`
	atOnce = int(inflight.Decoded.Limit() / inflight.Weight([]byte(dense)))
)

// read reads a body.
func read(ctx context.Context, body string) (release func(), code diag.Code) {
	r := httptest.NewRequestWithContext(ctx, "POST", "/", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	_, release, err := httpx.ReadObject(httptest.NewRecorder(), r)
	if err != nil {
		code = diag.As(err).Code
	}
	return release, code
}

func object(length int) string { return `{"a":"` + strings.Repeat("x", length-8) + `"}` }

// fill decodes as many dense bodies as may be in use.
func fill(t *testing.T) (held []func()) {
	t.Helper()
	for i := range atOnce {
		release, code := read(t.Context(), dense)
		if code != "" {
			t.Fatalf("body %d: %s", i+1, code)
		}
		held = append(held, release)
	}
	return held
}

func TestLargeBodiesWaitForASlot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		held := fill(t)
		waited := make(chan diag.Code, 1)
		go func() {
			release, code := read(t.Context(), dense)
			release()
			waited <- code
		}()
		synctest.Wait()
		select {
		case code := <-waited:
			t.Errorf("one more than there are turns did not wait: %q", code)
		default:
		}
		for _, release := range held {
			release()
		}
		if code := <-waited; code != "" {
			t.Errorf("the one that waited: %s", code)
		}
	})
}

// What can wait no longer is refused; what is small or refused anyway does not
// wait.
func TestAWaitForASlotEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		held := fill(t)
		gone, leave := context.WithCancel(t.Context())
		leave()
		for _, test := range []struct {
			name  string
			ctx   context.Context
			body  string
			waits time.Duration
			want  diag.Code
		}{
			{"the caller has left", gone, dense, 0, diag.ResourceUnavailable},
			{"half a minute has passed", t.Context(), dense, 30 * time.Second, diag.ResourceUnavailable},
			{"a small body", t.Context(), object(small), 0, ""},
			{"a body that is too large", t.Context(), object(largest + 1), 0, diag.PayloadTooLarge},
		} {
			began := time.Now()
			release, code := read(test.ctx, test.body)
			release()
			if waited := time.Since(began); code != test.want || waited != test.waits {
				t.Errorf("%s: %q after %s, want %q after %s", test.name, code, waited, test.want, test.waits)
			}
		}
		for _, release := range held {
			release()
		}
	})
}

// What bodies decode to is what is counted: as many texts as would be half the
// budget by their length run together.
func TestTextsAreLighterThanObjects(t *testing.T) {
	for range 20 {
		release, code := read(t.Context(), object(largest))
		defer release()
		if code != "" {
			t.Fatal(code)
		}
	}
	if a, b := inflight.Weight([]byte(object(largest))), inflight.Weight([]byte(dense)); b < 5*a {
		t.Errorf("%d bytes of text weigh %d, and %d of objects %d", largest, a, len(dense), b)
	}
}

// TestSlowCallersAreNoBurden: each connection has sent all of a large body but its
// last byte. They are bounded together, and keep nobody waiting.
func TestSlowCallersAreNoBurden(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, release, err := httpx.ReadObject(w, r)
		defer release()
		if err != nil {
			w.WriteHeader(diag.As(err).Status())
		}
	}))
	defer server.Close()
	for range 60 {
		connection, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer connection.Close()
		head := fmt.Sprintf("POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n", largest)
		if _, err := io.WriteString(connection, head+object(largest)[:largest-1]); err != nil {
			t.Fatal(err)
		}
	}
	wait(t, func() bool {
		if used := inflight.Arrived.State().Used; used > inflight.Arrived.Limit() {
			t.Fatalf("%d bytes have arrived", used)
		}
		answer, err := http.Post(server.URL, "application/json", strings.NewReader(object(largest)))
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		return answer.StatusCode == http.StatusOK
	})
}

// wait waits until something holds.
func wait(t *testing.T, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("that never held")
		}
	}
}
