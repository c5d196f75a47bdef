package httpx_test

import (
	"context"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"
	"time"

	"github.com/quartet-dev/quartet/internal/httpx"
)

// fromFolder answers r from a folder of files, each holding its own name.
func fromFolder(t *testing.T, r *http.Request, names ...string) (*http.Response, string, string) {
	t.Helper()
	files := fstest.MapFS{}
	for _, name := range names {
		files[name] = &fstest.MapFile{Data: []byte(name)}
	}
	return exchange(t, r, httpx.NewStatic(files).ServeHTTP)
}

// TestHashedNamesAreImmutable is "Site configuration": hashed names are public
// for a year, others are asked for anew.
func TestHashedNamesAreImmutable(t *testing.T) {
	const forAYear, asked = "public, max-age=31536000, immutable", "no-cache"
	for name, want := range map[string]string{
		"app.3a4b5c6d.js":                         forAYear,
		"css/app.0123456789abcdef01234.css":       forAYear,
		"app.Bq3xK9aZ.js":                         forAYear,
		"a.b.3a4b5c6d.js":                         forAYear,
		"app." + strings.Repeat("a1", 32) + ".js": forAYear,

		"app.js":                                   asked,
		"3a4b5c6d.js":                              asked,
		"app.3a4b5c6.js":                           asked, // seven characters
		"app.3a4b5c6d":                             asked, // no extension
		"app-3a4b5c6d.js":                          asked,
		"app.3a4b5c6d.js.gz":                       asked, // the hash is not the last but one
		"app.bootstrap.js":                         asked, // a word
		"app.Bootstrap.js":                         asked,
		"report.20261121.js":                       asked,    // a date
		"app.20261121093000123.js":                 asked,    // a time
		"app.28764782267648837599.js":              forAYear, // a hash that has no letter
		"app.abcdefab.js":                          asked,    // hex without a digit
		"app.3a4b5c6g.js":                          asked,    // beyond hex in one case
		"app.3a4b5c6-.js":                          asked,
		"app.3a4b5c6é.js":                          asked,
		"3a4b5c6d.d/app.js":                        asked,
		"app." + strings.Repeat("a1", 32) + "a.js": asked, // 65 characters
	} {
		answer, body, _ := fromFolder(t, get("/"+name), name)
		if got := answer.Header.Get("Cache-Control"); answer.StatusCode != 200 || body != name || got != want {
			t.Errorf("%s: %d %q, want %q", name, answer.StatusCode, got, want)
		}
	}
}

func TestContentTypesAreByExtension(t *testing.T) {
	for name, want := range map[string]string{
		"a.html": "text/html; charset=utf-8", "A.HTML": "text/html; charset=utf-8", "a.js": "text/javascript; charset=utf-8",
		"a.json": "application/json", "a.svg": "image/svg+xml", "a.3a4b5c6d.css": "text/css; charset=utf-8",
		"a": "application/octet-stream", "a.unknown": "application/octet-stream", "html": "application/octet-stream",
	} {
		answer, _, _ := fromFolder(t, get("/"+name), name)
		if got := answer.Header.Get("Content-Type"); got != want || answer.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// TestOnlyAFilesOwnPathGivesIt holds against listings, hidden files, reserved
// paths and other spellings.
func TestOnlyAFilesOwnPathGivesIt(t *testing.T) {
	names := []string{
		"a.txt", "dir/b.txt", "with space.txt", "é.txt", "index.html", ".env", "dir/.git/config", ".well-known/security.txt",
		"_service/admin/index.html", "admin/x.txt", "api/views/posts", "api/auth/x.txt", "oauth/x.txt", "mcp", "api/other.txt",
	}
	for target, found := range map[string]bool{
		"/a.txt": true, "/dir/b.txt": true, "/with%20space.txt": true, "/%C3%A9.txt": true, "/%61.txt": true, "/api/other.txt": true,

		"/": false, "/dir": false, "/dir/": false, "/a.txt/": false, "//a.txt": false, "/dir//b.txt": false, "/./a.txt": false,
		"/dir/../a.txt": false, "/dir/%2e%2e/a.txt": false, "/../a.txt": false, "/dir%2Fb.txt": false, "/dir%2fb.txt": false, "/dir%5Cb.txt": false,
		"/a.txt%00": false, "/a.txt%00.html": false, "/%ff": false, "/A.TXT": false, "/a.txt%20": false,
		"/.env": false, "/%2eenv": false, "/dir/.git/config": false, "/.well-known/security.txt": false,
		"/_service/admin/index.html": false, "/%5fservice/admin/index.html": false, "/admin/x.txt": false, "/api/views/posts": false,
		"/api/auth/x.txt": false, "/oauth/x.txt": false, "/mcp": false, "/" + strings.Repeat("x", 5000): false,
	} {
		answer, body, _ := fromFolder(t, get(target), names...)
		want := http.StatusNotFound
		if found {
			want = http.StatusOK
		}
		if answer.StatusCode != want {
			t.Errorf("%s: %d %s", target, answer.StatusCode, body)
		}
		if got := answer.Header.Get("Cache-Control"); !found && got != "private, no-store" {
			t.Errorf("%s: what is not there has Cache-Control %q", target, got)
		}
	}
}

func TestFilesAreReadAlone(t *testing.T) {
	for _, method := range []string{"POST", "PUT", "DELETE", "OPTIONS"} {
		answer, body, _ := fromFolder(t, httptest.NewRequest(method, "/a.txt", nil), "a.txt")
		if answer.StatusCode != 405 || answer.Header.Get("Allow") != "GET, HEAD" || !strings.Contains(body, "METHOD_NOT_ALLOWED") {
			t.Errorf("%s: %d %v %s", method, answer.StatusCode, answer.Header, body)
		}
		if answer, _, _ := fromFolder(t, httptest.NewRequest(method, "/b.txt", nil), "a.txt"); answer.StatusCode != 404 {
			t.Errorf("%s of nothing: %d", method, answer.StatusCode)
		}
	}
	answer, body, _ := fromFolder(t, httptest.NewRequest("HEAD", "/a.txt", nil), "a.txt")
	if answer.StatusCode != 200 || body != "" || answer.Header.Get("Content-Length") != "5" {
		t.Errorf("HEAD: %d %q %v", answer.StatusCode, body, answer.Header)
	}
}

// TestStaticCachingIsItsOwn: whoever asks, with or without credentials, the
// file keeps its caching; a failure does not.
func TestStaticCachingIsItsOwn(t *testing.T) {
	first, _, _ := fromFolder(t, get("/a.txt"), "a.txt")
	tag := first.Header.Get("ETag")
	for name, test := range map[string]struct {
		header, value string
		status        int
		caching, body string
	}{
		"whole":               {"Accept", "*/*", 200, "no-cache", "a.txt"},
		"with a cookie":       {"Cookie", "a=b", 200, "no-cache", "a.txt"},
		"with a credential":   {"Authorization", "Bearer x", 200, "no-cache", "a.txt"},
		"unchanged":           {"If-None-Match", tag, 304, "no-cache", ""},
		"unchanged, weakly":   {"If-None-Match", `"x", W/` + tag, 304, "no-cache", ""},
		"changed":             {"If-None-Match", `"x"`, 200, "no-cache", "a.txt"},
		"a range":             {"Range", "bytes=2-", 206, "no-cache", "txt"},
		"a range beyond":      {"Range", "bytes=9-", 416, "private, no-store", "invalid range: failed to overlap\n"},
		"a malformed range":   {"Range", "bytes=x", 416, "private, no-store", "invalid range\n"},
		"other than expected": {"If-Match", `"x"`, 412, "private, no-store", ""},
	} {
		t.Run(name, func(t *testing.T) {
			r := get("/a.txt")
			r.Header.Set(test.header, test.value)
			answer, body, _ := fromFolder(t, r, "a.txt")
			if got := answer.Header.Get("Cache-Control"); answer.StatusCode != test.status || got != test.caching || body != test.body {
				t.Errorf("%d %q %q", answer.StatusCode, got, body)
			}
		})
	}
}

func TestTheTagIsOfTheContent(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "a.txt")
	static := httpx.NewStatic(os.DirFS(folder))
	long := time.Now().Add(-time.Hour)
	tagOf := func(text string, changed time.Time) string {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(file, changed, changed); err != nil {
			t.Fatal(err)
		}
		answer, body, _ := exchange(t, get("/a.txt"), static.ServeHTTP)
		if body != text {
			t.Fatalf("got %q, want %q", body, text)
		}
		return answer.Header.Get("ETag")
	}
	first := tagOf("one", long)
	if len(first) < 3 || first[0] != '"' {
		t.Errorf("not a strong tag: %s", first)
	}
	if tagOf("one", long.Add(time.Minute)) != first {
		t.Error("the same content has another tag")
	}
	if tagOf("two", long.Add(2*time.Minute)) == first {
		t.Error("other content has the same tag")
	}
	now := time.Now()
	if tagOf("six", now) == tagOf("ten", now) {
		t.Error("a second change at the same instant went unseen")
	}
}

// TestWhatIsNoFileIsNotFound, on a real folder: directories, pipes, files that
// may not be read and names longer than the file system's.
func TestWhatIsNoFileIsNotFound(t *testing.T) {
	folder := t.TempDir()
	if err := os.Mkdir(filepath.Join(folder, "dir.d"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(filepath.Join(folder, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "a.txt"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, target := range []string{"/dir.d", "/pipe", "/a.txt/b", "/" + strings.Repeat("x", 300), "/none"} {
		answer, body, _ := exchange(t, get(target), httpx.NewStatic(os.DirFS(folder)).ServeHTTP)
		if answer.StatusCode != 404 {
			t.Errorf("%s: %d %s", target, answer.StatusCode, body)
		}
	}
	answer, _, log := exchange(t, get("/a.txt"), httpx.NewStatic(forbidding{os.DirFS(folder).(fs.StatFS)}).ServeHTTP)
	if answer.StatusCode != 404 || !strings.Contains(log, "permission denied") {
		t.Errorf("%d, log %s", answer.StatusCode, log)
	}
}

// forbidding is a file system whose files may be seen and not read.
type forbidding struct{ fs.StatFS }

func (f forbidding) Open(string) (fs.File, error) { return nil, fs.ErrPermission }

// timed is a ResponseWriter that keeps its deadline, and the most that was written
// under one.
type timed struct {
	http.ResponseWriter
	deadline      time.Time
	written, most int
}

func (w *timed) SetWriteDeadline(at time.Time) error { w.deadline, w.written = at, 0; return nil }

func (w *timed) Write(data []byte) (int, error) {
	w.written += len(data)
	w.most = max(w.most, w.written)
	return w.ResponseWriter.Write(data)
}

// A long file is no fault, and who takes nothing of it is not waited for. What a
// server has no deadline for has none afterwards either.
func TestEachPartOfALargeFileHasItsTime(t *testing.T) {
	const large, part, allowed = 8 << 20, 256 << 10, 20 * time.Second
	static := httpx.NewStatic(fstest.MapFS{"film.mp4": {Data: make([]byte, large)}})
	frame := &httpx.Frame{Next: static, Log: slog.New(slog.DiscardHandler)}
	for _, limit := range []time.Duration{time.Minute, 0} {
		r := get("/film.mp4")
		r = r.WithContext(context.WithValue(r.Context(), http.ServerContextKey, &http.Server{WriteTimeout: limit}))
		w := &timed{ResponseWriter: httptest.NewRecorder()}
		began := time.Now()
		frame.ServeHTTP(w, r)
		if w.most != part {
			t.Errorf("%d bytes under one deadline, want %d", w.most, part)
		}
		if limit == 0 && !w.deadline.IsZero() {
			t.Error("a server without a deadline was left with one")
		}
		if limit > 0 && (w.deadline.Before(began.Add(allowed)) || w.deadline.After(time.Now().Add(allowed))) {
			t.Errorf("the deadline is %v after the request, want %v", w.deadline.Sub(began), allowed)
		}
	}
}

// TestManyMayAskAtOnce, before the tag of a file is known.
func TestManyMayAskAtOnce(t *testing.T) {
	static := httpx.NewStatic(fstest.MapFS{"a.txt": {Data: make([]byte, 1<<20)}})
	tags := make(chan string)
	for range 16 {
		go func() {
			w := httptest.NewRecorder()
			static.ServeHTTP(w, get("/a.txt"))
			if w.Code != 200 || w.Body.Len() != 1<<20 {
				t.Errorf("%d, %d bytes", w.Code, w.Body.Len())
			}
			tags <- w.Header().Get("ETag")
		}()
	}
	first := <-tags
	for range 15 {
		if tag := <-tags; tag != first || tag == "" {
			t.Errorf("tags %s and %s of one file", first, tag)
		}
	}
}

// TestFilesThatCannotSeek are a fault of the embedding program.
func TestFilesThatCannotSeek(t *testing.T) {
	answer, _, log := exchange(t, get("/a.txt"), httpx.NewStatic(unseekable{fstest.MapFS{"a.txt": {}}}).ServeHTTP)
	if answer.StatusCode != 500 || !strings.Contains(log, "cannot seek") {
		t.Errorf("%d, log %s", answer.StatusCode, log)
	}
}

type unseekable struct{ files fstest.MapFS }

func (u unseekable) Open(name string) (fs.File, error) {
	file, err := u.files.Open(name)
	return struct{ fs.File }{file}, err
}
