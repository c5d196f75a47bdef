package calls

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/mail"
	"github.com/quartet-dev/quartet/internal/script/fetch"
)

type mailRequest struct {
	To      recipients
	ToUser  recipients
	Subject string
	Text    string
	HTML    string
	ReplyTo string
}

// recipients are one address or id, or a list of them.
type recipients []string

// UnmarshalJSON reads either.
func (r *recipients) UnmarshalJSON(text []byte) error {
	if !bytes.HasPrefix(text, []byte(`"`)) {
		return json.Unmarshal(text, (*[]string)(r))
	}
	*r = make(recipients, 1)
	return json.Unmarshal(text, &(*r)[0])
}

// send hands a message to the mail of the site.
func (c *Calls) send(ctx context.Context, _ *content.Call, r mailRequest) (any, error) {
	if c.Mail == nil {
		return nil, diag.At(diag.ResourceUnavailable, "", "Mail is not configured.")
	}
	return nil, c.Mail(ctx, mail.Message{To: r.To, ToUsers: r.ToUser, Subject: r.Subject, Text: r.Text, HTML: r.HTML, ReplyTo: r.ReplyTo})
}

type fetchRequest struct {
	Method   string
	URL      string
	Headers  [][2]string
	Redirect string
}

// fetch makes a request to another service.
func (c *Calls) fetch(ctx context.Context, _ *content.Call, payload string, body []byte) (any, []byte, error) {
	var r fetchRequest
	if err := json.Unmarshal([]byte(payload), &r); err != nil {
		return nil, nil, err
	}
	answer, err := c.Fetch.Do(ctx, &fetch.Request{Method: r.Method, URL: r.URL, Headers: r.Headers, Body: body, Redirect: r.Redirect})
	var failed *fetch.Error
	switch {
	case errors.As(err, &failed):
		return nil, nil, fetchFailure{failed}
	case err != nil:
		return nil, nil, err
	}
	headers := make([]any, len(answer.Headers))
	for i, h := range answer.Headers {
		headers[i] = []any{h[0], h[1]}
	}
	value := map[string]any{
		"status": int64(answer.Status), "statusText": answer.StatusText, "headers": headers, "url": answer.URL, "redirected": answer.Redirected,
	}
	return value, answer.Body, nil
}

// fetchFailure is a failed request as JavaScript has it: a TypeError with a code.
type fetchFailure struct{ error *fetch.Error }

// Error implements error.
func (f fetchFailure) Error() string { return f.error.Error() }

// Unwrap gives the failure.
func (f fetchFailure) Unwrap() error { return f.error }

// FailureCode implements script.Coded.
func (f fetchFailure) FailureCode() string { return string(f.error.Code) }

// IsTypeError implements script.Coded.
func (f fetchFailure) IsTypeError() bool { return true }
