package dev

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/script"
)

// Failure is a handler of the folder that failed, for whoever works on it.
type Failure struct {
	Diagnostic *diag.Diagnostic // with its place in the source
	Excerpt    string           // the lines around, as they were when they were loaded
	Stack      []string         // the calls that were under way, the innermost first
}

// failureOf is a failed handler as a person reads it.
func failureOf(f *script.Failure) Failure {
	shown := Failure{Diagnostic: &diag.Diagnostic{
		Code: diag.InternalError, Phase: diag.Runtime, Severity: diag.Error, Path: "handler " + f.Key,
		Message: "The handler " + f.Key + " failed: " + strings.Join(append([]string{f.Message}, f.Causes...), "; "),
	}}
	for i, each := range f.Frames {
		if i == 0 {
			shown.Diagnostic.Source = &diag.Source{File: each.File, Line: each.Line, Column: each.Column}
			shown.Excerpt = each.Excerpt
		}
		at := fmt.Sprintf("%s:%d:%d", each.File, each.Line, each.Column)
		if each.Function != "" {
			at = each.Function + " " + at
		}
		shown.Stack = append(shown.Stack, "at "+at)
	}
	return shown
}

func (f Failure) problem() problem {
	return problem{
		Place: placeOf(f.Diagnostic), Code: string(f.Diagnostic.Code), Message: f.Diagnostic.Message,
		Excerpt: strings.Join(slices.DeleteFunc([]string{f.Excerpt, strings.Join(f.Stack, "\n")}, func(s string) bool { return s == "" }), "\n\n"),
	}
}

// maxFailures is how many of the latest failures are shown.
const maxFailures = 5

// failures are the handlers that failed since the latest attempt to load the site.
// It is safe for concurrent use.
type failures struct {
	mu     sync.Mutex
	latest []problem // the newest first
	number int       // rises with every failure of the run
}

func (f *failures) add(p problem) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.number++
	f.latest = slices.DeleteFunc(f.latest, func(each problem) bool { return each == p })
	f.latest = slices.Insert(f.latest, 0, p)
	f.latest = f.latest[:min(len(f.latest), maxFailures)]
}

func (f *failures) clear() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.latest = nil
}

func (f *failures) shown() []problem {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.latest)
}

func (f *failures) count() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.number
}

// failed keeps a failure for the pages, and tells the terminal.
func (s *server) failed(f *script.Failure) {
	shown := failureOf(f)
	s.failures.add(shown.problem())
	if s.Failed != nil {
		s.Failed(shown)
	}
}

// showFailures answers with the handlers that failed, for the overlay of a page.
func (s *server) showFailures(w http.ResponseWriter, r *http.Request) {
	var body bytes.Buffer
	if latest := s.failures.shown(); len(latest) > 0 {
		if err := problemsTemplate().ExecuteTemplate(&body, "overlay", problems{Title: "A handler failed", List: latest}); err != nil {
			httpx.WriteFailure(w, r, diag.Internal(err))
			return
		}
	}
	writeOverlay(w, &body)
}

// explainFailure says of a page that could not be answered what the operator's log
// says: its reader is the developer.
func explainFailure(err error) problem {
	if f := (*script.Failure)(nil); errors.As(err, &f) {
		return failureOf(f).problem()
	}
	return explain(diag.List{diagnosticOf(err)})[0]
}
