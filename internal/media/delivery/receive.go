package delivery

import (
	"context"
	"net/http"
	"strconv"
	"sync"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/media"
	"github.com/quartet-dev/quartet/internal/media/inspect"
)

const (
	offsetHeader = "Upload-Offset"
	lengthHeader = "Upload-Length"
)

// received answers how many bytes of a variant have come.
func (s *Surface) received(w http.ResponseWriter, r *http.Request) {
	httpx.SetRoute(w, "media/uploads")
	in, err := s.media.Incoming(r.Context(), r.PathValue("capability"))
	if err != nil {
		httpx.WriteFailure(w, r, err)
		return
	}
	n, err := s.media.Received(r.Context(), in)
	if err != nil {
		httpx.WriteFailure(w, r, err)
		return
	}
	progress(w, in, n)
	w.WriteHeader(http.StatusNoContent)
}

func progress(w http.ResponseWriter, in *media.Incoming, received int64) {
	w.Header().Set(offsetHeader, strconv.FormatInt(received, 10))
	w.Header().Set(lengthHeader, strconv.FormatInt(in.ByteSize, 10))
}

// receive takes the bytes of a variant, or the rest of them.
func (s *Surface) receive(w http.ResponseWriter, r *http.Request) {
	httpx.SetRoute(w, "media/uploads")
	in, err := s.media.Incoming(r.Context(), r.PathValue("capability"))
	if err != nil {
		httpx.WriteFailure(w, r, err)
		return
	}
	offset, err := announced(r, in)
	if err != nil {
		httpx.WriteFailure(w, r, err)
		return
	}
	body, stop := httpx.SteadyBody(w, r)
	end, err := s.sending.begin(r.Context(), r.PathValue("capability"), stop)
	if err != nil {
		httpx.WriteFailure(w, r, err)
		return
	}
	n, err := s.media.Receive(r.Context(), in, offset, body)
	end()
	progress(w, in, n)
	if err != nil {
		httpx.WriteFailure(w, r, err)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// announced holds the headers of a request against what was announced.
func announced(r *http.Request, in *media.Incoming) (offset int64, err error) {
	if inspect.Canonical(r.Header.Get("Content-Type")) != in.MimeType {
		d := diag.At(diag.MediaMimeRejected, "headers#/Content-Type", "The content type differs from the announced one.")
		d.Expected = in.MimeType
		return 0, d
	}
	if value := r.Header.Get(offsetHeader); value != "" {
		if offset, err = strconv.ParseInt(value, 10, 64); err != nil || offset < 0 || offset > in.ByteSize {
			return 0, diag.At(diag.InputValidationFailed, "headers#/"+offsetHeader, "The offset is a number of bytes of the variant.")
		}
	}
	if r.ContentLength >= 0 && r.ContentLength > in.ByteSize-offset {
		d := diag.At(diag.MediaSizeExceeded, "headers#/Content-Length", "The body is longer than was announced.")
		d.Expected = in.ByteSize - offset
		return 0, d
	}
	return offset, nil
}

// senders are the capabilities whose bytes are coming. A client whose line broke
// begins anew while this side still waits for the rest: the newest request has its
// way.
type senders struct {
	mu   sync.Mutex
	some map[string]*sender
}

type sender struct {
	stop func()
	done chan struct{}
}

// begin ends the request that sends these bytes already, and waits for its end.
func (s *senders) begin(ctx context.Context, capability string, stop func()) (end func(), err error) {
	this := &sender{stop, make(chan struct{})}
	for {
		s.mu.Lock()
		former := s.some[capability]
		if former == nil {
			if s.some == nil {
				s.some = make(map[string]*sender)
			}
			s.some[capability] = this
			s.mu.Unlock()
			return func() { s.end(capability, this) }, nil
		}
		s.mu.Unlock()
		former.stop()
		select {
		case <-former.done:
		case <-ctx.Done():
			return nil, diag.At(diag.Conflict, "input#", "These bytes are being sent already.").WithCause(ctx.Err())
		}
	}
}

func (s *senders) end(capability string, this *sender) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.some, capability)
	close(this.done)
}
