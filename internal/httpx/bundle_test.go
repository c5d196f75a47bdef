package httpx_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/quartet-dev/quartet/internal/httpx"
)

// TestBundlesGoOutCompressed to those who take it, where it makes them smaller.
func TestBundlesGoOutCompressed(t *testing.T) {
	long := strings.Repeat("let tea = 'hot';\n", 100)
	bundle := httpx.NewBundle(fstest.MapFS{
		"app.js": {Data: []byte(long)}, "short.js": {Data: []byte("1")}, "photo.png": {Data: []byte(long)},
	})
	for name, test := range map[string]struct {
		file, accepts, encoding, vary string
	}{
		"a script":               {"app.js", "gzip, deflate, br", "gzip", "Accept-Encoding"},
		"in other letters":       {"app.js", "br, GZIP;q=0.5", "gzip", "Accept-Encoding"},
		"nobody asked":           {"app.js", "", "", "Accept-Encoding"},
		"refused":                {"app.js", "gzip;q=0, br", "", "Accept-Encoding"},
		"refused at length":      {"app.js", "gzip;q=0.000", "", "Accept-Encoding"},
		"no smaller":             {"short.js", "gzip", "", ""},
		"compressed by its type": {"photo.png", "gzip", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			for range 2 { // what is kept serves as what is new
				r := get("/" + test.file)
				if test.accepts != "" {
					r.Header.Set("Accept-Encoding", test.accepts)
				}
				answer, body, _ := exchange(t, r, bundle.ServeHTTP)
				h := answer.Header
				if answer.StatusCode != 200 || h.Get("Content-Encoding") != test.encoding || h.Get("Vary") != test.vary {
					t.Fatalf("%d %v", answer.StatusCode, h)
				}
				if test.encoding != "" && unpack(t, body) != long {
					t.Error("it unpacks to something else")
				}
			}
		})
	}
}

// TestFormsOfAFileHaveTheirOwnTags, so that no cache gives one for the other.
func TestFormsOfAFileHaveTheirOwnTags(t *testing.T) {
	bundle := httpx.NewBundle(fstest.MapFS{"app.js": {Data: []byte(strings.Repeat("tea ", 100))}})
	plain, _, _ := exchange(t, get("/app.js"), bundle.ServeHTTP)
	r := get("/app.js")
	r.Header.Set("Accept-Encoding", "gzip")
	packed, _, _ := exchange(t, r, bundle.ServeHTTP)
	tag := packed.Header.Get("ETag")
	if tag == "" || tag == plain.Header.Get("ETag") {
		t.Fatalf("tags %s and %s", plain.Header.Get("ETag"), tag)
	}
	r.Header.Set("If-None-Match", tag)
	if again, _, _ := exchange(t, r, bundle.ServeHTTP); again.StatusCode != http.StatusNotModified {
		t.Errorf("the same form again: %d", again.StatusCode)
	}
}

func unpack(t *testing.T, body string) string {
	t.Helper()
	packed, err := gzip.NewReader(strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(packed)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
