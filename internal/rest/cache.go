package rest

import (
	"container/list"
	"context"
	"sync"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/inflight"
)

const (
	cacheBytes     = 16 << 20
	maxShare       = 16  // an answer larger than 1/16 of the cache is not kept
	answerOverhead = 512 // bytes that an answer takes beside its key and body, about

	maxSpellings     = 4   // that are remembered of one key
	maxSpelling      = 512 // bytes of one that is remembered
	spellingOverhead = 96  // bytes that one takes beside its text, about
)

// cache keeps whole answers in memory, the least recently used out first, and
// has each missing one read once, however many wait for it. It is safe for
// concurrent use.
//
// An answer is as good as its generation, which was taken before it was read:
// whoever comes with a later one does not get it, neither when it is kept nor
// while it is still being read (decision 35).
type cache struct {
	most int // bytes
	now  func() time.Time

	mu      sync.Mutex
	used    int                      // bytes
	entries map[string]*list.Element // by key and by spelling
	recent  list.List                // of *cachedAnswer, the one used last in front
	pending map[string]*pendingRead
}

// cachedAnswer is an answer in the cache.
type cachedAnswer struct {
	key        string
	spellings  []string
	answer     httpx.Tagged
	generation uint64
	expires    time.Time
}

func (k *cachedAnswer) bytes() int {
	size := len(k.key) + k.answer.Size() + answerOverhead
	for _, spelling := range k.spellings {
		size += len(spelling) + spellingOverhead
	}
	return size
}

// pendingRead is an answer that is being read. The fields below done are set before
// it is closed.
type pendingRead struct {
	generation uint64
	expires    time.Time
	done       chan struct{}

	answer    httpx.Tagged
	err       error
	abandoned bool // its reader left or panicked: there is no outcome
}

var closedChannel = func() chan struct{} {
	done := make(chan struct{})
	close(done)
	return done
}()

func newCache(most int, now func() time.Time) *cache {
	return &cache{most: most, now: now, entries: map[string]*list.Element{}, pending: map[string]*pendingRead{}}
}

// find gives the answer that is kept under key, or was found by this spelling
// of it, and is of this generation or a later one.
func (c *cache) find(ctx context.Context, key []byte, generation uint64) (httpx.Tagged, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.current(ctx, c.entries[string(key)], generation)
}

// findSpelled is find of a key that remembers how it was spelled: the next
// request in the same words is answered without reading them. A spelling must
// differ from all keys.
func (c *cache) findSpelled(ctx context.Context, spelling, key []byte, generation uint64) (httpx.Tagged, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	element := c.entries[string(key)]
	answer, ok := c.current(ctx, element, generation)
	if ok {
		c.remember(spelling, element)
	}
	return answer, ok
}

func (c *cache) remember(spelling []byte, element *list.Element) {
	k := element.Value.(*cachedAnswer)
	if len(k.spellings) == maxSpellings || len(spelling) > maxSpelling || c.entries[string(spelling)] != nil {
		return
	}
	k.spellings = append(k.spellings, string(spelling))
	c.entries[string(spelling)] = element
	c.used += len(spelling) + spellingOverhead
	c.shrink()
}

// current is the answer of an element, which the request of ctx has a share in.
func (c *cache) current(ctx context.Context, element *list.Element, generation uint64) (httpx.Tagged, bool) {
	if element == nil {
		return httpx.Tagged{}, false
	}
	k := element.Value.(*cachedAnswer)
	if k.generation < generation || !c.now().Before(k.expires) {
		c.drop(element)
		return httpx.Tagged{}, false
	}
	c.recent.MoveToFront(element)
	share(ctx, k.answer)
	return k.answer, true
}

// fill reads what find did not give, or waits for whoever is reading it, and
// keeps it for the lifetime from now. A failure is not kept, but whoever waits
// has its share in it. Whoever's ctx ends leaves: from a wait with
// RESOURCE_UNAVAILABLE, and from its own read so that another one reads
// (decision 38).
func (c *cache) fill(ctx context.Context, key string, generation uint64, lifetime time.Duration, read func() (httpx.Tagged, error)) (httpx.Tagged, error) {
	for {
		f, leads := c.join(ctx, key, generation, lifetime)
		if leads {
			return c.runRead(ctx, key, f, read)
		}
		select {
		case <-f.done:
			if !f.abandoned {
				share(ctx, f.answer)
				return f.answer, f.err
			}
		case <-ctx.Done():
			d := diag.At(diag.ResourceUnavailable, "", "The request ended before there was an answer.")
			return httpx.Tagged{}, d.WithCause(ctx.Err())
		}
	}
}

// join finds the pending read to wait for, which may have finished since find, or
// makes one that the caller must run.
func (c *cache) join(ctx context.Context, key string, generation uint64, lifetime time.Duration) (f *pendingRead, leads bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if f = c.pending[key]; f != nil && f.generation >= generation {
		return f, false
	}
	if answer, ok := c.current(ctx, c.entries[key], generation); ok {
		return &pendingRead{answer: answer, done: closedChannel}, false
	}
	f = &pendingRead{generation: generation, expires: c.now().Add(lifetime), done: make(chan struct{}), abandoned: true}
	c.pending[key] = f
	return f, true
}

func (c *cache) runRead(ctx context.Context, key string, f *pendingRead, read func() (httpx.Tagged, error)) (httpx.Tagged, error) {
	defer c.finish(key, f) // after a panic too
	f.answer, f.err = read()
	f.abandoned = f.err != nil && ctx.Err() != nil
	f.answer = f.answer.Shared()
	share(ctx, f.answer)
	return f.answer, f.err
}

// share counts the answer as memory of the request too, once for all that have it.
func share(ctx context.Context, answer httpx.Tagged) {
	if answer.Memory != nil {
		inflight.ReservationOf(ctx).Share(answer.Memory)
	}
}

func (c *cache) finish(key string, f *pendingRead) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pending[key] == f {
		delete(c.pending, key)
	}
	if !f.abandoned && f.err == nil {
		c.store(&cachedAnswer{key: key, answer: f.answer, generation: f.generation, expires: f.expires})
	}
	close(f.done)
}

// store puts an answer in, unless it is too large or there is a newer one.
func (c *cache) store(k *cachedAnswer) {
	if k.bytes() > c.most/maxShare {
		return
	}
	if element := c.entries[k.key]; element != nil {
		if element.Value.(*cachedAnswer).generation > k.generation {
			return
		}
		c.drop(element)
	}
	c.entries[k.key] = c.recent.PushFront(k)
	c.used += k.bytes()
	c.shrink()
}

func (c *cache) shrink() {
	for c.used > c.most {
		c.drop(c.recent.Back())
	}
}

// empty drops all answers.
func (c *cache) empty() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.recent.Len() > 0 {
		c.drop(c.recent.Back())
	}
}

func (c *cache) drop(element *list.Element) {
	k := c.recent.Remove(element).(*cachedAnswer)
	delete(c.entries, k.key)
	for _, spelling := range k.spellings {
		delete(c.entries, spelling)
	}
	c.used -= k.bytes()
}
