package sqlite

import (
	"context"
	"errors"
	"testing"
	"time"
)

// Each chunk of a read of every row has the whole time.
func TestATimeBeginsAgain(t *testing.T) {
	w := &watch{}
	w.guard(t.Context(), time.Nanosecond)
	var err error
	for range 32 {
		err = w.Err()
	}
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("after its time: %v", err)
	}
	w.limit = time.Hour
	w.again()
	for range 32 {
		if err := w.Err(); err != nil {
			t.Fatalf("begun again: %v", err)
		}
	}
}
