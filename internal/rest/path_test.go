package rest

import (
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/diag"
)

const most = 32

// TestSplitPath is open-parts.md, Trigger: a trailing slash is the same route,
// segments are percent-decoded once.
func TestSplitPath(t *testing.T) {
	for path, want := range map[string][]string{
		"/":                                 {""},
		"/api/views":                        {"api", "views"},
		"/api/views/":                       {"api", "views"},
		"/api//views":                       {"api", "", "views"},
		"/api/views//":                      {"api", "views", ""},
		"/api/a%20b":                        {"api", "a b"},
		"/api/a%2Fb":                        {"api", "a/b"},
		"/api/a%252Fb/c%2F":                 {"api", "a%2Fb", "c/"},
		"/api/%C3%A4":                       {"api", "ä"},
		"/api/ä":                            {"api", "ä"},
		"/api/a+b":                          {"api", "a+b"},
		"/api/..":                           {"api", ".."},
		"/%61pi/views":                      {"api", "views"},
		strings.Repeat("/a", most):   strings.Split(strings.Repeat("a", most), ""),
		strings.Repeat("/a", most+1): nil,
	} {
		u, err := url.ParseRequestURI(path)
		if err != nil {
			t.Fatal(err)
		}
		got, err := splitPath(u, nil, most)
		if err != nil {
			t.Errorf("%s: %v", path, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", path, diff)
		}
	}
}

func TestSplitPathRefuses(t *testing.T) {
	for _, path := range []string{"/api/%ff", "/api/a%00b", "/api/%2F%ff"} {
		u, err := url.ParseRequestURI(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := splitPath(u, nil, most); !diag.HasCode(err, diag.InputValidationFailed) {
			t.Errorf("%s: got %v", path, err)
		}
	}
}

// FuzzSplitPath holds that each segment is what net/url decodes it to.
func FuzzSplitPath(f *testing.F) {
	f.Add("/api/a%2Fb/c%252F/")
	f.Fuzz(func(t *testing.T, path string) {
		u, err := url.ParseRequestURI(path)
		if err != nil || u.Path == "" {
			return
		}
		segments, err := splitPath(u, nil, most)
		if err != nil || segments == nil {
			return
		}
		for i, raw := range strings.Split(strings.TrimSuffix(strings.TrimPrefix(u.EscapedPath(), "/"), "/"), "/") {
			if want, err := url.PathUnescape(raw); err != nil || segments[i] != want {
				t.Fatalf("%q: segment %d is %q, want %q (%v)", path, i, segments[i], want, err)
			}
		}
	})
}
