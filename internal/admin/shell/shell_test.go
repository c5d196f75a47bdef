package shell_test

import (
	"encoding/json"
	"html"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/quartet-dev/quartet/admin/bundle"
	"github.com/quartet-dev/quartet/internal/admin/shell"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/look"
	"github.com/quartet-dev/quartet/internal/site"
)

// ask answers a request from a bundle, behind the frame that all answers pass.
func ask(t *testing.T, bundle fs.FS, method, target string, icons ...string) (*http.Response, string) {
	t.Helper()
	s, err := shell.New(bundle, called("Tea", icons...), look.Read())
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	frame := &httpx.Frame{Next: s, Log: slog.New(slog.DiscardHandler)}
	frame.ServeHTTP(w, httptest.NewRequest(method, target, nil))
	return w.Result(), w.Body.String()
}

// called is a site with a name, and icons at some addresses.
func called(name string, icons ...string) func() *site.Config {
	config := &site.Config{Brand: name}
	for _, src := range icons {
		config.Icons = append(config.Icons, site.Icon{Src: src})
	}
	return func() *site.Config { return config }
}

// page is as small as a bundle gets.
var page = fstest.MapFS{
	"index.html":                            {Data: []byte(`<script nonce="__nonce__"></script><style nonce="__nonce__"></style>`)},
	"favicon.svg":                           {Data: []byte(`<svg/>`)},
	"assets/index.0123456789abcdef0123.js":  {Data: []byte(`1`)},
	"assets/index.0123456789abcdef0123.css": {Data: []byte(`a{}`)},
}

// TestTheShellIsAtEveryRouteOfTheContract is interface.md, Admin routes.
func TestTheShellIsAtEveryRouteOfTheContract(t *testing.T) {
	for target, status := range map[string]int{
		"/admin": 200, "/admin/": 200, "/admin/sign-in": 200, "/admin/c/posts": 200, "/admin/c/posts/a%2Fb": 200, "/admin/media": 200,
		"/admin/preferences": 200, "/admin/connected-apps": 200, "/admin/settings": 200, "/admin/staff": 200, "/admin/members": 200,
		"/admin/ops": 200, "/admin/dev": 200, "/admin/dev/model": 200, "/admin/dev/logic": 200, "/admin/dev/docs": 200,
		"/admin/views/reading": 200, "/_service/admin/index.html": 200,

		"/admin/c": 404, "/admin/c/posts/1/2": 404, "/admin/nowhere": 404, "/admin/views": 404,
	} {
		answer, body := ask(t, page, "GET", target)
		if answer.StatusCode != status || !strings.HasPrefix(body, "<script") {
			t.Errorf("%s: %d %s", target, answer.StatusCode, body)
		}
		if got := answer.Header.Get("Cache-Control"); got != "private, no-store" {
			t.Errorf("%s: Cache-Control %q", target, got)
		}
	}
	for _, target := range []string{"/admin", "/admin/c/posts", "/admin/nowhere"} {
		if answer, _ := ask(t, page, "POST", target); answer.StatusCode != 405 || answer.Header.Get("Allow") == "" {
			t.Errorf("POST %s: %d %v", target, answer.StatusCode, answer.Header)
		}
	}
}

// TestOnlyWhatCarriesTheNonceRuns: the policy and the page agree on a value that
// no other answer has.
func TestOnlyWhatCarriesTheNonceRuns(t *testing.T) {
	seen := map[string]bool{}
	for range 2 {
		answer, body := ask(t, page, "GET", "/admin")
		policy := answer.Header.Get("Content-Security-Policy")
		nonce := regexp.MustCompile(`script-src 'nonce-([A-Z2-7]{20,})'`).FindStringSubmatch(policy)
		if nonce == nil || seen[nonce[1]] || strings.Count(body, `nonce="`+nonce[1]+`"`) != 2 {
			t.Fatalf("policy %q\npage %s", policy, body)
		}
		seen[nonce[1]] = true
		for _, rule := range []string{"default-src 'none'", "style-src 'nonce-" + nonce[1] + "'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'", "frame-src 'self'", "worker-src 'self'", "media-src 'self'"} {
			if !strings.Contains(policy, rule) {
				t.Errorf("%q lacks %q", policy, rule)
			}
		}
		if strings.Contains(policy, "unsafe") {
			t.Errorf("policy %q", policy)
		}
	}
}

// TestMediaMayBeElsewhere: where a bucket serves and takes files by itself, the
// page may show them and send them there, and nowhere else.
func TestMediaMayBeElsewhere(t *testing.T) {
	s, err := shell.New(page, called(""), look.Read())
	if err != nil {
		t.Fatal(err)
	}
	s.Admit("https://cdn.example", "http://bucket.example:9000")
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest("GET", "/admin", nil))
	policy := w.Header().Get("Content-Security-Policy") + ";"
	for _, rule := range []string{
		"connect-src 'self' http://bucket.example:9000;", "img-src data: 'self' https://cdn.example;", "media-src 'self' https://cdn.example;",
	} {
		if !strings.Contains(policy, rule) {
			t.Errorf("%q lacks %q", policy, rule)
		}
	}
}

// TestIconsOfTheSiteMayBeShown, wherever they are; nothing but their origin gets
// into the policy.
func TestIconsOfTheSiteMayBeShown(t *testing.T) {
	answer, _ := ask(t, page, "GET", "/admin", "/icon.svg", "https://cdn.example/icon.png", "https://x;script-src *", "http://plain.example/a.png")
	if policy := answer.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "img-src data: 'self' https://cdn.example;") {
		t.Error(policy)
	}
}

// TestFilesOfTheBundle are those below /_service/admin, immutable when their
// names carry a hash.
func TestFilesOfTheBundle(t *testing.T) {
	const forAYear = "public, max-age=31536000, immutable"
	for target, want := range map[string]struct {
		status  int
		caching string
	}{
		"/_service/admin/assets/index.0123456789abcdef0123.js":  {200, forAYear},
		"/_service/admin/assets/index.0123456789abcdef0123.css": {200, forAYear},
		"/_service/admin/favicon.svg":                           {200, "no-cache"},
		"/_service/admin/assets/":                               {404, "private, no-store"},
		"/_service/admin/assets/gone.0123456789abcdef0123.js":   {404, "private, no-store"},
		"/_service/admin/":                                      {404, "private, no-store"},
	} {
		answer, body := ask(t, page, "GET", target)
		if got := answer.Header.Get("Cache-Control"); answer.StatusCode != want.status || got != want.caching {
			t.Errorf("%s: %d %q %s", target, answer.StatusCode, got, body)
		}
	}
}

// TestABuildWithoutTheBundleSaysSo: 503 with a body that explains.
func TestABuildWithoutTheBundleSaysSo(t *testing.T) {
	for _, target := range []string{"/admin", "/admin/c/posts", "/admin/nowhere"} {
		answer, body := ask(t, fstest.MapFS{}, "GET", target)
		if answer.StatusCode != 503 || !strings.Contains(body, "without its bundle") {
			t.Errorf("%s: %d %s", target, answer.StatusCode, body)
		}
	}
}

func TestAPageWhoseScriptsCouldNotRunIsRefused(t *testing.T) {
	if _, err := shell.New(fstest.MapFS{"index.html": {Data: []byte("<script></script>")}}, nil, look.Read()); err == nil {
		t.Error("no error")
	}
}

func TestTheShellServesItsPathsAlone(t *testing.T) {
	for path, want := range map[string]bool{
		"/admin": true, "/admin/": true, "/admin/c/posts": true, "/_service/admin/favicon.svg": true, "/_service/admin": true,
		"/admin/api": false, "/admin/api/me": false, "/administrators": false, "/_service/other": false, "/": false,
	} {
		if shell.Serves(path) != want {
			t.Errorf("%s: %v", path, !want)
		}
	}
}

// budget is what the first paint may weigh compressed, in bytes: the scripts and
// styles that the page itself names.
const budget = 450 << 10

// TestTheBundleThatIsEmbedded is whole, immutable, and within its budget.
func TestTheBundleThatIsEmbedded(t *testing.T) {
	built := bundle.Files()
	index, err := fs.ReadFile(built, "index.html")
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile(`(?:src|href)="(/_service/admin/[^"]+)"`).FindAllStringSubmatch(string(index), -1)
	if len(named) < 3 {
		t.Fatalf("the page names %d files", len(named))
	}
	weight := 0
	for _, each := range named {
		weight += compressed(t, built, each[1])
	}
	if weight > budget {
		t.Errorf("the first paint weighs %d bytes, of at most %d", weight, budget)
	}
	assets, err := fs.ReadDir(built, "assets")
	if err != nil || len(assets) < 5 {
		t.Fatalf("%d assets, %v", len(assets), err)
	}
	for _, each := range assets {
		answer, _ := ask(t, built, "GET", "/_service/admin/assets/"+each.Name())
		if answer.StatusCode != 200 || !strings.Contains(answer.Header.Get("Cache-Control"), "immutable") {
			t.Errorf("%s: %d %v", each.Name(), answer.StatusCode, answer.Header)
		}
	}
}

func compressed(t *testing.T, bundle fs.FS, target string) int {
	t.Helper()
	s, err := shell.New(bundle, nil, look.Read())
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest("GET", target, nil)
	r.Header.Set("Accept-Encoding", "gzip")
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	if w.Code != 200 {
		t.Fatalf("the page names %s, which is answered with %d", target, w.Code)
	}
	return w.Body.Len()
}

// TestSignInSaysWhoseSiteItIs: somebody who is not signed in sees its name and
// icons, and nothing that a name has in it becomes markup.
func TestSignInSaysWhoseSiteItIs(t *testing.T) {
	bundle := fstest.MapFS{"index.html": {Data: []byte(`<meta name="site" content="__site__"><script nonce="__nonce__"></script>`)}}
	s, err := shell.New(bundle, called(`Tea & "notes" <script>__nonce__`, "https://cdn.example/icon.png"), look.Read())
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest("GET", "/admin/sign-in", nil))
	body := w.Body.String()
	_, content, _ := strings.Cut(body, `content="`)
	content, _, _ = strings.Cut(content, `"`)
	var seen struct {
		Name  string
		Icons []site.Icon
	}
	if err := json.Unmarshal([]byte(html.UnescapeString(content)), &seen); err != nil {
		t.Fatalf("%v in %s", err, body)
	}
	if seen.Name != `Tea & "notes" <script>__nonce__` || len(seen.Icons) != 1 || seen.Icons[0].Src != "https://cdn.example/icon.png" {
		t.Errorf("%+v", seen)
	}
	if strings.Count(body, "<script") != 1 {
		t.Errorf("a name became markup: %s", body)
	}
}
