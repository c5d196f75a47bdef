package copies

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"strings"

	"github.com/quartet-dev/quartet/internal/backup/archive"
	"github.com/quartet-dev/quartet/internal/media/storage"
)

// Bucket is a Place below a prefix of a bucket. A copy is written to a temporary file
// of this machine first, and is there as a whole when the server has it.
type Bucket struct {
	bucket storage.Bucket
	prefix string // "" or one that ends in a slash
	where  string
}

// NewBucket is the place below a folder of a bucket, "" for all of it.
func NewBucket(b storage.Bucket, folder, where string) *Bucket {
	if folder != "" {
		folder += "/"
	}
	return &Bucket{b, folder, where}
}

// Where implements Place.
func (b *Bucket) Where() string { return b.where }

// Draft implements Place.
func (b *Bucket) Draft() (*Draft, error) {
	file, err := os.CreateTemp("", draftPattern)
	if err != nil {
		return nil, fmt.Errorf("begin a copy: %w", err)
	}
	return &Draft{File: file}, nil
}

// Keep implements Place. What the server gives back must be what it was given; a copy
// that is not is removed.
func (b *Bucket) Keep(ctx context.Context, d *Draft, name, digest string) error {
	size, err := d.Seek(0, io.SeekEnd)
	if err == nil {
		_, err = d.Seek(0, io.SeekStart)
	}
	if err != nil {
		return fmt.Errorf("read the copy: %w", err)
	}
	key := b.prefix + name
	if _, err := b.bucket.Stat(ctx, key); err == nil {
		return ErrExists
	} else if !errors.Is(err, storage.ErrNotFound) {
		return fmt.Errorf("look for the copy at %s: %w", b.where, err)
	}
	if err := b.bucket.Put(ctx, key, d, storage.Properties{MimeType: "application/zip", Size: size}); err != nil {
		return fmt.Errorf("send the copy to %s: %w", b.where, err)
	}
	if err := b.readBack(ctx, key, size, digest); err != nil {
		return errors.Join(fmt.Errorf("read the copy back from %s: %w", b.where, err), b.bucket.Delete(context.WithoutCancel(ctx), key))
	}
	return nil
}

func (b *Bucket) readBack(ctx context.Context, key string, size int64, digest string) error {
	body, object, err := b.bucket.Open(ctx, key)
	if err != nil {
		return err
	}
	defer body.Close()
	if object.Size != size {
		return fmt.Errorf("it has %d bytes of %d", object.Size, size)
	}
	found, err := archive.CheckSeal(ctx, body, size, nil)
	if err == nil && found != digest {
		err = errors.New("it is another copy")
	}
	return err
}

// Open implements Place.
func (b *Bucket) Open(ctx context.Context, name string) (io.ReadSeekCloser, int64, error) {
	body, object, err := b.bucket.Open(ctx, b.prefix+name)
	if errors.Is(err, storage.ErrNotFound) || errors.Is(err, storage.ErrKey) {
		return nil, 0, ErrNotFound
	}
	return body, object.Size, err
}

// List implements Place.
func (b *Bucket) List(ctx context.Context) (all []Copy, err error) {
	for object, err := range b.bucket.List(ctx, b.prefix) {
		if err != nil {
			return nil, err
		}
		name := strings.TrimPrefix(object.Key, b.prefix)
		if at, ok := Moment(name); ok {
			all = append(all, Copy{name, at, object.Size})
		}
	}
	newestFirst(all)
	return all, nil
}

// Delete implements Place.
func (b *Bucket) Delete(ctx context.Context, name string) error {
	if _, ok := Moment(name); !ok {
		return ErrNotFound
	}
	return b.bucket.Delete(ctx, b.prefix+name)
}

// Close implements Place.
func (b *Bucket) Close() error {
	if c, ok := b.bucket.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// splitKey is the folder and the name of a key.
func splitKey(key string) (folder, name string) {
	folder, name = path.Split(key)
	return strings.TrimSuffix(folder, "/"), name
}
