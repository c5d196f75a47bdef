package spec

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"golang.org/x/tools/txtar"

	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest"
	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest/wire"
)

const counted = `
-- manifests/notes.yaml --
apiVersion: quartet/v1
kind: Schema
metadata: { name: notes }
spec:
  title: Notes
  schema:
    type: object
    properties: { title: { type: string } }
---
apiVersion: quartet/v1
kind: View
metadata: { name: notes }
spec:
  surface: public
  from: notes
---
apiVersion: quartet/v1
kind: View
metadata: { name: mine }
spec:
  surface: public
  from: notes
  requires: { auth: { all: [ctx.user] } }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: note }
spec:
  input: { type: object, properties: { title: { type: string } } }
  output: { type: object, properties: { id: { type: string } } }
  handler: { kind: builtin, op: create, schema: notes }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: note }
spec:
  source: { kind: http, method: POST, path: /api/notes }
  target: { procedure: note }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: change }
spec:
  input: { type: object, required: [id, expectedVersion], properties: { id: { type: string }, expectedVersion: { type: number }, title: { type: string } } }
  output: { type: object, properties: { id: { type: string } } }
  handler: { kind: builtin, op: update, schema: notes }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: change }
spec:
  source: { kind: http, method: POST, path: /api/notes/change }
  target: { procedure: change }
`

// What a request costs where the database is far away, counted on the wire: a read
// of a View waits once, and a write at most three times, beside what the session
// and the role of somebody who is signed in cost, which is one more.
func TestRoundTripsOfARequest(t *testing.T) {
	postgrestest.Need(t)
	h := &signInSite{site: newSite(t, txtar.Parse([]byte(counted)), postgresDialect), captures: fresh()}
	proxy := h.behind(t)
	h.open()
	note := h.request(nil, "POST", "/api/notes", `{"title": "One"}`)
	page := 0
	views := func(name string) func(*http.Client) string {
		return func(by *http.Client) string {
			page++ // which no answer that is kept is of
			return h.request(by, "GET", fmt.Sprintf("/api/views/%s?page=%d", name, page), "")
		}
	}
	create := func(by *http.Client) string { return h.request(by, "POST", "/api/notes", `{"title": "Two"}`) }
	version := 0
	update := func(by *http.Client) string {
		version++
		return h.request(by, "POST", "/api/notes/change", fmt.Sprintf(`{"id": %q, "expectedVersion": %d, "title": "Three"}`, note, version))
	}
	person := h.person(owner).Browser
	for _, test := range []struct {
		name string
		want int
		by   *http.Client
		do   func(*http.Client) string
	}{
		{"a View", 1, nil, views("notes")},
		{"a View for somebody who is signed in", 2, person, views("mine")},
		{"a new entry", 2, nil, create},
		{"a new entry by somebody who is signed in", 3, person, create},
		{"a change", 3, nil, update},
	} {
		t.Run(test.name, func(t *testing.T) {
			trips := least(proxy, func() { test.do(test.by) })
			if len(trips) != test.want {
				t.Errorf("%d round trips, want %d:\n%v", len(trips), test.want, trips)
			}
		})
	}
}

// least are the round trips that a request waits for, made again and again, when nothing
// was prepared for it. Other processes are told of a change on a connection of its own,
// for which no request waits.
func least(p *wire.Proxy, do func()) (trips []wire.Trip) {
	for i := range 6 {
		stop := p.Record()
		do()
		all := slices.DeleteFunc(stop(), func(t wire.Trip) bool { return t[0].Application == "quartet changes" })
		if i == 0 || len(all) < len(trips) {
			trips = all
		}
	}
	return trips
}

// request makes a request that must succeed, and gives the id in its answer.
func (s *site) request(by *http.Client, method, target, body string) string {
	s.t.Helper()
	if by == nil {
		by = http.DefaultClient
	}
	r, err := http.NewRequestWithContext(s.t.Context(), method, s.client.Origin+target, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Origin", s.client.Origin)
	}
	answer, err := by.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		s.t.Fatalf("%s %s: %s %s, %v", method, target, answer.Status, text, err)
	}
	var got struct{ Data struct{ ID string } }
	_ = json.Unmarshal(text, &got) // a list has no id
	return got.Data.ID
}

// behind puts a proxy before the database of a site that does not run yet. With one
// connection every statement is prepared once.
func (s *site) behind(t *testing.T) *wire.Proxy {
	t.Helper()
	config, err := pgconn.ParseConfig(s.databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	p, err := wire.Listen(t.Context(), fmt.Sprintf("%s:%d", config.Host, config.Port))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	s.databaseURL = postgrestest.At(s.databaseURL, p.Address()) + "&pool_max_conns=1"
	return p
}
