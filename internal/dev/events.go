package dev

import (
	"fmt"
	"net/http"
	"time"
)

// eventsPath is where an open page waits for the next attempt to load the site.
const eventsPath = "/_dev/events"

// heartbeat keeps a silent connection from being taken for a dead one.
const heartbeat = 15 * time.Second

// events sends a page the number of the latest attempt, now and whenever it
// rises: a page that shows another one reloads itself. The stream has no end
// of its own, so the server's limit on answering is lifted for it.
func (s *server) events(w http.ResponseWriter, r *http.Request) {
	connection := http.NewResponseController(w)
	if err := connection.SetWriteDeadline(time.Time{}); err != nil {
		http.Error(w, "no event stream here", http.StatusNotImplemented)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	alive := time.NewTicker(heartbeat)
	defer alive.Stop()
	for {
		_, now, done := s.live.use()
		done()
		if _, err := fmt.Fprintf(w, "data: %s\n\n", s.attempt(now)); err != nil {
			return
		}
		if err := connection.Flush(); err != nil {
			return
		}
		select {
		case <-now.changed:
		case <-alive.C:
		case <-r.Context().Done():
			return
		case <-s.stopped:
			return
		}
	}
}

// attempt names an attempt across restarts of the server.
func (s *server) attempt(now state) string { return fmt.Sprintf("%s.%d", s.id, now.number) }
