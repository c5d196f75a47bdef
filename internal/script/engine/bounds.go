package engine

import (
	"sync/atomic"
	"time"
)

// What one realm may use.
const (
	maxMemory   = 64 << 20  // bytes of a realm
	keptMemory  = 24 << 20  // bytes beyond those of its modules with which a realm serves another call
	keptGarbage = 4 << 20   // such bytes after which circles that nobody reaches are looked for
	maxTotal    = 512 << 20 // bytes of all realms of the process; a realm above its share is ended
	share       = 8 << 20

	// MaxPayload bounds what a handler gives at once, in bytes: its value as JSON,
	// or what it hands to one operation, as JSON and as bytes.
	MaxPayload = 16 << 20

	// What the operations of one turn may be, those that nobody waits for included.
	maxOperations     = 10_000
	maxOperationBytes = 32 << 20

	// What a failure may say: bytes of each text, and how many causes.
	maxWords  = 64 << 10
	maxCauses = 10

	// maxRejections is how many promises that nobody awaits one turn remembers. They
	// end the call, so that more of them change nothing.
	maxRejections = 100

	// jobsPerPoll is how many jobs of promises run between two looks at the bounds:
	// those that do more than a few steps are asked by the engine.
	jobsPerPoll = 100

	// maxPolls is the steps of one turn, maxPace jumps and calls each. It is 2 to 10
	// seconds of a loop.
	maxPolls = 20_000

	// The engine asks after so many steps whether it must end. A turn begins with few,
	// since one step may take a millisecond: an error in the depth of a recursion.
	// Whatever their number, they count as half of the most at least.
	firstPace = 50
	maxPace   = 10_000
	slowPoll  = 2 * time.Millisecond

	// freeTime is how long a turn runs without a slot of the processor.
	freeTime = 10 * time.Millisecond
)

// Bound is what ended a turn.
type Bound string

// The bounds.
const (
	Steps   Bound = "steps"   // a turn that does not yield
	Memory  Bound = "memory"  // of all realms together
	Stopped Bound = "stopped" // from outside: the call is over
	NoSlot  Bound = "slot"    // the processor is busy with other work
)

func (b Bound) message() string {
	switch b {
	case Steps:
		return "The handler ran for too long without waiting for anything."
	case Memory:
		return "The handlers of the site use too much memory together."
	case NoSlot:
		return "Too much work for the processor is in progress."
	case Stopped:
	}
	return "The handler did not end in time."
}

// bounds watch over the turns of one realm.
type bounds struct {
	slot     func() error // as in Host
	maxPolls int
	stop     atomic.Bool
	lasting  int // memory after the modules were evaluated
	counted  int // of inUse

	running bool
	began   time.Time
	asked   time.Time // last
	pace    int       // steps until the engine asks again
	steps   int
	granted bool
	ended   Bound
	place   string // the stack when it ended
}

// begin begins a turn.
func (b *bounds) begin() {
	now := time.Now()
	b.running, b.began, b.asked, b.pace, b.steps, b.granted, b.ended = true, now, now, firstPace, 0, b.slot == nil, ""
}

// next is after how many steps the engine asks again: more of them as long as those
// before took no time.
func (b *bounds) next(took time.Duration) int {
	switch {
	case b.ended != "":
		b.pace = 1
	case took > slowPoll:
		b.pace = max(1, int(int64(b.pace)*int64(slowPoll/2)/int64(took)))
	case took < slowPoll/2:
		b.pace = min(2*b.pace, maxPace)
	}
	return b.pace
}

func (b *bounds) over() { b.running = false }

// reason is the bound that ended the turn, "" for none.
func (b *bounds) reason() Bound { return b.ended }

// full reports whether all realms have too much, and this one more than its share.
func (b *bounds) full() bool { return inUse.Load() > maxTotal && b.counted > share }

// settle looks at the memory when the turn has ended: one built-in may have taken all
// of it without being asked.
func (b *bounds) settle(used int) {
	b.count(used)
	if b.ended == "" && b.full() {
		b.ended = Memory
	}
}

// grown reports whether a realm holds so much that it is better made anew.
func (r *Realm) grown() bool {
	if r.engine.used()-r.bounds.lasting > keptGarbage {
		r.engine.collect()
	}
	return r.engine.used()-r.bounds.lasting > keptMemory
}

// count keeps the sum of all realms: what the engine has allocated, and what waits
// to leave the turn.
func (b *bounds) count(used int) {
	inUse.Add(int64(used - b.counted))
	b.counted = used
}

// poll is asked now and then. It reports whether what runs must end.
func (r *Realm) poll() bool {
	b := &r.bounds
	if !b.running {
		return false
	}
	if b.ended == "" {
		now := time.Now()
		took := now.Sub(b.asked)
		b.asked = now
		b.steps += max(b.pace, maxPace/2)
		if b.ended = r.exceeded(); b.ended != "" {
			b.place = r.stack()
		}
		r.engine.askAfter(b.next(took))
	}
	return b.ended != ""
}

// stack is that of what runs. Nothing is asked meanwhile.
func (r *Realm) stack() string {
	r.bounds.running = false
	defer func() { r.bounds.running = true }()
	v, err := r.engine.call(r.where)
	if err != nil {
		return "" // there is no memory for it
	}
	defer r.engine.free(v)
	text, _ := r.engine.goValue(v)
	stack, _ := text.(string)
	return stack
}

func (r *Realm) exceeded() Bound {
	b := &r.bounds
	b.count(r.engine.used() + r.started)
	switch {
	case b.stop.Load():
		return Stopped
	case b.steps > b.maxPolls*maxPace:
		return Steps
	case b.full():
		return Memory
	case !b.granted && time.Since(b.began) > freeTime:
		b.granted = true
		if b.slot() != nil {
			return NoSlot
		}
		b.asked = time.Now()
	}
	return ""
}
