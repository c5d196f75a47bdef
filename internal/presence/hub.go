package presence

import (
	"cmp"
	"context"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
)

// The bounds of a Hub, and how long what is said holds.
const (
	TypingTime = 5 * time.Second
	Silence    = 75 * time.Second // of a window, after which it is gone

	maxListeners = 4000 // of the process
	maxWindows   = 12   // of one person
	maxPeople    = 50   // that an update names
	maxField     = 256  // bytes of a pointer
	blockDigits  = 16   // of a block

	turnTime     = time.Second      // between two looks at what others have written
	announceTime = 10 * time.Second // between two announcements of what other processes know already
	remoteTime   = 25 * time.Second // after which a silent process is forgotten
)

// Place is an entry.
type Place struct{ Collection, Entry string }

// Spot is a field of an entry, or a block of the text in it.
type Spot struct {
	Field string // the JSON pointer of a field; "" for none
	Block string // of the text in it, in digits that hold no word of it; "" for none (decision 380)
}

// Person is somebody at a place.
type Person struct {
	ID      string
	Field   string // where they are, as in a Spot
	Block   string
	Typing  bool
	Unsaved Spot // where they changed what somebody else has changed, too, and nobody saved (decision 381)
}

// Change is what became of an entry. By is the id of who did it, "" where that is not
// known.
type Change struct {
	Kind    Kind
	Version int64
	Status  string
	By      string
}

// Kind is what kind of change one is.
type Kind string

// The kinds of changes. Pending is a change of the draft that waits beside a published
// entry.
const (
	Saved   Kind = "saved"
	Pending Kind = "pending"
	Deleted Kind = "deleted"
)

// Entries is where the entries are. Its context belongs to no request.
type Entries interface {
	// Generation is a number that rises with each write to the collection, wherever
	// it is written; not known where that cannot be told.
	Generation(collection string) (number uint64, known bool)

	// State is the entry as it is, with the Kind Saved, or Deleted where there is none.
	State(ctx context.Context, at Place) (Change, error)
}

// Options say what a Hub works with. Entries is needed.
type Options struct {
	Entries Entries
	Relay   Relay // nil where a process hears no other
	Log     *slog.Logger
	Now     func() time.Time
}

// Hub is the presence of one process. It is safe for concurrent use.
type Hub struct {
	opts    Options
	process string // its name among the others

	mu      sync.Mutex
	places  map[Place]*place
	windows map[window]*Listener
	persons map[string]int // how many windows each has
	rates   map[string]*bucket
	closed  bool

	stir    chan struct{} // holds one when there is somebody to look after
	closing chan struct{}
	over    sync.WaitGroup
}

// window names a listener: a window is one of a person's.
type window struct{ person, name string }

// place is what is known of an entry while somebody has it open.
type place struct {
	at        Place
	listeners map[*Listener]struct{}
	remote    map[string]*remote // by process
	state     Change             // as it was seen last
	seen      bool               // there is a state
	stale     bool               // the collection was written since
}

// New makes a Hub, which rests while nobody listens. Close ends it.
func New(o Options) *Hub {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	h := &Hub{
		opts: o, process: newName(), places: map[Place]*place{}, windows: map[window]*Listener{},
		persons: map[string]int{}, rates: map[string]*bucket{}, stir: make(chan struct{}, 1), closing: make(chan struct{}),
	}
	if o.Relay != nil {
		o.Relay.Hear(h.hear)
	}
	h.over.Go(h.run)
	return h
}

// Close ends every listener, and waits for what runs.
func (h *Hub) Close() {
	h.mu.Lock()
	if !h.closed {
		h.closed = true
		close(h.closing)
		for _, l := range h.windows {
			l.end()
		}
	}
	h.mu.Unlock()
	h.over.Wait()
}

// Join opens a window of a person at a place. Where it was open already, the listener
// that it had is over: a connection that was lost is not always noticed. The errors are
// RATE_LIMITED for a person with too many windows, and RESOURCE_UNAVAILABLE where there
// are too many listeners, or the Hub is closed.
func (h *Hub) Join(at Place, person, name string) (*Listener, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	who := window{person, name}
	if before := h.windows[who]; before != nil {
		h.drop(before)
	}
	switch {
	case h.closed || len(h.windows) >= maxListeners:
		return nil, diag.At(diag.ResourceUnavailable, "input#", "Too many people listen at the moment.")
	case h.persons[person] >= maxWindows:
		return nil, diag.At(diag.RateLimited, "input#", "This person has too many windows open.")
	}
	now := h.opts.Now()
	l := &Listener{hub: h, window: who, since: now, heard: now, wake: make(chan struct{}, 1), over: make(chan struct{})}
	l.place = h.placeOf(at)
	first := len(l.place.listeners) == 0
	l.place.listeners[l], h.windows[who] = struct{}{}, l
	h.persons[person]++
	l.place.stale = true // what it is now is told first
	if l.place.seen {
		now := l.place.state
		l.change = &now
	}
	h.changed(l.place, first)
	h.wakeUp()
	return l, nil
}

// placeOf is called with the lock.
func (h *Hub) placeOf(at Place) *place {
	p := h.places[at]
	if p == nil {
		p = &place{at: at, listeners: map[*Listener]struct{}{}, remote: map[string]*remote{}}
		h.places[at] = p
	}
	return p
}

// drop takes a listener out, with the lock.
func (h *Hub) drop(l *Listener) {
	if h.windows[l.window] != l {
		return
	}
	delete(h.windows, l.window)
	delete(l.place.listeners, l)
	if h.persons[l.person]--; h.persons[l.person] == 0 {
		delete(h.persons, l.person)
	}
	l.end()
	h.changed(l.place, false)
	h.forget(l.place)
}

// forget lets go of a place where nobody listens, with the lock. Whoever comes asks other
// processes anew.
func (h *Hub) forget(p *place) {
	if len(p.listeners) == 0 && h.places[p.at] == p {
		delete(h.places, p.at)
	}
}

// changed has everybody at a place look again, here and elsewhere, with the lock.
// ask has other processes say who is there.
func (h *Hub) changed(p *place, ask bool) {
	p.wake()
	h.announce(p, ask)
}

func (p *place) wake() {
	for l := range p.listeners {
		l.rouse()
	}
}

// Saying is what a person says of a window.
type Saying struct {
	Field   string
	Block   string
	Typing  bool
	Unsaved Spot
}

// Say hears that a window is alive and where in its entry it is. here is false where nobody
// has such a window open: it should be opened anew. The errors are
// INPUT_VALIDATION_FAILED for what is no pointer or no block, and RATE_LIMITED, with the
// wait, for who says too much.
func (h *Hub) Say(person, name string, s Saying) (here bool, wait time.Duration, err error) {
	if err := cmp.Or(Spot{s.Field, s.Block}.check("input#"), s.Unsaved.check("input#/unsaved")); err != nil {
		return false, 0, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	now := h.opts.Now()
	if wait := h.rateOf(person).take(now); wait > 0 {
		return false, wait, diag.At(diag.RateLimited, "input#", "Too many words of presence; try again later.")
	}
	l := h.windows[window{person, name}]
	if l == nil {
		return h.pass(person, name, s), 0, nil
	}
	l.say(s, now)
	return true, 0, nil
}

// Changed tells whoever has the entry open what became of it, in every process.
func (h *Hub) Changed(at Place, c Change) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if p := h.places[at]; p != nil {
		p.change(c)
	}
	h.tell(message{Place: &at, Change: &c})
}

// Commented tells whoever has the entry open that its comments are others now.
func (h *Hub) Commented(at Place) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if p := h.places[at]; p != nil {
		p.comment()
	}
	h.tell(message{Place: &at, Commented: true})
}

// Timed tells whoever has the entry open that what is set for it at a time is other now.
func (h *Hub) Timed(at Place) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if p := h.places[at]; p != nil {
		p.timed()
	}
	h.tell(message{Place: &at, Timed: true})
}

// Recheck has the listeners of a person, or with "" of everybody, ask again whether they
// may listen.
func (h *Hub) Recheck(person string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, l := range h.windows {
		if person == "" || l.person == person {
			l.recheck = true
			l.rouse()
		}
	}
}

// change keeps the newer of two states: a look that was under way may be older than
// what was told meanwhile.
func (p *place) change(c Change) {
	if c.Kind == Saved && p.seen && p.state.Kind == Saved && c.Version < p.state.Version {
		return
	}
	if c.Kind != Pending {
		p.state, p.seen = c, true
	}
	for l := range p.listeners {
		l.change = &c
		l.rouse()
	}
}

func (p *place) comment() {
	for l := range p.listeners {
		l.commented = true
		l.rouse()
	}
}

func (p *place) timed() {
	for l := range p.listeners {
		l.timed = true
		l.rouse()
	}
}

// check takes nothing that could hold a word of a text.
func (s Spot) check(at string) error {
	switch {
	case len(s.Field) > maxField || s.Field != "" && s.Field[0] != '/':
		return diag.At(diag.InputValidationFailed, at+"/field", "This is not a JSON pointer of a field.")
	case s.Block != "" && (s.Field == "" || len(s.Block) != blockDigits || strings.Trim(s.Block, "0123456789abcdef") != ""):
		return diag.At(diag.InputValidationFailed, at+"/block", "This is not a block of a text: 16 hexadecimal digits, in a field.")
	}
	return nil
}

// Count is how many windows are open in this process.
func (h *Hub) Count() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.windows)
}

func order(a, b *presence) int {
	return cmp.Or(a.since.Compare(b.since), cmp.Compare(a.ID, b.ID))
}
