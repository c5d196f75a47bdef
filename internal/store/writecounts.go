package store

import (
	"sync"
	"sync/atomic"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/observe"
)

// WriteCounts are what a process has written.
type WriteCounts struct {
	Commits atomic.Int64 // of one write or of many together

	writes atomic.Int64

	mu       sync.Mutex
	failures map[string]int64
}

// Answered counts a write by how it ended. A write that a caller may mend, such
// as one that is out of date, has not failed.
func (n *WriteCounts) Answered(err *diag.Diagnostic) {
	n.writes.Add(1)
	if err == nil || err.Status() < 500 {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.failures == nil {
		n.failures = map[string]int64{}
	}
	n.failures[string(err.Code)]++
}

// Report adds them to a report.
func (n *WriteCounts) Report(to *observe.Database) {
	n.mu.Lock()
	defer n.mu.Unlock()
	to.Writes, to.Commits = n.writes.Load(), n.Commits.Load()
	// Those that there can be are shown before the first one, so that a rise is
	// seen.
	to.Failures = map[string]int64{string(diag.ResourceUnavailable): 0, string(diag.ResourceExhausted): 0, string(diag.InternalError): 0}
	for code, times := range n.failures {
		to.Failures[code] = times
	}
}
