package s3

import (
	"context"
	"errors"
	"net"
	"net/http"
	"syscall"
	"time"
)

// limits bound how long a server may take.
type limits struct {
	connect time.Duration // for a connection, and again for its TLS
	silence time.Duration // in which no byte goes either way
	answer  time.Duration // for all of a request without a body, its further tries too
	pause   time.Duration // before the second try, and twice before the third
	rate    int64         // bytes a second of a body that is sent, on the whole

	single int64 // bytes that one request puts; what is longer is sent in parts
	part   int64 // bytes of each but the last, of which a server takes 10,000
}

var usual = limits{
	connect: 10 * time.Second, silence: 30 * time.Second, answer: time.Minute, pause: 200 * time.Millisecond, rate: 32 << 10,
	single: 5 << 30, part: 512 << 20,
}

// body is the time in which a body of some bytes is sent and answered.
func (l limits) body(size int64) time.Duration {
	return l.answer + time.Duration(size/l.rate)*time.Second
}

func newClient(l limits) *http.Client {
	dialer := &net.Dialer{Timeout: l.connect}
	transport := &http.Transport{
		Proxy: http.ProxyFromEnvironment,
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			c, err := dialer.DialContext(ctx, network, address)
			if err != nil {
				return nil, err
			}
			return &conn{c, l.silence}, nil
		},
		TLSHandshakeTimeout: l.connect,
		IdleConnTimeout:     l.silence,
		MaxIdleConnsPerHost: 8,
		DisableCompression:  true, // lengths are those of objects
	}
	return &http.Client{Transport: transport, CheckRedirect: stay}
}

// stay follows no redirect: a signature is for one host.
func stay(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// A conn fails when nothing goes through it for some time. What is written
// gives the answer more time too, which is waited for meanwhile. A server that
// refuses a request closes the connection before it has all of a body: the rest
// goes nowhere, so that its answer is read, or that there is none.
type conn struct {
	net.Conn
	silence time.Duration
}

func (c *conn) Read(p []byte) (int, error) {
	if err := c.SetReadDeadline(time.Now().Add(c.silence)); err != nil {
		return 0, err
	}
	return c.Conn.Read(p)
}

func (c *conn) Write(p []byte) (int, error) {
	if err := c.SetDeadline(time.Now().Add(c.silence)); err != nil {
		return 0, err
	}
	n, err := c.Conn.Write(p)
	if errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) {
		return len(p), nil
	}
	return n, err
}
