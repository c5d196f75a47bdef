package main

import (
	"io"
	"sync"
	"time"
)

// A line of the log waits at most holdTime, and no more than holdBytes wait.
const (
	holdTime  = 5 * time.Millisecond
	holdBytes = 64 << 10
)

// logBuffer gathers log lines under load and writes them together: a system
// call for each request would take a fifth of the requests that a small server
// can answer. A line that comes alone is written at once.
type logBuffer struct {
	w io.Writer

	mu      sync.Mutex
	held    []byte
	written time.Time
	armed   bool // a flush is on its way
}

// Write takes one line. It fails only when it writes itself.
func (b *logBuffer) Write(line []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.held = append(b.held, line...)
	idle := !b.armed && time.Since(b.written) >= holdTime
	if idle || len(b.held) >= holdBytes {
		return len(line), b.flush()
	}
	if !b.armed {
		b.armed = true
		time.AfterFunc(holdTime, b.flushLater)
	}
	return len(line), nil
}

// Flush writes what is held; call it before the process ends.
func (b *logBuffer) Flush() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.flush()
}

func (b *logBuffer) flushLater() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.armed = false
	_ = b.flush() // there is no other place to complain to
}

func (b *logBuffer) flush() error {
	b.written = time.Now()
	if len(b.held) == 0 {
		return nil
	}
	_, err := b.w.Write(b.held)
	b.held = b.held[:0]
	return err
}
