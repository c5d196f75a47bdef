package presence

import (
	"crypto/rand"
	"encoding/json"
	"time"
)

// Relay carries messages between the processes of a site that run at the moment. What it
// loses is said again.
type Relay interface {
	// Tell sends a message to the others and waits for nothing.
	Tell(message []byte)

	// Hear has fn called with each message of another process, one at a time. It
	// keeps no byte of it.
	Hear(fn func(message []byte))
}

// message is what one process tells the others: who is at a place, all of them, or what
// became of it, or what a window said that another of them listens for.
type message struct {
	Process   string  `json:"from"`
	Place     *Place  `json:"at,omitempty"`
	People    []told  `json:"people,omitempty"`
	Present   bool    `json:"present,omitempty"` // People are those at the place
	Ask       bool    `json:"ask,omitempty"`     // the others shall say, too
	Change    *Change `json:"change,omitempty"`
	Commented bool    `json:"commented,omitempty"`
	Timed     bool    `json:"timed,omitempty"`
	Saying    *saying `json:"saying,omitempty"`
}

// told is a person as another process is told of them. Times are spans, because clocks differ.
type told struct {
	ID      string `json:"id"`
	Field   string `json:"field,omitempty"`
	Block   string `json:"block,omitempty"`
	Typing  int64  `json:"typing,omitempty"` // milliseconds that it still holds
	Unsaved Spot   `json:"unsaved,omitzero"`
	Here    int64  `json:"here"` // milliseconds since they came
}

type saying struct {
	Person string `json:"person"`
	Window string `json:"window"`
	Saying
}

// remote are the people whom another process has at a place.
type remote struct {
	people []presence
	until  time.Time
}

func newName() string { return rand.Text() }

// tell is called with the lock.
func (h *Hub) tell(m message) {
	if h.opts.Relay == nil {
		return
	}
	m.Process = h.process
	text, err := json.Marshal(m)
	if err != nil {
		h.opts.Log.Error("a message of presence could not be written", "error", err)
		return
	}
	h.opts.Relay.Tell(text)
}

// announce says who is at a place, with the lock.
func (h *Hub) announce(p *place, ask bool) {
	if h.opts.Relay == nil {
		return
	}
	now := h.opts.Now()
	m := message{Place: &p.at, Present: true, Ask: ask}
	for _, each := range p.own(now) {
		if len(m.People) == maxPeople {
			break
		}
		t := told{ID: each.ID, Field: each.Field, Block: each.Block, Unsaved: each.Unsaved, Here: now.Sub(each.since).Milliseconds()}
		if each.Typing {
			t.Typing = max(each.until.Sub(now).Milliseconds(), 1)
		}
		m.People = append(m.People, t)
	}
	h.tell(m)
}

// pass hands what a window said to whoever listens for it. It is not known whether anybody
// does.
func (h *Hub) pass(person, name string, s Saying) bool {
	if h.opts.Relay == nil {
		return false
	}
	h.tell(message{Saying: &saying{person, name, s}})
	return true
}

// hear takes a message of another process.
func (h *Hub) hear(text []byte) {
	var m message
	if json.Unmarshal(text, &m) != nil || m.Process == h.process {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.closed:
	case m.Saying != nil:
		if l := h.windows[window{m.Saying.Person, m.Saying.Window}]; l != nil {
			l.say(m.Saying.Saying, h.opts.Now())
		}
	case m.Place != nil:
		h.hearOf(m)
	}
}

// hearOf takes what is said of a place. A place where nobody of this process is does not
// matter to it, and who comes there asks.
func (h *Hub) hearOf(m message) {
	p := h.places[*m.Place]
	if p == nil {
		return
	}
	if m.Change != nil {
		p.change(*m.Change)
	}
	if m.Commented {
		p.comment()
	}
	if m.Timed {
		p.timed()
	}
	if m.Present {
		p.remember(m, h.opts.Now())
		p.wake()
	}
	if m.Ask {
		h.announce(p, false)
	}
}

func (p *place) remember(m message, now time.Time) {
	if len(m.People) == 0 {
		delete(p.remote, m.Process)
		return
	}
	r := &remote{until: now.Add(remoteTime)}
	for _, t := range m.People[:min(len(m.People), maxPeople)] {
		one := presence{Person: Person{ID: t.ID, Field: t.Field, Block: t.Block, Unsaved: t.Unsaved}, since: now.Add(-time.Duration(t.Here) * time.Millisecond)}
		if t.Typing > 0 {
			one.Typing = true
			one.until = now.Add(min(time.Duration(t.Typing)*time.Millisecond, TypingTime))
		}
		r.people = append(r.people, one)
	}
	p.remote[m.Process] = r
}
