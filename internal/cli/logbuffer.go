package cli

import (
	"io"
	"sync"
	"time"
)

// A line of the log waits at most holdTime, and about holdBytes wait.
const (
	holdTime  = 5 * time.Millisecond
	holdBytes = 64 << 10
)

// logBuffer gathers log lines under load and writes them together: a system
// call for each request would take a fifth of the requests that a small server
// can answer. A line that comes alone is written at once (decision 15).
type logBuffer struct {
	w io.Writer

	mu    sync.Mutex
	held  []byte
	timer *time.Timer // nil until the first line
	armed bool        // timer runs

	writing sync.Mutex // held to write, by one at a time and in order
	spare   []byte     // takes the place of held, which is written meanwhile
}

// Write takes one line. It fails only when it writes itself.
func (b *logBuffer) Write(line []byte) (int, error) {
	b.mu.Lock()
	b.held = append(b.held, line...)
	alone, full := !b.armed, len(b.held) >= holdBytes
	if alone {
		b.arm()
	}
	b.mu.Unlock()
	if alone || full {
		return len(line), b.Flush()
	}
	return len(line), nil
}

// Flush writes what is held; call it before the process ends.
func (b *logBuffer) Flush() error {
	b.writing.Lock()
	defer b.writing.Unlock()
	b.mu.Lock()
	lines := b.held
	b.held, b.spare = b.spare[:0], lines
	b.mu.Unlock()
	if len(lines) == 0 {
		return nil
	}
	_, err := b.w.Write(lines)
	return err
}

// arm makes lines wait for each other until holdTime has passed without one.
func (b *logBuffer) arm() {
	b.armed = true
	if b.timer == nil {
		b.timer = time.AfterFunc(holdTime, b.flushLater)
	} else {
		b.timer.Reset(holdTime)
	}
}

func (b *logBuffer) flushLater() {
	b.mu.Lock()
	b.armed = false
	if len(b.held) > 0 {
		b.arm()
	}
	b.mu.Unlock()
	_ = b.Flush() // there is no other place to complain to
}
