package s3

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/quartet-dev/quartet/internal/media/storage"
)

// Open is of storage.Bucket. It asks for the whole object, so that what is known
// of it and its bytes are of one moment; to read elsewhere asks again, for the
// same object.
func (b *Bucket) Open(ctx context.Context, key string) (io.ReadSeekCloser, storage.Object, error) {
	if err := storage.CheckKey(key); err != nil {
		return nil, storage.Object{}, err
	}
	response, err := b.persist(ctx, request{method: http.MethodGet, key: key})
	if err != nil {
		return nil, storage.Object{}, err
	}
	object, err := describe(key, response.ContentLength, response.Header)
	if err != nil {
		return nil, storage.Object{}, errors.Join(err, response.Body.Close())
	}
	return &reader{ctx: ctx, bucket: b, key: key, etag: response.Header.Get("Etag"), size: object.Size, body: response.Body}, object, nil
}

// A reader reads one object.
type reader struct {
	ctx    context.Context
	bucket *Bucket
	key    string
	etag   string
	size   int64
	at     int64         // where to read
	body   io.ReadCloser // nil for none
	bodyAt int64         // where body is
}

func (r *reader) Read(p []byte) (int, error) {
	if r.at >= r.size {
		return 0, io.EOF
	}
	if len(p) == 0 {
		return 0, nil
	}
	if r.body == nil || r.bodyAt != r.at {
		if err := errors.Join(r.Close(), r.ask()); err != nil {
			return 0, err
		}
	}
	n, err := r.body.Read(p[:min(int64(len(p)), r.size-r.at)])
	r.at += int64(n)
	r.bodyAt = r.at
	if errors.Is(err, io.EOF) {
		err = nil
		if r.at < r.size && n == 0 {
			err = io.ErrUnexpectedEOF
		}
	}
	return n, err
}

// ask asks for what is left of the object.
func (r *reader) ask() error {
	header := http.Header{"Range": {fmt.Sprintf("bytes=%d-", r.at)}}
	if r.etag != "" {
		header.Set("If-Match", r.etag)
	}
	response, err := r.bucket.persist(r.ctx, request{method: http.MethodGet, key: r.key, header: header})
	if err != nil {
		return err
	}
	if response.StatusCode != http.StatusPartialContent && r.at > 0 {
		return errors.Join(errors.New("the media storage answered a range with the whole object"), response.Body.Close())
	}
	r.body, r.bodyAt = response.Body, r.at
	return nil
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
