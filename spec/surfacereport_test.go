package spec

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"sync"
)

// surfaceReport counts what came by both surfaces, what could not, and why.
type surfaceReport struct {
	mu            sync.Mutex
	planned, done int            // replays
	outcomes      map[string]int // of calls
	reasons       map[string]int
}

func newSurfaceReport() *surfaceReport {
	return &surfaceReport{outcomes: map[string]int{}, reasons: map[string]int{}}
}

// isWhole reports whether every replay was done, and none left out with -run.
func (s *surfaceReport) isWhole() bool { return s.done == s.planned }

func (s *surfaceReport) finish() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.done++
}

func (s *surfaceReport) count(v surfaceCall, success bool) {
	outcome := "calls of Procedures that "
	if v.view {
		outcome = "reads of Views that "
	}
	if success {
		outcome += "succeed"
	} else {
		outcome += "fail"
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.outcomes[outcome]++
}

func (s *surfaceReport) leave(reason string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reasons[reason]++
}

func (s *surfaceReport) table() string {
	return "| by both surfaces | |\n|---|---|\n" + mostFirst(s.outcomes) + "\n| by one surface alone | |\n|---|---|\n" + mostFirst(s.reasons)
}

func mostFirst(counts map[string]int) (rows string) {
	names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(counts[b]-counts[a], cmp.Compare(a, b))
	})
	for _, name := range names {
		rows += fmt.Sprintf("| %s | %d |\n", name, counts[name])
	}
	return rows
}
