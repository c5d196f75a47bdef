package dev

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

const (
	// heartbeat keeps a silent connection from being taken for a dead one.
	heartbeat = 15 * time.Second

	// dataInterval is the time between two looks at what is stored, while a page
	// is open (decision 151).
	dataInterval = 250 * time.Millisecond
)

// An event is what an open page is told: the latest attempt to load the site,
// the version of what public pages show, whether something is wrong with the
// files, and how many calls of handlers have failed.
type event struct {
	Attempt  string `json:"attempt"`
	Version  string `json:"version"`
	Problems bool   `json:"problems"`
	Failures int    `json:"failures"`
}

// events sends an open page an event now and whenever it changes. The stream
// has no end of its own, so the server's limit on answering is lifted for it.
func (s *server) events(w http.ResponseWriter, r *http.Request) {
	connection := http.NewResponseController(w)
	if err := connection.SetWriteDeadline(time.Time{}); err != nil {
		http.Error(w, "no event stream here", http.StatusNotImplemented)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	alive, data := time.NewTicker(heartbeat), time.NewTicker(dataInterval)
	defer alive.Stop()
	defer data.Stop()
	for sent := (event{}); ; {
		now, changed := s.event()
		if now != sent {
			if send(w, connection, now) != nil {
				return
			}
			sent = now
		}
		select {
		case <-changed:
		case <-data.C:
		case <-alive.C:
			sent = event{}
		case <-r.Context().Done():
			return
		case <-s.stopped:
			return
		}
	}
}

// event is what there is to tell now; changed is closed with the next attempt.
func (s *server) event() (_ event, changed <-chan struct{}) {
	version, now, done := s.live.use()
	defer done()
	return event{s.attempt(now), s.version(version, now), now.problems.HasErrors(), s.failures.count()}, now.changed
}

func send(w http.ResponseWriter, connection *http.ResponseController, e event) error {
	data, err := json.Marshal(e)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(w, "data: %s\n\n", data); err != nil {
		return err
	}
	return connection.Flush()
}

// attempt names an attempt across restarts of the server.
func (s *server) attempt(now state) string { return fmt.Sprintf("%s.%d", s.id, now.number) }

// version names what public pages show: the files of an attempt, and the
// entries and settings that are stored. What was read after it was taken is as
// new as it says, or newer.
func (s *server) version(v *version, now state) string {
	if v == nil {
		return s.attempt(now)
	}
	return s.attempt(now) + "." + v.stored()
}
