package file

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/quartet-dev/quartet/internal/media/storage"
)

const chunk = 128 << 10

// Names of what is being written, in the folder of its key. Keys have no
// segment that begins with a '.'.
const (
	putPrefix = ".put-"
	received  = ".received"
)

// Received is of storage.Receiver. It finishes what a crash left whole and
// unreadable.
func (b *Bucket) Received(ctx context.Context, key string, p storage.Properties) (int64, error) {
	if err := allowed(ctx, key); err != nil {
		return 0, err
	}
	u, err := b.resume(key, os.O_RDWR, p)
	if errors.Is(err, storage.ErrNotFound) {
		return b.whole(ctx, key, p)
	} else if err != nil {
		return 0, err
	}
	defer u.file.Close()
	info, err := u.file.Stat()
	switch {
	case err != nil:
		return 0, err
	case info.Size() != p.Size:
		return info.Size(), nil
	}
	there, err := u.take(ctx, p.Size, strings.NewReader(""))
	switch {
	case errors.Is(err, storage.ErrMismatch): // dropped
		return 0, nil
	case errors.Is(err, storage.ErrOffset): // finished or discarded by another
		return b.whole(ctx, key, p)
	}
	return there, err
}

// whole is p.Size where the object is, and 0 where it is not.
func (b *Bucket) whole(ctx context.Context, key string, p storage.Properties) (int64, error) {
	object, err := b.Stat(ctx, key)
	if err != nil || object.Size != p.Size {
		return 0, ignoreMissing(err)
	}
	return p.Size, nil
}

// Receive is of storage.Receiver.
func (b *Bucket) Receive(ctx context.Context, key string, offset int64, body io.Reader, p storage.Properties) (int64, error) {
	if p.Size < 0 {
		return 0, fmt.Errorf("an upload to %q without a size", key)
	}
	there, err := b.Received(ctx, key, p)
	switch {
	case err != nil:
		return 0, err
	case there != offset:
		return there, storage.ErrOffset
	case offset == p.Size && offset > 0:
		return offset, ends(reader{ctx, body})
	}
	flags := os.O_RDWR
	if offset == 0 {
		flags |= os.O_CREATE
	}
	u, err := b.resume(key, flags, p)
	if offset > 0 && errors.Is(err, storage.ErrNotFound) { // finished or discarded by another
		return 0, storage.ErrOffset
	} else if err != nil {
		return 0, err
	}
	defer u.file.Close()
	return u.take(ctx, offset, body)
}

// ends is ErrMismatch where bytes follow what is whole.
func ends(body io.Reader) error {
	switch _, err := io.ReadFull(body, make([]byte, 1)); {
	case err == nil:
		return fmt.Errorf("%w: bytes follow", storage.ErrMismatch)
	case errors.Is(err, io.EOF):
		return nil
	default:
		return err
	}
}
