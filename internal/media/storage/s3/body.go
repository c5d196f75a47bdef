package s3

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"sync"

	"github.com/quartet-dev/quartet/internal/media/storage"
)

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

// Close waits for a read that goes on. It is called by net/http too, at any time.
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
