package preview_test

import (
	"crypto/sha256"
	"encoding/base64"
	"slices"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/pages/preview"
)

// TestOneScriptRuns: the policy admits the script of the document by its hash, and
// whatever public pages may do, a preview only looks like them.
func TestOneScriptRuns(t *testing.T) {
	_, rest, _ := strings.Cut(string(preview.Document()), "<script>")
	script, _, _ := strings.Cut(rest, "</script>")
	sum := sha256.Sum256([]byte(script))
	own := []string{
		"default-src 'none'", "script-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'",
		"base-uri 'self'", "form-action 'none'", "frame-ancestors 'self'", "sandbox allow-scripts",
	}
	for public, looks := range map[string][]string{
		"":                     nil,
		" ; ;":                 nil,
		"default-src *":        nil,
		"SCRIPT-SRC *":         nil,
		"sandbox allow-popups": nil,
		"frame-ancestors *":    nil,
		"default-src 'self'; script-src 'self' https://ads.example 'sha256-x'; script-src-elem *; script-src-attr *; worker-src *;connect-src *; frame-src https://video.example; object-src *; form-action *; base-uri *; manifest-src *; report-uri /x": nil,
		"style-src 'self' 'unsafe-hashes' 'sha256-x'; img-src 'self' data: https:;font-src 'self'; media-src 'self'": {
			"style-src 'self' 'unsafe-hashes' 'sha256-x'", "img-src 'self' data: https:", "font-src 'self'", "media-src 'self'",
		},
	} {
		got := strings.Split(preview.Policy(public), "; ")
		if want := append(slices.Clone(own), looks...); !slices.Equal(got, want) {
			t.Errorf("%q:\n%q\nwant\n%q", public, got, want)
		}
	}
	if strings.Contains(script, "</") || strings.Count(string(preview.Document()), "<script") != 1 {
		t.Error("the script would end early")
	}
}

// TestTheAnswerAloneDoesNothing: HTML that is not in its frame neither runs nor
// loads, and cannot be framed.
func TestTheAnswerAloneDoesNothing(t *testing.T) {
	for _, rule := range []string{"default-src 'none'", "frame-ancestors 'none'", "sandbox"} {
		if !slices.Contains(strings.Split(preview.AnswerPolicy, "; "), rule) {
			t.Errorf("%q lacks %q", preview.AnswerPolicy, rule)
		}
	}
}
