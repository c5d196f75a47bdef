package inflight

import (
	"bytes"
	"container/list"
	"sync"
	"time"
)

// SmallBody is the length, in bytes, up to which a request body is not counted.
const SmallBody = 16 << 10

const (
	maxArrived = 32 << 20
	maxDecoded = 48 << 20
	// slotTimeout is how long a body waits to be decoded.
	slotTimeout = 30 * time.Second
	// slowAfter is how long a body may be arriving before it counts as slow.
	slowAfter = time.Second
)

var (
	// Arrived is the text of bodies: of those that are arriving and of those that
	// wait to be decoded.
	Arrived = NewBudget(maxArrived, 0)
	// Decoded is what bodies that are in use were decoded to. A body takes part
	// only when all of it is here, so that slow callers keep nobody waiting.
	Decoded = NewBudget(maxDecoded, slotTimeout)
)

// Weight is what a JSON text takes once it is decoded, about and rather more: an
// object takes forty times the length of {"a":0}.
func Weight(text []byte) int64 {
	const aText, anObject, aValue, aMember = 2, 352, 48, 16
	n := aText*len(text) + anObject*bytes.Count(text, []byte{'{'}) + aMember*bytes.Count(text, []byte{':'}) +
		aValue*(bytes.Count(text, []byte{','})+bytes.Count(text, []byte{'['}))
	return min(int64(n), maxDecoded)
}

// Body is the text of one request body that is not small; nil of one that is. It
// is used by one goroutine at a time.
type Body struct {
	stop    func() // ends the arrival; may be called by another goroutine
	bytes   int64
	began   time.Time
	element *list.Element // while it is arriving
	stopped bool
}

// arriving are the bodies that are arriving and counted, the one that began
// first in front.
var arriving struct {
	sync.Mutex
	line list.List // of *Body
}

// Arrive begins a body. stop must break off the read that waits for it.
func Arrive(stop func()) *Body {
	b := &Body{stop: stop, began: time.Now()}
	arriving.Lock()
	defer arriving.Unlock()
	b.element = arriving.line.PushBack(b)
	return b
}

// Grow counts a buffer of n bytes, which the text has grown to, and reports whether
// there is room for it. Whoever has been sending longest makes room, unless that
// is too short a time to call them slow.
func (b *Body) Grow(n int) bool {
	arriving.Lock()
	defer arriving.Unlock()
	more := int64(n) - b.bytes
	for !b.stopped && !Arrived.TryAcquire(more) {
		if !stopSlowest(b) {
			Arrived.refuse()
			return false
		}
	}
	if b.stopped {
		return false
	}
	b.bytes += more
	return true
}

// stopSlowest breaks off the body that has been arriving longest, unless that is b
// or quick; and takes its bytes, which it lets go of at once.
func stopSlowest(b *Body) bool {
	first := arriving.line.Front()
	slowest := first.Value.(*Body)
	if slowest == b || time.Since(slowest.began) < slowAfter {
		return false
	}
	arriving.line.Remove(first)
	slowest.element, slowest.stopped = nil, true
	Arrived.Release(slowest.bytes)
	slowest.bytes = 0
	Arrived.refuse()
	slowest.stop()
	return true
}

// Complete notes that all of the body is here, and reports whether it may be used:
// from now on it is not broken off any more.
func (b *Body) Complete() bool {
	if b == nil {
		return true
	}
	arriving.Lock()
	defer arriving.Unlock()
	b.leave()
	return !b.stopped
}

func (b *Body) leave() {
	if b.element != nil {
		arriving.line.Remove(b.element)
		b.element = nil
	}
}

// End gives the text back.
func (b *Body) End() {
	if b == nil {
		return
	}
	arriving.Lock()
	defer arriving.Unlock()
	b.leave()
	Arrived.Release(b.bytes)
	b.bytes = 0
}
