package metrics

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/quartet-dev/quartet/internal/httpx"
)

// Metrics counts and times requests. It serves what it knows, with the work on
// secrets, the condition of the service, the Go runtime's and the process's own
// figures, at GET /metrics.
type Metrics struct {
	http.Handler
	registry  *prometheus.Registry
	inFlight  prometheus.Gauge
	requests  *prometheus.CounterVec
	durations *prometheus.HistogramVec
}

// maxScrapes is how many may read the metrics at once.
const maxScrapes = 4

// New begins at zero.
func New() *Metrics {
	m := &Metrics{
		inFlight: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "quartet_http_requests_in_flight", Help: "Requests that are being answered.",
		}),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "quartet_http_requests_total", Help: "Requests that were answered, by route, method and class of status.",
		}, []string{"route", "method", "status"}),
		durations: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "quartet_http_request_duration_seconds", Help: "Time from a request to the end of its answer, by route and method.",
			Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30},
		}, []string{"route", "method"}),
	}
	m.registry = prometheus.NewRegistry()
	m.registry.MustRegister(m.inFlight, m.requests, m.durations, secretsCollector{}, memoryCollector{},
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{MaxRequestsInFlight: maxScrapes}))
	m.Handler = mux
	return m
}

// Observe is an httpx.Observer.
func (m *Metrics) Observe(r *http.Request) func(httpx.Answer) {
	began := time.Now()
	m.inFlight.Inc()
	return func(a httpx.Answer) {
		method := httpx.MethodOf(r)
		m.inFlight.Dec()
		m.requests.WithLabelValues(a.Route, method, classOf(a)).Inc()
		m.durations.WithLabelValues(a.Route, method).Observe(time.Since(began).Seconds())
	}
}

// classOf is 2xx, 3xx, 4xx or 5xx, or aborted where the connection was broken
// off.
func classOf(a httpx.Answer) string {
	if a.Aborted {
		return "aborted"
	}
	return strconv.Itoa(a.Status/100) + "xx"
}
