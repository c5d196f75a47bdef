package s3

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"time"
)

// unsigned says that the body is not part of a request's signature. TLS keeps it
// whole; a checksum, where one is known, is a signed header.
const unsigned = "UNSIGNED-PAYLOAD"

var empty = hex.EncodeToString(sha256.New().Sum(nil))

// A request is what is asked of a bucket, or of an object in it.
type request struct {
	method string
	key    string // "" for the bucket
	query  url.Values
	header http.Header
	body   io.Reader // nil for none
	size   int64     // of the body
}

// An answer is a success whose body was read.
type answer struct {
	header http.Header
	size   int64 // as announced, -1 where it is not
	body   []byte
}

// tries is how often a request without a body is made of a server that
// refuses connections, cuts them or is busy. It is not made again of one that
// took its time and said nothing.
const tries = 3

// maxAnswer bounds what is read of a list or an error.
const maxAnswer = 8 << 20

// ask makes a request without a body and reads its answer.
func (b *Bucket) ask(ctx context.Context, r request) (answer, error) {
	ctx, cancel := context.WithTimeout(ctx, b.limits.answer)
	defer cancel()
	response, err := b.persist(ctx, r)
	if err != nil {
		return answer{}, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	return answer{response.Header, response.ContentLength, body}, err
}

// persist makes a request again while that may help.
func (b *Bucket) persist(ctx context.Context, r request) (response *http.Response, err error) {
	for try := range tries {
		if err = pause(ctx, time.Duration(try)*b.limits.pause); err != nil {
			return nil, err
		}
		if response, err = b.send(ctx, r); err == nil || !isPassing(err) {
			break
		}
	}
	return response, err
}

func pause(ctx context.Context, d time.Duration) error {
	if d == 0 {
		return ctx.Err()
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// isPassing reports whether a failure is one that passes soon.
func isPassing(err error) bool {
	if r := (*refusal)(nil); errors.As(err, &r) {
		return r.status == http.StatusTooManyRequests || r.status >= 500 && r.status != http.StatusInsufficientStorage
	}
	return !errors.Is(err, context.Canceled) && !isTimeout(err)
}

func isTimeout(err error) bool {
	if slow := net.Error(nil); errors.As(err, &slow) && slow.Timeout() { // of the outermost alone
		return true
	}
	return errors.Is(err, os.ErrDeadlineExceeded) || errors.Is(err, context.DeadlineExceeded)
}

// send makes a request once. The caller closes the body of its answer.
func (b *Bucket) send(ctx context.Context, r request) (*http.Response, error) {
	built, err := b.build(ctx, r)
	if err != nil {
		return nil, err
	}
	hash := unsigned
	if r.body == nil {
		hash = empty
	}
	built.Header.Set("X-Amz-Content-Sha256", hash)
	if err = b.signer.SignHTTP(ctx, b.config.Credentials.forSigner(), built, hash, service, b.config.Region, time.Now()); err != nil {
		return nil, err
	}
	response, err := b.client.Do(built)
	if err != nil {
		return nil, err
	}
	if response.StatusCode >= 300 {
		defer response.Body.Close()
		return nil, refused(r, response)
	}
	return response, nil
}

func (b *Bucket) build(ctx context.Context, r request) (*http.Request, error) {
	u := *b.base
	if r.key != "" || u.Path == "" {
		u.Path += "/" + r.key
	}
	u.RawQuery = r.query.Encode()
	body := r.body
	if r.size == 0 {
		body = nil // with a body, net/http would not send a length of 0
	}
	built, err := http.NewRequestWithContext(ctx, r.method, u.String(), body)
	if err != nil {
		return nil, err
	}
	for name, values := range r.header {
		built.Header[name] = values
	}
	built.ContentLength = r.size
	return built, nil
}
