package file

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"syscall"
	"time"

	"github.com/quartet-dev/quartet/internal/media/storage"
)

const (
	objects    = "objects"
	unfinished = "unfinished"
)

// Bucket is a storage.Bucket and a storage.Receiver over a folder. Several
// processes may share it.
type Bucket struct{ root *os.Root }

var (
	_ storage.Bucket   = (*Bucket)(nil)
	_ storage.Receiver = (*Bucket)(nil)
)

// Open makes the folder where it is missing, for its owner alone.
func Open(dir string) (*Bucket, error) {
	if err := os.MkdirAll(dir, folderMode); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	for _, name := range []string{objects, unfinished} {
		if err = root.Mkdir(name, folderMode); err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, errors.Join(err, root.Close())
		}
	}
	return &Bucket{root}, nil
}

// Close ends what is not read or written yet; open files go on.
func (b *Bucket) Close() error { return b.root.Close() }

// Stat is of storage.Bucket.
func (b *Bucket) Stat(ctx context.Context, key string) (storage.Object, error) {
	if err := allowed(ctx, key); err != nil {
		return storage.Object{}, err
	}
	info, err := b.root.Stat(path.Join(objects, key))
	if err != nil {
		return storage.Object{}, explain(err)
	}
	return describe(key, info)
}

// Open returns an *os.File.
func (b *Bucket) Open(ctx context.Context, key string) (io.ReadSeekCloser, storage.Object, error) {
	if err := allowed(ctx, key); err != nil {
		return nil, storage.Object{}, err
	}
	f, err := b.root.Open(path.Join(objects, key))
	if err != nil {
		return nil, storage.Object{}, explain(err)
	}
	info, err := f.Stat()
	if err != nil {
		return nil, storage.Object{}, errors.Join(err, f.Close())
	}
	object, err := describe(key, info)
	if err != nil {
		return nil, storage.Object{}, errors.Join(err, f.Close())
	}
	return f, object, nil
}

// Delete is of storage.Bucket. It removes folders that it leaves empty.
func (b *Bucket) Delete(ctx context.Context, key string) error {
	if err := allowed(ctx, key); err != nil {
		return err
	}
	name := path.Join(objects, key)
	if _, err := b.Stat(ctx, key); errors.Is(err, storage.ErrNotFound) {
		return nil // also a folder, which Remove would take
	}
	if err := b.root.Remove(name); err != nil {
		return ignoreMissing(explain(err))
	}
	return b.persist(b.prune(path.Dir(name)))
}

// Capability is none: this program receives the bytes itself.
func (b *Bucket) Capability(ctx context.Context, key string, _ storage.Properties, _ time.Duration) (c storage.Capability, ok bool, err error) {
	return storage.Capability{}, false, allowed(ctx, key)
}

// PublicURL is "": nobody else serves the folder.
func (b *Bucket) PublicURL(string) string { return "" }

func allowed(ctx context.Context, key string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return storage.CheckKey(key)
}

// describe is ErrNotFound for what is no object, such as a folder.
func describe(key string, info fs.FileInfo) (storage.Object, error) {
	if !info.Mode().IsRegular() {
		return storage.Object{}, storage.ErrNotFound
	}
	return storage.Object{Key: key, Size: info.Size(), Changed: info.ModTime()}, nil
}

// explain turns what the system says of a name that is looked for into the
// errors of the port.
func explain(err error) error {
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return &fault{storage.ErrNotFound, err}
	}
	return err
}

// explainWrite does so for a name that is made or written.
func explainWrite(err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EFBIG) {
		return &fault{storage.ErrFull, err}
	}
	return err
}

// A fault is an error of the port with what the system said.
type fault struct{ kind, cause error }

func (f *fault) Error() string   { return f.kind.Error() + ": " + f.cause.Error() }
func (f *fault) Unwrap() []error { return []error{f.kind, f.cause} }

func ignoreMissing(err error) error {
	if errors.Is(err, storage.ErrNotFound) {
		return nil
	}
	return err
}
