package sqlite

import (
	"context"
	"errors"

	"github.com/quartet-dev/quartet/internal/inflight"
)

// errLater gives up a read that must wait until it may be large.
var errLater = errors.New("the read waits for others that are large")

// reader runs fn on a connection that reads.
type reader func(ctx context.Context, fn func(*conn) error) error

// counted runs fn, and once more from its beginning when what it reads turned out
// large and had to wait, which it does without a connection.
func (read reader) counted(ctx context.Context, r *inflight.Read, fn func(*conn) error) error {
	err := read(ctx, fn)
	if !r.Refused() {
		return err
	}
	if err := r.Wait(ctx); err != nil {
		return failure(err)
	}
	return read(ctx, fn)
}

// countedRead counts the data of entries that are read for a request; nil counts
// nothing.
type countedRead struct {
	inflight.Read
	bytes int
}

func readEntries(ctx context.Context) countedRead { return countedRead{Read: inflight.Begin(ctx)} }

// add counts the data of one more entry, before it is decoded.
func (r *countedRead) add(bytes int) error {
	if r == nil {
		return nil
	}
	if r.bytes += bytes; r.bytes > inflight.Small && !r.Grow() {
		return errLater
	}
	return nil
}

// decodedFactor is what entries take as values, by the length of their data: half
// is as text, and texts are most of them.
const decodedFactor = 2

// counted is reader.counted of entries.
func (r *countedRead) counted(ctx context.Context, read reader, fn func(*conn) error) error {
	err := read.counted(ctx, &r.Read, func(c *conn) error {
		r.bytes = 0
		return fn(c)
	})
	if err != nil {
		r.bytes = 0
	}
	r.End(decodedFactor * r.bytes)
	return err
}
