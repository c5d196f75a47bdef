package sqlite

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
)

// A read that finds no free connection is counted, with its wait.
func TestReadsThatWaitAreCounted(t *testing.T) {
	s := opened(t, time.Second)
	size := cap(s.readers.free)
	hold, held := make(chan struct{}), make(chan error, size)
	for range size {
		go func() { held <- s.readers.read(t.Context(), func(*conn) error { <-hold; return nil }) }()
	}
	for s.Health().Readers.Busy < size {
		time.Sleep(time.Millisecond)
	}
	if got := s.Health().Readers; got.Waits != 0 || got.Size != size {
		t.Errorf("nobody has waited: %+v", got)
	}
	ctx, leave := context.WithCancel(t.Context())
	left := make(chan error, 1)
	go func() { left <- s.readers.read(ctx, func(*conn) error { return nil }) }()
	time.Sleep(10 * time.Millisecond)
	leave()
	if err := <-left; err == nil {
		t.Error("it was read without a connection")
	}
	close(hold)
	for range size {
		if err := <-held; err != nil {
			t.Error(err)
		}
	}
	if got := s.Health().Readers; got.Waits != 1 || got.Waited <= 0 || got.Busy != 0 {
		t.Errorf("one has waited: %+v", got)
	}
}

// A write that failed for what no caller can mend is counted by its code; one
// that was refused is a write.
func TestWritesThatFailAreCounted(t *testing.T) {
	s := opened(t, time.Second)
	before := s.Health()
	for _, failure := range []error{nil, diag.At(diag.Conflict, "", "No."), diag.At(diag.ResourceUnavailable, "", "No."), errors.New("no")} {
		_ = s.writer.do(t.Context(), func(*conn) error { return failure })
	}
	got := s.Health()
	if got.Writes != before.Writes+4 || got.Failures["RESOURCE_UNAVAILABLE"] != 1 || got.Failures["INTERNAL_ERROR"] != 1 || got.Failures["CONFLICT"] != 0 {
		t.Errorf("from %+v to %+v", before, got)
	}
	if got.Size <= 0 || got.Log <= 0 || got.Free <= 0 || got.Commits <= before.Commits {
		t.Errorf("the file is %+v", got)
	}
}
