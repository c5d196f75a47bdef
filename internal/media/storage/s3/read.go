package s3

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/quartet-dev/quartet/internal/media/storage"
)

// first is how much of an object is asked for when it is opened: all of most
// pictures, and not much to throw away where another part is read.
const first = 128 << 10

// Open is of storage.Bucket. It asks for the first bytes, so that what is known
// of the object and they are of one moment. What is read elsewhere is of the same
// object, or an error.
func (b *Bucket) Open(ctx context.Context, key string) (io.ReadSeekCloser, storage.Object, error) {
	if err := storage.CheckKey(key); err != nil {
		return nil, storage.Object{}, err
	}
	r := &reader{ctx: ctx, bucket: b, key: key}
	response, err := r.ask(fmt.Sprintf("bytes=0-%d", first-1))
	if r := (*refusal)(nil); errors.As(err, &r) && r.status == http.StatusRequestedRangeNotSatisfiable {
		return b.openEmpty(ctx, key)
	}
	if err != nil {
		return nil, storage.Object{}, err
	}
	object, err := describe(key, wholeSize(response), response.Header)
	if err != nil {
		return nil, storage.Object{}, errors.Join(err, response.Body.Close())
	}
	r.etag, r.size = response.Header.Get("Etag"), object.Size
	r.body, r.bodyEnd = response.Body, response.ContentLength
	return r, object, nil
}

// openEmpty opens what has no first byte.
func (b *Bucket) openEmpty(ctx context.Context, key string) (io.ReadSeekCloser, storage.Object, error) {
	object, err := b.Stat(ctx, key)
	if err == nil && object.Size != 0 {
		err = errors.New("the media storage has no first bytes of an object that is not empty")
	}
	if err != nil {
		return nil, storage.Object{}, err
	}
	return &reader{}, object, nil
}

// wholeSize is how long the object is of which an answer has a part; -1 where
// that is not said.
func wholeSize(response *http.Response) int64 {
	if response.StatusCode != http.StatusPartialContent {
		return response.ContentLength
	}
	var from, to, size int64
	_, err := fmt.Sscanf(response.Header.Get("Content-Range"), "bytes %d-%d/%d", &from, &to, &size)
	if err != nil || from != 0 || to+1 != response.ContentLength || to >= size {
		return -1
	}
	return size
}

// A reader reads one object.
type reader struct {
	ctx    context.Context
	bucket *Bucket
	key    string
	etag   string
	size   int64
	at     int64 // where to read

	body            io.ReadCloser // nil for none
	bodyAt, bodyEnd int64         // which part of the object is left in it
}

func (r *reader) Read(p []byte) (int, error) {
	if r.at >= r.size {
		return 0, io.EOF
	}
	if len(p) == 0 {
		return 0, nil
	}
	if r.body == nil || r.bodyAt != r.at || r.bodyAt == r.bodyEnd {
		if err := errors.Join(r.Close(), r.rest()); err != nil {
			return 0, err
		}
	}
	n, err := r.body.Read(p[:min(int64(len(p)), r.bodyEnd-r.at)])
	r.at += int64(n)
	r.bodyAt = r.at
	if errors.Is(err, io.EOF) {
		err = nil
		if r.bodyAt < r.bodyEnd {
			err = io.ErrUnexpectedEOF
		}
	}
	return n, err
}

// rest asks for all of the object from where it is read.
func (r *reader) rest() error {
	response, err := r.ask(fmt.Sprintf("bytes=%d-", r.at))
	if err != nil {
		return err
	}
	whole := response.StatusCode != http.StatusPartialContent
	if whole && r.at > 0 || response.ContentLength != r.size-r.at {
		return errors.Join(errors.New("the media storage answered with another range"), response.Body.Close())
	}
	r.body, r.bodyAt, r.bodyEnd = response.Body, r.at, r.size
	return nil
}

func (r *reader) ask(part string) (*http.Response, error) {
	header := http.Header{"Range": {part}}
	if r.etag != "" {
		header.Set("If-Match", r.etag)
	}
	return r.bucket.persist(r.ctx, request{method: http.MethodGet, key: r.key, header: header})
}

func (r *reader) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += r.at
	case io.SeekEnd:
		offset += r.size
	}
	if offset < 0 {
		return 0, errors.New("a place before the beginning")
	}
	r.at = offset
	return offset, nil
}

// Close ends the request; to read again begins another.
func (r *reader) Close() error {
	if r.body == nil {
		return nil
	}
	err := r.body.Close()
	r.body = nil
	return err
}
