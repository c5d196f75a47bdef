package metrics

import (
	"net/http"
	"strconv"
	"time"

	"github.com/quartet-dev/quartet/internal/httpx"
)

// Metrics counts and times requests. It serves what it knows, with the work on
// secrets, the condition of the service, the Go runtime's and the process's own
// figures, at GET /metrics.
type Metrics struct {
	http.Handler
	requests requests
	report   Report // nil until there is a service to watch
	scrapes  chan struct{}
}

// maxScrapes is how many may read the metrics at once.
const maxScrapes = 4

// New begins at zero.
func New() *Metrics {
	mux := http.NewServeMux()
	m := &Metrics{
		Handler:  mux,
		requests: requests{answered: map[answerKey]uint64{}, durations: map[routeKey]*histogram{}},
		scrapes:  make(chan struct{}, maxScrapes),
	}
	mux.HandleFunc("GET /metrics", m.serve)
	return m
}

// Watch adds what a service reports to what is served. Call it once, before
// anything is served.
func (m *Metrics) Watch(report Report) { m.report = report }

func (m *Metrics) serve(w http.ResponseWriter, r *http.Request) {
	select {
	case m.scrapes <- struct{}{}:
		defer func() { <-m.scrapes }()
	default:
		http.Error(w, "Too many read the metrics at once. Try again later.", http.StatusServiceUnavailable)
		return
	}
	all := page{}
	m.requests.addTo(all)
	addSecrets(all)
	addMemory(all)
	addRuntime(all)
	addProcess(all)
	if m.report != nil {
		m.report.addTo(r.Context(), all)
	}
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	_, _ = all.WriteTo(w) // a client that left needs none
}

// Observe is an httpx.Observer.
func (m *Metrics) Observe(r *http.Request) func(httpx.Answer) {
	began := time.Now()
	m.requests.begin()
	return func(a httpx.Answer) {
		m.requests.end(answerKey{routeKey{httpx.MethodOf(r), a.Route}, classOf(a)}, time.Since(began))
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
