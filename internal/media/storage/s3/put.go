package s3

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"net/http"
	"os"
	"sync"

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
	if p.Size < 0 {
		return b.putSpooled(ctx, key, body, p)
	}
	ctx, cancel := context.WithTimeout(ctx, b.limits.body(p.Size))
	defer cancel()
	checked := &checkedBody{ctx: ctx, from: body, left: p.Size, announced: p, digest: sha256.New()}
	defer checked.Close() // waits for a read that goes on
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

type withContext struct {
	ctx  context.Context
	from io.Reader
}

func (r withContext) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.from.Read(p)
}

// A checkedBody gives its last byte when it knows that all of them are what was
// announced. It is not read any more once it is closed, which net/http alone
// does not promise.
type checkedBody struct {
	ctx       context.Context
	from      io.Reader
	announced storage.Properties
	digest    hash.Hash

	mu      sync.Mutex
	left    int64 // bytes that are still to be given
	held    []byte
	checked bool
	err     error // why it ended early
	closed  bool
}

var errClosed = errors.New("the request is over")

func (c *checkedBody) Read(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return 0, errClosed
	}
	if c.err != nil {
		return 0, c.err
	}
	n, err := c.read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		c.err = err
	}
	return n, err
}

// read gives all but the last byte as it comes, then checks, then gives that.
func (c *checkedBody) read(p []byte) (int, error) {
	if c.left > 1 && len(p) > 0 {
		n, err := c.fetch(p[:min(int64(len(p)), c.left-1)])
		c.left -= int64(n)
		return n, err
	}
	if !c.checked {
		if err := c.check(); err != nil {
			return 0, err
		}
		c.checked = true
	}
	n := copy(p, c.held)
	c.held = c.held[n:]
	if len(c.held) == 0 {
		return n, io.EOF
	}
	return n, nil
}

// fetch reads what must be there.
func (c *checkedBody) fetch(p []byte) (int, error) {
	n, err := withContext{c.ctx, c.from}.Read(p)
	c.digest.Write(p[:n])
	if errors.Is(err, io.EOF) {
		err = nil
		if n == 0 {
			err = fmt.Errorf("%w: it ends before %d bytes", storage.ErrMismatch, c.announced.Size)
		}
	}
	return n, err
}

// check reads the last byte, and that none follows.
func (c *checkedBody) check() error {
	c.held = make([]byte, c.left)
	for at := 0; at < len(c.held); {
		n, err := c.fetch(c.held[at:])
		if at += n; err != nil {
			return err
		}
	}
	switch n, err := io.ReadFull(withContext{c.ctx, c.from}, make([]byte, 1)); {
	case n > 0:
		return fmt.Errorf("%w: more than %d bytes", storage.ErrMismatch, c.announced.Size)
	case !errors.Is(err, io.EOF):
		return err
	}
	if c.announced.SHA256 != [sha256.Size]byte{} && [sha256.Size]byte(c.digest.Sum(nil)) != c.announced.SHA256 {
		return fmt.Errorf("%w: another SHA-256", storage.ErrMismatch)
	}
	return nil
}

// Close is called by net/http too, at any time.
func (c *checkedBody) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	return nil
}

// reason is why a request failed: because of the body, or otherwise.
func (c *checkedBody) reason(err error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil {
		return c.err
	}
	return err
}
