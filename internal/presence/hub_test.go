package presence_test

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/presence"
)

var post = presence.Place{Collection: "posts", Entry: "p1"}

// entries are as many versions as were written.
type entries struct{ generation, version atomic.Int64 }

func (e *entries) Generation(string) (uint64, bool) { return uint64(e.generation.Load()), true }

func (e *entries) State(context.Context, presence.Place) (presence.Change, error) {
	if e.version.Load() < 0 {
		return presence.Change{Kind: presence.Deleted}, nil
	}
	return presence.Change{Kind: presence.Saved, Version: e.version.Load(), Status: "draft"}, nil
}

func (e *entries) write(version int64) {
	e.version.Store(version)
	e.generation.Add(1)
}

func open(t *testing.T, o presence.Options) *presence.Hub {
	t.Helper()
	if o.Entries == nil {
		o.Entries = &entries{}
	}
	h := presence.New(o)
	t.Cleanup(h.Close)
	return h
}

func join(t *testing.T, h *presence.Hub, at presence.Place, person, window string) *presence.Listener {
	t.Helper()
	l, err := h.Join(at, person, window)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func say(t *testing.T, h *presence.Hub, person, window, field string, typing bool) {
	t.Helper()
	if here, _, err := h.Say(person, window, presence.Saying{Field: field, Typing: typing}); !here || err != nil {
		t.Fatal(here, err)
	}
}

func wantPeople(t *testing.T, l *presence.Listener, want ...presence.Person) presence.Update {
	t.Helper()
	u := l.Take()
	if diff := cmp.Diff(want, u.People); diff != "" {
		t.Error(diff)
	}
	return u
}

func TestPeopleSeeEachOtherAndNotThemselves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := presence.New(presence.Options{Entries: &entries{}})
		defer h.Close()
		ada := join(t, h, post, "ada", "1")
		join(t, h, post, "ada", "2")
		time.Sleep(time.Millisecond)
		eva := join(t, h, post, "eva", "1")
		join(t, h, presence.Place{Collection: "posts", Entry: "p2"}, "bo", "1")
		<-ada.Wake()
		wantPeople(t, ada, presence.Person{ID: "eva"})
		wantPeople(t, eva, presence.Person{ID: "ada"})
		say(t, h, "eva", "1", "/title", true)
		<-ada.Wake()
		u := wantPeople(t, ada, presence.Person{ID: "eva", Field: "/title", Typing: true})
		if left := time.Until(u.Again); left <= 0 || left > presence.TypingTime {
			t.Error("typing is looked at again in", left)
		}
		time.Sleep(presence.TypingTime)
		wantPeople(t, ada, presence.Person{ID: "eva", Field: "/title"})
		eva.Leave()
		<-ada.Wake()
		wantPeople(t, ada)
	})
}

func TestOfSeveralWindowsTheOneThatIsTypedInIsShown(t *testing.T) {
	h := open(t, presence.Options{})
	ada := join(t, h, post, "ada", "1")
	join(t, h, post, "eva", "1")
	join(t, h, post, "eva", "2")
	say(t, h, "eva", "1", "/title", true)
	say(t, h, "eva", "2", "/body", false)
	wantPeople(t, ada, presence.Person{ID: "eva", Field: "/title", Typing: true})
	say(t, h, "eva", "1", "", false)
	wantPeople(t, ada, presence.Person{ID: "eva", Field: "/body"})
}

// A block is digits, and holds no word of a text.
func TestWhereSomebodyIsInATextIsTold(t *testing.T) {
	h := open(t, presence.Options{})
	ada := join(t, h, post, "ada", "1")
	join(t, h, post, "eva", "1")
	join(t, h, post, "eva", "2")
	spot := presence.Spot{Field: "/body", Block: "0002c0ffee00beef"}
	hear := func(window string, s presence.Saying) {
		t.Helper()
		if here, _, err := h.Say("eva", window, s); !here || err != nil {
			t.Fatal(here, err)
		}
	}
	hear("1", presence.Saying{Field: spot.Field, Block: spot.Block})
	wantPeople(t, ada, presence.Person{ID: "eva", Field: spot.Field, Block: spot.Block})
	hear("1", presence.Saying{Unsaved: spot})
	hear("2", presence.Saying{Field: "/title", Typing: true})
	wantPeople(t, ada, presence.Person{ID: "eva", Field: "/title", Typing: true, Unsaved: spot})
	hear("1", presence.Saying{})
	wantPeople(t, ada, presence.Person{ID: "eva", Field: "/title", Typing: true})
	for _, wrong := range []presence.Spot{{"/body", "It rains, it is"}, {"/body", "0002c0ffee00beef0"}, {"/body", "0002C0FFEE00BEEF"}, {"", spot.Block}, {"body", ""}} {
		for _, s := range []presence.Saying{{Field: wrong.Field, Block: wrong.Block}, {Unsaved: wrong}} {
			if _, _, err := h.Say("eva", "1", s); !diag.HasCode(err, diag.InputValidationFailed) {
				t.Error(s, err)
			}
		}
	}
}

func TestAWindowThatIsSilentIsGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := presence.New(presence.Options{Entries: &entries{}})
		defer h.Close()
		ada, eva := join(t, h, post, "ada", "1"), join(t, h, post, "eva", "1")
		for range 3 {
			time.Sleep(presence.Silence / 2)
			say(t, h, "ada", "1", "", false)
		}
		<-eva.Over()
		wantPeople(t, ada)
		if here, _, err := h.Say("eva", "1", presence.Saying{}); here || err != nil {
			t.Error(here, err)
		}
		if h.Count() != 1 {
			t.Error(h.Count())
		}
	})
}

func TestAWindowThatComesBackTakesItsPlace(t *testing.T) {
	h := open(t, presence.Options{})
	before := join(t, h, post, "ada", "1")
	join(t, h, post, "ada", "1")
	<-before.Over()
	before.Leave() // of the old one changes nothing
	if h.Count() != 1 {
		t.Error(h.Count())
	}
}

func TestPresenceIsBounded(t *testing.T) {
	h := open(t, presence.Options{})
	var err error
	windows := 0
	for ; err == nil && windows < 100; windows++ {
		_, err = h.Join(post, "ada", fmt.Sprint(windows))
	}
	if !diag.HasCode(err, diag.RateLimited) || windows != 13 {
		t.Error(windows, err)
	}
	eva := join(t, h, post, "eva", "1")
	for i := range 60 {
		join(t, h, post, fmt.Sprintf("u%02d", i), "1")
	}
	if u := eva.Take(); len(u.People) != 50 || u.More != 11 {
		t.Error(len(u.People), u.More)
	}
	for range 30 {
		say(t, h, "eva", "1", "", false)
	}
	if _, wait, err := h.Say("eva", "1", presence.Saying{}); !diag.HasCode(err, diag.RateLimited) || wait <= 0 {
		t.Error(wait, err)
	}
	for _, field := range []string{"title", "/" + string(make([]byte, 256))} {
		if _, _, err := h.Say("bo", "1", presence.Saying{Field: field}); !diag.HasCode(err, diag.InputValidationFailed) {
			t.Error(field, err)
		}
	}
}

// What others write is noticed wherever they write it; what was told already is not told
// again.
func TestWhatBecomesOfAnEntryIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		stored := &entries{}
		stored.write(1)
		h := presence.New(presence.Options{Entries: stored})
		defer h.Close()
		ada := join(t, h, post, "ada", "1")
		changes := func() (found []presence.Change) {
			time.Sleep(3 * time.Second)
			synctest.Wait()
			if u := ada.Take(); u.Change != nil {
				found = append(found, *u.Change)
			}
			return found
		}
		want := func(want ...presence.Change) {
			t.Helper()
			if diff := cmp.Diff(want, changes()); diff != "" {
				t.Error(diff)
			}
		}
		want(presence.Change{Kind: presence.Saved, Version: 1, Status: "draft"})
		want()
		stored.write(2)
		want(presence.Change{Kind: presence.Saved, Version: 2, Status: "draft"})
		stored.write(3)
		h.Changed(post, presence.Change{Kind: presence.Saved, Version: 3, Status: "draft", By: "eva"})
		want(presence.Change{Kind: presence.Saved, Version: 3, Status: "draft", By: "eva"})
		h.Changed(post, presence.Change{Kind: presence.Saved, Version: 2, Status: "draft", By: "eva"})
		want()
		h.Changed(post, presence.Change{Kind: presence.Pending, Version: 3, By: "eva"})
		want(presence.Change{Kind: presence.Pending, Version: 3, By: "eva"})
		stored.write(-1)
		want(presence.Change{Kind: presence.Deleted})
		if eva := join(t, h, post, "eva", "1").Take(); eva.Change == nil || eva.Change.Kind != presence.Deleted {
			t.Error("who comes later is not told:", eva.Change)
		}
	})
}

// wires joins hubs as a relay does.
type wires struct {
	mu    sync.Mutex
	hears []func([]byte)
	lost  atomic.Bool
}

type wire struct {
	*wires
	own  int
	said chan []byte
}

func (w *wires) add(t *testing.T) *wire {
	w.mu.Lock()
	defer w.mu.Unlock()
	added := &wire{w, len(w.hears), make(chan []byte, 1000)}
	w.hears = append(w.hears, nil)
	done := make(chan struct{})
	t.Cleanup(func() { close(added.said); <-done })
	go func() {
		defer close(done)
		for text := range added.said {
			w.carry(added.own, text)
		}
	}()
	return added
}

func (w *wires) carry(from int, text []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for i, hear := range w.hears {
		if i != from && hear != nil && !w.lost.Load() {
			hear(text)
		}
	}
}

func (w *wire) Tell(text []byte) { w.said <- text }

func (w *wire) Hear(fn func([]byte)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.hears[w.own] = fn
}

// eventually waits for what another goroutine brings.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); !holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("in vain: " + what)
		}
	}
}

func TestProcessesTellEachOther(t *testing.T) {
	all := &wires{}
	one := presence.New(presence.Options{Entries: &entries{}, Relay: all.add(t)})
	other := presence.New(presence.Options{Entries: &entries{}, Relay: all.add(t)})
	t.Cleanup(one.Close)
	t.Cleanup(other.Close)
	ada := join(t, one, post, "ada", "1")
	eva := join(t, other, post, "eva", "1")
	sees := func(l *presence.Listener, want presence.Person) func() bool {
		return func() bool {
			u := l.Take()
			return len(u.People) == 1 && u.People[0] == want
		}
	}
	eventually(t, "who was there first is asked", sees(eva, presence.Person{ID: "ada"}))
	eventually(t, "who comes is told", sees(ada, presence.Person{ID: "eva"}))
	// A balancer may bring a word to another process than the stream.
	spot := presence.Spot{Field: "/body", Block: "0002c0ffee00beef"}
	if here, _, err := one.Say("eva", "1", presence.Saying{Field: spot.Field, Block: spot.Block, Typing: true, Unsaved: spot}); !here || err != nil {
		t.Error(here, err)
	}
	eventually(t, "a word is passed on", sees(ada, presence.Person{ID: "eva", Field: spot.Field, Block: spot.Block, Typing: true, Unsaved: spot}))
	other.Changed(post, presence.Change{Kind: presence.Saved, Version: 7, By: "eva"})
	eventually(t, "a change is told", func() bool { u := ada.Take(); return u.Change != nil && u.Change.Version == 7 })
	other.Commented(post)
	eventually(t, "a comment is told", func() bool { return ada.Take().Commented })
	other.Timed(post)
	eventually(t, "a time is told", func() bool { return ada.Take().Timed })
	eva.Leave()
	eventually(t, "who leaves is told", func() bool { return len(ada.Take().People) == 0 })
}

func TestClosingEndsEverything(t *testing.T) {
	before := runtime.NumGoroutine()
	for range 20 {
		h := presence.New(presence.Options{Entries: &entries{}})
		l := join(t, h, post, "ada", "1")
		h.Close()
		<-l.Over()
		if _, err := h.Join(post, "ada", "1"); !diag.HasCode(err, diag.ResourceUnavailable) {
			t.Error(err)
		}
	}
	eventually(t, "goroutines end", func() bool { return runtime.NumGoroutine() <= before })
}

// Everybody does everything at once, for the race detector.
func TestManyAtOnce(t *testing.T) {
	stored := &entries{}
	h := presence.New(presence.Options{Entries: stored})
	var all sync.WaitGroup
	for i := range 16 {
		all.Go(func() {
			person := fmt.Sprint("p", i%5)
			for j := range 100 {
				l, err := h.Join(presence.Place{Collection: "posts", Entry: fmt.Sprint(j % 3)}, person, fmt.Sprint(i))
				if err != nil {
					continue
				}
				_, _, _ = h.Say(person, fmt.Sprint(i), presence.Saying{Field: "/title", Typing: j%2 == 0})
				stored.write(int64(j))
				h.Changed(post, presence.Change{Kind: presence.Saved, Version: int64(j)})
				h.Recheck(person)
				l.Take()
				l.Leave()
			}
		})
	}
	all.Wait()
	if h.Count() != 0 {
		t.Error(h.Count())
	}
	h.Close()
}
