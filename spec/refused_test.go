package spec

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet"
	"github.com/quartet-dev/quartet/internal/transcript"
)

// refused compares why a site does not start with lines of `CODE path` and,
// when the transcript has them, the typed errors behind.
func refused(t *testing.T, err error, want, wantErrors string) {
	t.Helper()
	var boot *quartet.BootValidationError
	if !errors.As(err, &boot) {
		t.Fatalf("the site starts, or fails otherwise: %v", err)
	}
	if diff := cmp.Diff(transcript.Lines(want), transcript.Lines(listed(boot.Diagnostics))); diff != "" {
		t.Error("the diagnostics differ:\n" + diff)
	}
	if diff := cmp.Diff(transcript.Lines(wantErrors), transcript.Lines(siteErrors(err))); wantErrors != "" && diff != "" {
		t.Error("the errors differ:\n" + diff)
	}
}

// listed is `CODE path` for each diagnostic, a line each.
func listed(diagnostics quartet.Diagnostics) string {
	var list strings.Builder
	for _, d := range diagnostics {
		fmt.Fprintln(&list, strings.TrimSpace(string(d.Code)+" "+d.Path))
	}
	return list.String()
}
