package dev

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/app"
)

// viteServer has the page, files, and a socket that stays open.
func viteServer(t *testing.T) *httptest.Server {
	t.Helper()
	vite := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Header.Get("Upgrade") == "websocket":
			socket := upgraded(w)
			defer socket.Close()
			fmt.Fprint(socket, "open\n")
			_, _ = io.Copy(io.Discard, socket) // until the other end is closed
		case r.URL.Path == "/_service/admin/index.html":
			fmt.Fprint(w, "<script nonce=__nonce__>from Vite</script>")
		default:
			fmt.Fprint(w, r.URL.Path)
		}
	}))
	t.Cleanup(vite.Close)
	return vite
}

// TestTheApplicationComesFromVite, the API from the site; a socket that is open
// keeps neither an older version nor the server from ending.
func TestTheApplicationComesFromVite(t *testing.T) {
	vite := viteServer(t)
	s, _ := runWith(t, Options{Admin: vite.URL}, map[string]string{"manifests/notes.yaml": notes})
	for target, want := range map[string]string{
		"/admin": "from Vite", "/admin/c/notes": "from Vite", "/_service/admin/src/main.tsx": "/_service/admin/src/main.tsx",
		"/admin/api/me": "UNAUTHENTICATED", "/": "One note",
	} {
		if _, _, body := s.get(target); !strings.Contains(body, want) {
			t.Errorf("%s: %s", target, body)
		}
	}
	for _, target := range []string{"/admin", "/_service/admin/src/main.tsx"} {
		if status := s.asked("vite.example", target); status != http.StatusNotFound {
			t.Errorf("%s, to another name: %d", target, status)
		}
	}
	socket, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = socket.Close() })
	fmt.Fprint(socket, "GET /_service/admin/ HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
	for from := bufio.NewReader(socket); ; {
		line, err := from.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		if line == "open\n" {
			break
		}
	}
	s.write("quartet.yaml", "site: { title: Changed }")
	if r := s.report(); !r.Serving || r.Problems != nil {
		t.Fatalf("%+v", r)
	}
}

// asked is the status of a request to a name that leads here.
func (s *site) asked(host, target string) int {
	s.t.Helper()
	request, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, s.url+target, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	request.Host = host
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close()
	return answer.StatusCode
}

// upgraded answers that the connection is a socket now.
func upgraded(w http.ResponseWriter) net.Conn {
	connection, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(err)
	}
	fmt.Fprint(connection, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n")
	return connection
}

func TestOnlyAViteServerOfThisMachine(t *testing.T) {
	for _, address := range []string{
		"http://example.com:5173", "https://localhost:5173", "localhost:5173", "http://127.0.0.1:5173/path", "http://127.0.0.1:5173?q", "http://ada@127.0.0.1:5173", "http://0.0.0.0:5173", "5173", "http://[",
	} {
		err := Run(t.Context(), Options{Site: app.Options{Dir: t.TempDir(), Logger: slog.New(slog.DiscardHandler)}, Addr: "127.0.0.1:0", Admin: address})
		if !errors.Is(err, ErrNotVite) {
			t.Errorf("%s: %v", address, err)
		}
	}
}
