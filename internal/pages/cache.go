package pages

import (
	"container/list"
	"context"
	"sync"

	"github.com/quartet-dev/quartet/internal/inflight"
)

const (
	cacheBytes     = 32 << 20
	maxShare       = 16   // an answer larger than 1/16 of the cache is not kept
	answerOverhead = 1024 // bytes that an answer takes beside its key and body, about
)

// cache keeps whole answers in memory, the least recently used out first, and has
// each missing one made once, however many wait for it. An answer is good as long
// as what it was made from is the same, which is looked at for every request that
// gets it: no request that begins after a write was answered sees an older page.
// It is safe for concurrent use.
type cache struct {
	most int // bytes

	mu      sync.Mutex
	used    int
	entries map[string]*list.Element
	recent  list.List // of *kept, the one used last in front
	pending map[string]*making
}

type kept struct {
	key    string
	answer *answer
}

func (k *kept) bytes() int { return len(k.key) + k.answer.Size() + answerOverhead }

// making is an answer that is being made. It is set before done is closed, and
// stays nil where there is none that others can have.
type making struct {
	done   chan struct{}
	answer *answer
}

func newCache(most int) *cache {
	return &cache{most: most, entries: map[string]*list.Element{}, pending: map[string]*making{}}
}

// at gives the answer that is kept for a path without a query, nil for none.
func (c *cache) at(ctx context.Context, path string, site *snapshot) *answer {
	c.mu.Lock()
	element := c.entries[path]
	if element == nil {
		c.mu.Unlock()
		return nil
	}
	c.recent.MoveToFront(element)
	found := element.Value.(*kept).answer
	c.mu.Unlock()
	if !found.made.current(site) {
		return nil
	}
	share(ctx, found)
	return found
}

// makeAnswer makes the answer of a visit.
type makeAnswer func(context.Context, *visit) (*answer, error)

// get gives the answer that is kept for a visit, or has it made. Of those who ask at
// the same time one makes it. The others make it anew where that fails, which may
// be its caller's own fault, or where it is not good any more.
func (c *cache) get(ctx context.Context, key string, v *visit, make makeAnswer) (*answer, error) {
	found, wait, lead := c.join(key, v)
	switch {
	case found != nil:
		share(ctx, found)
		return found, nil
	case lead != nil:
		return c.lead(ctx, key, v, lead, make)
	}
	select {
	case <-wait.done:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if wait.answer != nil && wait.answer.made.current(v.site) {
		share(ctx, wait.answer)
		return wait.answer, nil
	}
	return make(ctx, v)
}

// join finds a good answer, or one that is being made, or else leaves it to the
// caller to make it.
func (c *cache) join(key string, v *visit) (found *answer, wait, lead *making) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if element := c.entries[key]; element != nil {
		if k := element.Value.(*kept); k.answer.made.current(v.site) {
			c.recent.MoveToFront(element)
			return k.answer, nil, nil
		}
		c.drop(element)
	}
	if wait = c.pending[key]; wait != nil {
		return nil, wait, nil
	}
	lead = &making{done: make(chan struct{})}
	c.pending[key] = lead
	return nil, nil, lead
}

func (c *cache) lead(ctx context.Context, key string, v *visit, m *making, make makeAnswer) (*answer, error) {
	defer c.finish(key, m) // after a panic too
	made, err := make(ctx, v)
	if err != nil || v.unkept {
		return made, err
	}
	made.Tagged = made.Shared()
	share(ctx, made)
	m.answer = made
	return made, nil
}

// finish lets those go on who wait.
func (c *cache) finish(key string, m *making) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.pending, key)
	if m.answer != nil {
		c.store(&kept{key, m.answer})
	}
	close(m.done)
}

func (c *cache) store(k *kept) {
	if k.bytes() > c.most/maxShare {
		return
	}
	c.entries[k.key] = c.recent.PushFront(k)
	c.used += k.bytes()
	for c.used > c.most {
		c.drop(c.recent.Back())
	}
}

func (c *cache) empty() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.recent.Len() > 0 {
		c.drop(c.recent.Back())
	}
}

func (c *cache) drop(element *list.Element) {
	k := c.recent.Remove(element).(*kept)
	delete(c.entries, k.key)
	c.used -= k.bytes()
}

// share counts the answer as memory of the request too, once for all that have it.
func share(ctx context.Context, a *answer) {
	if a.Memory != nil {
		inflight.ReservationOf(ctx).Share(a.Memory)
	}
}

// keyOf tells answers apart. The key of an answer to a plain path is that path.
func keyOf(t target, q asked) string {
	switch {
	case q.cursor != "":
		return paged(t.path(), q.cursor)
	case q.part != "":
		return t.path() + "?part=" + q.part
	}
	return t.path()
}
