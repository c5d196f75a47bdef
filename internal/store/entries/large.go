package entries

import (
	"context"
	"errors"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/inflight"
	"github.com/quartet-dev/quartet/internal/store"
)

// errLater gives up a read that must wait until it may be large.
var errLater = errors.New("the read waits for others that are large")

// Counted runs read, and once more from its beginning when what it reads turned out
// large and had to wait, which it does without a connection. Errors are
// diagnostics where those of read are.
func Counted(ctx context.Context, r *inflight.Read, read func() error) error {
	err := read()
	if !r.Refused() {
		return err
	}
	if err := r.Wait(ctx); err != nil {
		if diag.HasCode(err, diag.ResourceUnavailable) {
			return err
		}
		return store.Unavailable(err)
	}
	return read()
}

// Read counts the data of entries that are read for a request; nil counts
// nothing.
type Read struct {
	inflight.Read
	bytes int
}

// NewRead begins to count for the request that ctx belongs to.
func NewRead(ctx context.Context) Read { return Read{Read: inflight.Begin(ctx)} }

// add counts the data of one more entry, before it is decoded.
func (r *Read) add(bytes int) error {
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

// Counted is the function Counted of entries.
func (r *Read) Counted(ctx context.Context, read func() error) error {
	err := Counted(ctx, &r.Read, func() error {
		r.bytes = 0
		return read()
	})
	if err != nil {
		r.bytes = 0
	}
	r.End(decodedFactor * r.bytes)
	return err
}
