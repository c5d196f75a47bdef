package purge_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/pages/purge"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/queue"
	"github.com/quartet-dev/quartet/internal/settings"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
)

const (
	token = "hush-hush"
	tag   = "tea-production"
)

const manifests = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: notes }
spec: { title: Notes, schema: { type: object, properties: { text: { type: string } } } }
`

// edge is the API of a CDN on loopback. What it was asked is sent to asked.
type edge struct {
	*httptest.Server
	asked  chan string
	answer http.HandlerFunc
}

func newEdge(t *testing.T, answer http.HandlerFunc) *edge {
	e := &edge{asked: make(chan string, 100), answer: answer}
	e.Server = httptest.NewServer(e)
	t.Cleanup(e.Close)
	return e
}

// ServeHTTP implements http.Handler.
func (e *edge) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	said := r.Method + " " + r.URL.RequestURI()
	for _, name := range []string{"Authorization", "Fastly-Key", "Surrogate-Key", "Content-Type"} {
		if value := r.Header.Get(name); value != "" {
			said += " | " + name + ": " + value
		}
	}
	e.asked <- said + " | " + string(body)
	e.answer(w, r)
}

func says(status int, text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = io.WriteString(w, text)
	}
}

// cdns are the kinds, each with its API at an edge.
func cdns(e *edge) map[string]settings.CDN {
	return map[string]settings.CDN{
		"cloudflare": {Kind: settings.Cloudflare, Zone: "zone7", Token: token},
		"fastly":     {Kind: settings.Fastly, Service: "service7", Token: token},
		"http":       {Kind: settings.HTTP, URL: e.URL + "/purge?site=tea", Token: token},
		"open http":  {Kind: settings.HTTP, URL: e.URL + "/"},
	}
}

// outbox is that of a new site.
func outbox(t *testing.T) queue.Store {
	t.Helper()
	store, err := sqlite.Open(t.Context(), sqlite.Options{Path: filepath.Join(t.TempDir(), "site.db"), Plan: plantest.Seal(t, manifests)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return store.Outbox()
}

func deliver(t *testing.T, cdn settings.CDN, e *edge) error {
	t.Helper()
	p := purge.New(purge.Options{CDN: cdn, Tag: tag, Events: outbox(t), Settle: time.Nanosecond, API: e.URL})
	return p.Deliver(t.Context(), &content.Deferred{ID: "event", Hook: content.Purge})
}

// pages.md, The three inputs: who is told to purge the cache tag, and how.
func TestWhatACDNIsAsked(t *testing.T) {
	e := newEdge(t, says(200, `{"success": true, "errors": []}`))
	for name, want := range map[string]string{
		"cloudflare": `POST /client/v4/zones/zone7/purge_cache | Authorization: Bearer hush-hush | Content-Type: application/json | {"tags":["tea-production"]}`,
		"fastly":     `POST /service/service7/purge | Fastly-Key: hush-hush | Surrogate-Key: tea-production | `,
		"http":       `POST /purge?site=tea | Authorization: Bearer hush-hush | Content-Type: application/json | {"tag":"tea-production"}`,
		"open http":  `POST / | Content-Type: application/json | {"tag":"tea-production"}`,
	} {
		t.Run(name, func(t *testing.T) {
			if err := deliver(t, cdns(e)[name], e); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, <-e.asked); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// pages.md, Cache: at the CDN best effort; a site that has none any more has
// nothing to purge.
func TestWithoutACDNNobodyIsAsked(t *testing.T) {
	e := newEdge(t, says(500, ""))
	if err := deliver(t, settings.CDN{Token: token}, e); err != nil || len(e.asked) > 0 {
		t.Error(err, len(e.asked))
	}
}

// pages.md, The three inputs: the secret comes from the environment; a CDN that
// needs one is not asked without.
func TestWithoutItsSecretACDNIsNotAsked(t *testing.T) {
	e := newEdge(t, says(200, `{"success":true}`))
	for _, name := range []string{"cloudflare", "fastly"} {
		cdn := cdns(e)[name]
		cdn.Token = ""
		wantFailure(t, deliver(t, cdn, e), "CDN_TOKEN")
	}
	if len(e.asked) > 0 {
		t.Error(<-e.asked)
	}
}

// pages.md, Cache: a failure is one that is logged and seen. What the CDN says
// is kept with it, bounded and in one line; its secret never is.
func TestWhatIsAFailure(t *testing.T) {
	endless := func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(500)
		for r.Context().Err() == nil {
			if _, err := w.Write(bytes.Repeat([]byte("x"), 1<<16)); err != nil {
				return
			}
		}
	}
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		kinds  []string
		want   string
	}{
		"a bad status":         {says(503, "try\nlater\x00"), nil, "answered 503 to a purge: try later"},
		"the secret repeated":  {says(403, "no token hush-hush"), []string{"cloudflare", "fastly", "http"}, "no token [secret]"},
		"a refusal of its own": {says(200, `{"success": false, "errors": [{"code": 1094}]}`), []string{"cloudflare"}, "1094"},
		"no JSON":              {says(200, `<html>`), []string{"cloudflare"}, "<html>"},
		"an endless answer":    {endless, nil, "answered 500 to a purge: xxx"},
		"a broken answer": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "1000")
			_, _ = io.WriteString(w, `{"succ`)
		}, nil, "broke off"},
		"no answer": {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, nil, "could not be asked"},
	} {
		t.Run(name, func(t *testing.T) {
			e := newEdge(t, c.answer)
			e.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, 0)
			for kind, cdn := range cdns(e) {
				if c.kinds == nil || slices.Contains(c.kinds, kind) {
					wantFailure(t, deliver(t, cdn, e), c.want)
				}
			}
		})
	}
}

// A redirect is not followed: the secret goes to the address that was declared.
func TestRedirectsAreNotFollowed(t *testing.T) {
	elsewhere := newEdge(t, says(200, `{"success":true}`))
	e := newEdge(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, elsewhere.URL+"/purge", http.StatusTemporaryRedirect)
	})
	for _, cdn := range cdns(e) {
		wantFailure(t, deliver(t, cdn, e), "answered 307")
	}
	if len(elsewhere.asked) > 0 {
		t.Errorf("asked %s", <-elsewhere.asked)
	}
}

// An answer is waited for as long as the time limit, and no longer than the
// queue lives.
func TestTheTimeOfARequestIsLimited(t *testing.T) {
	e := newEdge(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	events := outbox(t)
	for name, o := range map[string]purge.Options{
		"the time limit": {CDN: cdns(e)["http"], Events: events, Settle: time.Nanosecond, Timeout: 10 * time.Millisecond},
		"the queue ends": {CDN: cdns(e)["http"], Events: events, Settle: time.Nanosecond},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- purge.New(o).Deliver(ctx, &content.Deferred{ID: "event"}) }()
		<-e.asked
		if o.Timeout == 0 {
			cancel()
		}
		select {
		case err := <-ended:
			if err == nil || strings.Contains(err.Error(), token) {
				t.Errorf("%s: %v", name, err)
			}
		case <-time.After(time.Minute):
			t.Errorf("%s: still waits", name)
		}
		cancel()
	}
}

func wantFailure(t *testing.T, err error, part string) {
	t.Helper()
	d := diag.As(err)
	if d == nil || d.Code != diag.ResourceUnavailable {
		t.Fatalf("%v, want RESOURCE_UNAVAILABLE", err)
	}
	said := fmt.Sprint(diag.Logged(err), d.Unwrap())
	kept, _ := json.Marshal(d)
	if !strings.Contains(d.Message, part) || len(d.Message) > 500 || strings.Contains(d.Message, "\n") {
		t.Errorf("%q, want %q in it", d.Message, part)
	}
	if strings.Contains(said, token) || strings.Contains(string(kept), token) {
		t.Errorf("shows the secret: %s %s", said, kept)
	}
}

// pages.md, Cache: with retries by the deferred queue, each failure logged. What
// was stored while the CDN failed ends with the first purge that it takes.
func TestTheQueueTriesAgain(t *testing.T) {
	failures := 1
	e := newEdge(t, func(w http.ResponseWriter, r *http.Request) {
		if failures--; failures >= 0 {
			says(503, "down for hush-hush")(w, r)
			return
		}
		says(200, `{"success":true}`)(w, r)
	})
	var log bytes.Buffer
	events := outbox(t)
	p := purge.New(purge.Options{CDN: cdns(e)["cloudflare"], Tag: tag, Events: events, Settle: time.Nanosecond, API: e.URL})
	q := queue.New(events, func(ctx context.Context, e *content.Deferred, _ string) error { return p.Deliver(ctx, e) },
		queue.Options{Poll: 10 * time.Millisecond, Log: slog.New(slog.NewTextHandler(&log, nil))})
	if err := events.Purge(t.Context()); err != nil {
		t.Fatal(err)
	}
	q.Start()
	for range 2 {
		select {
		case <-e.asked:
		case <-time.After(time.Minute):
			t.Fatal("the CDN was not asked")
		}
	}
	q.Stop()
	status, err := events.Status(t.Context())
	if err != nil || status.Pending() > 0 || status.Dead > 0 {
		t.Errorf("%+v, %v", status, err)
	}
	if said := log.String(); !strings.Contains(said, "answered 503 to a purge: down for [secret]") || strings.Contains(said, token) {
		t.Errorf("logged %s", said)
	}
}
