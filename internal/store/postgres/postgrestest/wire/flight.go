package wire

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
)

// A Flight is what a client sends before it waits: messages up to a Sync, or a
// simple query.
type Flight struct {
	Connection  *Connection
	Application string
	Statements  []string // the text of each that it executes or prepares
}

// A Trip is the flights that a client sends before the answer to the first comes.
type Trip []Flight

// String shows a trip in a failure of a test.
func (t Trip) String() string {
	var text strings.Builder
	for _, f := range t {
		fmt.Fprintf(&text, "[%s] %s\n", f.Application, strings.Join(f.Statements, "; "))
	}
	return text.String()
}

// An Action is what happens to a flight.
type Action int

// What can happen.
const (
	Pass      Action = iota
	CutBefore        // the server never sees it
	CutAnswer        // the server does it, and the client never hears of it
)

// The messages of a client that are looked at (the protocol, chapter 55.7).
const (
	bind, flush, parse, simple = 'B', 'H', 'P', 'Q'

	extended = "BCDEP" // those that wait for a Sync
	ends     = "FHQS"  // a function call, Flush, a simple query, Sync
)

// The requests that have no type and come first.
const (
	wantsTLS    = 80877103
	wantsGSSAPI = 80877104
)

type flight struct {
	Flight
	bytes []byte
	last  byte // the type of its last message
}

func (f *flight) ends() bool { return strings.IndexByte(ends, f.last) >= 0 }

// maxMessage bounds what is held of a client that speaks something else.
const maxMessage = 1 << 30

// greet carries the start of a connection. The client is told that there is no
// encryption, whatever the server has.
func (c *Connection) greet(from *bufio.Reader, to *delayed) error {
	for {
		head, err := from.Peek(8)
		if err != nil {
			return err
		}
		size, code := binary.BigEndian.Uint32(head), binary.BigEndian.Uint32(head[4:])
		if size < 8 || size > 10_000 { // PostgreSQL's own bound
			return fmt.Errorf("a start of %d bytes", size)
		}
		start := make([]byte, size)
		if _, err := io.ReadFull(from, start); err != nil {
			return err
		}
		if code != wantsTLS && code != wantsGSSAPI {
			c.introduce(start[8:])
			to.send(parcel{bytes: start, due: c.due()})
			return nil
		}
		if _, err := c.client.Write([]byte("N")); err != nil {
			return err
		}
	}
}

// introduce reads the names and values of a start.
func (c *Connection) introduce(pairs []byte) {
	words := bytes.Split(pairs, []byte{0})
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := 0; i+1 < len(words); i += 2 {
		if string(words[i]) == "application_name" {
			c.application = string(words[i+1])
		}
	}
}

// read reads messages up to one that is not kept back until a Sync.
func (c *Connection) read(from *bufio.Reader) (*flight, error) {
	f := new(flight)
	for {
		head, err := from.Peek(5)
		if err != nil {
			return nil, err
		}
		size := int(binary.BigEndian.Uint32(head[1:]))
		if size < 4 || size > maxMessage {
			return nil, fmt.Errorf("a message of %d bytes", size)
		}
		f.last = head[0]
		begin := len(f.bytes)
		f.bytes = append(f.bytes, make([]byte, 1+size)...)
		if _, err := io.ReadFull(from, f.bytes[begin:]); err != nil {
			return nil, err
		}
		c.note(f, f.bytes[begin+5:])
		if strings.IndexByte(extended, f.last) < 0 {
			return f, nil
		}
	}
}

// note keeps the statements of a message.
func (c *Connection) note(f *flight, body []byte) {
	words := bytes.SplitN(body, []byte{0}, 3)
	switch {
	case f.last == simple:
		f.Statements = append(f.Statements, string(words[0]))
	case len(words) < 3:
	case f.last == parse: // name, text
		c.statements[string(words[0])] = string(words[1])
		f.Statements = append(f.Statements, "PREPARE "+string(words[1]))
	case f.last == bind: // portal, name
		f.Statements = append(f.Statements, c.statements[string(words[1])])
	}
}
