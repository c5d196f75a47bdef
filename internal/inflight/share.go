package inflight

import "sync"

// Share is a result that several requests keep: it is counted once, for as long as
// any of them has it. A cache that has it too bounds what it keeps by itself. It
// is safe for concurrent use.
type Share struct {
	bytes int64

	mu    sync.Mutex
	users int
}

// NewShare makes a Share of n bytes that nobody uses yet; nil for a small one,
// which is not counted.
func NewShare(n int) *Share {
	if n <= Small {
		return nil
	}
	return &Share{bytes: int64(n)}
}

// use counts one more user, in place of bytes that were counted for it.
func (s *Share) use(others int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := -others
	if s.users++; s.users == 1 {
		n += s.bytes
	}
	Answers.change(n)
}

// release counts one user less.
func (s *Share) release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.users--; s.users == 0 {
		Answers.Release(s.bytes)
	}
}

// Share makes the request a user of what others use too, in place of what it has
// counted for itself.
func (h *Reservation) Share(s *Share) {
	if s == nil || h == nil {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.ended || h.share != nil {
		return
	}
	s.use(h.kept)
	h.share, h.kept = s, 0
}
