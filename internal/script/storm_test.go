//go:build !race

package script_test

import (
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/script"
)

// An error in the depth of a recursion takes a millisecond, and the engine asks after
// steps whether it must end, not after milliseconds.
func TestAStormOfErrorsIsStopped(t *testing.T) {
	s := attacked(t, `export const storm = () => { const f = () => { try { f() } catch { f() } }; f() }`, "storm")
	s.answersWhile(func() {
		_, err := s.call(t.Context(), "storm", nil)
		if f := script.FailureOf(err); f == nil || !strings.Contains(f.Message, "ran for too long") {
			t.Error(err)
		}
	})
}
