package s3

import (
	"context"
	"encoding/base64"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"time"

	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"

	"github.com/quartet-dev/quartet/internal/media/storage"
)

const service = "s3" // in signatures

// Bucket is a storage.Bucket over a bucket of an S3 server.
type Bucket struct {
	config Config
	base   *url.URL
	client *http.Client
	signer *v4.Signer
	limits limits
}

var _ storage.Bucket = (*Bucket)(nil)

// Open asks the server nothing.
func Open(c Config) (*Bucket, error) { return open(c, usual) }

func open(c Config, l limits) (*Bucket, error) {
	base, err := c.parse()
	if err != nil {
		return nil, err
	}
	signer := v4.NewSigner(func(o *v4.SignerOptions) {
		o.DisableURIPathEscaping = true // S3 signs paths as they are sent
		o.DisableHeaderHoisting = true  // headers that are signed must be sent
	})
	return &Bucket{config: c, base: base, client: newClient(l), signer: signer, limits: l}, nil
}

// Close ends the connections that wait for requests.
func (b *Bucket) Close() error {
	b.client.CloseIdleConnections()
	return nil
}

// Stat is of storage.Bucket.
func (b *Bucket) Stat(ctx context.Context, key string) (storage.Object, error) {
	if err := storage.CheckKey(key); err != nil {
		return storage.Object{}, err
	}
	answer, err := b.ask(ctx, request{method: http.MethodHead, key: key})
	if err != nil {
		return storage.Object{}, err
	}
	return describe(key, answer.size, answer.header)
}

func describe(key string, size int64, h http.Header) (storage.Object, error) {
	changed, err := http.ParseTime(h.Get("Last-Modified"))
	if err == nil && size < 0 {
		err = errors.New("the media storage does not say how long an object is")
	}
	return storage.Object{Key: key, Size: size, MimeType: h.Get("Content-Type"), Changed: changed}, err
}

// Delete is of storage.Bucket.
func (b *Bucket) Delete(ctx context.Context, key string) error {
	if err := storage.CheckKey(key); err != nil {
		return err
	}
	_, err := b.ask(ctx, request{method: http.MethodDelete, key: key})
	if errors.Is(err, storage.ErrNotFound) {
		return nil
	}
	return err
}

// Capability is a presigned PUT. Type, length and checksum are in the
// signature, so that the server refuses any other; until its time is over the
// same bytes may be put again.
func (b *Bucket) Capability(ctx context.Context, key string, p storage.Properties, ttl time.Duration) (storage.Capability, bool, error) {
	if err := storage.CheckKey(key); err != nil {
		return storage.Capability{}, false, err
	}
	if p.Size <= 0 {
		return storage.Capability{}, false, errors.New("a capability is for a size that is known, and not 0")
	}
	r, err := b.build(ctx, request{
		method: http.MethodPut, key: key, header: headersOf(p), size: p.Size,
		query: url.Values{"X-Amz-Expires": {strconv.Itoa(int(ttl.Seconds()))}},
	})
	if err != nil {
		return storage.Capability{}, false, err
	}
	signed, headers, err := b.signer.PresignHTTP(ctx, b.config.Credentials.forSigner(), r, unsigned, service, b.config.Region, time.Now())
	if err != nil {
		return storage.Capability{}, false, err
	}
	return storage.Capability{URL: signed, Headers: toSend(headers)}, true, nil
}

// toSend are the signed headers that a client does not send by itself. A
// browser lets nobody set the others.
func toSend(signed http.Header) map[string]string {
	headers := make(map[string]string)
	for name := range signed {
		if canonical := http.CanonicalHeaderKey(name); canonical != "Host" && canonical != "Content-Length" {
			headers[canonical] = signed[name][0]
		}
	}
	return headers
}

// headersOf are those that an object is put with.
func headersOf(p storage.Properties) http.Header {
	h := make(http.Header)
	if p.MimeType != "" {
		h.Set("Content-Type", p.MimeType)
	}
	if p.SHA256 != [32]byte{} {
		h.Set("X-Amz-Checksum-Sha256", base64.StdEncoding.EncodeToString(p.SHA256[:]))
	}
	return h
}

// PublicURL is of storage.Bucket.
func (b *Bucket) PublicURL(key string) string {
	if b.config.Public == "" || storage.CheckKey(key) != nil {
		return ""
	}
	return b.config.Public + "/" + key
}
