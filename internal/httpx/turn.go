package httpx

import (
	"context"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/quartet-dev/quartet/internal/diag"
)

const (
	// smallBody is the longest body, in bytes, that is decoded at once. What is
	// decoded takes up to fifty times the length.
	smallBody = 16 << 10
	// mostDecoded is how many bytes of larger bodies are in use at a time,
	// decoded.
	mostDecoded = 8 * MaxBody
	// turnTime is how long one of them waits for the others.
	turnTime = 30 * time.Second
)

// turns holds mostDecoded. A body takes part only when all of it is here, so
// that slow callers keep nobody waiting.
var turns = semaphore.NewWeighted(mostDecoded)

func nothing() {}

// enter waits for room for a body of that length; release makes room again. It
// is RESOURCE_UNAVAILABLE when ctx or turnTime ends before.
func enter(ctx context.Context, length int) (release func(), err error) {
	if length <= smallBody {
		return nothing, nil
	}
	ctx, cancel := context.WithTimeout(ctx, turnTime)
	defer cancel()
	if err := turns.Acquire(ctx, int64(length)); err != nil {
		d := diag.At(diag.ResourceUnavailable, "input#", "Too many large bodies are under way.")
		d.Suggestion = "Repeat the request later."
		return nil, d
	}
	return func() { turns.Release(int64(length)) }, nil
}
