package fetch

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"net"
	"net/http"
	"time"

	"github.com/quartet-dev/quartet/internal/inflight"
)

// The bounds of requests.
const (
	maxRequest     = 8 << 20  // bytes of a body that is sent
	maxResponse    = 8 << 20  // bytes of a body that comes, after it was decompressed
	maxMemory      = 64 << 20 // bytes of all bodies that are on their way here
	maxHead        = 64 << 10 // bytes of the headers, each way
	maxHeaders     = 100      // that are sent
	maxURL         = 16 << 10 // bytes
	maxRedirects   = 10
	connectTimeout = 5 * time.Second // for the connection, and again for TLS
	idleTimeout    = 30 * time.Second
	maxIdle        = 32 // connections; 8 a host
	maxIdleOfHost  = 8
	siteSlots      = 64 // requests of a site at the same time
)

// Options say what the requests of a site may reach.
type Options struct {
	// AllowHosts are the hosts that may be private, as "host" or "host:port":
	// a name or an address as it stands in URLs. Without a port it is every port.
	// What is neither allows nothing.
	AllowHosts []string

	UserAgent string         // of requests that set none; "quartet" by default
	Resolver  *net.Resolver  // of names; nil for that of the machine
	Roots     *x509.CertPool // whom to trust; nil for those of the machine

	patience time.Duration // for the head of an answer, at least
}

// Client makes the requests of one site. It is safe for concurrent use.
type Client struct {
	allowed   allowList
	agent     string
	transport *http.Transport
	slots     chan struct{}
	memory    *inflight.Budget
	patience  time.Duration
}

// Request is what a handler asks for.
type Request struct {
	Method   string      `json:"method"` // GET when it is ""
	URL      string      `json:"url"`    // absolute, http or https
	Headers  [][2]string `json:"headers"`
	Body     []byte      `json:"-"`
	Redirect string      `json:"redirect"` // follow (the default), manual or error

	// Enough is how many bytes of the body are wanted: what follows them is left where
	// it is. 0 is all of it, and an answer of more than 8 MiB fails.
	Enough int `json:"-"`
}

// Response is what another service answered.
type Response struct {
	Status     int         `json:"status"`
	StatusText string      `json:"statusText"`
	Headers    [][2]string `json:"headers"` // names in lower case, in their order; a value's characters are its bytes
	URL        string      `json:"url"`     // after redirects, without a fragment
	Redirected bool        `json:"redirected"`
	Body       []byte      `json:"-"`
}

// New makes the Client of a site. It connects to nothing yet. No proxy of the
// environment is used: it would resolve the names, out of reach of what is
// checked here.
func New(o Options) *Client {
	c := &Client{
		allowed: newAllowList(o.AllowHosts), agent: cmp.Or(o.UserAgent, "quartet"),
		slots: make(chan struct{}, siteSlots), memory: inflight.NewBudget(maxMemory, 0),
		patience: cmp.Or(o.patience, defaultPatience),
	}
	c.transport = &http.Transport{
		DialContext:            newDialer(o.Resolver, c.allowed).dial,
		TLSClientConfig:        &tls.Config{RootCAs: o.Roots, MinVersion: tls.VersionTLS12},
		TLSHandshakeTimeout:    connectTimeout,
		MaxIdleConns:           maxIdle,
		MaxIdleConnsPerHost:    maxIdleOfHost,
		IdleConnTimeout:        idleTimeout,
		MaxResponseHeaderBytes: maxHead,
		ForceAttemptHTTP2:      true,
		HTTP2:                  &http.HTTP2Config{SendPingTimeout: 10 * time.Second, PingTimeout: 5 * time.Second},
	}
	return c
}

// Close closes the connections that no request uses.
func (c *Client) Close() { c.transport.CloseIdleConnections() }

// Do makes a request and reads its answer. The error is an *Error. It
// waits for its turn while the call (ForCall) or the site makes too many others.
// The time until the head of the answer, redirects included, is bounded;
// the body may come as long as ctx lives.
func (c *Client) Do(ctx context.Context, r *Request) (*Response, error) {
	e, err := c.newExchange(r)
	if err != nil {
		return nil, err
	}
	bounds := callOf(ctx)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	timer := time.AfterFunc(max(c.patience, bounds.share), func() { cancel(errSlow) })
	defer timer.Stop()

	leave, err := c.enter(ctx, bounds)
	if err != nil {
		return nil, err
	}
	defer leave()
	answer, err := e.follow(ctx)
	if err != nil {
		return nil, e.failure(ctx, err)
	}
	defer answer.Body.Close()
	if !timer.Stop() {
		return nil, e.failure(ctx, errSlow)
	}
	return e.read(ctx, answer)
}
