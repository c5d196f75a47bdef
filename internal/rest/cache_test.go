package rest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
)

// put fills the cache under key with a body of so many bytes.
func (c *cache) put(t *testing.T, key string, size int) {
	t.Helper()
	body := httpx.Tag([]byte(strings.Repeat("x", size)))
	if _, err := c.fill(t.Context(), key, 1, time.Hour, func() (httpx.Tagged, error) { return body, nil }); err != nil {
		t.Fatal(err)
	}
}

func (c *cache) has(key string, generation uint64) bool {
	_, ok := c.find(context.Background(), []byte(key), generation)
	return ok
}

func TestTheCacheIsBoundedInBytes(t *testing.T) {
	const most = 64 << 10
	c := newCache(most, time.Now)
	for i := range 1000 {
		c.put(t, strings.Repeat("k", i+1), i*4)
		if c.used > most || len(c.entries) != c.recent.Len() {
			t.Fatalf("%d bytes used of %d, %d keys of %d answers", c.used, most, len(c.entries), c.recent.Len())
		}
	}
	if len(c.entries) < 8 {
		t.Errorf("only %d answers are kept", len(c.entries))
	}
	for c.recent.Len() > 0 {
		c.drop(c.recent.Back())
	}
	if c.used != 0 {
		t.Errorf("an empty cache uses %d bytes", c.used)
	}
}

// TestSpellingsOfAKeyAreRemembered, a bounded number of bounded length, and are
// gone with its answer.
func TestSpellingsOfAKeyAreRemembered(t *testing.T) {
	c := newCache(cacheBytes, time.Now)
	c.put(t, "key", 10)
	alone := c.used
	for i := range maxSpellings + 2 {
		spelling := fmt.Sprint("View?", i)
		for range 2 {
			if _, ok := c.findSpelled(t.Context(), []byte(spelling), []byte("key"), 1); !ok {
				t.Fatal("the key is gone")
			}
		}
		if got, want := c.has(spelling, 1), i < maxSpellings; got != want {
			t.Errorf("spelling %d is remembered: %v, want %v", i, got, want)
		}
	}
	if want := alone + maxSpellings*(len("View?0")+spellingOverhead); c.used != want {
		t.Errorf("%d bytes used, want %d", c.used, want)
	}
	if c.has("View?0", 2) || c.has("key", 1) || len(c.entries) != 0 || c.used != 0 {
		t.Errorf("after a write %d keys are left, and %d bytes", len(c.entries), c.used)
	}

	c.put(t, "key", 10)
	long := []byte("View?" + strings.Repeat("x", maxSpelling))
	if _, ok := c.findSpelled(t.Context(), long, []byte("key"), 1); !ok || c.has(string(long), 1) {
		t.Error("a long spelling is remembered")
	}
	if _, ok := c.findSpelled(t.Context(), []byte("View?none"), []byte("none"), 1); ok || c.has("View?none", 1) {
		t.Error("a spelling of nothing is remembered")
	}
}

func TestTheLeastRecentlyUsedGoesFirst(t *testing.T) {
	const each = 1000
	c := newCache(16*(each+answerOverhead+1), time.Now)
	for key := 'a'; key < 'a'+16; key++ {
		c.put(t, string(key), each)
	}
	if !c.has("a", 1) {
		t.Fatal("the first of 16 is out already")
	}
	c.put(t, "z", each)
	if !c.has("a", 1) || c.has("b", 1) || !c.has("c", 1) || !c.has("z", 1) {
		t.Error("another one went than the one that was not used for longest")
	}
}

func TestAnAnswerOfMoreThanItsShareIsNotKept(t *testing.T) {
	c := newCache(64<<10, time.Now)
	c.put(t, "small", 2<<10)
	c.put(t, "large", 4<<10)
	if !c.has("small", 1) || c.has("large", 1) {
		t.Error("want the small one alone")
	}
}

func TestAnAnswerIsKeptForItsLifetime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCache(cacheBytes, time.Now)
		c.put(t, "a", 10)
		time.Sleep(time.Hour - time.Nanosecond)
		if !c.has("a", 1) {
			t.Error("gone before its time")
		}
		time.Sleep(time.Nanosecond)
		if c.has("a", 1) || c.used != 0 {
			t.Error("kept beyond its time")
		}
	})
}

func TestALaterGenerationDoesNotGetAnOlderAnswer(t *testing.T) {
	c := newCache(cacheBytes, time.Now)
	c.put(t, "a", 10)
	if !c.has("a", 0) || !c.has("a", 1) || c.has("a", 2) || c.has("a", 1) {
		t.Error("want it for 0 and 1, and not after 2 has asked")
	}
}

// outcome of a fill.
type outcome struct {
	body int
	err  error
}

// waiting is a cache in a bubble whose reads stand until they are released.
type waiting struct {
	*cache
	reads   int
	release chan outcome
}

func await(t *testing.T, test func(t *testing.T, w *waiting)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		test(t, &waiting{cache: newCache(cacheBytes, time.Now), release: make(chan outcome)})
	})
}

// ask starts a fill of one key and waits until it stands still.
func (w *waiting) ask(ctx context.Context, generation uint64) <-chan outcome {
	out := make(chan outcome, 1)
	go func() {
		answer, err := w.fill(ctx, "key", generation, time.Hour, func() (httpx.Tagged, error) { return w.read(ctx) })
		out <- outcome{answer.Size(), err}
	}()
	synctest.Wait()
	return out
}

func (w *waiting) read(ctx context.Context) (httpx.Tagged, error) {
	w.reads++
	select {
	case o := <-w.release:
		return httpx.Tag(make([]byte, o.body)), o.err
	case <-ctx.Done():
		return httpx.Tagged{}, ctx.Err()
	}
}

func TestAMissIsReadOnceHoweverManyWait(t *testing.T) {
	await(t, func(t *testing.T, w *waiting) {
		var out []<-chan outcome
		for range 100 {
			out = append(out, w.ask(t.Context(), 1))
		}
		w.release <- outcome{body: 7}
		for _, each := range out {
			if o := <-each; o.body != 7 || o.err != nil {
				t.Fatal(o)
			}
		}
		if w.reads != 1 || !w.has("key", 1) || len(w.pending) != 0 {
			t.Errorf("%d reads", w.reads)
		}
	})
}

func TestAFailureIsSharedAndNotKept(t *testing.T) {
	await(t, func(t *testing.T, w *waiting) {
		first, second := w.ask(t.Context(), 1), w.ask(t.Context(), 1)
		failed := errors.New("no room")
		w.release <- outcome{err: failed}
		if a, b := <-first, <-second; a.err != failed || b.err != failed || w.reads != 1 { //nolint:errorlint // the very same
			t.Error(a, b, w.reads)
		}
		third := w.ask(t.Context(), 1)
		w.release <- outcome{body: 1}
		if o := <-third; o.err != nil || w.reads != 2 {
			t.Error(o, w.reads)
		}
	})
}

func TestWhoeverWaitsLeavesWithItsContext(t *testing.T) {
	await(t, func(t *testing.T, w *waiting) {
		first := w.ask(t.Context(), 1)
		ctx, cancel := context.WithCancel(t.Context())
		second := w.ask(ctx, 1)
		cancel()
		if o := <-second; !diag.HasCode(o.err, diag.ResourceUnavailable) || !errors.Is(o.err, context.Canceled) {
			t.Error(o.err)
		}
		w.release <- outcome{body: 1}
		if o := <-first; o.err != nil {
			t.Error(o.err)
		}
	})
}

func TestWhenTheReaderLeavesAnotherReads(t *testing.T) {
	await(t, func(t *testing.T, w *waiting) {
		ctx, cancel := context.WithCancel(t.Context())
		first, second, third := w.ask(ctx, 1), w.ask(t.Context(), 1), w.ask(t.Context(), 1)
		cancel()
		if o := <-first; !errors.Is(o.err, context.Canceled) {
			t.Error(o.err)
		}
		w.release <- outcome{body: 3}
		if a, b := <-second, <-third; a.body != 3 || b.body != 3 || w.reads != 2 {
			t.Error(a, b, w.reads)
		}
	})
}

func TestAReaderThatPanicsLeavesNobodyWaiting(t *testing.T) {
	c := newCache(cacheBytes, time.Now)
	func() {
		defer func() { _ = recover() }()
		_, _ = c.fill(t.Context(), "key", 1, time.Hour, func() (httpx.Tagged, error) { panic("broken") })
	}()
	c.put(t, "key", 1)
	if !c.has("key", 1) {
		t.Error("nothing is kept")
	}
}

// Whoever comes after a write does not wait for what is being read from before
// it, and what was read before does not replace what was read after.
func TestALaterGenerationDoesNotJoinAnOlderRead(t *testing.T) {
	await(t, func(t *testing.T, w *waiting) {
		old, recent, joined := w.ask(t.Context(), 1), w.ask(t.Context(), 2), w.ask(t.Context(), 1)
		if w.reads != 2 {
			t.Fatalf("%d reads, want 2: the old one, and one for those who came after", w.reads)
		}
		w.release <- outcome{body: 5}
		w.release <- outcome{body: 5}
		for _, each := range []<-chan outcome{old, recent, joined} {
			if o := <-each; o.err != nil {
				t.Error(o.err)
			}
		}
		if !w.has("key", 2) {
			t.Error("the older answer replaced the newer one")
		}
	})
}
