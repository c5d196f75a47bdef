package file

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path"

	"github.com/quartet-dev/quartet/internal/media/storage"
)

// Put is of storage.Bucket.
func (b *Bucket) Put(ctx context.Context, key string, body io.Reader, p storage.Properties) (err error) {
	if err = allowed(ctx, key); err != nil {
		return err
	}
	name := path.Join(unfinished, key, putPrefix+rand.Text())
	draft, err := b.openDraft(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL)
	if err != nil {
		return explainWrite(err)
	}
	if err = fill(ctx, draft, body, p); err == nil {
		err = b.publish(draft, name, key)
	}
	if err = errors.Join(err, draft.Close()); err != nil {
		_ = b.root.Remove(name) // what stays is swept as unfinished
	}
	b.prune(path.Dir(name))
	return explainWrite(err)
}

// fill writes a body that must be what p says.
func fill(ctx context.Context, f *os.File, body io.Reader, p storage.Properties) error {
	digest := sha256.New()
	var from io.Reader = reader{ctx, body}
	if p.Size >= 0 {
		from = io.LimitReader(from, p.Size+1)
	}
	size, err := io.CopyBuffer(struct{ io.Writer }{f}, io.TeeReader(from, digest), make([]byte, chunk))
	if err != nil {
		return err
	}
	if p.Size >= 0 && size != p.Size {
		return fmt.Errorf("%w: %d bytes of %d, or more", storage.ErrMismatch, size, p.Size)
	}
	return match(digest, p)
}

// match holds a digest against the announced one.
func match(digest hash.Hash, p storage.Properties) error {
	if p.SHA256 != [sha256.Size]byte{} && [sha256.Size]byte(digest.Sum(nil)) != p.SHA256 {
		return fmt.Errorf("%w: another SHA-256", storage.ErrMismatch)
	}
	return nil
}

// publish makes a written file readable as key, and returns when a crash cannot
// undo that.
func (b *Bucket) publish(f *os.File, name, key string) error {
	if err := f.Sync(); err != nil {
		return err
	}
	object := path.Join(objects, key)
	if err := b.inFolder(path.Dir(object), func() error { return b.root.Rename(name, object) }); err != nil {
		return err
	}
	return b.persist(path.Dir(object))
}

// A reader ends with its context.
type reader struct {
	ctx  context.Context
	from io.Reader
}

func (r reader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.from.Read(p)
}
