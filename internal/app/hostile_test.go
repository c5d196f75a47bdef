package app_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/quartet-dev/quartet"
)

// serve runs a copy of the publication example behind a real listener and
// returns its address. It is stopped with the test, or by the function.
func serve(t *testing.T) (address string, stop func()) {
	t.Helper()
	dir := t.TempDir()
	for _, part := range []string{"manifests", "seed", "templates"} {
		if err := os.CopyFS(dir+"/"+part, os.DirFS("../../examples/publication/"+part)); err != nil {
			t.Fatal(err)
		}
	}
	settings, err := os.ReadFile("../../examples/publication/quartet.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dir+"/quartet.yaml", settings, 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	quiet := slog.New(slog.DiscardHandler)
	service, err := quartet.Open(ctx, quartet.Options{Dir: dir, Logger: quiet})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := service.Seed(ctx, nil); err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- quartet.Serve(ctx, service, quiet, listener) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-served; err != nil {
			t.Error(err)
		}
		if err := service.Close(); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(stop)
	return listener.Addr().String(), stop
}

const suggestion = `{"email":"mei@example.com","subject":"Water","message":"More on water, please."}`

// Bad input from outside is a clear 4xx diagnostic, never a 500.
func TestBadInputIsRefused(t *testing.T) {
	address, _ := serve(t)
	field := func(value string) string { return `{"email":"mei@example.com","message":` + value + `}` }
	for _, c := range []struct {
		name, method, target, body string
		status                     int
		code                       string
	}{
		{"a body of 10 MB", "POST", "/api/suggestions", field(`"` + strings.Repeat("x", 10<<20) + `"`), 413, "PAYLOAD_TOO_LARGE"},
		{"JSON 1,000 levels deep", "POST", "/api/suggestions", field(strings.Repeat("[", 1000) + strings.Repeat("]", 1000)), 400, "INPUT_VALIDATION_FAILED"},
		{"JSON that never closes", "POST", "/api/suggestions", field(strings.Repeat("[", 100_000)), 400, "INPUT_VALIDATION_FAILED"},
		{"invalid UTF-8", "POST", "/api/suggestions", field("\"a\xff\""), 400, "INPUT_VALIDATION_FAILED"},
		{"a lone surrogate", "POST", "/api/suggestions", field(`"\ud800"`), 400, "INPUT_VALIDATION_FAILED"},
		{"an escaped NUL", "POST", "/api/suggestions", field(`"a\u0000b"`), 400, "INPUT_VALIDATION_FAILED"},
		{"a raw NUL", "POST", "/api/suggestions", field("\"a\x00b\""), 400, "INPUT_VALIDATION_FAILED"},
		{"a duplicate key", "POST", "/api/suggestions", `{"message":"a","message":"b"}`, 400, "INPUT_VALIDATION_FAILED"},
		{"an integer out of range", "POST", "/api/suggestions", field("123456789012345678901234567890"), 400, "INPUT_VALIDATION_FAILED"},
		{"a number out of range", "POST", "/api/suggestions", field("1e400"), 400, "INPUT_VALIDATION_FAILED"},
		{"NaN", "POST", "/api/suggestions", field("NaN"), 400, "INPUT_VALIDATION_FAILED"},
		{"an array", "POST", "/api/suggestions", `[]`, 400, "INPUT_VALIDATION_FAILED"},
		{"no JSON", "POST", "/api/suggestions", `message=hello`, 400, "INPUT_VALIDATION_FAILED"},
		{"two values", "POST", "/api/suggestions", `{} {}`, 400, "INPUT_VALIDATION_FAILED"},
		{"a param that is NaN", "GET", "/api/views/posts-since?locale=en&since=NaN", "", 400, "INPUT_VALIDATION_FAILED"},
		{"a param out of range", "GET", "/api/views/posts-since?locale=en&since=99999999999999999999", "", 400, "INPUT_VALIDATION_FAILED"},
		{"a param with NUL", "GET", "/api/views/post-by-slug?locale=en&slug=a%00b", "", 400, "INPUT_VALIDATION_FAILED"},
		{"a param that is no UTF-8", "GET", "/api/views/post-by-slug?locale=en&slug=%ff", "", 400, "INPUT_VALIDATION_FAILED"},
		{"a query with bad percent-encoding", "GET", "/api/views/posts?locale=%zz", "", 400, "INPUT_VALIDATION_FAILED"},
		{"a made-up cursor", "GET", "/api/views/posts?locale=en&cursor=AAAA", "", 400, "INPUT_VALIDATION_FAILED"},
		{"a cursor of another View", "GET", "/api/views/posts-since?locale=en&since=0&cursor=" + cursor(t, address), "", 400, "INPUT_VALIDATION_FAILED"},
		{"a cursor of 100 KB in a query", "GET", "/api/views/posts?locale=en&cursor=" + strings.Repeat("A", 50_000), "", 400, "INPUT_VALIDATION_FAILED"},
		{"an encoded slash in a name", "GET", "/api/views/..%2f..%2fetc%2fpasswd", "", 404, "NOT_FOUND"},
		{"a path that climbs", "GET", "/api/views/../../etc/passwd", "", 404, "NOT_FOUND"},
		{"a name encoded twice", "GET", "/api/views/%2570osts?locale=en", "", 404, "NOT_FOUND"},
		{"a path with NUL", "GET", "/api/views/posts%00?locale=en", "", 400, "INPUT_VALIDATION_FAILED"},
	} {
		t.Run(c.name, func(t *testing.T) {
			status, body := raw(t, address, c.method, c.target, c.body)
			var answer struct {
				OK         bool
				Diagnostic struct{ Code string }
			}
			if err := json.Unmarshal(body, &answer); err != nil {
				t.Fatalf("%d with no JSON: %.200s", status, body)
			}
			if status != c.status || answer.OK || answer.Diagnostic.Code != c.code {
				t.Errorf("%d %.300s; want %d %s", status, body, c.status, c.code)
			}
		})
	}
}

// raw sends a request line as it is written and reads one answer.
func raw(t *testing.T, address, method, target, body string) (int, []byte) {
	t.Helper()
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(20 * time.Second))
	go func() {
		// A server that refuses a body need not read it to its end.
		_, _ = fmt.Fprintf(c, "%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
			method, target, len(body), body)
	}()
	response, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, text
}

func cursor(t *testing.T, address string) string {
	t.Helper()
	_, body := raw(t, address, "GET", "/api/views/posts?locale=en&show=1", "")
	var page struct{ Data struct{ NextCursor string } }
	if err := json.Unmarshal(body, &page); err != nil || page.Data.NextCursor == "" {
		t.Fatalf("no cursor in %s", body)
	}
	return page.Data.NextCursor
}

// 500 clients at once, slow readers and half-open bodies among them, leave no
// descriptor and no goroutine behind, and memory stays bounded.
func TestHostileClientsLeaveNothingBehind(t *testing.T) {
	others := goleak.IgnoreCurrent()
	descriptors := openDescriptors(t)
	address, stop := serve(t)
	before := heap()
	release := make(chan struct{})
	var hostile, polite sync.WaitGroup
	for i := range 500 {
		clients := &hostile
		if i%len(manners) == 0 {
			clients = &polite
		}
		clients.Go(func() {
			c, err := net.Dial("tcp", address)
			if err != nil {
				t.Error(err)
				return
			}
			defer c.Close()
			_ = c.SetDeadline(time.Now().Add(30 * time.Second))
			manners[i%len(manners)](c, release)
		})
	}
	polite.Wait() // nobody else can hold them up
	close(release)
	hostile.Wait()
	if grown := heap() - before; grown > 64<<20 {
		t.Errorf("the heap grew by %d MiB", grown>>20)
	}
	if status, _ := raw(t, address, "POST", "/api/suggestions", suggestion); status != http.StatusOK {
		t.Errorf("after the load a request gets %d", status)
	}
	stop()
	goleak.VerifyNone(t, others)
	if left := openDescriptors(t); left > descriptors {
		t.Errorf("%d descriptors are open, %d were before", left, descriptors)
	}
}

const list = "GET /api/views/posts?locale=en HTTP/1.1\r\nHost: localhost\r\n\r\n"

// manners are the kinds of clients, the polite one first. The others hold on
// to their connection until they are released.
var manners = []func(c net.Conn, release <-chan struct{}){
	func(c net.Conn, _ <-chan struct{}) { // asks once and reads the answer
		_, _ = io.WriteString(c, strings.Replace(list, "\r\n\r\n", "\r\nConnection: close\r\n\r\n", 1))
		_, _ = io.Copy(io.Discard, c)
	},
	func(c net.Conn, release <-chan struct{}) { // asks many times, and begins to read
		for range 20 {
			_, _ = io.WriteString(c, list)
		}
		_, _ = c.Read(make([]byte, 100))
		<-release
	},
	func(c net.Conn, release <-chan struct{}) { // never ends its body
		_, _ = io.WriteString(c, "POST /api/suggestions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{\"mess")
		<-release
	},
	func(c net.Conn, release <-chan struct{}) { // never ends its headers
		_, _ = io.WriteString(c, "GET /api/views HTTP/1.1\r\nHost: loc")
		<-release
	},
	func(c net.Conn, _ <-chan struct{}) { // leaves before the answer
		_, _ = io.WriteString(c, list)
	},
}

func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

func openDescriptors(t *testing.T) int {
	t.Helper()
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skip("descriptors are counted on Linux alone")
	}
	return len(list)
}
