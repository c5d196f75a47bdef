package transfer

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/media/inspect"
	"github.com/quartet-dev/quartet/internal/media/storage"
)

// Total is how much was copied, or is there.
type Total struct {
	Objects int   `json:"objects"`
	Bytes   int64 `json:"bytes"`
}

// atOnce is how many objects are on their way: each costs a server a round trip.
const atOnce = 4

// Copy has every object of from in to, with the same bytes. An object that is
// there already is compared and left, so that an interrupted copy goes on. progress,
// which may be nil, hears of each object.
//
// MEDIA_NOT_EMPTY where to holds something that from does not: it is another
// site's, and stays. COPY_DIFFERS where from changed meanwhile.
func Copy(ctx context.Context, from, to storage.Bucket, progress func(Total)) (Total, error) {
	if err := onlyOf(ctx, from, to); err != nil {
		return Total{}, explained(err)
	}
	c := &copying{from: from, to: to, progress: progress}
	if err := c.all(ctx); err != nil {
		return c.done, explained(err)
	}
	return c.done, explained(c.verify(ctx))
}

func explained(err error) error {
	if err == nil || errors.As(err, new(*diag.Diagnostic)) {
		return err
	}
	return diag.At(diag.ResourceUnavailable, "settings#/media", "The media cannot be copied.").WithCause(err)
}

// onlyOf refuses a target with an object that the source does not have.
func onlyOf(ctx context.Context, from, to storage.Bucket) error {
	for object, err := range to.List(ctx, "") {
		if err != nil {
			return err
		}
		switch _, err := from.Stat(ctx, object.Key); {
		case errors.Is(err, storage.ErrNotFound):
			return foreign(object.Key)
		case err != nil:
			return err
		}
	}
	return nil
}

type copying struct {
	from, to storage.Bucket
	progress func(Total)

	mu   sync.Mutex
	done Total
}

func (c *copying) all(ctx context.Context) error {
	group, inside := errgroup.WithContext(ctx)
	group.SetLimit(atOnce)
	for object, err := range c.from.List(inside, "") {
		if err != nil {
			return errors.Join(group.Wait(), err)
		}
		group.Go(func() error {
			err := c.object(inside, object)
			if err != nil {
				err = fmt.Errorf("object %s: %w", object.Key, err)
			}
			return err
		})
	}
	return group.Wait()
}

func (c *copying) count(size int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.done.Objects++
	c.done.Bytes += size
	if c.progress != nil {
		c.progress(c.done)
	}
}

// object reads what it copies twice, so that whoever stores it knows the hash
// beforehand and refuses other bytes. One that was deleted since it was listed is
// left out.
func (c *copying) object(ctx context.Context, object storage.Object) error {
	p, err := hashed(ctx, c.from, object.Key)
	if errors.Is(err, storage.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if p.MimeType = object.MimeType; p.MimeType == "" {
		p.MimeType = inspect.TypeOf(strings.TrimPrefix(path.Ext(object.Key), "."))
	}
	isThere, err := c.has(ctx, object.Key, p)
	if err == nil && !isThere {
		err = c.put(ctx, object.Key, p)
	}
	if err == nil {
		c.count(p.Size)
	}
	return err
}

// has reports whether the target has the object already. Objects never change, so
// one with other bytes is another site's.
func (c *copying) has(ctx context.Context, key string, p storage.Properties) (bool, error) {
	found, err := hashed(ctx, c.to, key)
	if errors.Is(err, storage.ErrNotFound) {
		return false, nil
	}
	if err == nil && found.SHA256 != p.SHA256 {
		err = foreign(key)
	}
	return true, err
}

func (c *copying) put(ctx context.Context, key string, p storage.Properties) error {
	body, _, err := c.from.Open(ctx, key)
	if err != nil {
		return err
	}
	defer body.Close() //nolint:errcheck // it was read
	err = c.to.Put(ctx, key, body, p)
	if errors.Is(err, storage.ErrMismatch) {
		return refuse(diag.CopyDiffers, "The object "+key+" changed while it was copied.", "Run the command again.")
	}
	return err
}

// hashed is the size and the hash of an object.
func hashed(ctx context.Context, b storage.Bucket, key string) (p storage.Properties, err error) {
	body, _, err := b.Open(ctx, key)
	if err != nil {
		return p, err
	}
	defer body.Close() //nolint:errcheck // it was read
	digest := sha256.New()
	if p.Size, err = io.Copy(digest, body); err != nil {
		return p, err
	}
	digest.Sum(p.SHA256[:0])
	return p, nil
}

// verify compares how much there is. That each object is what was read was looked
// at when it was stored.
func (c *copying) verify(ctx context.Context) error {
	var found Total
	for object, err := range c.to.List(ctx, "") {
		if err != nil {
			return err
		}
		found.Objects++
		found.Bytes += object.Size
	}
	if found != c.done {
		return refuse(diag.CopyDiffers, fmt.Sprintf("There are %d objects with %d bytes in the copy, and %d with %d were read.", found.Objects, found.Bytes, c.done.Objects, c.done.Bytes), "Run the command again.")
	}
	return nil
}

func foreign(key string) *diag.Diagnostic {
	return refuse(diag.MediaNotEmpty, "The media storage to copy to holds "+key+", which is not of the source.", "Name an empty folder or bucket; nothing in it is changed.")
}

func refuse(code diag.Code, message, suggestion string) *diag.Diagnostic {
	return &diag.Diagnostic{Code: code, Phase: diag.Boot, Severity: diag.Error, Path: "settings#/media", Message: message, Suggestion: suggestion}
}
