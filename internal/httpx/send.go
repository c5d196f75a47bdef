package httpx

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/quartet-dev/quartet/internal/inflight"
)

// stallTimeout is how long a client may take nothing of an answer. Slow clients have
// it anew for each part. It is a variable for tests.
var stallTimeout = 20 * time.Second

// partBytes is the length of a part, and filePartBytes that of one of a file, which
// takes no memory: a client that reads 13 kB a second is fast enough.
const (
	partBytes     = inflight.Small
	filePartBytes = 256 << 10
)

var stalled atomic.Uint64

// Stalled is how many answers were broken off since the process began because
// their clients had stopped reading.
func Stalled() uint64 { return stalled.Load() }

// Context is r's context for whatever makes the answer: what is read under it
// counts as memory of the request.
func Context(w http.ResponseWriter, r *http.Request) context.Context {
	if answer, ok := w.(*response); ok {
		return &answer.held
	}
	return r.Context()
}

// Write sends a short answer in one piece. A long answer, and what follows a first
// piece, goes in parts, each with a time of its own.
func (w *response) Write(data []byte) (int, error) {
	if w.status == 0 {
		w.WriteHeader(http.StatusOK)
	}
	if w.bytes > 0 || len(data) > partBytes {
		return w.writeParts(data)
	}
	n, err := w.ResponseWriter.Write(data)
	w.bytes += int64(n)
	return n, err
}

func (w *response) writeParts(data []byte) (sent int, err error) {
	if len(data) > inflight.Small {
		w.held.Reservation.AtLeast(len(data))
	}
	for err == nil && sent < len(data) {
		w.allowTime()
		var n int
		n, err = w.ResponseWriter.Write(data[sent:min(sent+partBytes, len(data))])
		sent += n
		w.bytes += int64(n)
	}
	w.failed(err)
	return sent, err
}

// ReadFrom sends a file, by the operating system where it can: what is sent is not
// in memory. A client that takes filePartBytes in the time of a part goes on.
func (w *response) ReadFrom(source io.Reader) (sent int64, err error) {
	if w.status == 0 {
		w.WriteHeader(http.StatusOK)
	}
	rest, ok := source.(*io.LimitedReader)
	if !ok {
		rest = &io.LimitedReader{R: source, N: 1<<63 - 1}
	}
	most := int64(filePartBytes)
	if w.sendsInOne(rest.R) {
		most = rest.N
	}
	for err == nil && rest.N > 0 {
		w.allowTime()
		part := io.LimitedReader{R: rest.R, N: min(rest.N, most)}
		var n int64
		n, err = io.Copy(w.ResponseWriter, &part)
		sent, rest.N, w.bytes = sent+n, rest.N-n, w.bytes+n
		switch {
		case n >= filePartBytes && errors.Is(err, os.ErrDeadlineExceeded):
			err = nil // it was on the way, and has the time of another part
		case err == nil && part.N > 0:
			return sent, nil // the source has ended
		}
	}
	w.failed(err)
	return sent, err
}

// sendsInOne reports whether the operating system sends all of a file by itself and
// tells how much of it is sent when a deadline passes. Windows tells only of what it
// has sent to the end; what encrypts, and what is sent in chunks because its length is
// not told, can send nothing more after a deadline.
func (w *response) sendsInOne(source io.Reader) bool {
	_, isFile := source.(*os.File)
	_, isTCP := w.request.Context().Value(connection{}).(*conn)
	return isFile && isTCP && w.Header()["Content-Length"] != nil && runtime.GOOS != "windows"
}

// allowTime begins the time of a part.
func (w *response) allowTime() {
	w.timed = true
	// A writer without deadlines is not a network connection.
	_ = http.NewResponseController(w.ResponseWriter).SetWriteDeadline(time.Now().Add(stallTimeout))
}

// failed notes that the client took no more. The connection is broken off.
func (w *response) failed(err error) {
	if errors.Is(err, os.ErrDeadlineExceeded) {
		stalled.Add(1)
		w.aborted = true
	}
}

// AllowTime gives an answer whose beginning took long the time of a part for it.
func AllowTime(w http.ResponseWriter) {
	if answer, ok := w.(*response); ok {
		answer.allowTime()
	}
}

// release gives back what the request has kept, and the deadline where the server
// sets none of its own, which would hold for the next request.
func (w *response) release() {
	w.held.Reservation.End()
	if !w.timed {
		return
	}
	if server, ok := w.request.Context().Value(http.ServerContextKey).(*http.Server); ok && server.WriteTimeout <= 0 {
		_ = http.NewResponseController(w.ResponseWriter).SetWriteDeadline(time.Time{})
	}
}
