package metrics

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/inflight"
)

// memoryCollector collects what the large requests under way keep in memory, by what it is
// kept for.
type memoryCollector struct{}

var budgets = map[string]*inflight.Budget{
	"answers": inflight.Answers, "bodies": inflight.Decoded, "arriving": inflight.Arrived,
}

func describedBy(name, help string) *prometheus.Desc {
	return prometheus.NewDesc("quartet_memory_"+name, help, []string{"kind"}, nil)
}

var (
	memoryUsed    = describedBy("bytes", "Memory that large requests in progress use: answers, decoded bodies, arriving bodies.")
	memoryMost    = describedBy("budget_bytes", "The most that large requests may use before others wait.")
	memoryWaiting = describedBy("waiting", "Large requests that wait for memory.")
	memoryWaited  = describedBy("waits_total", "Large requests that had to wait for memory.")
	memoryRefused = describedBy("refused_total", "Large requests that were refused because no memory became free in time.")
	stalled       = prometheus.NewDesc("quartet_http_stalled_total", "Answers that were broken off because their clients had stopped reading.", nil, nil)
)

// Describe implements prometheus.Collector.
func (memoryCollector) Describe(descriptions chan<- *prometheus.Desc) {
	for _, each := range []*prometheus.Desc{memoryUsed, memoryMost, memoryWaiting, memoryWaited, memoryRefused, stalled} {
		descriptions <- each
	}
}

// Collect implements prometheus.Collector.
func (memoryCollector) Collect(found chan<- prometheus.Metric) {
	for kind, budget := range budgets {
		state := budget.State()
		gauge := func(d *prometheus.Desc, value float64) {
			found <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, kind)
		}
		gauge(memoryUsed, float64(state.Used))
		gauge(memoryMost, float64(budget.Limit()))
		gauge(memoryWaiting, float64(state.Waiting))
		found <- prometheus.MustNewConstMetric(memoryWaited, prometheus.CounterValue, float64(state.Waited), kind)
		found <- prometheus.MustNewConstMetric(memoryRefused, prometheus.CounterValue, float64(state.Refused), kind)
	}
	found <- prometheus.MustNewConstMetric(stalled, prometheus.CounterValue, float64(httpx.Stalled()))
}
