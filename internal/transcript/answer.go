package transcript

import (
	"encoding/json"
	"net/http"
	"strings"
)

// Answer is what a request got.
type Answer struct {
	Status string
	Header http.Header
	Body   string
}

// Check compares an answer with the one that its exchange must get, and gives every
// difference.
func Check(e *Exchange, got Answer, captures map[string]string) (all []Difference) {
	if got.Status != e.Status {
		all = append(all, Difference{At: "status", Want: e.Status, Got: got.Status, Says: "status is " + got.Status + ", want " + e.Status})
	}
	for _, h := range e.Expect {
		all = append(all, Compare(Fill(h[1], captures), got.value(h[0]), h[0], captures)...)
	}
	switch {
	case e.Answer == "":
		return all
	case e.isPage():
		return append(all, checkPage(e.Answer, got.Body, captures)...)
	}
	return append(all, checkBody(e.Answer, got.Body, captures)...)
}

// value is a header of the answer as a transcript writes it.
func (a Answer) value(name string) string { return strings.Join(a.Header.Values(name), ", ") }

// isPage reports whether the lines of the answer are texts of a page.
func (e *Exchange) isPage() bool {
	return strings.HasPrefix(e.Answer, "~ ") || strings.HasPrefix(e.Answer, "!~ ")
}

func checkBody(want, got string, captures map[string]string) []Difference {
	var wanted, body any
	if err := json.Unmarshal([]byte(Fill(want, captures)), &wanted); err != nil {
		if strings.TrimSpace(Fill(want, captures)) == strings.TrimSpace(got) {
			return nil
		}
		return []Difference{{At: "body", Want: strings.TrimSpace(want), Got: strings.TrimSpace(got), Says: "body is another text"}}
	}
	if err := json.Unmarshal([]byte(got), &body); err != nil {
		return []Difference{{At: "body", Want: "JSON", Got: got, Says: "body is no JSON: " + err.Error()}}
	}
	return Compare(wanted, body, "", captures)
}

// checkPage looks for each line behind "~ " in a page, and for none of those
// behind "!~ ".
func checkPage(want, page string, captures map[string]string) (all []Difference) {
	for _, line := range Lines(want) {
		if absent, ok := strings.CutPrefix(line, "!~ "); ok {
			absent = Fill(absent, captures)
			if Contains(absent, page, captures) {
				all = append(all, Difference{At: "page", Got: absent, Says: "the page has " + Encode(absent)})
			}
			continue
		}
		line = Fill(strings.TrimPrefix(line, "~ "), captures)
		if !Contains(line, page, captures) {
			all = append(all, Difference{At: "page", Want: line, Says: "the page has no " + Encode(line)})
		}
	}
	return all
}

// Lines are the lines of a text that have something on them.
func Lines(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == '\n' })
}
