package cli

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/sitetest"
	"github.com/quartet-dev/quartet/internal/transcript"
)

// testPrinter tells people what became of tests: of those that pass only when it is
// verbose.
type testPrinter struct {
	w       io.Writer
	style   style
	verbose bool
	site    app.Options
	broken  map[string]string // a start that failed, and the first test of which it did
}

func (p *testPrinter) print(r sitetest.Result) {
	switch {
	case !r.OK():
		fmt.Fprintf(p.w, "%s %s\n", p.style.bad("FAIL"), r.Name)
	case r.Updated:
		fmt.Fprintf(p.w, "%s %s\n", p.style.good("rewritten"), r.File)
	case p.verbose:
		fmt.Fprintf(p.w, "%s %s %s\n", p.style.good("ok"), r.Name, p.style.faint(r.Took.Round(time.Millisecond).String()))
	}
	if p.verbose {
		for _, e := range r.Exchanges {
			fmt.Fprintf(p.w, "    %s:%d: %s %s\n", r.File, e.Line, e.Status, e.Request)
		}
	}
	p.problems(&r)
	for _, f := range r.Failures {
		p.failure(r.File, f)
	}
	if r.Log != "" && (p.verbose || !r.OK()) {
		fmt.Fprintf(p.w, "    the site logged\n%s", indented(r.Log, "      "))
	}
}

// problems prints why a site did not start, and for many tests once.
func (p *testPrinter) problems(r *sitetest.Result) {
	if len(r.Problems) == 0 {
		return
	}
	said := r.Problems.Error()
	if first := p.broken[said]; first != "" {
		fmt.Fprintf(p.w, "    The site does not start, as in %s.\n", first)
		return
	}
	if p.broken == nil {
		p.broken = map[string]string{}
	}
	p.broken[said] = r.Name
	fmt.Fprintln(p.w, "    The site does not start, or its seeds are refused:")
	diagnostics(p.w, r.Problems)
}

// failure prints the differences as a diff: what was expected behind "-", and what came
// behind "+".
func (p *testPrinter) failure(file string, f sitetest.Failure) {
	fmt.Fprintf(p.w, "  %s %s\n", p.style.bold(fmt.Sprintf("%s:%d:", file, f.Line)), f.Request)
	for _, d := range f.Differences {
		if d.Want == "" && d.Got == "" {
			fmt.Fprint(p.w, indented(d.Says, "    "))
			continue
		}
		fmt.Fprintf(p.w, "    %s\n", place(d))
		if d.Want != "" {
			fmt.Fprint(p.w, p.style.good(indented(shortened(d.Want), "      - ")))
		}
		if d.Got != "" {
			fmt.Fprint(p.w, p.style.bad(indented(shortened(d.Got), "      + ")))
		}
	}
	if f.Status != "" {
		fmt.Fprintf(p.w, "    %s\n%s", p.style.faint("the answer was"), indented("< "+f.Status+"\n"+shortened(fromMain(f.Answer)), "      "))
	}
}

// place is where a difference is; a diff of a text says what it is about.
func place(d transcript.Difference) string {
	if d.At == "" || d.At == "body" || d.At == "page" {
		return d.Says
	}
	return d.At
}

func indented(text, by string) string {
	var out strings.Builder
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		if line != "" {
			out.WriteString(by + line + "\n")
		}
	}
	return out.String()
}

// shownAnswer is how much of an answer is printed.
const shownAnswer = 2000 // bytes

// fromMain is an answer that is too long to be printed whole, without what comes before
// the main part of a page: its head says little of what a reader sees.
func fromMain(answer string) string {
	if len(answer) <= shownAnswer {
		return answer
	}
	for _, begin := range []string{"<main", "<body"} {
		if at := strings.Index(answer, begin); at > 0 {
			return "…\n" + answer[at:]
		}
	}
	return answer
}

func shortened(text string) string {
	if len(text) <= shownAnswer {
		return text
	}
	return strings.ToValidUTF8(text[:shownAnswer], "") + "…"
}

func (p *testPrinter) sum(results []sitetest.Result, took time.Duration) {
	failed, requests := 0, 0
	for i := range results {
		requests += len(results[i].Exchanges)
		if !results[i].OK() {
			failed++
		}
	}
	if failed > 0 {
		fmt.Fprintf(p.w, "%s %d of %s failed, %s\n", p.style.bad("FAIL"), failed, count(len(results), "test"), took.Round(time.Millisecond))
		return
	}
	fmt.Fprintf(p.w, "%s %s with %s passed, %s\n", p.style.good("ok"), count(len(results), "test"), count(requests, "request"), took.Round(time.Millisecond))
}

// testOutcome is the JSON of the command.
type testOutcome struct {
	outcome
	Passed int          `json:"passed"`
	Failed int          `json:"failed"`
	Tests  []testReport `json:"tests"`
}

type testReport struct {
	Name         string             `json:"name"`
	File         string             `json:"file"`
	OK           bool               `json:"ok"`
	Milliseconds int64              `json:"milliseconds"`
	Requests     int                `json:"requests"`
	Updated      bool               `json:"updated,omitempty"`
	Failures     []sitetest.Failure `json:"failures,omitempty"`
	Diagnostics  diag.List          `json:"diagnostics,omitempty"` // of a site that does not start
	Log          string             `json:"log,omitempty"`
}

func testOutcomeOf(results []sitetest.Result) testOutcome {
	out := testOutcome{Tests: []testReport{}}
	var all diag.List
	for i := range results {
		r := &results[i]
		report := testReport{
			Name: r.Name, File: r.File, OK: r.OK(), Milliseconds: r.Took.Milliseconds(), Requests: len(r.Exchanges),
			Updated: r.Updated, Failures: r.Failures, Diagnostics: r.Problems,
		}
		if r.OK() {
			out.Passed++
		} else {
			out.Failed++
			report.Log = r.Log
		}
		out.Tests = append(out.Tests, report)
		all.Add(r.Problems...)
		for _, f := range r.Failures {
			all.Add(failureOf(r, f))
		}
	}
	out.outcome = outcomeOf(all)
	return out
}

// failureOf is a failure as a diagnostic.
func failureOf(r *sitetest.Result, f sitetest.Failure) *diag.Diagnostic {
	said := make([]string, 0, len(f.Differences))
	for _, d := range f.Differences {
		said = append(said, shortened(d.Says))
	}
	return &diag.Diagnostic{
		Code: diag.TestFailed, Phase: diag.Validate, Severity: diag.Error, Path: r.File + "#",
		Source:  &diag.Source{File: r.File, Line: f.Line, Column: 1},
		Message: strings.TrimPrefix(f.Request+": "+strings.Join(said, "; "), ": "),
	}
}
