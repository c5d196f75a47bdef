package httpx

import "context"

type endingKey struct{}

// WithEnding tells what answers under ctx that the server begins to stop when ending is
// closed. An answer without an end of its own ends then; the others have the server's grace.
func WithEnding(ctx context.Context, ending <-chan struct{}) context.Context {
	return context.WithValue(ctx, endingKey{}, ending)
}

// Ending is what WithEnding said; nil, which is never closed, where it said nothing.
func Ending(ctx context.Context) <-chan struct{} {
	ending, _ := ctx.Value(endingKey{}).(<-chan struct{})
	return ending
}
