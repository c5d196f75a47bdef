package diag_test

import (
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/quartet-dev/quartet/internal/diag"
)

func TestAttemptedAddsItsWordsBehindTheDiagnostic(t *testing.T) {
	refusal := diag.At(diag.NotFound, "input#/id", "There is no such entry.")
	for name, test := range map[string]struct {
		err          error
		said, behind string // what Error says, and the error behind it
	}{
		"no diagnostic":                     {io.ErrUnexpectedEOF, "read the entry a: unexpected EOF", "unexpected EOF"},
		"a failure with its cause":          {diag.Internal(io.ErrUnexpectedEOF), "INTERNAL_ERROR The service failed to answer this request.", "read the entry a: unexpected EOF"},
		"a cause that has words already":    {diag.Attempted(diag.Internal(io.ErrUnexpectedEOF), "read"), "INTERNAL_ERROR The service failed to answer this request.", "read the entry a: read: unexpected EOF"},
		"a failure without a cause":         {diag.At(diag.ResourceExhausted, "", "Too long."), "RESOURCE_EXHAUSTED Too long.", "read the entry a"},
		"a diagnostic in a chain":           {fmt.Errorf("here: %w", diag.Internal(io.ErrUnexpectedEOF)), "INTERNAL_ERROR The service failed to answer this request.", "read the entry a: unexpected EOF"},
		"a refusal is given back as it is":  {refusal, "NOT_FOUND There is no such entry. (input#/id)", ""},
		"a refusal's cause gets the words":  {refusal.WithCause(io.EOF), "NOT_FOUND There is no such entry. (input#/id)", "read the entry a: EOF"},
		"an error of several keeps them":    {errors.Join(refusal, io.EOF), "read the entry a: NOT_FOUND There is no such entry. (input#/id)\nEOF", "NOT_FOUND There is no such entry. (input#/id)\nEOF"},
		"a list has diagnostics of its own": {diag.List{refusal}, "NOT_FOUND There is no such entry. (input#/id)", ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := diag.Attempted(test.err, "read the entry %s", "a")
			behind := ""
			if cause := errors.Unwrap(got); cause != nil {
				behind = cause.Error()
			}
			if got.Error() != test.said || behind != test.behind {
				t.Errorf("%q, behind it %q", got, behind)
			}
			if code := diag.As(test.err).Code; !diag.HasCode(got, code) && diag.HasCode(test.err, code) {
				t.Errorf("the code is %s", diag.As(got).Code)
			}
			if errors.Is(test.err, io.ErrUnexpectedEOF) && !errors.Is(got, io.ErrUnexpectedEOF) {
				t.Error("what is behind it is lost")
			}
		})
	}
	if diag.Attempted(nil, "read") != nil {
		t.Error("nil became an error")
	}
}

func TestLoggedTellsWhatIsBehindADiagnosticOnce(t *testing.T) {
	failure := diag.Internal(io.ErrUnexpectedEOF)
	const said = "INTERNAL_ERROR The service failed to answer this request."
	for name, test := range map[string]struct {
		err  error
		want string
	}{
		"a diagnostic":               {failure, said + " (unexpected EOF)"},
		"one in a chain":             {fmt.Errorf("read: %w", failure), "read: " + said + " (unexpected EOF)"},
		"what was logged":            {diag.Logged(failure), said + " (unexpected EOF)"},
		"words around it":            {fmt.Errorf("read: %w", diag.Logged(failure)), "read: " + said + " (unexpected EOF)"},
		"it is behind another":       {diag.Internal(fmt.Errorf("read: %w", diag.Logged(failure))), said + " (read: " + said + " (unexpected EOF))"},
		"a diagnostic behind it":     {diag.Internal(failure), said + " (" + said + " (unexpected EOF))"},
		"a diagnostic without cause": {diag.At(diag.NotFound, "", "Gone."), "NOT_FOUND Gone."},
		"no diagnostic":              {io.EOF, "EOF"},
	} {
		t.Run(name, func(t *testing.T) {
			got := diag.Logged(test.err)
			if got.Error() != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
			if !errors.Is(got, test.err) || errors.Is(test.err, io.ErrUnexpectedEOF) != errors.Is(got, io.ErrUnexpectedEOF) {
				t.Error("the chain is lost")
			}
		})
	}
	if diag.Logged(nil) != nil {
		t.Error("nil became an error")
	}
}
