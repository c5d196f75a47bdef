// Package storage is the port over the place where the bytes of media live:
// named objects, written whole or not at all. Its adapters are below it, and
// storagetest is the suite that each of them passes.
package storage

import (
	"context"
	"errors"
	"io"
	"iter"
	"time"
)

// The errors of an adapter. Others are faults of the place itself, such as a
// server that does not answer.
var (
	ErrNotFound = errors.New("no object has this key")
	ErrFull     = errors.New("the media storage is out of space")
	ErrMismatch = errors.New("the bytes are not what was announced")
	ErrOffset   = errors.New("the upload goes on at another place")
)

// Bucket keeps objects. Keys are paths of ASCII letters, digits, '.', '-' and
// '_' in segments between single slashes, at most 512 bytes, 200 a segment; no
// segment begins with a '.', and no key goes on where another ends ("a" beside
// "a/b"). What is no key is ErrKey. It is safe for concurrent use.
type Bucket interface {
	// Put stores body as key, in place of what was there. It is whole or it is
	// not: a body that is cut short or does not match leaves nothing.
	// ErrFull, ErrMismatch. It does not return while body.Read waits: who gives
	// a body bounds its reads.
	Put(ctx context.Context, key string, body io.Reader, p Properties) error

	// Stat is ErrNotFound where nothing is.
	Stat(ctx context.Context, key string) (Object, error)

	// Open reads an object from its beginning; the caller closes it. It is an
	// *os.File where the object is a file, so that the kernel can send it.
	Open(ctx context.Context, key string) (io.ReadSeekCloser, Object, error)

	// Delete removes an object. One that is not there is no error.
	Delete(ctx context.Context, key string) error

	// List yields the objects whose keys begin with prefix, in the order of their
	// bytes, without holding them all. An error ends it.
	List(ctx context.Context, prefix string) iter.Seq2[Object, error]

	// Capability lets its holder put one object of the type, the length and,
	// where it is known, the SHA-256 of p, until the time is over, without this
	// program in between. p.Size is known and not 0. ok is false where the bucket
	// cannot: the service receives the body itself then (Receiver).
	Capability(ctx context.Context, key string, p Properties, ttl time.Duration) (c Capability, ok bool, err error)

	// PublicURL is where everybody can read the object, or "".
	PublicURL(key string) string
}

// Receiver is a bucket that takes an object in parts, so that an upload goes on
// after a break.
type Receiver interface {
	// Received is how many bytes of an unfinished object there are, 0 for none.
	// It is p.Size when the object is whole: an object of that size at the key is
	// taken for it, so that a key is for one upload.
	Received(ctx context.Context, key string, p Properties) (int64, error)

	// Receive appends body to what is there, which must be offset bytes
	// (ErrOffset, also for whoever another request overtook in between). What
	// came before a break is kept: a body that ends or fails early, a context
	// that is over. When p.Size bytes are there, which must be known, the object
	// is checked against p and becomes readable: ErrMismatch drops it, as do
	// bytes beyond p.Size and ErrFull. To finish it again changes nothing. It
	// returns how many bytes there are.
	Receive(ctx context.Context, key string, offset int64, body io.Reader, p Properties) (received int64, err error)

	// Unfinished yields what was begun and not finished, of uploads and of calls
	// of Put, in no order; Object.Size is what is there, Changed when it last
	// grew, which is now for what is being written. Discard removes it.
	Unfinished(ctx context.Context) iter.Seq2[Object, error]
	Discard(ctx context.Context, key string) error
}

// Properties announce an object.
type Properties struct {
	MimeType string
	Size     int64    // bytes, exact; negative where it is not known
	SHA256   [32]byte // zero where it is not known
}

// Object is what is stored.
type Object struct {
	Key      string
	Size     int64
	MimeType string    // "" where the bucket does not keep it
	Changed  time.Time // when it was stored
}

// Capability is how a client uploads one object.
type Capability struct {
	URL     string
	Headers map[string]string // that the request must carry, beside its length
}
