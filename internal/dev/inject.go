package dev

import (
	"bytes"
	"errors"
	"html/template"
	"mime"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/pages/head"
	"github.com/quartet-dev/quartet/internal/pages/templates"
)

// public answers what is not the service's own with next, and makes the pages
// among the answers follow the site: an HTML answer ends with the script that
// reloads it (decision 152).
func (s *server) public(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet || httpx.Reserved(r.URL.Path) {
			next.ServeHTTP(w, r)
			return
		}
		version, now, done := s.live.use()
		follow := following{
			Version: s.version(version, now), Base: root + "/", HandlerFailures: s.failures.count(),
			Script: template.JS(followScript), //nolint:gosec // a file of the program
		}
		done()
		answer := &injected{ResponseWriter: w, readable: wantsPage(r)}
		next.ServeHTTP(answer, r)
		answer.end(follow)
	})
}

// wantsPage reports whether somebody at a browser asks, or the script of a page.
func wantsPage(r *http.Request) bool { return strings.Contains(r.Header.Get("Accept"), "text/html") }

// following is what the end of a page tells its script.
type following struct {
	Version string // of what the page shows
	Base    string // below which the script finds what it shows
	Script  template.JS
	Failure error // why the page was not rendered; nil when it was

	HandlerFailures int // how many calls of handlers had failed by then
}

// Problems are the failure as the overlay shows it.
func (f following) Problems() *problems {
	if f.Failure == nil {
		return nil
	}
	return &problems{Title: "This page cannot be shown", List: []problem{explainFailure(f.Failure)}}
}

// diagnosticOf is a failure of the service as a diagnostic with its cause.
func diagnosticOf(err error) *diag.Diagnostic {
	if fault := (*templates.Fault)(nil); errors.As(err, &fault) {
		return &diag.Diagnostic{Code: diag.TemplateInvalid, Phase: diag.Runtime, Severity: diag.Error, Message: fault.Message, Source: &fault.Source}
	}
	d := *diag.As(err)
	if cause := d.Unwrap(); cause != nil {
		d.Message += " " + cause.Error()
	}
	return &d
}

// injected is an answer that may get the script.
type injected struct {
	http.ResponseWriter
	readable bool // a failure is shown as a page
	begun    bool
	page     bool  // the answer is HTML that a script can follow
	failed   bool  // a page says so, and the answer is dropped
	failure  error // why
}

// Unwrap serves http.ResponseController.
func (w *injected) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// ObserveFailure implements httpx.FailureObserver.
func (w *injected) ObserveFailure(err error) {
	if w.readable && !w.begun && diag.As(err).Status() >= http.StatusInternalServerError {
		w.failed, w.failure = true, err
	}
}

// WriteHeader implements http.ResponseWriter.
func (w *injected) WriteHeader(status int) {
	if !w.begun && status >= http.StatusOK {
		w.begun = true
		if w.failed {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.Header().Set("Content-Security-Policy", "default-src 'none'")
		}
		if w.page = isPage(status, w.Header()); w.page {
			admit(w.Header())
		}
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (w *injected) Write(b []byte) (int, error) {
	if !w.begun {
		w.WriteHeader(http.StatusOK)
	}
	if w.failed {
		return len(b), nil
	}
	return w.ResponseWriter.Write(b)
}

// end completes a page. Browsers put what follows a document into its body.
func (w *injected) end(f following) {
	if !w.page {
		return
	}
	f.Failure = w.failure
	var tail bytes.Buffer
	if problemsTemplate().ExecuteTemplate(&tail, "following", f) == nil {
		_, _ = w.ResponseWriter.Write(tail.Bytes()) // the client is gone
	}
}

// isPage reports whether an answer is a whole HTML document as it is.
func isPage(status int, h http.Header) bool {
	kind, _, err := mime.ParseMediaType(h.Get("Content-Type"))
	return err == nil && kind == "text/html" && h.Get("Content-Encoding") == "" &&
		status != http.StatusPartialContent && status != http.StatusNoContent && status != http.StatusNotModified
}

// admit adjusts the header of a page: the page gets longer, nobody may keep it,
// and its policy admits the script, its style and where it listens. Nothing else of
// the policy changes: what does not run in production does not run here
// (decision 277).
func admit(h http.Header) {
	for _, name := range []string{"Content-Length", "ETag", "Last-Modified", "Cache-Tag"} {
		h.Del(name)
	}
	h.Set("Cache-Control", "private, no-store")
	for i, policy := range h["Content-Security-Policy"] {
		h["Content-Security-Policy"][i] = admitting(policy)
	}
}

// needed is what the script needs: itself, its styles and where it listens.
var needed = sync.OnceValue(func() [][2]string {
	return [][2]string{{"script-src", head.Hash(followScript)}, {"style-src", "'self'"}, {"connect-src", "'self'"}}
})

// admitting is a policy that admits what the script needs.
func admitting(policy string) string {
	rules := strings.Split(policy, ";")
	for _, each := range needed() {
		directive, source := each[0], each[1]
		at := ruleOf(rules, directive)
		if directive == "script-src" && runsInline(rules, at) {
			continue
		}
		if at < 0 {
			fallback := ruleOf(rules, "default-src")
			if fallback < 0 {
				continue // nothing is forbidden
			}
			at = len(rules)
			rules = append(rules, directive+strings.TrimPrefix(strings.TrimSpace(rules[fallback]), "default-src"))
		}
		sources := strings.Fields(rules[at])
		sources = slices.DeleteFunc(sources, func(s string) bool { return s == "'none'" })
		if !slices.Contains(sources, source) {
			sources = append(sources, source)
		}
		rules[at] = " " + strings.Join(sources, " ")
	}
	return strings.TrimSpace(strings.Join(rules, ";"))
}

// runsInline reports whether the scripts of a page run as they are. A hash beside
// 'unsafe-inline' would end that, and scripts that run in production would not here.
func runsInline(rules []string, at int) bool {
	if at < 0 {
		at = ruleOf(rules, "default-src")
	}
	if at < 0 {
		return false
	}
	sources := strings.Fields(strings.ToLower(rules[at]))
	ends := func(s string) bool {
		return strings.HasPrefix(s, "'nonce-") || strings.HasPrefix(s, "'sha") || s == "'strict-dynamic'"
	}
	return slices.Contains(sources, "'unsafe-inline'") && !slices.ContainsFunc(sources, ends)
}

func ruleOf(rules []string, directive string) int {
	return slices.IndexFunc(rules, func(rule string) bool {
		name, _, _ := strings.Cut(strings.TrimSpace(rule), " ")
		return strings.EqualFold(name, directive)
	})
}
