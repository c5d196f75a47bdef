package sitetest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"strings"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/transcript"
)

// Sections of a transcript that are no files of the site.
const (
	sectionTranscript  = "transcript"
	sectionDiagnostics = "diagnostics"
	sectionUpstream    = "upstream"
)

// run runs one test.
func (o Options) run(ctx context.Context, test Test) (result Result) {
	began := time.Now()
	result.Test = test
	defer func() { result.Took = time.Since(began) }()
	archive, err := txtar.ParseFile(test.File)
	if err != nil {
		result.fail(1, err.Error())
		return result
	}
	r := &replay{Options: o, Result: &result, archive: archive}
	if !r.parse() {
		return result
	}
	s, listener, err := newScratch(ctx, o.Site, archive)
	if err == nil {
		err = s.start(ctx, o.Site, listener)
		r.play(ctx, s, err)
	} else {
		result.fail(1, err.Error())
	}
	if err := s.close(); err != nil && ctx.Err() == nil {
		result.fail(1, "close the site: "+err.Error())
	}
	result.Log = s.log.String()
	r.save()
	return result
}

// replay is a test that runs.
type replay struct {
	Options
	*Result
	archive   *txtar.Archive
	exchanges []*transcript.Exchange
	offset    int // from a line of the section to one of the file
	wrong     map[*transcript.Exchange]transcript.Wrong
	changed   bool
}

// parse reads the sections, and reports whether they can be played.
func (r *replay) parse() bool {
	for _, f := range r.archive.Files {
		switch {
		case f.Name == sectionTranscript || f.Name == sectionDiagnostics || f.Name == sectionUpstream || transcript.IsFile(f.Name):
		default:
			r.fail(r.line(f.Name), "There is no section "+f.Name+"; a name with a dot is a file of the site, and the others are transcript, diagnostics and upstream.")
		}
	}
	text := transcript.Section(r.archive, sectionTranscript)
	r.offset = transcript.SectionLine(r.archive, sectionTranscript)
	var err error
	r.exchanges, err = transcript.Parse(text)
	wrong := (*transcript.SyntaxError)(nil)
	switch refused := transcript.Section(r.archive, sectionDiagnostics) != ""; {
	case errors.As(err, &wrong):
		r.fail(r.offset+wrong.Line-1, wrong.Says)
	case len(r.exchanges) == 0 && !refused:
		r.fail(1, "There is no request. They stand in a section that begins with the line -- transcript --")
	case len(r.exchanges) > 0 && refused:
		r.fail(r.offset, "A site that must not start, as the section diagnostics says, answers no request.")
	}
	return len(r.Failures) == 0
}

func (r *replay) line(section string) int { return transcript.SectionLine(r.archive, section) - 1 }

// play sends the requests to a site that has started, or failed to.
func (r *replay) play(ctx context.Context, s *scratch, err error) {
	if want := transcript.Section(r.archive, sectionDiagnostics); want != "" {
		r.refused(err, want)
		return
	}
	if err == nil {
		_, err = s.app.Seed(ctx, nil)
	}
	if err == nil && signsIn(r.exchanges) {
		_, err = s.person(ctx, s.owner)
	}
	if err != nil {
		r.broken(err)
		return
	}
	r.wrong = map[*transcript.Exchange]transcript.Wrong{}
	for _, e := range r.exchanges {
		if ctx.Err() != nil {
			return
		}
		r.exchange(ctx, s, e)
	}
	r.Failures = append(r.Failures, s.upstream.failures(transcript.SectionLine(r.archive, sectionUpstream))...)
	if (r.Update || r.Fill) && len(r.wrong) > 0 {
		r.rewrite()
	}
}

// exchange sends one request, and compares its answer.
func (r *replay) exchange(ctx context.Context, s *scratch, e *transcript.Exchange) {
	request := e.Request()
	got, err := r.answer(ctx, s, e)
	if err != nil {
		r.Failures = append(r.Failures, Failure{Line: r.offset + e.Line - 1, Request: request, Differences: []transcript.Difference{{Says: err.Error()}}})
		return
	}
	known := maps.Clone(s.captures)
	found := transcript.Check(e, got, s.captures)
	r.Exchanges = append(r.Exchanges, Exchange{r.offset + e.Line - 1, request, got.Status})
	if len(found) > 0 {
		r.wrong[e] = transcript.Wrong{Answer: got, Known: known, OpenAlone: r.Fill}
		r.Failures = append(r.Failures, Failure{
			Line: r.offset + e.Line - 1, Request: request, Differences: found, Status: got.Status, Answer: got.Body,
		})
	}
}

// answer is what the site says to a request whose names all have a value.
func (r *replay) answer(ctx context.Context, s *scratch, e *transcript.Exchange) (transcript.Answer, error) {
	unknown := e.Unknown(s.captures, transcript.Captured(r.exchanges))
	switch {
	case unknown == "":
		return s.do(ctx, e)
	case strings.HasPrefix(unknown, "{{user "):
		return transcript.Answer{}, fmt.Errorf("%s has no value yet: a request with `As: user …` or `As: staff …` of that name comes before", unknown)
	}
	return transcript.Answer{}, fmt.Errorf("%s has no value yet: an answer above gives it one, such as \"<id:post>\" for {{post}}", unknown)
}

// refused compares why a site does not start with lines of `CODE path`.
func (r *replay) refused(err error, want string) {
	list := app.DiagnosticsOf(err)
	var lines []string
	for _, d := range list {
		lines = append(lines, strings.TrimSpace(string(d.Code)+" "+d.Path))
	}
	expected := transcript.Lines(want)
	found := transcript.Compare(anyOf(expected), anyOf(lines), "", map[string]string{})
	switch {
	case len(found) == 0:
	case err != nil && list == nil:
		r.fail(r.line(sectionDiagnostics), "The site does not start, and has no diagnostic: "+err.Error())
	case r.Update && len(lines) > 0:
		transcript.SetSection(r.archive, sectionDiagnostics, strings.Join(lines, "\n")+"\n")
		r.changed = true
	default:
		f := Failure{Line: r.line(sectionDiagnostics), Request: "start", Answer: strings.Join(lines, "\n")}
		f.Differences = []transcript.Difference{{
			At: sectionDiagnostics, Want: strings.Join(expected, "\n"), Got: strings.Join(lines, "\n"), Says: "the diagnostics of the start are others",
		}}
		r.Failures = append(r.Failures, f)
	}
}

func anyOf(lines []string) []any {
	all := make([]any, 0, len(lines))
	for _, line := range lines {
		all = append(all, line)
	}
	return all
}

// broken tells of a site that should have started.
func (r *replay) broken(err error) {
	list := app.DiagnosticsOf(err)
	if list == nil {
		r.fail(1, err.Error())
		return
	}
	for _, d := range list {
		r.Problems.Add(r.located(d))
	}
}

// located is a diagnostic whose place is that in the transcript, or in the folder of
// the site.
func (r *replay) located(d *diag.Diagnostic) *diag.Diagnostic {
	if d.Source == nil || d.Source.File == "" {
		return d
	}
	moved, source := *d, *d.Source
	if at := transcript.SectionLine(r.archive, source.File); at > 0 {
		source.File, source.Line = r.File, at+max(0, source.Line-1)
	} else if r.Site.FS == nil {
		source.File = strings.TrimSuffix(r.File, Folder+"/"+r.Name+extension) + source.File
	}
	moved.Source = &source
	return &moved
}

// unwrittenBody is said once: the next run takes the status alone.
const unwrittenBody = "only the status was written: the body is neither JSON nor text that lines of a transcript can hold; write a line that begins with ~ for each text that it must hold, or leave it so"

// rewrite puts what was got in the place of wrong answers. What cannot be written so,
// such as texts of a page, goes on to fail.
func (r *replay) rewrite() {
	text := transcript.Section(r.archive, sectionTranscript)
	updated := transcript.Rewrite(text, r.exchanges, r.wrong)
	again, err := transcript.Parse(updated)
	if err != nil || len(again) != len(r.exchanges) {
		return // an answer looks like a request
	}
	left := map[int]bool{}
	var unwritten []Failure
	for i, e := range r.exchanges {
		if e.Status == transcript.Open && again[i].Answer == "" && strings.TrimSpace(r.wrong[e].Body) != "" {
			unwritten = append(unwritten, Failure{Line: r.offset + e.Line - 1, Request: e.Request(), Differences: []transcript.Difference{{Says: unwrittenBody}}})
		}
		if wrong, ok := r.wrong[e]; ok && len(transcript.Check(again[i], wrong.Answer, maps.Clone(wrong.Known))) > 0 {
			left[r.offset+e.Line-1] = true
		}
	}
	failures := r.Failures
	r.Failures = nil
	for _, f := range failures {
		if f.Status == "" || left[f.Line] {
			r.Failures = append(r.Failures, f)
		}
	}
	r.Failures = append(r.Failures, unwritten...)
	transcript.SetSection(r.archive, sectionTranscript, updated)
	r.changed = r.changed || updated != text
}

// save writes the file where something in it was changed.
func (r *replay) save() {
	if !r.changed {
		return
	}
	if err := os.WriteFile(r.File, txtar.Format(r.archive), 0o644); err != nil {
		r.fail(1, fmt.Sprintf("write %s: %v", r.File, err))
		return
	}
	r.Updated = true
}
