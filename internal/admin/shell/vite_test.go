package shell_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/admin/shell"
)

// vite is a server in Vite's place, and the shell before it.
func vite(t *testing.T, upstream http.HandlerFunc) (front *httptest.Server, stop func()) {
	t.Helper()
	behind := httptest.NewServer(upstream)
	t.Cleanup(behind.Close)
	address, err := url.Parse(behind.URL)
	if err != nil {
		t.Fatal(err)
	}
	front = httptest.NewServer(shell.NewVite(address))
	t.Cleanup(front.Close)
	return front, behind.Close
}

func fetch(t *testing.T, address string) (*http.Response, string) {
	t.Helper()
	answer, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer, string(body)
}

// built answers as Vite does: the page at its address, and the path of a file.
func built(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/_service/admin/index.html" {
		fmt.Fprint(w, `<script type="module" nonce="__nonce__" src="/_service/admin/src/main.tsx"></script>`)
		return
	}
	w.Header().Set("Content-Type", "text/javascript")
	fmt.Fprint(w, r.URL)
}

func TestPagesAndFilesComeFromVite(t *testing.T) {
	front, _ := vite(t, built)
	for target, status := range map[string]int{"/admin": 200, "/admin/c/posts": 200, "/admin/nowhere": 404} {
		answer, body := fetch(t, front.URL+target)
		policy := answer.Header.Get("Content-Security-Policy")
		nonce := regexp.MustCompile(`script-src 'nonce-([A-Z2-7]{20,})'`).FindStringSubmatch(policy)
		if answer.StatusCode != status || nonce == nil || !strings.Contains(body, `nonce="`+nonce[1]+`"`) {
			t.Errorf("%s: %d %q\n%s", target, answer.StatusCode, policy, body)
		}
		if socket := "connect-src 'self' ws://" + strings.TrimPrefix(front.URL, "http://") + ";"; !strings.Contains(policy, socket) || strings.Contains(policy, "unsafe") {
			t.Errorf("%s: %q", target, policy)
		}
	}
	if _, body := fetch(t, front.URL+"/_service/admin/src/main.tsx?t=1"); body != "/_service/admin/src/main.tsx?t=1" {
		t.Error(body)
	}
}

// TestViteLearnsNoSecret of the site, and sets none.
func TestViteLearnsNoSecret(t *testing.T) {
	front, _ := vite(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Set-Cookie", "session=another")
		fmt.Fprint(w, r.Header.Get("Cookie"), r.Header.Get("Authorization"), r.Header.Get("X-API-Key"), "Host: ", r.Host)
	})
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, front.URL+"/_service/admin/src/main.tsx", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header = http.Header{"Cookie": {"session=secret"}, "Authorization": {"Bearer secret"}, "X-Api-Key": {"secret"}}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || !strings.HasPrefix(string(body), "Host: 127.0.0.1:") || answer.Header.Get("Set-Cookie") != "" {
		t.Errorf("%s %v %v", body, answer.Header, err)
	}
}

// TestAPageIsNotSoughtElsewhere, whatever answers in Vite's place.
func TestAPageIsNotSoughtElsewhere(t *testing.T) {
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("it was followed") }))
	t.Cleanup(elsewhere.Close)
	front, _ := vite(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, elsewhere.URL, http.StatusFound) })
	if answer, body := fetch(t, front.URL+"/admin"); answer.StatusCode != 502 || !strings.Contains(body, "302 Found") {
		t.Error(answer.StatusCode, body)
	}
}

// TestTheSocketOfReloadsIsPassedOn, both ways.
func TestTheSocketOfReloadsIsPassedOn(t *testing.T) {
	front, _ := vite(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Upgrade") != "websocket" || r.Header.Get("Sec-WebSocket-Protocol") != "vite-hmr" || r.URL.RawQuery != "token=1" {
			t.Errorf("%s %v", r.URL, r.Header)
		}
		connection, both, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer connection.Close()
		fmt.Fprint(both, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n")
		_ = both.Flush()
		line, _ := both.ReadString('\n')
		fmt.Fprint(both, "heard "+line)
		_ = both.Flush()
	})
	connection, err := net.Dial("tcp", strings.TrimPrefix(front.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	fmt.Fprint(connection, "GET /_service/admin/?token=1 HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Protocol: vite-hmr\r\n\r\n")
	from := bufio.NewReader(connection)
	answer, err := http.ReadResponse(from, nil)
	if err != nil || answer.StatusCode != http.StatusSwitchingProtocols {
		t.Fatal(answer, err)
	}
	fmt.Fprint(connection, "change\n")
	if line, err := from.ReadString('\n'); line != "heard change\n" {
		t.Error(line, err)
	}
}

// TestWithoutViteThePageSaysWhatToDo, and so does one of something else.
func TestWithoutViteThePageSaysWhatToDo(t *testing.T) {
	front, stop := vite(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<h1>Another program</h1>") })
	if answer, body := fetch(t, front.URL+"/admin"); answer.StatusCode != 502 || !strings.Contains(body, "not the Admin application") {
		t.Error(answer.StatusCode, body)
	}
	stop()
	for _, target := range []string{"/admin", "/admin/nowhere", "/_service/admin/src/main.tsx"} {
		if answer, body := fetch(t, front.URL+target); answer.StatusCode != 502 || !strings.Contains(body, "npm run dev") {
			t.Errorf("%s: %d %s", target, answer.StatusCode, body)
		}
	}
}
