// Package inflighttest checks for the tests of other packages that their large
// answers are counted.
package inflighttest

import (
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/inflight"
)

// Wait uses up the memory for large answers and calls ask, which asks for one and
// must not return before there is memory again, and little, which asks for a small
// one and must. In the end nothing of the answers may be counted.
func Wait(t *testing.T, name string, ask, little func()) {
	t.Helper()
	budget := inflight.Answers
	if !budget.TryAcquire(budget.Limit()) {
		t.Fatalf("%s: something is counted already: %+v", name, budget.State())
	}
	before, done := budget.State().Waited, make(chan struct{})
	go func() {
		defer close(done)
		ask()
	}()
	for budget.State().Waited == before {
		select {
		case <-done:
			budget.Release(budget.Limit())
			t.Errorf("%s: a large answer was given though there was no memory for it", name)
			return
		case <-time.After(time.Millisecond):
		}
	}
	little()
	select {
	case <-done:
		t.Errorf("%s: a large answer did not wait", name)
	default:
	}
	budget.Release(budget.Limit())
	<-done
	for deadline := time.Now().Add(10 * time.Second); budget.State().Used != 0; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%s: %+v when it is over", name, budget.State())
		}
	}
}
