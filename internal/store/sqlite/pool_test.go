package sqlite

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
)

// all takes every reader until release is called.
func (p *pool) all(t *testing.T) (release func()) {
	t.Helper()
	gate, out := make(chan struct{}), make(chan error, cap(p.free))
	for range cap(p.free) {
		started := make(chan struct{})
		go func() {
			out <- p.read(context.Background(), func(*conn) error {
				close(started)
				<-gate
				return nil
			})
		}()
		<-started
	}
	return func() {
		close(gate)
		for range cap(p.free) {
			if err := <-out; err != nil {
				t.Error(err)
			}
		}
	}
}

func TestWhoeverWaitsForAReaderGivesUpWithItsContext(t *testing.T) {
	s := opened(t, time.Second)
	release := s.readers.all(t)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if err := s.Ping(ctx); !diag.HasCode(err, diag.ResourceUnavailable) || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, because of %v", err, errors.Unwrap(err))
	}
	release()
	if err := s.Ping(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestReadersAreOpenedWhenTheyAreNeeded(t *testing.T) {
	s := opened(t, time.Second)
	for range 10 {
		if err := s.Ping(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if got := len(s.readers.idle); got != 1 {
		t.Errorf("%d readers are open after one read at a time, want 1", got)
	}
	s.readers.all(t)()
	if got := len(s.readers.idle); got != cap(s.readers.free) {
		t.Errorf("%d readers are open, want %d", got, cap(s.readers.free))
	}
}

// A fault of this program is not hidden, and takes no reader with it.
func TestAPanicGivesItsReaderBack(t *testing.T) {
	s := opened(t, time.Second)
	for range 2 * cap(s.readers.free) {
		func() {
			defer func() {
				if recover() == nil {
					t.Error("the panic was swallowed")
				}
			}()
			_ = s.readers.read(t.Context(), func(*conn) error { panic("a fault") })
		}()
	}
	if err := s.Ping(t.Context()); err != nil {
		t.Error(err)
	}
}
