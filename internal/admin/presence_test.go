package admin_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/admin"
	"github.com/quartet-dev/quartet/internal/content"
)

// heard is an event of a stream.
type heard struct{ event, id, data string }

// stream is an open one.
type stream struct {
	t      *testing.T
	events chan heard // closed with the stream
	leave  context.CancelFunc
}

// listen opens the stream of an entry.
func (s *service) listen(t *testing.T, id, as, window string, headers ...[2]string) *stream {
	t.Helper()
	ctx, leave := context.WithCancel(t.Context())
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.address+"/admin/api/entries/"+id+"/presence?collection=posts&window="+window, nil)
	must(t, err)
	request.Header.Set("As", as)
	for _, h := range headers {
		request.Header.Set(h[0], h[1])
	}
	response, err := http.DefaultClient.Do(request)
	must(t, err)
	if response.StatusCode != http.StatusOK || response.Header.Get("Content-Type") != "text/event-stream" || response.Header.Get("Cache-Control") != "private, no-store" {
		text, _ := io.ReadAll(response.Body)
		t.Fatal(response.StatusCode, response.Header, string(text))
	}
	opened := &stream{t, make(chan heard, 1000), leave}
	t.Cleanup(leave)
	go opened.read(response.Body)
	return opened
}

func (s *stream) read(body io.ReadCloser) {
	defer close(s.events)
	defer body.Close()
	var now heard
	for lines := bufio.NewScanner(body); lines.Scan(); {
		key, value, _ := strings.Cut(lines.Text(), ": ")
		switch key {
		case "event":
			now.event = value
		case "id":
			now.id = value
		case "data":
			now.data = value
			s.events <- now
			now = heard{}
		}
	}
}

// want waits for an event, "" for any, whose data has these values.
func (s *stream) want(event string, values string) heard {
	s.t.Helper()
	timeout := time.After(10 * time.Second)
	var seen []heard
	for {
		select {
		case got, open := <-s.events:
			if !open {
				s.t.Fatalf("the stream ended before %s %s, after %v", event, values, seen)
			}
			if seen = append(seen, got); (event == "" || got.event == event) && strings.Contains(got.data, values) {
				return got
			}
		case <-timeout:
			s.t.Fatalf("no %s %s, but %v", event, values, seen)
		}
	}
}

// wantBoth waits for an event of either kind, whichever comes first.
func (s *stream) wantBoth(one, other string) map[string]heard {
	s.t.Helper()
	got := map[string]heard{}
	for len(got) < 2 {
		next := s.want("", "")
		if next.event == one || next.event == other {
			got[next.event] = next
		}
	}
	return got
}

// ended waits for the end of the stream.
func (s *stream) ended() {
	s.t.Helper()
	timeout := time.After(10 * time.Second)
	for {
		select {
		case _, open := <-s.events:
			if !open {
				return
			}
		case <-timeout:
			s.t.Fatal("the stream goes on")
		}
	}
}

func (s *service) post(t *testing.T) *content.Entry {
	t.Helper()
	e, err := s.content.Create(t.Context(), content.Caller{}, "posts", map[string]any{"title": "Oolong"})
	must(t, err)
	return e
}

func TestStaffSeeEachOtherOnAnEntry(t *testing.T) {
	s := open(t, tea)
	e := s.post(t)
	ada := s.listen(t, e.ID, "owner ada", "w1")
	first := ada.wantBoth("people", "changed") // in the order in which they are known
	if got := first["people"]; got.data != `{"people":[],"more":0}` {
		t.Error(got)
	}
	if got := first["changed"]; got.id != "1" || got.data != `{"kind":"saved","version":1,"status":"draft","by":null}` {
		t.Error(got)
	}
	eva := s.listen(t, e.ID, "contributor eva", "w2", [2]string{"Last-Event-ID", "1"})
	ada.want("people", `{"people":[{"id":"eva","name":"Eva","field":"","block":"","typing":false,"unsaved":null}],"more":0}`)
	eva.want("people", `"id":"ada","name":"Ada"`)
	path := "/admin/api/entries/" + e.ID + "/presence?collection=posts"
	if got := s.do("POST", path, "contributor eva", `{"window":"w2","field":"/body","block":"0002c0ffee00beef","typing":true,"unsaved":{"field":"/title"}}`); got.body != `{"here":true}` {
		t.Fatal(got.status, got.body)
	}
	ada.want("people", `"field":"/body","block":"0002c0ffee00beef","typing":true,"unsaved":{"field":"/title","block":""}`)
	ada.want("people", `"field":"/body","block":"0002c0ffee00beef","typing":false`) // by itself, after a silence
	patch := fmt.Sprintf(`{"data":{"title":"Pu-erh"},"expectedVersion":%d}`, e.Version)
	if got := s.do("PATCH", "/admin/api/entries/"+e.ID+"?collection=posts", "owner ada", patch); got.status != http.StatusOK {
		t.Fatal(got.body)
	}
	eva.want("changed", `{"kind":"saved","version":2,"status":"draft","by":{"id":"ada","name":"Ada"}}`)
	// Written elsewhere than by the Admin API.
	_, err := s.content.Patch(t.Context(), content.Caller{}, "posts", e.ID, map[string]any{"title": "Sencha"}, 2)
	must(t, err)
	eva.want("changed", `{"kind":"saved","version":3,"status":"draft","by":null}`)
	eva.leave()
	ada.want("people", `{"people":[],"more":0}`)
}

// A change of theirs may stop what is set: they hear of it before they type.
func TestWhoHasAnEntryOpenHearsOfItsTimes(t *testing.T) {
	s := open(t, tea)
	e := s.post(t)
	eva := s.listen(t, e.ID, "contributor eva", "w1")
	eva.wantBoth("people", "changed")
	at := func(hour int) string {
		return fmt.Sprintf(`"at":%d,"timeZone":"UTC"`, s.now.Now().Add(time.Duration(hour)*time.Hour).UnixMilli())
	}
	moves := "/admin/api/entries/" + e.ID + "/moves"
	whole := fmt.Sprintf(`{"entries":[{"collection":"posts","id":%q}],"direction":"unpublish",%s}`, e.ID, at(3))
	for _, change := range []struct{ method, path, body string }{
		{"POST", moves + "?collection=posts", `{"direction":"publish",` + at(1) + `}`},
		{"DELETE", moves + "/publish?collection=posts", ""},
		{"POST", "/admin/api/moves", whole},
		{"POST", "/admin/api/moves/", `{` + at(4) + `}`},
		{"DELETE", "/admin/api/moves/", ""},
	} {
		path := change.path
		if strings.HasSuffix(path, "/") { // of all entries, by their key
			set, err := s.set.Store.OfEntry(t.Context(), "posts", e.ID)
			must(t, err)
			path += set[0].Key()
		}
		if got := s.do(change.method, path, "owner ada", change.body); got.status >= http.StatusBadRequest {
			t.Fatal(change.method, path, got.status, got.body)
		}
		eva.want("moves", "{}")
	}
}

// Who has no name is called by the address where the reader may know it, and not at all
// elsewhere.
func TestNobodyLearnsAnAddressFromPresence(t *testing.T) {
	s := open(t, tea)
	e := s.post(t)
	s.listen(t, e.ID, "editor nameless", "w1")
	s.listen(t, e.ID, "contributor eva", "w2").want("people", `"id":"nameless","name":""`)
	s.listen(t, e.ID, "editor bo", "w3").want("people", `"name":"nameless@tea.example"`)
}

func TestAStreamResumesAndResumesNothingThatWasSeen(t *testing.T) {
	s := open(t, tea)
	e := s.post(t)
	seen := s.listen(t, e.ID, "owner ada", "w1", [2]string{"Last-Event-ID", "1"})
	seen.want("people", "")
	time.Sleep(1500 * time.Millisecond) // a turn of the watch
	for len(seen.events) > 0 {
		if got := <-seen.events; got.event == "changed" {
			t.Error("what was seen is told again:", got)
		}
	}
	s.listen(t, e.ID, "owner ada", "w2", [2]string{"Last-Event-ID", "0"}).want("changed", `"version":1`)
}

// The counter of a draft is no version of its entry.
func TestAStreamDoesNotResumeFromADraft(t *testing.T) {
	s := open(t, tea)
	e := s.post(t)
	ada := s.listen(t, e.ID, "owner ada", "w1")
	if got := ada.want("changed", `"kind":"saved","version":1`); got.id != "1" {
		t.Errorf("a version has the id %q", got.id)
	}
	if got := s.do("PATCH", "/admin/api/entries/"+e.ID+"/draft?collection=posts", "editor bo", `{"data": {"title": "Gyokuro"}, "expectedVersion": 1}`); got.status != http.StatusOK {
		t.Fatal(got.body)
	}
	if got := ada.want("changed", `"kind":"pending"`); got.id != "" {
		t.Errorf("a draft has the id %q", got.id)
	}
}

// A draft that is saved as its entry is ends (decision 375): whoever has the entry open
// would go on with what is no more.
func TestWhoHasAnEntryOpenHearsThatADraftEnds(t *testing.T) {
	s := open(t, tea)
	e := s.post(t)
	ada := s.listen(t, e.ID, "owner ada", "w1")
	save := func(as, body string) {
		t.Helper()
		if got := s.do("PATCH", "/admin/api/entries/"+e.ID+"/draft?collection=posts", as, body); got.status != http.StatusOK {
			t.Fatal(got.body)
		}
	}
	save("editor bo", `{"data": {"title": "Gyokuro"}, "expectedVersion": 1}`)
	ada.want("changed", `"kind":"pending","version":1,"status":"","by":{"id":"bo"`)
	save("contributor eva", `{"data": {"title": "Oolong"}, "expectedDraft": 1, "expectedVersion": 1}`)
	ada.want("changed", `"kind":"pending","version":1,"status":"","by":{"id":"eva"`)
}

func TestWhoMayListenNoMoreIsCut(t *testing.T) {
	admin.RecheckEvery(t, 50*time.Millisecond)
	s := open(t, tea)
	e := s.post(t)
	bo := s.listen(t, e.ID, "editor bo", "w1")
	eva := s.listen(t, e.ID, "editor eva-leaves", "w2")
	bo.want("people", "eva-leaves")
	signedOut.Store("editor eva-leaves", true)
	t.Cleanup(func() { signedOut.Clear() })
	eva.ended()
	bo.want("people", `{"people":[],"more":0}`)
}

func TestAWindowIsNamedAndAnEntryIsThere(t *testing.T) {
	s := open(t, tea)
	e := s.post(t)
	for _, test := range []struct {
		method, target, body string
		status               int
	}{
		{"GET", e.ID + "/presence?collection=posts", "", 400},
		{"GET", e.ID + "/presence?collection=posts&window=" + strings.Repeat("x", 65), "", 400},
		{"GET", "none/presence?collection=posts&window=w", "", 404},
		{"POST", e.ID + "/presence?collection=posts", `{}`, 400},
		{"POST", e.ID + "/presence?collection=posts", `{"window":"w","field":7}`, 400},
		{"POST", e.ID + "/presence?collection=posts", `{"window":"w","field":"title"}`, 400},
		{"POST", e.ID + "/presence?collection=posts", `{"window":"w","typing":"yes"}`, 400},
		{"POST", e.ID + "/presence?collection=posts", `{"window":"w","mood":"fine"}`, 400},
		{"POST", e.ID + "/presence?collection=posts", `{"window":"w","field":"/body","block":"It rains again."}`, 400},
		{"POST", e.ID + "/presence?collection=posts", `{"window":"w","field":"/body","block":2}`, 400},
		{"POST", e.ID + "/presence?collection=posts", `{"window":"w","unsaved":"/body"}`, 400},
		{"POST", e.ID + "/presence?collection=posts", `{"window":"w","unsaved":{"field":"body"}}`, 400},
		{"POST", e.ID + "/presence?collection=posts", `{"window":"w","unsaved":null}`, 200},
		{"POST", e.ID + "/presence?collection=posts", `{"window":"w"}`, 200},
	} {
		got := s.do(test.method, "/admin/api/entries/"+test.target, "owner ada", test.body)
		if got.status != test.status {
			t.Error(test, got.status, got.body)
		}
	}
	for i := 0; ; i++ {
		got := s.do("POST", "/admin/api/entries/"+e.ID+"/presence?collection=posts", "owner bo", `{"window":"w"}`)
		if got.status == http.StatusTooManyRequests {
			var body struct{ Diagnostic struct{ Code string } }
			must(t, json.Unmarshal([]byte(got.body), &body))
			if got.header.Get("Retry-After") == "" || body.Diagnostic.Code != "RATE_LIMITED" {
				t.Error(got)
			}
			break
		}
		if i > 200 {
			t.Fatal("somebody may say as much as they like")
		}
	}
}
