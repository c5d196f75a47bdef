package file

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path"

	"github.com/quartet-dev/quartet/internal/media/storage"
)

// An upload is one request's part of an object. Requests for one key may be at
// it at once: each writes only where the file ends, so that one goes on and the
// others learn that they were overtaken.
type upload struct {
	bucket    *Bucket
	file      *os.File
	key       string
	announced storage.Properties
	digest    hash.Hash // of the bytes so far; nil where nobody has announced one, or a request before this one wrote some
}

func (b *Bucket) resume(key string, flags int, p storage.Properties) (*upload, error) {
	f, err := b.openDraft(path.Join(unfinished, key, received), flags)
	switch {
	case err != nil && flags&os.O_CREATE != 0:
		return nil, explainWrite(err)
	case err != nil:
		return nil, explain(err)
	}
	return &upload{bucket: b, file: f, key: key, announced: p}, nil
}

// take appends body at offset, and finishes the object when it is whole.
func (u *upload) take(ctx context.Context, offset int64, body io.Reader) (int64, error) {
	if offset == 0 && u.announced.SHA256 != [sha256.Size]byte{} {
		u.digest = sha256.New()
	}
	there, err := u.append(ctx, offset, reader{ctx, body})
	if err == nil && there == u.announced.Size {
		err = u.finish()
	} else { // what is kept, so that the next request goes on
		err = errors.Join(err, explainWrite(u.file.Sync()))
	}
	if errors.Is(err, storage.ErrMismatch) || errors.Is(err, storage.ErrFull) {
		return 0, errors.Join(err, u.drop())
	}
	return there, err
}

// append writes what body has until it ends or fails.
func (u *upload) append(ctx context.Context, there int64, body io.Reader) (int64, error) {
	buffer := make([]byte, chunk)
	for {
		n, err := body.Read(buffer)
		if there+int64(n) > u.announced.Size {
			return there, fmt.Errorf("%w: more than %d bytes", storage.ErrMismatch, u.announced.Size)
		}
		if n > 0 {
			if failed := u.write(buffer[:n], there); failed != nil {
				return there, failed
			}
			there += int64(n)
		}
		switch {
		case errors.Is(err, io.EOF):
			return there, nil
		case err != nil:
			return there, err
		}
	}
}

// write puts bytes at the end of the file, which must be at offset.
func (u *upload) write(p []byte, offset int64) error {
	unlock, err := lock(u.file)
	if err != nil {
		return err
	}
	defer unlock()
	if err = u.isAt(offset); err != nil {
		return err
	}
	if u.digest != nil {
		u.digest.Write(p)
	}
	_, err = u.file.WriteAt(p, offset)
	return explainWrite(err)
}

// isAt is ErrOffset unless the file ends at offset.
func (u *upload) isAt(offset int64) error {
	info, err := u.file.Stat()
	if err == nil && info.Size() != offset {
		err = storage.ErrOffset
	}
	return err
}

// finish checks the whole object and makes it readable.
func (u *upload) finish() error {
	unlock, err := lock(u.file)
	if err != nil {
		return err
	}
	defer unlock()
	switch {
	case u.isNamed(path.Join(objects, u.key)): // another request finished it
		return nil
	case !u.isNamed(u.name()):
		return storage.ErrOffset
	}
	if err = u.isAt(u.announced.Size); err != nil {
		return err
	}
	if err = u.verify(); err != nil {
		return err
	}
	if err = u.bucket.publish(u.file, u.name(), u.key); err != nil {
		return explainWrite(err)
	}
	u.bucket.prune(path.Dir(u.name()))
	return nil
}

// isNamed reports whether a name is that of the file: it may have been finished
// or discarded by another request.
func (u *upload) isNamed(name string) bool {
	named, err := u.bucket.root.Stat(name)
	if err != nil {
		return false
	}
	own, err := u.file.Stat()
	return err == nil && os.SameFile(named, own)
}

func (u *upload) verify() error {
	if u.announced.SHA256 == [sha256.Size]byte{} {
		return nil
	}
	if u.digest == nil {
		u.digest = sha256.New()
		if _, err := io.Copy(u.digest, io.NewSectionReader(u.file, 0, u.announced.Size)); err != nil {
			return err
		}
	}
	return match(u.digest, u.announced)
}

// drop removes the upload, unless another has its name by now.
func (u *upload) drop() error {
	unlock, err := lock(u.file)
	if err != nil {
		return err
	}
	defer unlock()
	if !u.isNamed(u.name()) {
		return nil
	}
	if err = u.bucket.root.Remove(u.name()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	u.bucket.prune(path.Dir(u.name()))
	return nil
}

func (u *upload) name() string { return path.Join(unfinished, u.key, received) }
