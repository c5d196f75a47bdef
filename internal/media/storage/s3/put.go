package s3

import (
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"net/http"
	"os"

	"github.com/quartet-dev/quartet/internal/media/storage"
)

// Put is of storage.Bucket. The server is given the length, and the checksum
// where it is known; a body that turns out to be another is broken off before
// its last byte, so that the server has nothing to store. It is sent once:
// nobody can read it again.
func (b *Bucket) Put(ctx context.Context, key string, body io.Reader, p storage.Properties) error {
	if err := errors.Join(storage.CheckKey(key), ctx.Err()); err != nil {
		return err
	}
	switch {
	case p.Size < 0:
		return b.putSpooled(ctx, key, body, p)
	case b.limits.single > 0 && p.Size > b.limits.single:
		return b.putParts(ctx, key, body, p)
	}
	ctx, cancel := context.WithTimeout(ctx, b.limits.body(p.Size))
	defer cancel()
	checked := &checkedBody{ctx: ctx, from: body, left: p.Size, announced: p, digest: sha256.New()}
	defer checked.Close()
	if p.Size == 0 {
		if _, err := checked.Read(nil); err != nil && !errors.Is(err, io.EOF) {
			return err
		}
	}
	response, err := b.send(ctx, request{method: http.MethodPut, key: key, header: headersOf(p), body: checked, size: p.Size})
	if err != nil {
		return checked.reason(err)
	}
	return response.Body.Close()
}

// putSpooled learns the size in a temporary file, since S3 takes no object
// without it.
func (b *Bucket) putSpooled(ctx context.Context, key string, body io.Reader, p storage.Properties) (err error) {
	spool, err := os.CreateTemp("", "media-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, spool.Close(), os.Remove(spool.Name())) }()
	if p.Size, err = io.Copy(spool, withContext{ctx, body}); err != nil {
		return err
	}
	if _, err = spool.Seek(0, io.SeekStart); err != nil {
		return err
	}
	return b.Put(ctx, key, spool, p)
}
