package worker

import (
	"errors"
	"strings"
	"sync"
)

// tail keeps the beginning of what a process says before it dies: a panic of Go
// tells its reason first.
type tail struct {
	mu   sync.Mutex
	text []byte
}

const maxTail = 4 << 10

// Write implements io.Writer.
func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b[:min(len(b), maxTail-len(t.text))]...)
	return len(b), nil
}

func (t *tail) err() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if text := strings.TrimSpace(string(t.text)); text != "" {
		return errors.New(text)
	}
	return nil
}
