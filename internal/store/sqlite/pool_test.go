package sqlite

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
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

// countIdle is how many readers are open; the sweep may be using one.
func (p *pool) countIdle() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.idle)
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
	if got := s.readers.countIdle(); got != 1 {
		t.Errorf("%d readers are open after one read at a time, want 1", got)
	}
	s.readers.all(t)()
	if got := s.readers.countIdle(); got != cap(s.readers.free) {
		t.Errorf("%d readers are open, want %d", got, cap(s.readers.free))
	}
}

func TestAStatementThatBreaksItsConnectionIsAnsweredAndNotTriedAgain(t *testing.T) {
	nested := strings.Repeat("SELECT * FROM (", 400) + "SELECT id FROM books" + strings.Repeat(" LIMIT 9)", 400)
	p := plantest.Seal(t, shelf+fmt.Sprintf(`
---
{ apiVersion: quartet/v1, kind: View, metadata: { name: nested }, spec: { surface: staff, sql: %q } }`, nested))
	s, err := Open(t.Context(), Options{Path: filepath.Join(t.TempDir(), "site.db"), Plan: p})
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		_, err := s.View(t.Context(), content.ViewQuery{View: p.View("nested"), Limit: 1}, nil)
		if !diag.HasCode(err, diag.InternalError) || !errors.Is(err, errFault) {
			t.Errorf("got %v, because of %v", err, errors.Unwrap(err))
		}
	}
	if err := errors.Join(s.Ping(t.Context()), s.Close()); err != nil {
		t.Error(err)
	}
}

func TestAPanicGivesItsReaderBack(t *testing.T) {
	s := opened(t, time.Second)
	for range 2 * cap(s.readers.free) {
		err := s.readers.read(t.Context(), func(*conn) error { panic("a fault") })
		if !diag.HasCode(err, diag.InternalError) {
			t.Errorf("got %v, want INTERNAL_ERROR", err)
		}
	}
	if err := s.Ping(t.Context()); err != nil {
		t.Error(err)
	}
}
