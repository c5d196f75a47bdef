package diag_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

// An error that knows its place in a value becomes the code at that place; one
// that does not is no fault of the caller's.
func TestRefused(t *testing.T) {
	_, fault := jsonvalue.Decode([]byte(`{"a": [1, "\u0000"]}`), jsonvalue.Limits{})
	for name, tc := range map[string]struct {
		err  error
		code diag.Code
		path string
	}{
		"a fault":            {fault, diag.InputValidationFailed, "input#/a/1"},
		"a fault further in": {fmt.Errorf("read: %w", fault), diag.InputValidationFailed, "input#/a/1"},
		"any other error":    {errors.New("disk on fire"), diag.InternalError, ""},
	} {
		if d := diag.Refused(diag.InputValidationFailed, "input#", tc.err); d.Code != tc.code || d.Path != tc.path {
			t.Errorf("%s: %s at %q, want %s at %q", name, d.Code, d.Path, tc.code, tc.path)
		}
	}
}
