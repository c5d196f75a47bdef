package calls_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/mail"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/script"
	"github.com/quartet-dev/quartet/internal/script/bundle"
	"github.com/quartet-dev/quartet/internal/script/calls"
	"github.com/quartet-dev/quartet/internal/script/fetch"
)

// call calls the default export of a handler that reaches no service but what deps
// say.
func call(t *testing.T, ctx context.Context, deps calls.Deps, source string) (any, error) {
	t.Helper()
	made, problems := bundle.Build(bundle.Options{FS: fstest.MapFS{"handlers/probe.ts": {Data: []byte(source)}}, Keys: []string{"probe"}})
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	if deps.Log == nil {
		deps.Log = slog.New(slog.DiscardHandler)
	}
	c := calls.New(deps)
	site, problems := c.Site(plantest.Seal(t, notes))
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	s, err := script.Open(t.Context(), script.Options{Bundle: made, Site: site, Operations: c.Operations(), ForCall: c.ForCall, Log: deps.Log})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	return s.Functions()["probe"](ctx, &content.Call{}, map[string]any{})
}

const notes = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: notes }
spec: { title: Notes, schema: { type: object, properties: { title: { type: string } } } }
`

// written are the lines of a log, as JSON.
func written(t *testing.T, source string, env map[string]string) (lines []map[string]any) {
	t.Helper()
	var text bytes.Buffer
	log := slog.New(slog.NewJSONHandler(&text, &slog.HandlerOptions{Level: slog.LevelInfo}))
	if _, err := call(t, t.Context(), calls.Deps{Log: log, Env: env}, source); err != nil {
		t.Fatal(err)
	}
	for each := range strings.Lines(text.String()) {
		var line map[string]any
		if err := json.Unmarshal([]byte(each), &line); err != nil {
			t.Fatal(err)
		}
		delete(line, "time")
		lines = append(lines, line)
	}
	return lines
}

func TestLinesOfHandlersStandBesideThoseOfTheService(t *testing.T) {
	got := written(t, `export default (_, ctx) => {
  ctx.log.debug('too low')
  ctx.log.info('sold', { count: 2, msg: 'not the message', handler: 'not the key', deep: { a: [1] } })
  ctx.log.warn('without fields')
  console.error('by console', 1)
  ctx.log.info('a circle', (() => { const a = {}; a.a = a; return a })())
}`, nil)
	want := []map[string]any{
		{"level": "INFO", "msg": "sold", "handler": "probe", "fields": map[string]any{"count": 2.0, "msg": "not the message", "handler": "not the key", "deep": `{"a":[1]}`}},
		{"level": "WARN", "msg": "without fields", "handler": "probe"},
		{"level": "ERROR", "msg": "by console 1", "handler": "probe"},
		{"level": "INFO", "msg": "a circle", "handler": "probe", "fields": map[string]any{"fields": "left out: too large, or not JSON"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestSecretsOfTheEnvironmentStayOutOfTheLog(t *testing.T) {
	env := map[string]string{"KEY": "s3cret-key-1", "LONGER": "s3cret-key-1-and-more", "SHORT": "de"}
	got := written(t, `export default (_, ctx) => {
  ctx.log.info('key ' + ctx.env.KEY, { header: 'Bearer ' + ctx.env.LONGER, deep: { key: ctx.env.KEY }, [ctx.env.KEY]: 1, country: ctx.env.SHORT })
  console.log(ctx.env.KEY)
}`, env)
	want := []map[string]any{
		{"level": "INFO", "msg": "key [env.KEY]", "handler": "probe", "fields": map[string]any{
			"header": "Bearer [env.LONGER]", "deep": `{"key":"[env.KEY]"}`, "[env.KEY]": 1.0, "country": "de",
		}},
		{"level": "INFO", "msg": "[env.KEY]", "handler": "probe"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestTheLogOfACallIsBounded(t *testing.T) {
	got := written(t, `export default (_, ctx) => {
  ctx.log.info('x'.repeat(1e6), { long: 'y'.repeat(1e4), ...Object.fromEntries(Array.from({ length: 60 }, (_, i) => ['z' + i, i])) })
  ctx.log.info('too much', { long: 'y'.repeat(1e6) })
  for (let i = 0; i < 5000; i++) ctx.log.info('again')
}`, nil)
	fields, _ := got[0]["fields"].(map[string]any)
	message, _ := got[0]["msg"].(string)
	long, _ := fields["long"].(string)
	if len(got) != 1000 || len(message) > 8200 || len(long) > 2100 || len(fields) != 50 {
		t.Errorf("%d lines, a message of %d bytes, %d fields, one of %d bytes", len(got), len(message), len(fields), len(long))
	}
}

func TestWhatACallStartedEndsWithIt(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	began := time.Now()
	_, err := call(t, ctx, calls.Deps{}, `export default async () => { setTimeout(() => {}, 3e5); await new Promise((done) => setTimeout(done, 3e5)) }`)
	if f := script.FailureOf(err); f == nil || !strings.Contains(f.Message, "in time") || time.Since(began) > time.Minute {
		t.Errorf("%v after %v", err, time.Since(began))
	}
	if got, err := call(t, t.Context(), calls.Deps{}, `export default async () => { setTimeout(() => {}, 3e5); await new Promise((done) => setTimeout(done, 5)); return 'done' }`); got != "done" || err != nil {
		t.Error(got, err)
	}
}

func TestAHandlerHearsOfItsEnd(t *testing.T) {
	heard := make(chan string, 1)
	deps := calls.Deps{Mail: func(_ context.Context, m mail.Message) error { heard <- m.Subject; return nil }}
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	_, err := call(t, ctx, deps, `export default async (_, ctx) => {
  ctx.signal.addEventListener('abort', () => { ctx.mail.send({ to: 'a@b.example', subject: ctx.signal.reason.name, text: '-' }) })
  await new Promise((done) => setTimeout(done, 3e5))
}`)
	if err == nil {
		t.Error("the handler ended by itself")
	}
	select {
	case subject := <-heard:
		t.Errorf("what a handler starts after its end was carried out: %s", subject)
	default:
	}
}

func TestFailuresOfFetchAreTypeErrorsWithACode(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Tea", "Green")
		w.WriteHeader(http.StatusTeapot)
		_, _ = w.Write([]byte(r.Method + " " + r.Header.Get("X-Key")))
	}))
	defer server.Close()
	host := strings.TrimPrefix(server.URL, "http://")
	source := `export default async () => {
  const failed = await fetch('` + server.URL + `').then(() => 'reached', (error) => [error instanceof TypeError, error.code ?? error.cause?.code])
  return { failed }
}`
	got, err := call(t, t.Context(), calls.Deps{Fetch: fetch.New(fetch.Options{})}, source)
	if diff := cmp.Diff(any(map[string]any{"failed": []any{true, "FETCH_FORBIDDEN"}}), got); diff != "" || err != nil {
		t.Error(err, diff)
	}
	source = `export default async () => {
  const answer = await fetch('` + server.URL + `', { method: 'POST', headers: { 'x-key': 'k' }, body: 'tea' })
  return { status: answer.status, tea: answer.headers.get('x-tea'), text: await answer.text() }
}`
	got, err = call(t, t.Context(), calls.Deps{Fetch: fetch.New(fetch.Options{AllowHosts: []string{host}})}, source)
	if diff := cmp.Diff(any(map[string]any{"status": int64(418), "tea": "Green", "text": "POST k"}), got); diff != "" || err != nil {
		t.Error(err, diff)
	}
}

func TestMailIsHandedOver(t *testing.T) {
	var sent []mail.Message
	deps := calls.Deps{Mail: func(_ context.Context, m mail.Message) error {
		sent = append(sent, m)
		return m.Check()
	}}
	got, err := call(t, t.Context(), deps, `export default async (_, ctx) => {
  const given = await ctx.mail.send({ to: 'ann@tea.example', subject: 'Tea', text: 'Is ready.', html: '<p>Is ready.', replyTo: 'bob@tea.example' })
  await ctx.mail.send({ to: ['ann@tea.example', 'bob@tea.example'], subject: 'Tea', text: 'Is ready.' })
  await ctx.mail.send({ toUser: 'u1', subject: 'Tea', text: 'Is ready.' })
  const codes = []
  for (const wrong of [{ to: 'Ann <ann@tea.example>', subject: 'Tea', text: '-' }, { to: 3 }, undefined, 'text']) {
    codes.push(await ctx.mail.send(wrong).then(() => '', (error) => error.code))
  }
  return { given: given === undefined, codes }
}`)
	refused := string(diag.InputValidationFailed)
	if diff := cmp.Diff(any(map[string]any{"given": true, "codes": []any{refused, refused, refused, refused}}), got); diff != "" || err != nil {
		t.Error(err, diff)
	}
	want := []mail.Message{
		{To: []string{"ann@tea.example"}, Subject: "Tea", Text: "Is ready.", HTML: "<p>Is ready.", ReplyTo: "bob@tea.example"},
		{To: []string{"ann@tea.example", "bob@tea.example"}, Subject: "Tea", Text: "Is ready."},
	}
	if diff := cmp.Diff(want, sent[:2]); diff != "" {
		t.Error(diff)
	}
}

// limited is a refusal that says when to come again.
type limited struct{}

func (limited) Error() string             { return "limited" }
func (limited) RetryAfter() time.Duration { return 90 * time.Second }

func TestALimitSaysWhenToComeAgain(t *testing.T) {
	deps := calls.Deps{Mail: func(context.Context, mail.Message) error {
		return diag.At(diag.RateLimited, "", "Too many.").WithCause(limited{})
	}}
	got, err := call(t, t.Context(), deps, `export default (_, ctx) => ctx.mail.send({}).catch((error) => [error.code, error.retryAfter])`)
	if diff := cmp.Diff(any([]any{"RATE_LIMITED", int64(90_000)}), got); diff != "" || err != nil {
		t.Error(err, diff)
	}
}

func TestWithoutMailNoneIsSent(t *testing.T) {
	_, err := call(t, t.Context(), calls.Deps{}, `export default async (_, ctx) => { await ctx.mail.send({ to: 'a@b.example', subject: 'x', text: 'y' }) }`)
	var d *diag.Diagnostic
	if !errors.As(err, &d) || d.Code != diag.ResourceUnavailable {
		t.Error(err)
	}
}

func TestNamesThatMeetStopTheStart(t *testing.T) {
	colliding := notes
	for _, name := range []string{"by-title", "by_title"} {
		colliding += "---\napiVersion: quartet/v1\nkind: Procedure\nmetadata: { name: " + name + " }\nspec: { input: { type: object }, output: {}, handler: { kind: ref, ref: probe } }\n"
	}
	if _, problems := calls.New(calls.Deps{}).Site(plantest.Seal(t, colliding)); !problems.HasErrors() || problems[0].Code != diag.GeneratedNameCollision {
		t.Errorf("%v", problems)
	}
}
