package spec

import (
	"fmt"
	"strings"
)

// exchange is one request of a transcript and the answer it must get.
type exchange struct {
	line    int
	method  string // an HTTP method, or VIEW, CALL, DRAFT, … for a call in process
	target  string // path, or the name of what is called
	headers [][2]string
	body    string
	status  string
	expect  [][2]string // header name and value, "" for absent
	answer  string      // JSON with wildcards, plain text, or "" for not looked at

	statusLine, answerTo int // first and last line of the answer, for -update
}

// parseTranscript reads the grammar that README.md describes: requests behind
// "> ", answers behind "< ", bodies bare, blank lines and # between exchanges.
func parseTranscript(text string) ([]*exchange, error) {
	var all []*exchange
	var current *exchange
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		answering := current != nil && current.status != ""
		switch {
		case strings.HasPrefix(line, "> ") && (current == nil || answering):
			method, target, _ := strings.Cut(line[2:], " ")
			current = &exchange{line: i + 1, method: method, target: target}
			all = append(all, current)
		case strings.HasPrefix(line, "> "):
			current.headers = append(current.headers, header(line[2:]))
		case strings.HasPrefix(line, "< ") && current != nil && !answering:
			current.status = line[2:]
			current.statusLine, current.answerTo = i+1, i+1
		case strings.HasPrefix(line, "< ") && answering:
			current.expect = append(current.expect, header(line[2:]))
			current.answerTo = i + 1
		case strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#"):
		case current == nil:
			return nil, fmt.Errorf("line %d: %q before the first request", i+1, line)
		case answering:
			current.answer += line + "\n"
			current.answerTo = i + 1
		default:
			current.body += line + "\n"
		}
	}
	for _, e := range all {
		if e.status == "" {
			return nil, fmt.Errorf("line %d: %s %s has no answer", e.line, e.method, e.target)
		}
	}
	return all, nil
}

func header(line string) [2]string {
	name, value, _ := strings.Cut(line, ":")
	return [2]string{strings.TrimSpace(name), strings.TrimSpace(value)}
}
