package httpx

import (
	"bytes"
	"context"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"sync/atomic"

	"github.com/quartet-dev/quartet/internal/diag"
)

// MalformedRequests makes requests that net/http cannot read, such as one with a bad escape
// in its path, be answered as every other: with the envelope, and never kept by
// a cache. No handler is asked about them. It is for the servers of whole
// listeners; the listeners that server serves must have gone through its Listen.
type MalformedRequests struct {
	// Log hears of nothing but what an encoder could not say.
	Log *slog.Logger
}

// Attach makes the server tell what it answers by a handler from what it answers
// by itself.
func (u MalformedRequests) Attach(server *http.Server) {
	handler := server.Handler
	server.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if c, ok := r.Context().Value(connection{}).(*conn); ok {
			c.handling.Store(true)
		}
		handler.ServeHTTP(w, r)
	})
	server.ConnContext = func(ctx context.Context, c net.Conn) context.Context {
		return context.WithValue(ctx, connection{}, c)
	}
	server.ConnState = func(c net.Conn, state http.ConnState) {
		if own, ok := c.(*conn); ok && state == http.StateIdle {
			own.handling.Store(false) // the answer is sent
		}
	}
}

// Listen is the listener with connections that Attach knows. Those that are not
// TCP stay as they are, and what net/http says on them.
func (u MalformedRequests) Listen(listener net.Listener) net.Listener { return listening{listener, u} }

type listening struct {
	net.Listener
	malformed MalformedRequests
}

func (l listening) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if tcp, ok := c.(*net.TCPConn); ok && err == nil {
		return &conn{limited: limited{TCPConn: tcp}, malformed: l.malformed}, nil
	}
	return c, err
}

// connection is the key of a request's connection in its context.
type connection struct{}

type conn struct {
	limited
	malformed MalformedRequests
	handling  atomic.Bool // from the call of a handler until its answer is sent
}

// plain is what net/http writes between the status and the text of an answer of
// its own. An answer of a handler has a Date.
var plain = []byte("\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n")

// Write sends the envelope in the place of what net/http says when it could not
// read a request. It says so in one piece.
func (c *conn) Write(p []byte) (int, error) {
	if c.handling.Load() || !bytes.HasPrefix(p, []byte("HTTP/1.1 ")) {
		return c.TCPConn.Write(p)
	}
	status, _, found := bytes.Cut(p, plain)
	if !found || bytes.Contains(status, []byte("\r\n")) {
		return c.TCPConn.Write(p)
	}
	if _, err := c.TCPConn.Write(c.malformed.answer(bytes.HasPrefix(status, []byte("HTTP/1.1 431")))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// answer is a whole answer, after which the connection ends.
func (u MalformedRequests) answer(tooLarge bool) []byte {
	d := diag.At(diag.InputValidationFailed, "input#", "This HTTP request cannot be read. Check the escapes (%XX) in its path and its headers.")
	if tooLarge {
		d = diag.At(diag.PayloadTooLarge, "input#", "The headers of the request are too large.")
	}
	id := newRequestID()
	body, status := Failure(context.Background(), u.Log, id, d)
	var b bytes.Buffer
	b.WriteString("HTTP/1.1 " + strconv.Itoa(status) + " " + http.StatusText(status))
	for _, header := range [][2]string{
		{"Content-Type", jsonType[0]}, {"Content-Length", strconv.Itoa(len(body))}, {"Cache-Control", private[0]},
		{"X-Request-Id", id}, {"X-Content-Type-Options", nosniff[0]}, {"Referrer-Policy", referrerPolicy[0]}, {"Connection", "close"},
	} {
		b.WriteString("\r\n" + header[0] + ": " + header[1])
	}
	b.WriteString("\r\n\r\n")
	b.Write(body)
	return b.Bytes()
}
