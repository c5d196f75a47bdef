package transcript

import (
	"fmt"
	"strings"
)

// Exchange is one request of a transcript and the answer it must get.
type Exchange struct {
	Line    int
	Method  string // an HTTP method, or VIEW, CALL, DRAFT, … for a call in process
	Target  string // path, or the name of what is called
	Headers [][2]string
	Body    string
	Status  string
	Expect  [][2]string // header name and value, "" for absent
	Answer  string      // JSON with wildcards, plain text, or "" for not looked at

	StatusLine, AnswerTo int // first and last line of the answer, for -update
}

// Request is the method and the target, as in the transcript.
func (e *Exchange) Request() string { return strings.TrimSpace(e.Method + " " + e.Target) }

// SyntaxError is why a text is no transcript.
type SyntaxError struct {
	Line int // of the text
	Says string
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Says) }

// Parse reads the grammar that spec/README.md describes: requests behind
// "> ", answers behind "< ", bodies bare, blank lines and # between exchanges. The error is a *SyntaxError.
func Parse(text string) ([]*Exchange, error) {
	var all []*Exchange
	var current *Exchange
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		answering := current != nil && current.Status != ""
		switch {
		case strings.HasPrefix(line, "> ") && (current == nil || answering):
			method, target, _ := strings.Cut(line[2:], " ")
			current = &Exchange{Line: i + 1, Method: method, Target: target}
			all = append(all, current)
		case strings.HasPrefix(line, "> "):
			h := header(line[2:])
			if !strings.Contains(line, ":") || strings.Contains(h[0], " ") { // the next request
				return nil, current.unanswered()
			}
			current.Headers = append(current.Headers, h)
		case strings.HasPrefix(line, "< ") && current != nil && !answering:
			current.Status = line[2:]
			current.StatusLine, current.AnswerTo = i+1, i+1
		case strings.HasPrefix(line, "< ") && answering:
			current.Expect = append(current.Expect, header(line[2:]))
			current.AnswerTo = i + 1
		case strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#"):
		case current == nil:
			return nil, &SyntaxError{i + 1, fmt.Sprintf("%q before the first request", line)}
		case answering:
			current.Answer += line + "\n"
			current.AnswerTo = i + 1
		default:
			current.Body += line + "\n"
		}
	}
	for _, e := range all {
		if e.Status == "" {
			return nil, e.unanswered()
		}
	}
	return all, nil
}

func (e *Exchange) unanswered() *SyntaxError {
	return &SyntaxError{e.Line, e.Request() + " has no answer; write the status that it must get on a line of its own, such as < 200"}
}

func header(line string) [2]string {
	name, value, _ := strings.Cut(line, ":")
	return [2]string{strings.TrimSpace(name), strings.TrimSpace(value)}
}
