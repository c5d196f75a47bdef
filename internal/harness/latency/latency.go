package latency

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Route is an address to sample, under the name that reports use.
type Route struct {
	Name, URL string
}

// ParseRoute reads name=url. An address that is not absolute is put behind base,
// which may be empty otherwise.
func ParseRoute(text, base string) (Route, error) {
	name, address, ok := strings.Cut(text, "=")
	if !ok || name == "" || address == "" {
		return Route{}, fmt.Errorf("the route %q is not of the form name=url", text)
	}
	u, err := url.Parse(address)
	if err != nil {
		return Route{}, fmt.Errorf("the route %s: %w", name, err)
	}
	if !u.IsAbs() {
		if base == "" {
			return Route{}, fmt.Errorf("the route %s is a path: say --base-url, or write the whole URL", name)
		}
		if u, err = url.Parse(strings.TrimSuffix(base, "/") + "/" + strings.TrimPrefix(address, "/")); err != nil {
			return Route{}, fmt.Errorf("the base URL: %w", err)
		}
	}
	if u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return Route{}, fmt.Errorf("the route %s has no http or https URL: %s", name, u.Redacted())
	}
	return Route{name, u.String()}, nil
}

// Options configure Sample.
type Options struct {
	Rounds int // how often each route is asked
	Warmup int // rounds before that, which are not counted
	Header http.Header
}

// Bounds of one request.
const (
	requestTimeout = 30 * time.Second
	maxBody        = 64 << 20
)

// Sample asks every route once a round, one after the other, so that what
// disturbs the machine disturbs all alike. When ctx ends it gives what it has so
// far.
func Sample(ctx context.Context, routes []Route, o Options) *Report {
	transport := &http.Transport{Proxy: http.ProxyFromEnvironment, DisableCompression: true}
	defer transport.CloseIdleConnections()
	client := &http.Client{
		Transport: transport, Timeout: requestTimeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	samples := make([]samples, len(routes))
	for round := range o.Warmup + o.Rounds {
		for i, route := range routes {
			took, size, err := ask(ctx, client, route.URL, o.Header)
			if ctx.Err() != nil {
				return report(routes, samples, o, true)
			}
			if round >= o.Warmup {
				samples[i].add(took, size, err)
			}
		}
	}
	return report(routes, samples, o, false)
}

// ask makes one request and reads the whole answer.
func ask(ctx context.Context, client *http.Client, address string, header http.Header) (took time.Duration, size int64, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return 0, 0, err
	}
	request.Header = header.Clone()
	began := time.Now()
	answer, err := client.Do(request)
	if err != nil {
		return 0, 0, reasonOf(err)
	}
	size, err = io.Copy(io.Discard, io.LimitReader(answer.Body, maxBody))
	err = errors.Join(err, answer.Body.Close())
	took = time.Since(began)
	if err == nil && (answer.StatusCode < 200 || answer.StatusCode > 299) {
		err = fmt.Errorf("status %d", answer.StatusCode)
	}
	return took, size, err
}

// reasonOf leaves the address out of an error, which may hold a secret.
func reasonOf(err error) error {
	if failed := (*url.Error)(nil); errors.As(err, &failed) {
		return failed.Err
	}
	return err
}

// samples are what was seen of one route.
type samples struct {
	times    []time.Duration // of answers that did not fail
	failures int
	failure  string // the first
	bytes    int64  // of the last answer
}

func (s *samples) add(took time.Duration, size int64, err error) {
	if err != nil {
		if s.failures++; s.failures == 1 {
			s.failure = err.Error()
		}
		return
	}
	s.times, s.bytes = append(s.times, took), size
}

// percentile is the nearest rank, in milliseconds; 0 without samples.
func percentile(sorted []time.Duration, p float64) float64 {
	if len(sorted) == 0 {
		return 0
	}
	rank := int(math.Ceil(p / 100 * float64(len(sorted))))
	return milliseconds(sorted[max(rank, 1)-1])
}

func milliseconds(d time.Duration) float64 {
	return float64(d.Round(time.Microsecond)) / float64(time.Millisecond)
}

func report(routes []Route, all []samples, o Options, interrupted bool) *Report {
	r := &Report{Rounds: o.Rounds, Warmup: o.Warmup, Interrupted: interrupted, Routes: []Timing{}}
	for i, route := range routes {
		s := &all[i]
		slices.Sort(s.times)
		r.Routes = append(r.Routes, Timing{
			Route: route.Name, URL: redacted(route.URL), Requests: len(s.times) + s.failures, Failures: s.failures, Failure: s.failure, Bytes: s.bytes,
			Quantiles: Quantiles{percentile(s.times, 50), percentile(s.times, 95), percentile(s.times, 99)},
		})
	}
	return r
}

// redacted is an address without the password that it may hold.
func redacted(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Redacted()
}
