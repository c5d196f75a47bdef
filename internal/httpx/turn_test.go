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
)

const (
	largest = httpx.MaxBody
	small   = 16 << 10
	atOnce  = 8 // of the largest
)

// read reads a body of a length.
func read(ctx context.Context, length int) (release func(), code diag.Code) {
	r := httptest.NewRequestWithContext(ctx, "POST", "/", strings.NewReader(object(length)))
	r.Header.Set("Content-Type", "application/json")
	_, release, err := httpx.ReadObject(httptest.NewRecorder(), r)
	if err != nil {
		code = diag.As(err).Code
	}
	return release, code
}

func object(length int) string { return `{"a":"` + strings.Repeat("x", length-8) + `"}` }

// fill takes all turns that there are.
func fill(t *testing.T) (held []func()) {
	t.Helper()
	for i := range atOnce {
		release, code := read(t.Context(), largest)
		if code != "" {
			t.Fatalf("body %d: %s", i+1, code)
		}
		held = append(held, release)
	}
	return held
}

func TestLargeBodiesTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		held := fill(t)
		waited := make(chan diag.Code, 1)
		go func() {
			release, code := read(t.Context(), largest)
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
func TestAWaitForATurnEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		held := fill(t)
		gone, leave := context.WithCancel(t.Context())
		leave()
		for _, test := range []struct {
			name   string
			ctx    context.Context
			length int
			waits  time.Duration
			want   diag.Code
		}{
			{"the caller has left", gone, largest, 0, diag.ResourceUnavailable},
			{"half a minute has passed", t.Context(), small + 1, 30 * time.Second, diag.ResourceUnavailable},
			{"a small body", t.Context(), small, 0, ""},
			{"a body that is too large", t.Context(), largest + 1, 0, diag.PayloadTooLarge},
		} {
			began := time.Now()
			release, code := read(test.ctx, test.length)
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

// TestSlowCallersTakeNoTurns: each connection has sent all of a large body but
// its last byte.
func TestSlowCallersTakeNoTurns(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, release, err := httpx.ReadObject(w, r)
		defer release()
		if err != nil {
			httpx.WriteFailure(w, r, err)
		}
	}))
	defer server.Close()
	for range 2 * atOnce {
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
	answer, err := http.Post(server.URL, "application/json", strings.NewReader(object(largest)))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != 200 {
		t.Errorf("got %s", answer.Status)
	}
}
