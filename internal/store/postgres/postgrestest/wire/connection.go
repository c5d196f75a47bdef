package wire

import (
	"bufio"
	"net"
	"slices"
	"sync"
	"time"
)

// A Connection is one of a client's through the proxy.
type Connection struct {
	Cut func() // closes it, both ways

	proxy          *Proxy
	client, server net.Conn

	application string            // application_name
	statements  map[string]string // prepared ones, by name

	mu       sync.Mutex
	awaited  []Action // of each flight whose answer the client has not got
	answered int      // how many of these the server has answered
	flushed  bool     // the client waits for part of an answer
}

// Application is the name that the client gave itself.
func (c *Connection) Application() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.application
}

// carryFlights carries what the client sends, a flight at a time.
func (c *Connection) carryFlights() {
	defer c.Cut()
	to := newDelayed(c.server)
	defer to.end()
	from := bufio.NewReaderSize(c.client, 64<<10)
	if err := c.greet(from, to); err != nil {
		return
	}
	for {
		f, err := c.read(from)
		if err != nil {
			return // the client is gone, and so is the server with it
		}
		if f.ends() && c.depart(f) == CutBefore {
			return
		}
		to.send(parcel{bytes: f.bytes, due: c.due()})
	}
}

func (c *Connection) due() time.Time {
	delay := time.Duration(c.proxy.delay.Load())
	if delay == 0 {
		return time.Time{}
	}
	return time.Now().Add(delay)
}

// depart remembers a flight until it is answered.
func (c *Connection) depart(f *flight) Action {
	c.mu.Lock()
	begins := len(c.awaited) == 0 && !c.flushed
	f.Application = c.application
	c.mu.Unlock()
	f.Connection = c
	action := c.proxy.departs(f.Flight, begins)
	c.mu.Lock()
	defer c.mu.Unlock()
	if f.last == flush {
		c.flushed = true
	} else {
		c.awaited = append(c.awaited, action)
	}
	return action
}

// carryAnswers carries what the server sends, as it comes.
func (c *Connection) carryAnswers() {
	defer c.Cut()
	to := newDelayed(c.client)
	defer to.end()
	var seen scanner
	for {
		buffer := make([]byte, 32<<10)
		n, err := c.server.Read(buffer)
		if n > 0 {
			ends, stays, whole := c.answer(seen.scan(buffer[:n]))
			if whole {
				return
			}
			if !stays {
				to.send(parcel{bytes: buffer[:n], due: c.due(), arrives: func() { c.arrive(ends) }})
			}
		}
		if err != nil {
			return
		}
	}
}

// answer takes note of bytes in which answers end. They stay here when they
// belong to one that is not to arrive, which may be whole with them.
func (c *Connection) answer(ready int) (ends int, stays, whole bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	open := c.awaited[c.answered:]
	ends = min(ready, len(open)) // a start is answered without a flight
	at := slices.Index(open[:min(ends+1, len(open))], CutAnswer)
	c.answered += ends
	return ends, at >= 0, at >= 0 && at < ends
}

// arrive forgets the flights whose answers come to the client.
func (c *Connection) arrive(ends int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.flushed = false
	c.awaited, c.answered = c.awaited[ends:], c.answered-ends
}
