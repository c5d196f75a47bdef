package fetch

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/x509"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// httpsPartner speaks HTTP/2 over TLS.
func httpsPartner(t *testing.T, handler http.HandlerFunc) *httptest.Server {
	t.Helper()
	s := httptest.NewUnstartedServer(handler)
	s.EnableHTTP2 = true
	s.Config.ErrorLog = log.New(io.Discard, "", 0) // a client that does not trust it is none of its business
	s.StartTLS()
	t.Cleanup(s.Close)
	return s
}

func trusting(s *httptest.Server) Options {
	roots := x509.NewCertPool()
	roots.AddCert(s.Certificate())
	return Options{AllowHosts: []string{"127.0.0.1"}, Roots: roots}
}

var here = Options{AllowHosts: []string{"127.0.0.1"}}

// forever writes until the client has gone.
func forever(w http.ResponseWriter, r *http.Request, from []byte) {
	for r.Context().Err() == nil {
		if _, err := w.Write(from); err != nil {
			return
		}
	}
}

func TestAnswersAreBoundedInSize(t *testing.T) {
	var bomb bytes.Buffer
	press, _ := gzip.NewWriterLevel(&bomb, gzip.BestSpeed)
	for range 64 {
		_, _ = press.Write(make([]byte, 1<<20))
	}
	_ = press.Close()
	serve := func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/endless":
			forever(w, r, make([]byte, 32<<10))
		case "/declared":
			w.Header().Set("Content-Length", "1000000000")
			w.WriteHeader(http.StatusOK)
			_ = http.NewResponseController(w).Flush()
		case "/bomb":
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write(bomb.Bytes())
		case "/headers":
			for range 200 {
				w.Header().Add("X-Flood", strings.Repeat("a", 1000))
			}
		case "/full":
			_, _ = w.Write(make([]byte, maxResponse))
		}
	}
	plain, secure := openPartner(t, serve), httpsPartner(t, serve)
	for origin, o := range map[string]Options{plain.URL: here, secure.URL: trusting(secure)} {
		c := client(t, o)
		for _, path := range []string{"/endless", "/declared", "/bomb"} {
			_, err := get(t, c, origin+path)
			wantCode(t, err, TooLarge)
		}
		_, err := get(t, c, origin+"/headers")
		wantCode(t, err, Failed)
		if answer, err := get(t, c, origin+"/full"); err != nil || len(answer.Body) != maxResponse || cap(answer.Body) > maxResponse+1 {
			t.Error(err)
		}
		if answer, err := c.Do(t.Context(), &Request{Method: "HEAD", URL: origin + "/declared"}); err != nil || len(answer.Body) > 0 {
			t.Error(err)
		}
		if used := c.memory.State().Used; used != 0 {
			t.Errorf("%d bytes are still counted", used)
		}
	}
}

func TestLargeAnswersShareMemory(t *testing.T) {
	p := openPartner(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/large" {
			_, _ = w.Write(make([]byte, 1<<20))
		}
	})
	c := client(t, here)
	c.memory.TryAcquire(maxMemory)
	_, err := get(t, c, p.URL+"/large")
	wantCode(t, err, Busy)
	if _, err := get(t, c, p.URL); err != nil {
		t.Error(err)
	}
}

func TestRequestsAreBoundedInSize(t *testing.T) {
	p := openPartner(t, echo)
	c := client(t, here)
	many := make([][2]string, maxHeaders+1)
	for i := range many {
		many[i] = [2]string{"x-tea", "a"}
	}
	for name, r := range map[string]*Request{
		"body":    {Method: "POST", Body: make([]byte, maxRequest+1)},
		"header":  {Headers: [][2]string{{"x-tea", strings.Repeat("a", maxHead)}}},
		"headers": {Headers: many},
	} {
		r.URL = p.URL
		_, err := c.Do(t.Context(), r)
		t.Log(name)
		wantCode(t, err, TooLarge)
	}
	if answer, err := c.Do(t.Context(), &Request{Method: "POST", URL: p.URL, Body: make([]byte, maxRequest-100)}); err != nil || len(answer.Body) != len("POST  ")+maxRequest-100 {
		t.Error(err)
	}
}

func TestTheHeadOfAnAnswerHasItsTime(t *testing.T) {
	for name, serve := range map[string]http.HandlerFunc{
		"no head": func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
		"slow redirect": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Location", "/")
			w.WriteHeader(http.StatusFound)
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		},
	} {
		p := openPartner(t, serve)
		c := client(t, Options{AllowHosts: here.AllowHosts, patience: 20 * time.Millisecond})
		_, err := get(t, c, p.URL)
		t.Log(name)
		wantCode(t, err, Timeout)
		if errors.Is(err, context.Canceled) {
			t.Error("the failure says that the call is over")
		}
	}
}

func TestABodyMayComeAsLongAsTheCallLives(t *testing.T) {
	begun := make(chan struct{})
	p := openPartner(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, "t")
		_ = http.NewResponseController(w).Flush()
		if r.URL.Path == "/drips" {
			close(begun)
			<-r.Context().Done()
			return
		}
		time.Sleep(60 * time.Millisecond) // longer than the head has
		_, _ = io.WriteString(w, "ea")
	})
	c := client(t, Options{AllowHosts: here.AllowHosts, patience: 40 * time.Millisecond})
	answer, err := get(t, c, p.URL)
	if err != nil || string(answer.Body) != "tea" {
		t.Errorf("%+v %v", answer, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { _, err := c.Do(ctx, &Request{URL: p.URL + "/drips"}); ended <- err }()
	<-begun
	cancel()
	wantCode(t, ends(t, ended), Cancelled)
}

func TestWhenTheCallEndsItsRequestsDo(t *testing.T) {
	p := openPartner(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	c := client(t, here)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	_, err := c.Do(ctx, &Request{URL: p.URL})
	wantCode(t, err, Timeout)
	_, err = c.Do(ctx, &Request{URL: p.URL})
	wantCode(t, err, Timeout)
}

func TestLongCallsWaitLonger(t *testing.T) {
	for length, want := range map[time.Duration]time.Duration{30 * time.Second: 10 * time.Second, 5 * time.Minute: 100 * time.Second} {
		ctx, cancel := context.WithTimeout(t.Context(), length)
		if got := callOf(ForCall(ctx)).share.Round(time.Second); got != want {
			t.Errorf("%s: %s", length, got)
		}
		cancel()
	}
}

func TestRequestsAreBoundedInNumber(t *testing.T) {
	var now, most atomic.Int64
	p := openPartner(t, func(http.ResponseWriter, *http.Request) {
		n := now.Add(1)
		for old := most.Load(); n > old && !most.CompareAndSwap(old, n); old = most.Load() {
		}
		time.Sleep(time.Millisecond)
		now.Add(-1)
	})
	c := client(t, here)
	ctx := ForCall(t.Context())
	var all sync.WaitGroup
	var busy atomic.Int64
	for range callRequests + 7 {
		all.Go(func() {
			if _, err := c.Do(ctx, &Request{URL: p.URL}); err != nil {
				wantCode(t, err, Busy)
				busy.Add(1)
			}
		})
	}
	all.Wait()
	if most.Load() > callSlots || busy.Load() != 7 || p.requests.Load() != callRequests {
		t.Errorf("%d at the same time, %d refused, %d made", most.Load(), busy.Load(), p.requests.Load())
	}
}

func TestAFullSiteRefusesInTime(t *testing.T) {
	p := openPartner(t, func(http.ResponseWriter, *http.Request) {})
	c := client(t, Options{AllowHosts: here.AllowHosts, patience: 10 * time.Millisecond})
	for range siteSlots {
		c.slots <- struct{}{}
	}
	ctx := ForCall(t.Context())
	for range callSlots + 1 { // none of which keeps a slot of its call
		_, err := c.Do(ctx, &Request{URL: p.URL})
		wantCode(t, err, Busy)
	}
	if p.requests.Load() > 0 {
		t.Error("a request was sent")
	}
}

func TestConnectionsAreUsedAgainAndClosed(t *testing.T) {
	var mu sync.Mutex
	open := map[net.Conn]bool{}
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/moved" {
			http.Redirect(w, r, "/", http.StatusFound)
		}
	}))
	made := 0
	s.Config.ConnState = func(conn net.Conn, state http.ConnState) {
		mu.Lock()
		defer mu.Unlock()
		switch state {
		case http.StateNew:
			made++
			open[conn] = true
		case http.StateClosed:
			delete(open, conn)
		}
	}
	s.Start()
	defer s.Close()
	c := New(here)
	for range 10 {
		if _, err := get(t, c, s.URL+"/moved"); err != nil {
			t.Fatal(err)
		}
	}
	mu.Lock()
	if made != 1 {
		t.Errorf("%d connections", made)
	}
	mu.Unlock()
	c.Close()
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		for {
			mu.Lock()
			n := len(open)
			mu.Unlock()
			if n == 0 {
				return
			}
			time.Sleep(time.Millisecond)
		}
	}()
	ends(t, closed)
}

func TestHTTP2IsSpokenWhereItIs(t *testing.T) {
	s := httpsPartner(t, func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, r.Proto) })
	c := client(t, trusting(s))
	var again atomic.Int64
	ctx := httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{GotConn: func(i httptrace.GotConnInfo) {
		if i.Reused {
			again.Add(1)
		}
	}})
	for range 2 {
		answer, err := c.Do(ctx, &Request{URL: s.URL})
		if err != nil || string(answer.Body) != "HTTP/2.0" || answer.StatusText != "OK" {
			t.Fatalf("%+v %v", answer, err)
		}
	}
	if again.Load() != 1 {
		t.Error("the connection was not used again")
	}
}
