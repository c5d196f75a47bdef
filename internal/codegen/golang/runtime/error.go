package service

import (
	"errors"
	"strconv"
	"time"
)

// Error is a refusal by the service, in process and over HTTP alike: a diagnostic,
// and the status that it has over HTTP. Decide by Code, which is stable, and never
// by Message.
type Error struct {
	Code       string   `json:"code"` // "" for an answer that does not come from the service
	Phase      string   `json:"phase"`
	Severity   string   `json:"severity"`
	Path       string   `json:"path"` // such as input#/email
	Message    string   `json:"message"`
	Value      any      `json:"value,omitempty"`
	Expected   any      `json:"expected,omitempty"`
	Candidates []string `json:"candidates,omitempty"`
	Suggestion string   `json:"suggestion,omitempty"`
	RequestID  string   `json:"requestId,omitempty"` // to look for in the log of the service

	Status     int           `json:"-"` // of the answer
	RetryAfter time.Duration `json:"-"` // what the answer asks to wait; 0 for nothing
	Cause      error         `json:"-"` // in process: the *quartet.Diagnostic
}

// Error names the code and the message.
func (e *Error) Error() string {
	if e.Code == "" {
		return "status " + strconv.Itoa(e.Status) + " " + e.Message
	}
	return e.Code + " " + e.Message
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Cause }

// CodeOf is the code of the Error in err's chain, or "" when there is none.
func CodeOf(err error) string {
	if refusal := (*Error)(nil); errors.As(err, &refusal) {
		return refusal.Code
	}
	return ""
}
