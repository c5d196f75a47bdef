package s3

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/xml"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"

	"github.com/quartet-dev/quartet/internal/media/storage"
)

// upload is an object on its way in parts. It is there when all of them are put
// together, and not before.
type upload struct {
	bucket *Bucket
	key    string
	id     string
	done   []part
}

// part is one that the server has, as it wants to be told of it.
type part struct {
	XMLName struct{} `xml:"Part"`
	Number  int      `xml:"PartNumber"`
	Tag     string   `xml:"ETag"`
}

// putParts puts an object that is too long for one request. The length and the
// checksum are those of all parts together: of a body that turns out to be another the
// last part is not sent, and those before it are taken back.
func (b *Bucket) putParts(ctx context.Context, key string, body io.Reader, p storage.Properties) error {
	u, err := b.begin(ctx, key, p)
	if err != nil {
		return err
	}
	whole := &checkedBody{ctx: ctx, from: body, left: p.Size, announced: p, digest: sha256.New()}
	if err = u.send(ctx, whole, p.Size); err == nil {
		err = u.finish(ctx)
	}
	if err != nil {
		return errors.Join(whole.reason(err), u.abort(context.WithoutCancel(ctx)))
	}
	return nil
}

func (b *Bucket) begin(ctx context.Context, key string, p storage.Properties) (*upload, error) {
	h := headersOf(p)
	h.Del("X-Amz-Checksum-Sha256") // it would be that of the parts
	answer, err := b.ask(ctx, request{method: http.MethodPost, key: key, query: url.Values{"uploads": {""}}, header: h})
	if err != nil {
		return nil, err
	}
	var said struct{ UploadId string }
	if err := xml.Unmarshal(answer.body, &said); err != nil || said.UploadId == "" {
		return nil, errors.Join(errors.New("the media storage gave no number for an upload in parts"), err)
	}
	return &upload{bucket: b, key: key, id: said.UploadId}, nil
}

func (u *upload) send(ctx context.Context, whole io.Reader, left int64) error {
	for ; left > 0; left -= u.bucket.limits.part {
		if err := u.put(ctx, whole, min(left, u.bucket.limits.part)); err != nil {
			return err
		}
	}
	return nil
}

// put sends the next part, once: nobody can read it again.
func (u *upload) put(ctx context.Context, whole io.Reader, size int64) error {
	ctx, cancel := context.WithTimeout(ctx, u.bucket.limits.body(size))
	defer cancel()
	number := len(u.done) + 1
	body := &checkedBody{
		ctx: ctx, from: io.LimitReader(whole, size), left: size, announced: storage.Properties{Size: size}, digest: sha256.New(),
	}
	defer body.Close()
	query := url.Values{"partNumber": {strconv.Itoa(number)}, "uploadId": {u.id}}
	response, err := u.bucket.send(ctx, request{method: http.MethodPut, key: u.key, query: query, body: body, size: size})
	if err != nil {
		return body.reason(err)
	}
	u.done = append(u.done, part{Number: number, Tag: response.Header.Get("Etag")})
	return response.Body.Close()
}

// finish puts the parts together. A server may say only at the end of its answer that it
// could not.
func (u *upload) finish(ctx context.Context) error {
	text, err := xml.Marshal(struct {
		XMLName struct{} `xml:"CompleteMultipartUpload"`
		Parts   []part
	}{Parts: u.done})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, u.bucket.limits.body(int64(len(u.done))*u.bucket.limits.part))
	defer cancel()
	r := request{method: http.MethodPost, key: u.key, query: url.Values{"uploadId": {u.id}}, body: bytes.NewReader(text), size: int64(len(text))}
	response, err := u.bucket.send(ctx, r)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	said, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	if err != nil {
		return err
	}
	var refusal struct {
		XMLName xml.Name `xml:"Error"`
	}
	if xml.Unmarshal(said, &refusal) == nil {
		response.Body = io.NopCloser(bytes.NewReader(said))
		return refused(r, response)
	}
	return nil
}

// abort takes back what the server has of it.
func (u *upload) abort(ctx context.Context) error {
	_, err := u.bucket.ask(ctx, request{method: http.MethodDelete, key: u.key, query: url.Values{"uploadId": {u.id}}})
	if errors.Is(err, storage.ErrNotFound) {
		return nil
	}
	return err
}
