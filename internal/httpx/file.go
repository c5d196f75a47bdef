package httpx

import (
	"errors"
	"io"
	"net/http"
	"os"
	"sync"
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
// ends it is a diagnostic, but for io.EOF. stop ends it from outside, for good; a
// body that has come whole it leaves alone.
func SteadyBody(w http.ResponseWriter, r *http.Request) (body io.Reader, stop func()) {
	b := &steadyBody{source: r.Body, control: http.NewResponseController(w)}
	return b, b.stop
}

type steadyBody struct {
	source  io.Reader
	control *http.ResponseController

	mu      sync.Mutex // held while a deadline is chosen and set
	stopped bool
	whole   bool
}

// Read implements io.Reader.
func (b *steadyBody) Read(p []byte) (int, error) {
	b.wait()
	n, err := b.source.Read(p)
	switch {
	case err == nil:
		return n, nil
	case err == io.EOF:
		b.end()
		return n, io.EOF
	case errors.Is(err, os.ErrDeadlineExceeded):
		return n, refused("input#", "The body stopped coming.").WithCause(err)
	}
	return n, diag.At(diag.InputValidationFailed, "input#", "The body ended before its declared length.").WithCause(err)
}

// wait gives the next bytes their time, unless the body was stopped.
func (b *steadyBody) wait() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.stopped && !b.whole {
		b.limit(time.Now().Add(stallTimeout))
	}
}

// end lifts the deadline: one that passed later would cancel the request.
func (b *steadyBody) end() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.whole = true
	b.limit(time.Time{})
}

func (b *steadyBody) stop() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.whole {
		b.stopped = true
		b.limit(time.Now())
	}
}

// limit sets the deadline. A writer without deadlines is not a network connection.
func (b *steadyBody) limit(t time.Time) { _ = b.control.SetReadDeadline(t) }
