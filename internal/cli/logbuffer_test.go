package cli

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// writes records what each write held.
type writes struct {
	mu  sync.Mutex
	all []string
}

func (w *writes) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.all = append(w.all, string(p))
	return len(p), nil
}

// take gives the writes since the last time.
func (w *writes) take() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	taken := slices.Clone(w.all)
	w.all = nil
	return taken
}

func TestLogBuffer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out writes
		b := &logBuffer{w: &out}
		for i := range 3 {
			fmt.Fprintln(b, "burst", i)
		}
		if diff := cmp.Diff([]string{"burst 0\n"}, out.take()); diff != "" {
			t.Errorf("at once: %s", diff)
		}
		time.Sleep(holdTime)
		synctest.Wait()
		if diff := cmp.Diff([]string{"burst 1\nburst 2\n"}, out.take()); diff != "" {
			t.Errorf("after holdTime: %s", diff)
		}
		const lines = 2*holdBytes/64 + 1
		for range lines {
			fmt.Fprintln(b, strings.Repeat("x", 63))
		}
		if err := b.Flush(); err != nil {
			t.Fatal(err)
		}
		if got := out.take(); len(got) != 3 || len(strings.Join(got, "")) != lines*64 {
			t.Errorf("a long burst of %d bytes came in %d writes of %d bytes", lines*64, len(got), len(strings.Join(got, "")))
		}
	})
}
