package sitetest

import (
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/transcript"
)

// Result is what became of a test.
type Result struct {
	Test
	Took      time.Duration
	Exchanges []Exchange
	Failures  []Failure
	Problems  diag.List // why the site did not start, or its seeds were refused
	Updated   bool      // the file was rewritten
	Log       string    // what the site logged
}

// OK reports whether the site keeps its promise.
func (r *Result) OK() bool { return len(r.Failures) == 0 && !r.Problems.HasErrors() }

// Exchange is a request that was sent, or a verb that was done.
type Exchange struct {
	Line    int // of the file
	Request string
	Status  string // of the answer
}

// Failure is an answer that is not what the transcript says.
type Failure struct {
	Line        int                     `json:"line"` // of the file
	Request     string                  `json:"request,omitempty"`
	Differences []transcript.Difference `json:"differences"`
	Status      string                  `json:"status,omitempty"` // of the answer
	Answer      string                  `json:"answer,omitempty"`
}

// fail adds a failure that is no answer.
func (r *Result) fail(line int, says string) {
	r.Failures = append(r.Failures, Failure{Line: line, Differences: []transcript.Difference{{Says: says}}})
}
