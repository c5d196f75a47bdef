package fetch

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"
	"golang.org/x/net/dns/dnsmessage"
)

func TestMain(m *testing.M) {
	// A proxy that nobody runs: requests that used it would all fail.
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"} {
		_ = os.Setenv(name, "http://127.0.0.1:1")
	}
	goleak.VerifyTestMain(m)
}

// partner is another service, on loopback.
type partner struct {
	*httptest.Server
	host, port string
	requests   atomic.Int64
}

func openPartner(t *testing.T, handler http.HandlerFunc) *partner {
	t.Helper()
	p := &partner{}
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.requests.Add(1)
		handler(w, r)
	}))
	t.Cleanup(p.Close)
	p.host = strings.TrimPrefix(p.URL, "http://")
	_, p.port, _ = net.SplitHostPort(p.host)
	return p
}

// client is a Client that ends with the test.
func client(t *testing.T, o Options) *Client {
	t.Helper()
	c := New(o)
	t.Cleanup(c.Close)
	return c
}

// names is a DNS server on loopback, whose answers are those of the map.
func names(t *testing.T, answers map[string][]string) *net.Resolver {
	t.Helper()
	conn, err := (&net.ListenConfig{}).ListenPacket(t.Context(), "udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for query := make([]byte, 1500); ; {
			n, from, err := conn.ReadFrom(query)
			if err != nil {
				return
			}
			if answer := resolve(query[:n], answers); answer != nil {
				_, _ = conn.WriteTo(answer, from)
			}
		}
	}()
	t.Cleanup(func() { _ = conn.Close(); <-done })
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "udp", conn.LocalAddr().String())
	}}
}

func resolve(query []byte, answers map[string][]string) []byte {
	var m dnsmessage.Message
	if m.Unpack(query) != nil || len(m.Questions) != 1 {
		return nil
	}
	q := m.Questions[0]
	m.Response, m.Authoritative, m.Additionals = true, true, nil
	all, found := answers[strings.TrimSuffix(q.Name.String(), ".")]
	if !found {
		m.RCode = dnsmessage.RCodeNameError
	}
	for _, each := range all {
		header := dnsmessage.ResourceHeader{Name: q.Name, Class: dnsmessage.ClassINET, TTL: 0}
		switch a := netip.MustParseAddr(each); {
		case a.Is4() && q.Type == dnsmessage.TypeA:
			m.Answers = append(m.Answers, dnsmessage.Resource{Header: header, Body: &dnsmessage.AResource{A: a.As4()}})
		case a.Is6() && q.Type == dnsmessage.TypeAAAA:
			m.Answers = append(m.Answers, dnsmessage.Resource{Header: header, Body: &dnsmessage.AAAAResource{AAAA: a.As16()}})
		}
	}
	out, _ := m.Pack()
	return out
}

// get fetches a URL.
func get(t *testing.T, c *Client, url string) (*Response, error) {
	t.Helper()
	return c.Do(t.Context(), &Request{URL: url})
}

// wantCode fails unless err is an Error with that code, whose text holds none of
// the words.
func wantCode(t *testing.T, err error, want Code, hidden ...string) {
	t.Helper()
	var refused *Error
	if !errors.As(err, &refused) || refused.Code != want {
		t.Fatalf("got %v, want %s", err, want)
	}
	for _, word := range hidden {
		if strings.Contains(refused.Error(), word) {
			t.Errorf("%q shows %q", refused, word)
		}
	}
}

// ends waits for what must come, for at most the time of a test that hangs.
func ends[T any](t *testing.T, from <-chan T) T {
	t.Helper()
	select {
	case value := <-from:
		return value
	case <-time.After(30 * time.Second):
		t.Fatal("it did not end")
		panic("not reached")
	}
}
