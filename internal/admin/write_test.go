package admin_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/queue"
)

// ask sends a request of an owner to a surface that no listener is before.
func ask(ctx context.Context, surface http.Handler, method, target, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequestWithContext(ctx, method, "/admin/api"+target, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("As", "owner ada")
	w := httptest.NewRecorder()
	surface.ServeHTTP(w, r)
	return w
}

// A write that is done is answered as done, whatever becomes of the reads that
// fill its answer: here the caller leaves between the two. A read of the entry
// is no answer without them.
func TestAWriteIsAnsweredAsDone(t *testing.T) {
	s := open(t, tea)
	e, err := s.content.Create(t.Context(), content.Caller{}, "posts", map[string]any{"slug": "sencha", "title": "Sencha"})
	must(t, err)
	for _, test := range []struct {
		method, path, body string
		status             int
		want               string
	}{
		{"PATCH", "/entries/" + e.ID, `{"data": {"stars": 5}, "expectedVersion": 1}`, http.StatusOK, `{"entry": {"version": 2, "...": 0}, "related": [], "...": 0}`},
		{"POST", "/entries/" + e.ID + "/publish", `{}`, http.StatusOK, `{"entry": {"version": 3, "...": 0}, "related": [], "...": 0}`},
		{"POST", "/entries", `{"data": {"slug": "gyokuro"}}`, http.StatusCreated, `{"entry": {"version": 1, "...": 0}, "related": [], "...": 0}`},
		{"GET", "/entries/" + e.ID, "", http.StatusServiceUnavailable, `{"ok": false, "diagnostic": {"code": "RESOURCE_UNAVAILABLE", "...": 0}}`},
	} {
		ctx, leave := context.WithCancel(t.Context())
		surface := s.serve(func(context.Context, *content.Entry) string { leave(); return "" })
		w := ask(ctx, surface, test.method, test.path+"?collection=posts", test.body)
		if err := compare(test.want, w.Body.String(), map[string]string{}); err != nil || w.Code != test.status {
			t.Errorf("%s %s: %d %v: %s", test.method, test.path, w.Code, err, w.Body)
		}
		leave()
	}
}

// What is answered to a change of settings is all that is stored then, also what
// another process stored.
func TestSettingsAreReadBack(t *testing.T) {
	s := open(t, tea)
	if w := ask(t.Context(), s.serve(nil), "PATCH", "/site-settings", `{"brand": "Theirs"}`); w.Code != http.StatusOK {
		t.Fatal(w.Code, w.Body)
	}
	got := s.do("PATCH", "/admin/api/site-settings", "owner ada", `{"title": "Ours"}`)
	if err := compare(`{"brand": "Theirs", "title": "Ours", "...": 0}`, got.body, map[string]string{}); err != nil {
		t.Error(err, got.body)
	}
}

// A replay is of one event: no id is not every id.
func TestAReplayIsOfOneEvent(t *testing.T) {
	s := open(t, tea+`---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: on-comment }
spec: { source: { kind: lifecycle, schema: comments, on: [after_create] }, target: { procedure: never } }
`)
	_, err := s.content.Create(t.Context(), content.Caller{}, "comments", map[string]any{"text": "hooked"})
	must(t, err)
	claims, err := s.store.Outbox().Claim(t.Context(), 1, time.Minute)
	must(t, err)
	claims[0].Last = diag.At(diag.EntitlementRequired, "", "No.")
	_, err = s.store.Outbox().Settle(t.Context(), []*queue.Outcome{{Claim: claims[0], End: queue.GaveUp}}, 0, time.Minute)
	must(t, err)
	for _, id := range []string{"", "%00", "%20", "another"} {
		if got := s.do("POST", "/admin/api/deferred/"+id+"/replay", "owner ada", "{}"); got.status != http.StatusNotFound {
			t.Errorf("replay of %q: %d %s", id, got.status, got.body)
		}
	}
	s.wants(t, "/deferred", `{"items": [{"id": "`+claims[0].ID+`", "state": "dead", "diagnostic": {"code": "ENTITLEMENT_REQUIRED", "...": 0}, "...": 0}], "nextCursor": null}`)
	if got := s.do("POST", "/admin/api/deferred/"+claims[0].ID+"/replay", "owner ada", "{}"); got.body != `{"replayed":1}` {
		t.Errorf("%d %s", got.status, got.body)
	}
}

// pages.md, Cache: a purge that keeps failing is seen in the developer console,
// as an event of the queue without a collection, and can be replayed.
func TestADeadPurgeIsSeen(t *testing.T) {
	s := open(t, tea)
	outbox := s.store.Outbox()
	must(t, outbox.Purge(t.Context()))
	items, err := outbox.List(t.Context(), queue.Query{State: queue.Pending, Limit: 1})
	must(t, err)
	replay := func() {
		if got := s.do("POST", "/admin/api/deferred/"+items[0].Event+"/replay", "owner ada", "{}"); got.body != `{"replayed":1}` {
			t.Errorf("%d %s", got.status, got.body)
		}
	}
	replay()
	claims, err := outbox.Claim(t.Context(), 1, time.Minute)
	must(t, err)
	claims[0].Last = diag.At(diag.ResourceUnavailable, "", "The CDN answered 403 to a purge: no")
	_, err = outbox.Settle(t.Context(), []*queue.Outcome{{Claim: claims[0], End: queue.GaveUp}}, 0, time.Minute)
	must(t, err)
	s.wants(t, "/developer-console", `{"queue": {"pending": 0, "dead": 1}, "...": 0}`)
	s.wants(t, "/deferred", `{"items": [{"id": "`+items[0].Event+`", "hook": "purge", "collection": "", "entryId": "", "triggers": ["cdn"],
		"state": "dead", "running": false, "tries": 1, "time": "<timestamp>",
		"diagnostic": {"code": "RESOURCE_UNAVAILABLE", "phase": "runtime", "severity": "error", "path": "", "message": "The CDN answered 403 to a purge: no"}}], "nextCursor": null}`)
	replay()
	s.wants(t, "/developer-console", `{"queue": {"pending": 1, "dead": 0}, "...": 0}`)
}
