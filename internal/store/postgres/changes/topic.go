package changes

import "sync/atomic"

// Topic is something that processes write and keep answers of. It is safe for
// concurrent use.
type Topic struct {
	name        string
	feed        *Feed
	own, others atomic.Uint64
}

// Name is what processes call the topic by.
func (t *Topic) Name() string { return t.name }

// Generation is a number that never falls and that each write to the topic raises: one
// of this process before Written returns, one of another process at most a second after
// its commit. It is not known while the others cannot be heard.
func (t *Topic) Generation() (number uint64, known bool) {
	known = t.feed.isCurrent()
	return t.own.Load() + t.others.Load(), known
}

// Others is the part of Generation that other processes have raised.
func (t *Topic) Others() (number uint64, known bool) {
	known = t.feed.isCurrent()
	return t.others.Load(), known
}

// Topic gives the topic of a name, the same each time.
func (f *Feed) Topic(name string) *Topic {
	f.mu.Lock()
	defer f.mu.Unlock()
	t := f.topics[name]
	if t == nil {
		t = &Topic{name: name, feed: f}
		f.topics[name] = t
	}
	return t
}

// raise raises the topics of these names that this process has. Other manifests may
// have others.
func (f *Feed) raise(names []string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, name := range names {
		if t := f.topics[name]; t != nil {
			t.others.Add(1)
		}
	}
}

func (f *Feed) raiseAll() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, t := range f.topics {
		t.others.Add(1)
	}
}
