package transcript

import (
	"mime"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quartet-dev/quartet/internal/lazyregexp"
)

// Wrong is an answer that is not what was expected, and what the transcript had
// captured before it.
type Wrong struct {
	Answer
	Known map[string]string

	// OpenAlone leaves all that was written as it is, right or wrong: only `< ?` is
	// replaced, and an answer below it where there is none.
	OpenAlone bool
}

// Open is the status of an answer that nobody has written yet.
const Open = "?"

// Rewrite puts the answers that were got in the place of the wrong ones, with
// wildcards for what changes from run to run. What was expected and still fits stays as
// it was written: wildcards, captured names and "...". Lines of a page stay, too.
// Of a page nobody has looked at yet the title is written, and of a body that no lines can
// hold nothing. Whoever calls it reads the diff.
func Rewrite(text string, exchanges []*Exchange, wrong map[*Exchange]Wrong) string {
	for _, each := range wrong {
		nameDates(text, each.Known)
	}
	old := strings.Split(text, "\n")
	var out []string
	at := 0
	for _, e := range exchanges {
		got, changed := wrong[e]
		if !changed || got.OpenAlone && e.Status != Open {
			continue
		}
		out = append(out, old[at:e.StatusLine-1]...)
		out = append(out, "< "+got.Status)
		for _, h := range e.Expect {
			out = append(out, strings.TrimRight("< "+h[0]+": "+got.header(h), " "))
		}
		out = append(out, got.body(e)...)
		at = e.AnswerTo
	}
	return strings.Join(append(out, old[at:]...), "\n")
}

// nameDates gives the dates that a transcript counts from today their names.
func nameDates(text string, known map[string]string) {
	for _, found := range dates.FindAllString(text, -1) {
		if date := fillDates(found, known["today"]); date != found {
			known[strings.Trim(found, "{}")] = date
		}
	}
}

func (w Wrong) header(h [2]string) string {
	if w.OpenAlone {
		return h[1]
	}
	return rewrittenHeader(h, w.Answer, w.Known)
}

func (w Wrong) body(e *Exchange) []string {
	if w.OpenAlone && e.Answer != "" {
		return Lines(e.Answer)
	}
	return e.rewrittenBody(w.Answer, w.Known)
}

// rewrittenHeader keeps what was written where it fits.
func rewrittenHeader(h [2]string, got Answer, captures map[string]string) string {
	value := got.value(h[0])
	if Match(Fill(h[1], captures), value, "", map[string]string{}) == nil {
		return h[1]
	}
	return value
}

// rewrittenBody is the lines of the body. One that a transcript did not look at
// is added where the status was wrong, so that `< ?` asks for an answer.
func (e *Exchange) rewrittenBody(got Answer, captures map[string]string) []string {
	switch {
	case e.isPage():
		return Lines(e.Answer)
	case e.Answer == "" && e.Status == got.Status:
		return nil
	}
	if actual, err := parseTree(got.Body); err == nil {
		return strings.Split(merge("", parsedOrNil(e.Answer, captures), actual, captures).text(), "\n")
	}
	body := strings.TrimSpace(got.Body)
	switch {
	case body == "":
		return nil
	case isHTML(got):
		if title := titleElement.FindString(body); title != "" {
			return []string{"~ " + title}
		}
		return nil
	case !isWritable(body):
		return nil
	}
	if origin := captures["origin"]; origin != "" {
		body = strings.ReplaceAll(body, origin, "{{origin}}")
	}
	return strings.Split(body, "\n")
}

// titleElement is the title of a page, on one line.
var titleElement = lazyregexp.New(`<title>[^<\n]+</title>`)

// isHTML reports whether an answer is a page. The whole of one is nobody's to compare: it
// has other nonces and names of files tomorrow.
func isHTML(a Answer) bool {
	kind, _, _ := mime.ParseMediaType(a.Header.Get("Content-Type"))
	return kind == "text/html"
}

// isWritable reports whether a body is text of which no line would be taken for
// something else.
func isWritable(body string) bool {
	if !utf8.ValidString(body) || strings.ContainsFunc(body, func(r rune) bool { return unicode.IsControl(r) && !unicode.IsSpace(r) }) {
		return false
	}
	for line := range strings.SplitSeq(body, "\n") {
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "> ") || strings.HasPrefix(line, "< ") || strings.HasPrefix(line, "#") || strings.HasPrefix(line, "-- ") {
			return false
		}
	}
	return true
}

// parsedOrNil is what was expected, nil where it is no JSON. {{name}} that is no text
// is filled in.
func parsedOrNil(answer string, captures map[string]string) *tree {
	if t, err := parseTree(answer); err == nil {
		return t
	}
	if t, err := parseTree(Fill(answer, captures)); err == nil {
		return t
	}
	return nil
}
