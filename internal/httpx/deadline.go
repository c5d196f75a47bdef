package httpx

import (
	"io"
	"net"
	"sync"
	"time"
)

// limited is a connection whose time limits are set when they matter. net/http sets
// seven for each request, and most of them are replaced before anything is read or
// written; each costs as much as half a log line (decision 137).
type limited struct {
	*net.TCPConn

	mu      sync.Mutex
	reading int       // calls of Read under way
	readBy  time.Time // what was asked for
	readSet time.Time // what the connection has
	written time.Time // until when the connection may be written
}

// maxSlack is how much longer than asked for a write may take, at most.
const maxSlack = time.Second

// Read implements net.Conn, under the limit that was asked for last.
func (c *limited) Read(p []byte) (int, error) {
	if err := c.begin(); err != nil {
		return 0, err
	}
	defer c.end()
	return c.TCPConn.Read(p)
}

// WriteTo implements io.WriterTo under the same limit: io.Copy takes it from a
// connection that was hijacked, such as one for a socket.
func (c *limited) WriteTo(w io.Writer) (int64, error) {
	if err := c.begin(); err != nil {
		return 0, err
	}
	defer c.end()
	return c.TCPConn.WriteTo(w)
}

func (c *limited) begin() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.reading++
	return c.limitReading()
}

func (c *limited) end() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.reading--
}

// limitReading is called with the lock.
func (c *limited) limitReading() error {
	if c.readSet.Equal(c.readBy) {
		return nil
	}
	c.readSet = c.readBy
	return c.TCPConn.SetReadDeadline(c.readBy)
}

// SetReadDeadline implements net.Conn. A Read that is under way has the limit at once,
// as net/http needs it to end one.
func (c *limited) SetReadDeadline(t time.Time) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.readBy = t
	if c.reading == 0 {
		return nil
	}
	return c.limitReading()
}

// SetWriteDeadline implements net.Conn. A limit that is there already and little later
// does as well; none is sooner than asked for.
func (c *limited) SetWriteDeadline(t time.Time) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !t.IsZero() {
		slack := max(min(time.Until(t)/32, maxSlack), 0)
		if later := c.written.Sub(t); 0 <= later && later <= slack {
			return nil
		}
		t = t.Add(slack)
	}
	c.written = t
	return c.TCPConn.SetWriteDeadline(t)
}

// SetDeadline implements net.Conn.
func (c *limited) SetDeadline(t time.Time) error {
	if err := c.SetReadDeadline(t); err != nil {
		return err
	}
	return c.SetWriteDeadline(t)
}
