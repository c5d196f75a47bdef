package web_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
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

// call is a call of a handler, and the loop that carries out what it starts.
type call struct {
	realm   *engine.Realm
	client  *fetch.Client
	input   string
	turns   chan func() engine.Turn
	pending map[int]context.CancelFunc
	logged  []string
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
		realm: realm, client: client, input: fmt.Sprintf(`{"input":{"origin":%q}}`, service),
		turns: make(chan func() engine.Turn, 1000), pending: make(map[int]context.CancelFunc),
	}
}

// run calls a handler until it has ended.
func (c *call) run(t testing.TB, key string) *engine.Outcome {
	t.Helper()
	turn := c.realm.Begin(key, c.input)
	for {
		for _, o := range turn.Operations {
			c.start(t.Context(), o)
		}
		for _, id := range turn.Cancelled {
			c.settled(id)
		}
		switch {
		case turn.Outcome != nil:
			c.realm.End()
			return turn.Outcome
		case len(c.pending) == 0:
			t.Fatal("the handler waits for nothing")
		}
		turn = (<-c.turns)()
	}
}

func (c *call) settled(id int) {
	if cancel := c.pending[id]; cancel != nil {
		cancel()
	}
	delete(c.pending, id)
}

func (c *call) start(ctx context.Context, o engine.Operation) {
	if o.Name == "log" {
		c.logged = append(c.logged, o.Payload)
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	c.pending[o.ID] = cancel
	go func() {
		value, body, err := c.carryOut(ctx, o)
		c.turns <- func() engine.Turn {
			if ctx.Err() != nil {
				return engine.Turn{} // nobody waits for it any more
			}
			c.settled(o.ID)
			if err != nil {
				return c.realm.Reject(o.ID, fmt.Sprintf(`{"message":%q,"code":"FETCH_FAILED"}`, err))
			}
			return c.realm.Settle(o.ID, value, body)
		}
	}()
}

func (c *call) carryOut(ctx context.Context, o engine.Operation) (value string, body []byte, err error) {
	var asked struct {
		MS                    float64
		Method, URL, Redirect string
		Headers               [][2]string
	}
	if err := json.Unmarshal([]byte(o.Payload), &asked); err != nil {
		return "", nil, err
	}
	if o.Name == "sleep" {
		select {
		case <-time.After(time.Duration(asked.MS * float64(time.Millisecond))):
		case <-ctx.Done():
		}
		return "null", nil, nil
	}
	answer, err := c.client.Do(ctx, &fetch.Request{Method: asked.Method, URL: asked.URL, Headers: asked.Headers, Body: o.Bytes, Redirect: asked.Redirect})
	if err != nil {
		return "", nil, err
	}
	head, err := json.Marshal(map[string]any{
		"status": answer.Status, "statusText": answer.StatusText, "headers": answer.Headers, "url": answer.URL, "redirected": answer.Redirected,
	})
	return string(head), answer.Body, err
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
