package httpx

import (
	"errors"
	"io"
	"net/http"
	"os"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
)

// File is bytes that never change at their address, or that are there for want of
// better ones.
type File struct {
	ContentType string
	Tag         string // tells the bytes from all others
	Content     io.ReadSeeker
	Immutable   bool // may be kept for ever; else for this one answer
}

// Serve answers a GET or HEAD with the file, or the ranges that are asked for.
func (f File) Serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h["Etag"] = []string{`"` + f.Tag + `"`}
	h["Content-Type"] = []string{f.ContentType}
	h["Cache-Control"] = private
	if f.Immutable {
		h["Cache-Control"] = immutable
	}
	if answer, ok := w.(*response); ok {
		answer.static = f.Immutable
	}
	http.ServeContent(w, r, "", time.Time{}, f.Content)
}

// SteadyBody is the body of a request of any length. A client may take as long as
// it likes, but not stop: what does not come within stallTimeout ends it. What
// ends it is a diagnostic, but for io.EOF. stop ends it from outside.
func SteadyBody(w http.ResponseWriter, r *http.Request) (body io.Reader, stop func()) {
	control := http.NewResponseController(w)
	return &steadyBody{r.Body, control}, func() { _ = control.SetReadDeadline(time.Now()) }
}

type steadyBody struct {
	source  io.Reader
	control *http.ResponseController
}

// Read implements io.Reader.
func (b *steadyBody) Read(p []byte) (int, error) {
	// A writer without deadlines is not a network connection.
	_ = b.control.SetReadDeadline(time.Now().Add(stallTimeout))
	n, err := b.source.Read(p)
	switch {
	case err == nil, err == io.EOF:
		return n, err
	case errors.Is(err, os.ErrDeadlineExceeded):
		return n, refused("input#", "The body stopped coming.").WithCause(err)
	}
	return n, diag.At(diag.InputValidationFailed, "input#", "The body ended before its declared length.").WithCause(err)
}
