package metrics

import (
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/inflight"
)

var budgets = []struct {
	kind string
	*inflight.Budget
}{{"answers", inflight.Answers}, {"arriving", inflight.Arrived}, {"bodies", inflight.Decoded}}

var (
	memoryUsed    = gauge("quartet_memory_bytes", "Memory that large requests in progress use: answers, decoded bodies, arriving bodies.", "kind")
	memoryMost    = gauge("quartet_memory_budget_bytes", "The most that large requests may use before others wait.", "kind")
	memoryWaiting = gauge("quartet_memory_waiting", "Large requests that wait for memory.", "kind")
	memoryWaited  = counter("quartet_memory_waits_total", "Large requests that had to wait for memory.", "kind")
	memoryRefused = counter("quartet_memory_refused_total", "Large requests that were refused because no memory became free in time.", "kind")
	stalled       = counter("quartet_http_stalled_total", "Answers that were broken off because their clients had stopped reading.")
)

// addMemory adds what the large requests in progress keep in memory, by what it
// is kept for.
func addMemory(p page) {
	for _, budget := range budgets {
		state := budget.State()
		p.add(memoryUsed, float64(state.Used), budget.kind)
		p.add(memoryMost, float64(budget.Limit()), budget.kind)
		p.add(memoryWaiting, float64(state.Waiting), budget.kind)
		p.add(memoryWaited, float64(state.Waited), budget.kind)
		p.add(memoryRefused, float64(state.Refused), budget.kind)
	}
	p.add(stalled, float64(httpx.Stalled()))
}
