package presence

import "time"

// A person may say so much at once, and so much a second from then on, in one process.
const (
	burst     = 30
	perSecond = 6
)

// bucket holds what a person may still say.
type bucket struct {
	left float64
	at   time.Time
}

// rateOf is called with the lock.
func (h *Hub) rateOf(person string) *bucket {
	b := h.rates[person]
	if b == nil {
		b = &bucket{left: burst, at: h.opts.Now()}
		h.rates[person] = b
	}
	return b
}

// take takes one, or tells how long until there is one.
func (b *bucket) take(now time.Time) (wait time.Duration) {
	b.fill(now)
	if b.left < 1 {
		return time.Duration((1 - b.left) / perSecond * float64(time.Second))
	}
	b.left--
	return 0
}

func (b *bucket) fill(now time.Time) {
	b.left = min(burst, b.left+now.Sub(b.at).Seconds()*perSecond)
	b.at = now
}

func (b *bucket) isFull(now time.Time) bool {
	b.fill(now)
	return b.left >= burst
}
