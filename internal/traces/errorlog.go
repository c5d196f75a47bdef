package traces

import (
	"log/slog"
	"strings"
	"sync"
	"time"
)

const (
	errorLogInterval = time.Minute // at least between two lines
	maxErrorText     = 500         // bytes; an answer of the collector may be part of it
)

// errorLog is an otel.ErrorHandler that logs one line a minute: a collector
// that is down fails every few seconds.
type errorLog struct {
	log *slog.Logger

	mu   sync.Mutex
	last time.Time
	left int // out since the last line
}

// Handle logs err, or counts it.
func (c *errorLog) Handle(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.last.IsZero() && time.Since(c.last) < errorLogInterval {
		c.left++
		return
	}
	text := err.Error()
	if len(text) > maxErrorText {
		text = text[:maxErrorText] + "…"
	}
	c.log.Warn("traces are not sent", "error", strings.ToValidUTF8(text, ""), "alike", c.left)
	c.last, c.left = time.Now(), 0
}
