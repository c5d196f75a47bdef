package main

import (
	"bytes"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// balancer is what a plain proxy in front of several processes does, nginx with its
// defaults for one: it asks them in turn, and asks the next one where it cannot
// connect. What was sent it sends once more where that does no harm, before there is an
// answer. One that is not ready is passed over.
type balancer struct {
	url       string
	transport *http.Transport
	next      atomic.Uint64

	mu    sync.Mutex
	to    []string // host:port of each process, "" while it has none
	ready []bool
}

func startBalancer(t *testing.T, processes int) *balancer {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	b := &balancer{
		url: "http://" + listener.Addr().String(), to: make([]string, processes), ready: make([]bool, processes),
		transport: &http.Transport{MaxIdleConnsPerHost: 32},
	}
	proxy := &httputil.ReverseProxy{
		Rewrite:      func(r *httputil.ProxyRequest) { r.Out.URL.Scheme = "http"; r.Out.Host = r.In.Host; r.SetXForwarded() },
		Transport:    b,
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusBadGateway) },
	}
	server := &http.Server{Handler: proxy}
	go func() { _ = server.Serve(listener) }()
	stop := make(chan struct{})
	var checks sync.WaitGroup
	for i := range processes {
		checks.Go(func() { b.check(i, stop) })
	}
	t.Cleanup(func() {
		close(stop)
		checks.Wait()
		_ = server.Close()
		b.transport.CloseIdleConnections()
	})
	return b
}

// set names the address of a process.
func (b *balancer) set(i int, to string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.to[i], b.ready[i] = to, true
}

func (b *balancer) address(i int) (to string, ready bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.to[i], b.ready[i]
}

// check asks a process again and again whether it is ready.
func (b *balancer) check(i int, stop chan struct{}) {
	client := &http.Client{Timeout: 5 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	for {
		select {
		case <-stop:
			return
		case <-time.After(100 * time.Millisecond):
		}
		to, _ := b.address(i)
		answer, err := client.Get("http://" + to + "/readyz")
		ready := err == nil && answer.StatusCode == http.StatusOK
		if err == nil {
			_ = answer.Body.Close()
		}
		b.mu.Lock()
		if b.to[i] == to {
			b.ready[i] = ready
		}
		b.mu.Unlock()
	}
}

var errNobody = errors.New("no process takes the request")

// RoundTrip implements http.RoundTripper.
func (b *balancer) RoundTrip(r *http.Request) (*http.Response, error) {
	var body []byte
	if r.Body != nil {
		body, _ = io.ReadAll(r.Body)
		_ = r.Body.Close()
	}
	first := int(b.next.Add(1) % uint64(len(b.to)))
	failed := errNobody
	for _, anybody := range []bool{false, true} {
		for i := range b.to {
			to, ready := b.address((first + i) % len(b.to))
			if !ready && !anybody || to == "" {
				continue
			}
			answer, err := b.send(r, to, body)
			if err == nil || !mayRepeat(r, err) {
				return answer, err
			}
			failed = err
		}
	}
	return nil, failed
}

func (b *balancer) send(r *http.Request, to string, body []byte) (*http.Response, error) {
	again := r.Clone(r.Context())
	again.URL.Host = to
	again.Body = io.NopCloser(bytes.NewReader(body))
	return b.transport.RoundTrip(again)
}

// mayRepeat reports whether a request that failed may be sent to another process.
func mayRepeat(r *http.Request, err error) bool {
	var dial *net.OpError
	return errors.As(err, &dial) && dial.Op == "dial" || r.Method == http.MethodGet
}
