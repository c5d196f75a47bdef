package sitetest

import (
	"log/slog"
	"strings"
	"sync"
)

// logBytes is how much of the log of a site is kept, from its end.
const logBytes = 16 << 10

// log keeps what a site logs but its requests: of its start the warnings alone.
type log struct {
	started slog.LevelVar

	mu   sync.Mutex
	text []byte
}

func newLog() *log {
	l := &log{}
	l.started.Set(slog.LevelWarn)
	return l
}

func (l *log) handler() slog.Handler {
	return slog.NewTextHandler(l, &slog.HandlerOptions{Level: &l.started, ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}})
}

// Write takes one line.
func (l *log) Write(line []byte) (int, error) {
	if strings.Contains(string(line), "msg=request ") {
		return len(line), nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = append(l.text, line...)
	if over := len(l.text) - logBytes; over > 0 {
		l.text = append(l.text[:0], l.text[over:]...)
	}
	return len(line), nil
}

func (l *log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return string(l.text)
}
