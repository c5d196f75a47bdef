package staticsite

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"os"
	"strings"
)

// answer is what the site answers. A text is held; anything else goes into a file.
type answer struct {
	to     *folder
	header http.Header
	status int

	body     bytes.Buffer
	streamed bool
	file     *os.File // of the folder that files wait in; nil for a text
	size     int64
	err      error
}

// maxText is how large a page, a feed or an index may be, in bytes. The site's own bounds
// lie below; the sitemap has the largest, 50 MB.
const maxText = 64 << 20

var errTooLarge = errors.New("the answer is too large")

// ask asks for the address of a job as an anonymous reader.
func (c *crawl) ask(ctx context.Context, j job) (*answer, error) {
	u, err := url.Parse(j.path)
	if err != nil {
		return &answer{status: http.StatusNotFound}, nil //nolint:nilerr // a link that is no address
	}
	u.RawQuery = j.query
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), http.NoBody)
	if err != nil {
		return &answer{status: http.StatusNotFound}, nil //nolint:nilerr // as above
	}
	r.Header.Set("Accept", "text/html, */*")
	r.RemoteAddr, r.RequestURI, r.Host = "127.0.0.1:0", u.RequestURI(), hostOf(c.Origin)
	a := &answer{to: c.to, header: http.Header{}}
	c.Handler.ServeHTTP(a, r)
	if a.status == 0 {
		a.status = http.StatusOK
	}
	if err := errors.Join(a.err, ctx.Err()); err != nil {
		a.discard()
		return nil, fmt.Errorf("%s: %w", j.path, err)
	}
	return a, nil
}

func hostOf(origin string) string {
	if u, err := url.Parse(origin); err == nil && u.Host != "" {
		return u.Host
	}
	return "localhost"
}

// Header implements http.ResponseWriter.
func (a *answer) Header() http.Header { return a.header }

// WriteHeader implements http.ResponseWriter.
func (a *answer) WriteHeader(status int) {
	if a.status == 0 && status >= 200 {
		a.status = status
		a.streamed = status == http.StatusOK && !isText(a.header.Get("Content-Type"))
	}
}

// Write implements http.ResponseWriter.
func (a *answer) Write(data []byte) (n int, err error) {
	a.WriteHeader(http.StatusOK)
	switch {
	case a.err != nil:
		return 0, a.err
	case a.streamed:
		n, err = a.stream(data)
	case a.body.Len()+len(data) > maxText:
		err = errTooLarge
	default:
		n, err = a.body.Write(data)
	}
	a.err = err
	return n, err
}

func (a *answer) stream(data []byte) (n int, err error) {
	if a.file == nil {
		if a.file, err = a.to.temporary(); err != nil {
			return 0, err
		}
	}
	n, err = a.file.Write(data)
	a.size += int64(n)
	return n, err
}

// discard lets go of a file that nobody has taken.
func (a *answer) discard() {
	if a.file != nil {
		_ = a.file.Close()
	}
}

func (a *answer) isHTML() bool { return typeOf(a.header.Get("Content-Type")) == "text/html" }

// failure is why an address cannot be answered.
func (a *answer) failure(j job) error {
	var said struct {
		Error struct{ Code, Message string }
	}
	_ = json.Unmarshal(a.body.Bytes(), &said) // a page of the program's own says it in other ways
	return fmt.Errorf("%s answers %d %s %s", j.path, a.status, said.Error.Code, said.Error.Message)
}

func typeOf(contentType string) string {
	plain, _, err := mime.ParseMediaType(contentType)
	if err != nil {
		return ""
	}
	return plain
}

// isText reports whether an answer of the type may hold links or pages of a list.
func isText(contentType string) bool {
	plain := typeOf(contentType)
	switch plain {
	case "text/html", "text/css", "text/markdown", "text/plain", "application/xml", "text/xml", "application/feed+json":
		return true
	}
	return strings.HasSuffix(plain, "+xml") && plain != "image/svg+xml"
}
