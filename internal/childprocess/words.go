package childprocess

import (
	"errors"
	"strings"
	"sync"
)

// Words keep the beginning of what a child says on its standard error: a panic of
// Go tells its reason first. They are safe for concurrent use.
type Words struct {
	mu   sync.Mutex
	text []byte
}

// maxWords bounds them, in bytes.
const maxWords = 4 << 10

// Write implements io.Writer.
func (w *Words) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.text = append(w.text, b[:min(len(b), maxWords-len(w.text))]...)
	return len(b), nil
}

// Err is what was said as an error, nil for nothing.
func (w *Words) Err() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if text := strings.TrimSpace(string(w.text)); text != "" {
		return errors.New(text)
	}
	return nil
}
