package metrics

import (
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"time"
)

var (
	inFlight = gauge("quartet_http_requests_in_flight", "Requests that are being answered.")
	answered = counter("quartet_http_requests_total", "Requests that were answered, by route, method and class of status.", "method", "route", "status")
	timed    = family{
		"quartet_http_request_duration_seconds", "Time from a request to the end of its answer, by route and method.",
		"histogram", []string{"method", "route"},
	}
)

// bounds are the upper ends of the buckets of durations, in seconds.
var bounds = [...]float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30}

// requests counts and times requests. There are as many keys as the site has routes.
type requests struct {
	mu        sync.Mutex
	inFlight  int
	answered  map[answerKey]uint64
	durations map[routeKey]*histogram
}

type (
	routeKey  struct{ method, route string }
	answerKey struct {
		routeKey
		status string
	}
)

func (k routeKey) compare(other routeKey) int {
	return strings.Compare(k.method+" "+k.route, other.method+" "+other.route)
}

func (k answerKey) compare(other answerKey) int {
	if order := k.routeKey.compare(other.routeKey); order != 0 {
		return order
	}
	return strings.Compare(k.status, other.status)
}

func (r *requests) begin() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.inFlight++
}

func (r *requests) end(key answerKey, took time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.inFlight--
	r.answered[key]++
	durations := r.durations[key.routeKey]
	if durations == nil {
		durations = new(histogram)
		r.durations[key.routeKey] = durations
	}
	durations.observe(took.Seconds())
}

func (r *requests) addTo(p page) {
	r.mu.Lock()
	defer r.mu.Unlock()
	p.add(inFlight, float64(r.inFlight))
	for _, key := range slices.SortedFunc(maps.Keys(r.answered), answerKey.compare) {
		p.add(answered, float64(r.answered[key]), key.method, key.route, key.status)
	}
	for _, key := range slices.SortedFunc(maps.Keys(r.durations), routeKey.compare) {
		r.durations[key].addTo(p, timed, key.method, key.route)
	}
}

// histogram counts values by the bucket that they fall into.
type histogram struct {
	counts [len(bounds) + 1]uint64 // the last is of what is above all bounds
	sum    float64
}

func (h *histogram) observe(value float64) {
	bucket, _ := slices.BinarySearch(bounds[:], value)
	h.counts[bucket]++
	h.sum += value
}

// addTo writes how many values are at or under each bound, and all of them.
func (h *histogram) addTo(p page, f family, labels ...string) {
	names, total := append(slices.Clone(f.labels), "le"), uint64(0)
	for i, count := range h.counts {
		bound := math.Inf(1)
		if i < len(bounds) {
			bound = bounds[i]
		}
		total += count
		p.line(f, "_bucket", float64(total), names, append(slices.Clone(labels), number(bound)))
	}
	p.line(f, "_sum", h.sum, f.labels, labels)
	p.line(f, "_count", float64(total), f.labels, labels)
}
