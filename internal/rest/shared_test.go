package rest_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/rest"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
)

const leaves = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: leaves }
spec: { title: Leaves, schema: { type: object, properties: { name: { type: string }, year: { type: integer } } } }
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: cups }
spec: { title: Cups, schema: { type: object, properties: { name: { type: string } } } }
---
apiVersion: quartet/v1
kind: View
metadata: { name: kept }
spec:
  from: leaves
  surface: public
  fields: [name, year]
  orderBy: [{ field: name }]
  limit: 2
  cache: { sharedMaxAge: 60 }
  params: { type: object, properties: { a: { type: string }, b: { type: integer } } }
---
apiVersion: quartet/v1
kind: View
metadata: { name: read }
spec: { from: leaves, surface: public, fields: [name] }
`

// asked is a store that counts the Views it is asked for, and lets a test come
// in between an answer and whoever gets it.
type asked struct {
	content.Store
	views   atomic.Int64
	between func()
}

func (a *asked) View(ctx context.Context, q content.ViewQuery, dst []byte) (content.ViewRows, error) {
	a.views.Add(1)
	rows, err := a.Store.View(ctx, q, dst)
	if between := a.between; between != nil {
		a.between = nil
		between()
	}
	return rows, err
}

// process is a process on a database file: a surface over a store of its own.
type process struct {
	*site
	store *asked
}

func openProcess(t *testing.T, file, scope string, p *plan.Plan) *process {
	t.Helper()
	store, err := sqlite.Open(t.Context(), sqlite.Options{Path: file, Plan: p})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	h := &process{site: &site{t: t}, store: &asked{Store: store}}
	quiet := slog.New(slog.DiscardHandler)
	if h.service, err = content.New(t.Context(), p, h.store, content.Options{Log: quiet}); err != nil {
		t.Fatal(err)
	}
	next := rest.New(h.service, nobody, http.HandlerFunc(httpx.NotFound), scope)
	h.frame = &httpx.Frame{Next: next, Log: quiet, CacheScope: scope}
	return h
}

func newProcess(t *testing.T, scope string) *process {
	t.Helper()
	return openProcess(t, filepath.Join(t.TempDir(), "site.db"), scope, plantest.Seal(t, leaves))
}

func (h *process) publish(collection, id, name string) {
	h.t.Helper()
	if _, err := h.service.Load(context.Background(), collection, id, map[string]any{"name": name}, content.Published); err != nil {
		h.t.Error(err)
	}
}

// reads is how often fn made the store run a View.
func (h *process) reads(fn func()) int64 {
	before := h.store.views.Load()
	fn()
	return h.store.views.Load() - before
}

// TestWhatTheCacheAnswers lists requests after GET kept was answered once, and
// whether the database is asked for them.
func TestWhatTheCacheAnswers(t *testing.T) {
	const kept = "/api/views/kept"
	for name, tc := range map[string]struct {
		method, target, header string
		asks                   bool
	}{
		"the same":                        {"GET", kept, "", false},
		"HEAD":                            {"HEAD", kept, "", false},
		"with its tag":                    {"GET", kept, "If-None-Match: *", false},
		"the default page":                {"GET", kept + "?page=1", "", false},
		"a page that is none":             {"GET", kept + "?page=zero", "", false},
		"the default show":                {"GET", kept + "?show=2", "", false},
		"more than may be shown":          {"GET", kept + "?show=2.5&page=-1", "", false},
		"a key that is not declared":      {"GET", kept + "?utm=1&%ff", "", false},
		"another page":                    {"GET", kept + "?page=2", "", true},
		"another show":                    {"GET", kept + "?show=1", "", true},
		"a param":                         {"GET", kept + "?b=1", "", true},
		"an empty param":                  {"GET", kept + "?a=", "", true},
		"another View":                    {"GET", "/api/views/read", "", true},
		"a cookie":                        {"GET", kept, "Cookie: a=b", true},
		"an empty cookie":                 {"GET", kept, "Cookie: ", true},
		"a credential, which is no one's": {"GET", kept, "Authorization: Bearer x", false},
	} {
		t.Run(name, func(t *testing.T) {
			h := newProcess(t, "tea")
			h.publish("leaves", "1", "Assam")
			h.send("GET", kept, "")
			asks := h.reads(func() {
				headers := []string{}
				if tc.header != "" {
					headers = append(headers, tc.header)
				}
				h.send(tc.method, tc.target, "", headers...)
			})
			if got := asks > 0; got != tc.asks {
				t.Errorf("the database was asked: %v, want %v", got, tc.asks)
			}
		})
	}
}

func TestParamsInAnyOrderAreOneKey(t *testing.T) {
	h := newProcess(t, "tea")
	asks := h.reads(func() {
		for _, query := range []string{"a=x+y&b=7", "b=7&a=x%20y", "b=%207&page=1&a=x+y&a=z&show=2", "c=1&b=7&a=%78+y"} {
			h.send("GET", "/api/views/kept?"+query, "")
		}
	})
	if asks != 1 {
		t.Errorf("asked %d times, want once", asks)
	}
	if asks = h.reads(func() { h.send("GET", "/api/views/kept?a=x+y&b=8", "") }); asks != 1 {
		t.Error("another value is another key")
	}
}

// The same words are not read twice, and give what they gave before.
func TestTheSameWordsGiveTheSameAnswer(t *testing.T) {
	h := newProcess(t, "tea")
	for i := range 3 {
		h.publish("leaves", fmt.Sprint(i), fmt.Sprint("Leaf ", i))
	}
	queries := []string{"", "?page=1", "?page=2", "?show=1", "?show=1&page=2", "?show=1&page=%32", "?page=2&show=1&x=y"}
	first := map[string]string{}
	for _, query := range queries {
		first[query] = h.send("GET", "/api/views/kept"+query, "").body
	}
	asks := h.reads(func() {
		for range 3 {
			for _, query := range queries {
				if a := h.send("GET", "/api/views/kept"+query, ""); a.body != first[query] || a.status != 200 {
					t.Errorf("%q: %s, and first %s", query, a.body, first[query])
				}
			}
		}
	})
	if asks != 0 {
		t.Errorf("the database was asked %d times", asks)
	}
	for range 3 {
		h.wants(h.send("GET", "/api/views/kept?b=x", ""), 400, "INPUT_VALIDATION_FAILED input#/b")
	}
	h.publish("leaves", "3", "A leaf")
	for _, query := range queries {
		if a := h.send("GET", "/api/views/kept"+query, ""); a.body == first[query] {
			t.Errorf("%q: the old answer after a write", query)
		}
	}
}

// An answer from the cache is the answer, header by header.
func TestTheCacheAnswersAsTheDatabaseDoes(t *testing.T) {
	h := newProcess(t, "tea")
	for i := range 3 {
		h.publish("leaves", fmt.Sprint(i), fmt.Sprint("Leaf ", i))
	}
	first := h.send("GET", "/api/views/kept", "")
	second := h.send("GET", "/api/views/kept", "")
	if first.body != second.body || second.status != 200 {
		t.Errorf("%s\n%s", first.body, second.body)
	}
	for _, name := range []string{"ETag", "Cache-Control", "Vary", "Content-Type", "Content-Length"} {
		if first.header.Get(name) == "" || first.header.Get(name) != second.header.Get(name) {
			t.Errorf("%s: %q, then %q", name, first.header.Get(name), second.header.Get(name))
		}
	}
	if a := h.send("GET", "/api/views/kept", "", "If-None-Match: "+first.header.Get("ETag")); a.status != 304 || a.body != "" {
		t.Errorf("%d %s", a.status, a.body)
	}
	if a := h.send("HEAD", "/api/views/kept", ""); a.header.Get("Content-Length") != strconv.Itoa(len(first.body)) {
		t.Errorf("HEAD: %v", a.header)
	}
}

func TestWithoutAScopeNothingIsKept(t *testing.T) {
	h := newProcess(t, "")
	asks := h.reads(func() {
		h.send("GET", "/api/views/kept", "")
		h.send("GET", "/api/views/kept", "")
	})
	if asks != 2 {
		t.Errorf("asked %d times, want 2", asks)
	}
}

func TestAFailureIsNotKept(t *testing.T) {
	h := newProcess(t, "tea")
	for range 2 {
		h.wants(h.send("GET", "/api/views/kept?cursor=none", ""), 400, "INPUT_VALIDATION_FAILED input#/cursor")
	}
	h.wants(h.send("GET", "/api/views/kept?b=x", ""), 400, "INPUT_VALIDATION_FAILED input#/b")
}

func TestAWriteIsSeenByTheNextRequest(t *testing.T) {
	h := newProcess(t, "tea")
	names := func() int { return strings.Count(h.send("GET", "/api/views/kept?show=2", "").body, "name") }
	if names() != 0 {
		t.Fatal("the site is not empty")
	}
	h.publish("leaves", "1", "Assam")
	if names() != 1 {
		t.Error("the old answer after a write")
	}
	if asks := h.reads(func() { h.publish("cups", "1", "Gaiwan"); names() }); asks != 0 {
		t.Error("a write to another Schema emptied the cache")
	}
	if _, err := h.service.Archive(context.Background(), content.Caller{}, "leaves", "1", 0); err != nil {
		t.Fatal(err)
	}
	if names() != 0 {
		t.Error("the old answer after a move")
	}
}

// moment is more than the time that another process's write may go unseen.
const moment = 2 * time.Millisecond

func TestAWriteOfAnotherProcessIsSeenAMomentLater(t *testing.T) {
	file, p := filepath.Join(t.TempDir(), "site.db"), plantest.Seal(t, leaves)
	here, there := openProcess(t, file, "tea", p), openProcess(t, file, "tea", p)
	for i := range 50 {
		writer, reader := here, there
		if i%3 == 0 {
			writer, reader = there, here
		}
		name := fmt.Sprintf("Leaf %02d", 99-i) // sorts in front
		writer.publish("leaves", fmt.Sprint(i), name)
		time.Sleep(moment)
		for _, h := range []*process{reader, writer} {
			if a := h.send("GET", "/api/views/kept", ""); !strings.Contains(a.body, name) {
				t.Fatalf("%s is not in %s", name, a.body)
			}
			if asks := h.reads(func() { h.send("GET", "/api/views/kept", "") }); asks != 0 {
				t.Fatal("an answer was not kept")
			}
		}
	}
}

// A write that comes between the read of an answer and its place in the cache.
func TestAnAnswerThatAWriteOvertookIsNotGivenOut(t *testing.T) {
	h := newProcess(t, "tea")
	h.store.between = func() { h.publish("leaves", "1", "Assam") }
	if a := h.send("GET", "/api/views/kept", ""); strings.Contains(a.body, "Assam") {
		t.Fatalf("the read came too late for this test: %s", a.body)
	}
	if a := h.send("GET", "/api/views/kept", ""); !strings.Contains(a.body, "Assam") {
		t.Errorf("the overtaken answer was kept: %s", a.body)
	}
}

// Whoever asks after a write was answered sees it, however many read and write:
// one of the same process at once, one of another process a moment later.
func TestNoReaderSeesLessThanWasAnswered(t *testing.T) {
	file, p := filepath.Join(t.TempDir(), "site.db"), plantest.Seal(t, leaves)
	processes := []*process{openProcess(t, file, "tea", p), openProcess(t, file, "tea", p)}
	var answered [2]atomic.Int64
	var work sync.WaitGroup
	for w, writer := range processes {
		id := fmt.Sprint("leaf-", w)
		writer.publish("leaves", id, id)
		work.Go(func() {
			for year := int64(1); year <= 100; year++ {
				if err := writer.revise(id, year); err != nil {
					t.Error(err)
					return
				}
				answered[w].Store(year)
			}
		})
	}
	for r := range 6 {
		work.Go(func() {
			for answered[0].Load() < 100 || answered[1].Load() < 100 {
				if t.Failed() {
					return
				}
				var least [2]int64
				least[1-r%2] = answered[1-r%2].Load()
				time.Sleep(moment)
				least[r%2] = answered[r%2].Load()
				body := processes[r%2].send("GET", "/api/views/kept", "").body
				for w := range processes {
					if got := yearOf(body, w); got < least[w] {
						t.Errorf("year %d after %d was answered: %s", got, least[w], body)
					}
				}
			}
		})
	}
	work.Wait()
}

func (h *process) revise(id string, year int64) error {
	_, err := h.service.Patch(context.Background(), content.Caller{}, "leaves", id, map[string]any{"year": year}, 0)
	return err
}

func yearOf(body string, leaf int) int64 {
	_, after, _ := strings.Cut(body, fmt.Sprintf(`{"name":"leaf-%d","year":`, leaf))
	digits, _, _ := strings.Cut(after, "}")
	year, _ := strconv.ParseInt(digits, 10, 64)
	return year
}
