package presence

import (
	"cmp"
	"slices"
	"time"
)

// Listener is one window that has an entry open. Its methods but Wake and Over are for
// whoever answers that window.
type Listener struct {
	hub *Hub
	window
	place *place
	since time.Time
	wake  chan struct{} // holds one when there is something to take
	over  chan struct{} // closed when the window is no more listened for

	// Under the lock of the Hub.
	heard     time.Time // when the window said something last
	said      Saying
	typing    time.Time // until when; zero for not
	change    *Change
	commented bool
	timed     bool
	recheck   bool
	ended     bool
}

// Update is what a listener has to tell.
type Update struct {
	People    []Person // everybody else at the place, whoever came first first
	More      int      // how many there are beside
	Change    *Change  // nil for none since the last update
	Commented bool
	Timed     bool
	Recheck   bool      // whether the person may listen is to be asked again
	Again     time.Time // when to take the next update without being woken; zero for never
}

// Wake tells that there is an update.
func (l *Listener) Wake() <-chan struct{} { return l.wake }

// Over is closed when the window was opened anew elsewhere, was silent for too long, or
// the Hub was closed.
func (l *Listener) Over() <-chan struct{} { return l.over }

// Leave ends the listener.
func (l *Listener) Leave() {
	l.hub.mu.Lock()
	defer l.hub.mu.Unlock()
	l.hub.drop(l)
}

// Take gives what holds now.
func (l *Listener) Take() Update {
	l.hub.mu.Lock()
	defer l.hub.mu.Unlock()
	u := Update{Change: l.change, Commented: l.commented, Timed: l.timed, Recheck: l.recheck}
	l.change, l.commented, l.timed, l.recheck = nil, false, false, false
	now := l.hub.opts.Now()
	for _, each := range l.place.present(now) {
		u.Again = sooner(u.Again, each.until)
		switch {
		case each.ID == l.person:
		case len(u.People) == maxPeople:
			u.More++
		default:
			u.People = append(u.People, each.Person)
		}
	}
	return u
}

// rouse is called with the lock.
func (l *Listener) rouse() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// end is called with the lock.
func (l *Listener) end() {
	if !l.ended {
		l.ended = true
		close(l.over)
	}
}

// say is called with the lock.
func (l *Listener) say(s Saying, now time.Time) {
	before := l.presence(now)
	l.heard, l.said, l.typing = now, s, time.Time{}
	if s.Typing && s.Field != "" {
		l.typing = now.Add(TypingTime)
	}
	if after := l.presence(now); after.Person != before.Person || after.Typing {
		l.hub.changed(l.place, false)
	}
}

// presence is a person at a place, as one window or one process tells.
type presence struct {
	Person
	since time.Time
	until time.Time // when this is other without a word; zero for never
}

func (l *Listener) presence(now time.Time) *presence {
	p := &presence{Person: Person{ID: l.person, Field: l.said.Field, Block: l.said.Block, Unsaved: l.said.Unsaved}, since: l.since}
	if now.Before(l.typing) {
		p.Typing, p.until = true, l.typing
	}
	return p
}

// own are those at the place whom this process listens for, each once, with the lock.
func (p *place) own(now time.Time) map[string]*presence {
	found := make(map[string]*presence, len(p.listeners))
	for l := range p.listeners {
		found[l.person] = found[l.person].with(l.presence(now))
	}
	return found
}

// present are all at the place, whoever came first first, with the lock.
func (p *place) present(now time.Time) []*presence {
	found := p.own(now)
	for _, each := range p.remote {
		for _, told := range each.people {
			told := told.at(now)
			told.until = sooner(told.until, each.until)
			if now.Before(each.until) {
				found[told.ID] = found[told.ID].with(told)
			}
		}
	}
	all := make([]*presence, 0, len(found))
	for _, each := range found {
		all = append(all, each)
	}
	slices.SortFunc(all, order)
	return all
}

// with is one person of two windows: in the field where they type, or else in the one of the
// window that was opened last and is in any. What is not saved in either is told.
func (p *presence) with(other *presence) *presence {
	if p == nil {
		return other
	}
	shown := *p
	if other.Typing && !p.Typing || other.Typing == p.Typing && other.Field != "" && (p.Field == "" || order(p, other) < 0) {
		shown = *other
	}
	if other.since.Before(p.since) {
		shown.since = other.since
	} else {
		shown.since = p.since
	}
	shown.until = sooner(p.until, other.until)
	shown.Unsaved = cmp.Or(shown.Unsaved, p.Unsaved, other.Unsaved)
	return &shown
}

// at is a presence that may have been told a while ago.
func (p presence) at(now time.Time) *presence {
	if p.Typing && !now.Before(p.until) {
		p.Typing, p.until = false, time.Time{}
	}
	return &p
}

// sooner is the earlier time, of which zero is never.
func sooner(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}
