package latency

import (
	"encoding/json"
	"errors"
	"fmt"
)

// Report is what Sample has found, as it is written as JSON and read as a
// baseline.
type Report struct {
	Rounds      int      `json:"rounds"`
	Warmup      int      `json:"warmup"`
	Interrupted bool     `json:"interrupted,omitempty"`
	Routes      []Timing `json:"routes"`
}

// Timing is what was seen of one route.
type Timing struct {
	Route    string `json:"route"`
	URL      string `json:"url"`
	Requests int    `json:"requests"`
	Failures int    `json:"failures"`
	Failure  string `json:"failure,omitempty"` // the first
	Bytes    int64  `json:"bytes"`             // of the last answer
	Quantiles
	Baseline *Quantiles `json:"baseline,omitempty"` // of the earlier run
	Slower   bool       `json:"slower,omitempty"`   // than that, beyond what is tolerated
}

// Quantiles are times in milliseconds, of the answers that did not fail.
type Quantiles struct {
	P50 float64 `json:"p50Ms"`
	P95 float64 `json:"p95Ms"`
	P99 float64 `json:"p99Ms"`
}

// ReadBaseline reads a report that was written as JSON.
func ReadBaseline(text []byte) (*Report, error) {
	var r Report
	if err := json.Unmarshal(text, &r); err != nil {
		return nil, fmt.Errorf("it is not a report of quartet-harness http: %w", err)
	}
	if len(r.Routes) == 0 {
		return nil, errors.New("it is not a report of quartet-harness http: it holds no routes")
	}
	return &r, nil
}

// noise is a difference, in milliseconds, that is never called slower: answers
// this fast differ by more from one run to the next.
const noise = 1.0

// Compare sets an earlier run beside this one. A route is slower when its median
// and its p95 both take more than tolerance longer, such as 0.5 for half as
// long again.
func (r *Report) Compare(baseline *Report, tolerance float64) {
	for i := range r.Routes {
		now := &r.Routes[i]
		for _, before := range baseline.Routes {
			if before.Route == now.Route {
				quantiles := before.Quantiles
				now.Baseline = &quantiles
				now.Slower = now.Requests > now.Failures &&
					isSlower(now.P50, before.P50, tolerance) && isSlower(now.P95, before.P95, tolerance)
			}
		}
	}
}

func isSlower(now, before, tolerance float64) bool {
	return now-before > noise && now > before*(1+tolerance)
}

// Failed reports whether a request failed, a route is slower than in the baseline,
// or the run was broken off.
func (r *Report) Failed() bool {
	for _, t := range r.Routes {
		if t.Failures > 0 || t.Slower {
			return true
		}
	}
	return r.Interrupted
}
