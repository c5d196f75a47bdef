package httpx

import (
	"net/http"
	"strconv"
	"time"
)

// Stream is an answer that goes on: events that are sent as they happen
// (text/event-stream). It is for one goroutine.
type Stream struct {
	w          http.ResponseWriter
	connection *http.ResponseController
}

// retryTime is how long a client waits before it connects anew.
const retryTime = 2 * time.Second

// NewStream begins a stream. The limits of the server on reading and answering end with it;
// each event has the time of a part, and a client that takes none of it is broken off.
// The error is that of a connection which has no limits to be lifted: there is no
// stream on it.
func NewStream(w http.ResponseWriter) (*Stream, error) {
	s := &Stream{w, http.NewResponseController(w)}
	if err := s.connection.SetReadDeadline(time.Time{}); err != nil {
		return nil, err
	}
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("X-Accel-Buffering", "no") // a proxy is to pass on each event
	w.WriteHeader(http.StatusOK)
	return s, s.write("retry: " + strconv.FormatInt(retryTime.Milliseconds(), 10) + "\n\n")
}

// Send sends an event. Data is one line of text. id is what the client sends back, as
// Last-Event-ID, when it connects anew; "" for as before.
func (s *Stream) Send(event, id string, data []byte) error {
	text := "event: " + event + "\n"
	if id != "" {
		text += "id: " + id + "\n"
	}
	return s.write(text + "data: " + string(data) + "\n\n")
}

// Beat says that the stream is alive, to whatever is in between.
func (s *Stream) Beat() error { return s.write(":\n\n") }

func (s *Stream) write(text string) error {
	AllowTime(s.w)
	if _, err := s.w.Write([]byte(text)); err != nil {
		return err
	}
	err := s.connection.Flush()
	if answer, ok := s.w.(*response); ok && err != nil {
		answer.failed(err)
	}
	return err
}
