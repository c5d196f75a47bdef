package web_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/script/engine"
	"github.com/quartet-dev/quartet/internal/script/fetch"
	"github.com/quartet-dev/quartet/internal/script/web"
)

// compile compiles the web APIs, and handlers by their keys.
func compile(t testing.TB, handlers string) *engine.Program {
	t.Helper()
	program, err := engine.Compile(engine.Sources{Web: web.Source(), Handlers: handlers, Site: "{}"})
	if err != nil {
		t.Fatal(err)
	}
	return program
}

// call is a call of a handler, and the loop that carries out what it starts. Sleeps
// end in the order of their times, and take none where nothing else is awaited.
type call struct {
	realm   *engine.Realm
	client  *fetch.Client
	input   string
	pending map[int]context.CancelFunc // requests
	answers chan func() engine.Turn
	sleeps  []sleep
	now     float64
	logged  []string
}

type sleep struct {
	id  int
	due float64
}

// begin opens a realm for one call, whose handler may ask a service on loopback.
func begin(t testing.TB, program *engine.Program, service string) *call {
	t.Helper()
	realm, err := program.Open(engine.Host{Funcs: web.Funcs()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(realm.Close)
	at, err := url.Parse(service)
	if err != nil {
		t.Fatal(err)
	}
	client := fetch.New(fetch.Options{AllowHosts: []string{at.Host}})
	t.Cleanup(client.Close)
	return &call{
		realm: realm, client: client, input: fmt.Sprintf(`{"input":{"origin":%q},"caller":{}}`, service),
		answers: make(chan func() engine.Turn, 100), pending: make(map[int]context.CancelFunc),
	}
}

// run calls a handler until it has ended.
func (c *call) run(t testing.TB, key string) *engine.Outcome {
	t.Helper()
	turn := c.realm.Begin(key, c.input)
	for {
		for _, o := range turn.Operations {
			if err := c.start(t.Context(), o); err != nil {
				t.Fatal(err)
			}
		}
		for _, id := range turn.Cancelled {
			c.forget(id)
		}
		switch {
		case turn.Outcome != nil:
			c.realm.End()
			return turn.Outcome
		case len(c.pending) > 0 && len(c.sleeps) == 0:
			turn = (<-c.answers)()
		case len(c.pending) > 0:
			select {
			case answer := <-c.answers:
				turn = answer()
			case <-time.After(time.Duration((c.sleeps[0].due - c.now) * float64(time.Millisecond))):
				turn = c.wake()
			}
		case len(c.sleeps) > 0:
			turn = c.wake()
		default:
			t.Fatal("the handler waits for nothing")
		}
	}
}

// wake ends the sleep that is the first to end.
func (c *call) wake() engine.Turn {
	first := c.sleeps[0]
	c.sleeps, c.now = c.sleeps[1:], first.due
	return c.realm.Settle(first.id, "null", nil)
}

func (c *call) forget(id int) {
	c.sleeps = slices.DeleteFunc(c.sleeps, func(s sleep) bool { return s.id == id })
	if cancel := c.pending[id]; cancel != nil {
		cancel()
	}
	delete(c.pending, id)
}

func (c *call) start(ctx context.Context, o engine.Operation) error {
	var asked struct {
		MS                    float64
		Method, URL, Redirect string
		Headers               [][2]string
	}
	if err := json.Unmarshal([]byte(o.Payload), &asked); err != nil {
		return err
	}
	switch o.Name {
	case "log":
		c.logged = append(c.logged, o.Payload)
	case "sleep":
		c.sleeps = append(c.sleeps, sleep{o.ID, c.now + asked.MS})
		slices.SortStableFunc(c.sleeps, func(a, b sleep) int { return cmp.Compare(a.due, b.due) })
	case "fetch":
		c.fetch(ctx, o.ID, &fetch.Request{Method: asked.Method, URL: asked.URL, Headers: asked.Headers, Body: o.Bytes, Redirect: asked.Redirect})
	default:
		return fmt.Errorf("there is no operation %s", o.Name)
	}
	return nil
}

func (c *call) fetch(ctx context.Context, id int, request *fetch.Request) {
	ctx, c.pending[id] = context.WithCancel(ctx)
	go func() {
		answer, err := c.client.Do(ctx, request)
		c.answers <- func() engine.Turn {
			switch {
			case ctx.Err() != nil:
				return engine.Turn{} // nobody waits for it any more
			case err != nil:
				c.forget(id)
				return c.realm.Reject(id, fmt.Sprintf(`{"message":%q,"code":"FETCH_FAILED"}`, err))
			}
			c.forget(id)
			head, _ := json.Marshal(map[string]any{ //nolint:errchkjson // texts and numbers
				"status": answer.Status, "statusText": answer.StatusText, "headers": answer.Headers, "url": answer.URL, "redirected": answer.Redirected,
			})
			return c.realm.Settle(id, string(head), answer.Body)
		}
	}()
}

func BenchmarkOpen(b *testing.B) {
	for name, source := range map[string]string{"bare": "(function () { return {} })", "web": web.Source()} {
		b.Run(name, func(b *testing.B) {
			program, err := engine.Compile(engine.Sources{Web: source, Site: "{}"})
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				realm, err := program.Open(engine.Host{Funcs: web.Funcs()})
				if err != nil {
					b.Fatal(err)
				}
				realm.Close()
			}
		})
	}
}
