package content_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/media"
	"github.com/quartet-dev/quartet/internal/queue"
)

const (
	propertySites   = 8  // stores, each with Schemas of its own
	propertySchemas = 12 // of a site
)

// site is a service with random Schemas, which sequences share one after the
// other.
type site struct {
	service
	shapes  map[string]*shape
	locales []string
	clock   atomic.Int64
}

// sites opens each site once, when it is first drawn.
func sites(t *testing.T) func(n int) *site {
	opened := map[int]*site{}
	return func(n int) *site {
		if opened[n] == nil {
			opened[n] = openSite(t, n)
		}
		return opened[n]
	}
}

func openSite(t *testing.T, n int) *site {
	s := &site{shapes: map[string]*shape{}, locales: [][]string{{"en", "zh-TW"}, nil}[n%2]}
	var all []*shape
	for i := range propertySchemas {
		shape := shapeNumber(n*propertySchemas + i)
		s.shapes[shape.name], all = shape, append(all, shape)
	}
	s.service = open(t, manifests(all), content.Options{
		Handlers: map[string]content.Handler{"hook": s.hook},
		Locales:  locales(s.locales...),
		Now:      s.now,
	})
	return s
}

func (s *site) now() time.Time { return time.UnixMilli(s.clock.Load()) }

// drawShape draws a site and one of its Schemas, and leaves it empty.
func drawShape(r *rapid.T, open func(int) *site) (*site, *model) {
	n := rapid.IntRange(0, propertySites*propertySchemas-1).Draw(r, "schema")
	s := open(n / propertySchemas)
	m := &model{shape: s.shapes[fmt.Sprint("s", n)], locales: s.locales, now: s.now()}
	s.clear(r, m.shape.name)
	for _, each := range s.shapes {
		if each.parent == m.shape.name {
			s.clear(r, each.name) // what would follow it, of which the model knows nothing
		}
	}
	s.clear(r, "jottings")
	s.pending(r)
	return s, m
}

func (s *site) clear(r *rapid.T, collection string) {
	for _, e := range s.stored(r, collection) {
		w := &content.Write{
			Op: content.Delete, Schema: s.Plan().Schema(collection), Entry: e,
			Expect: content.Expect{Version: e.Version, Status: e.Status},
		}
		w.Media = &content.MediaChange{Removed: w.Schema.Media().Assets(e.Data)}
		if err := s.store.Write(s.ctx, w); err != nil {
			r.Fatal(describe(err))
		}
	}
}

func (s *site) stored(r *rapid.T, collection string) []*content.Entry {
	all, err := s.List(s.ctx, collection, content.EntryQuery{Limit: 500})
	if err != nil {
		r.Fatal(describe(err))
	}
	return all
}

// pending takes every event that waits for after-hooks, in the order in which
// they were stored.
func (s *site) pending(r *rapid.T) (events []event) { return pendingIn(s.ctx, r, s.store.Outbox()) }

func pendingIn(ctx context.Context, r *rapid.T, outbox queue.Store) (events []event) {
	for {
		claims, err := outbox.Claim(ctx, 1000, time.Hour)
		if err != nil {
			r.Fatal(describe(err))
		}
		for _, c := range claims {
			var body struct {
				Depth int    `json:"depth"`
				Entry values `json:"entry"`
			}
			if err := json.Unmarshal(c.Body, &body); err != nil {
				r.Fatal(err)
			}
			events = append(events, event{string(c.Hook), c.Triggers, body.Depth, body.Entry})
		}
		if len(claims) == 0 {
			return events
		}
	}
}

// Random moves by random callers on random Schemas, beside a model.
func TestProperty(t *testing.T) {
	open := sites(t)
	t.Run("moves one after the other", func(t *testing.T) { rapid.Check(t, movesInTurn(open)) })
	t.Run("moves at once", func(t *testing.T) { rapid.Check(t, movesAtOnce(open)) })
}

// movesInTurn: what is answered and what is stored is what the model says, to
// the last property and event.
func movesInTurn(open func(int) *site) func(*rapid.T) {
	return func(r *rapid.T) {
		s, m := drawShape(r, open)
		var ids []string
		moves := map[string]func(*rapid.T){"": func(r *rapid.T) { s.wantStored(r, m) }}
		for _, op := range m.shape.calls() {
			moves[op] = func(r *rapid.T) { ids = s.wantMove(r, m, m.draw(r, op, ids), ids) }
		}
		r.Repeat(moves)
		s.wantView(r, m)
		if n := len(s.stored(r, "jottings")); n != m.jottings {
			r.Fatalf("hooks left %d jottings, want %d", n, m.jottings)
		}
		if diff := cmp.Diff(m.events, s.pending(r)); diff != "" {
			r.Fatalf("events: %s", diff)
		}
	}
}

// wantMove makes one move and compares its answer. It returns the ids that
// have been seen.
func (s *site) wantMove(r *rapid.T, m *model, mv move, ids []string) []string {
	m.now = time.UnixMilli(s.clock.Add(1000))
	row, met, err := s.perform(m.shape, mv)
	m.made = s.unknown(r, m, met)
	want, refused := m.apply(mv)
	switch {
	case refused != nil:
		wantRefusal(r, err, *refused)
	case err != nil:
		r.Fatalf("%s: %v", mv.op, describe(err))
	case row != nil && !same(row.Row(), want.Row()):
		r.Fatalf("%s answered %s", mv.op, cmp.Diff(canonical(want.Row()), canonical(row.Row())))
	case row == nil && mv.op != "Delete" && mv.op != "delete":
		r.Fatalf("%s answered nothing", mv.op)
	}
	for _, e := range m.rows {
		if !slices.Contains(ids, e.ID) {
			ids = append(ids, e.ID)
		}
	}
	return ids
}

// unknown are the ids that the model lacks, in the order of their making:
// those that hooks met, then that of an entry which is stored and was not
// always answered, because a Load may be refused half-way.
func (s *site) unknown(r *rapid.T, m *model, met []string) (ids []string) {
	for _, e := range s.stored(r, m.shape.name) {
		met = append(met, e.ID)
	}
	for _, id := range met {
		if m.find(id) == nil && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

func wantRefusal(r *rapid.T, err error, want refusal) {
	if err == nil {
		r.Fatalf("done, want %s at %s", want.code, want.path)
	}
	d := diag.As(err)
	if d.Code != want.code || want.path != "" && d.Path != want.path {
		r.Fatalf("got %s at %s (%v), want %s at %s", d.Code, d.Path, describe(err), want.code, want.path)
	}
}

// wantStored compares the whole collection.
func (s *site) wantStored(r *rapid.T, m *model) {
	got, want := map[string]any{}, map[string]any{}
	for _, e := range s.stored(r, m.shape.name) {
		got[e.ID] = canonical(e.Row())
	}
	for _, e := range m.rows {
		want[e.ID] = canonical(e.Row())
	}
	if !same(got, want) {
		r.Fatalf("stored: %s", cmp.Diff(want, got))
	}
	s.wantUses(r, m.shape)
}

// wantUses compares the uses of media with what is stored. Of the texts that are
// drawn, all but one may be the id of an asset.
func (s *site) wantUses(r *rapid.T, shape *shape) {
	var got, want []string
	for _, text := range textKind.good {
		var uses []media.Use
		err := s.store.Media().Read(s.ctx, func(r media.Reader) (err error) {
			uses, err = r.Uses(text.(string), media.Use{}, 10_000)
			return err
		})
		if err != nil {
			r.Fatal(describe(err))
		}
		for _, use := range uses {
			if use.Collection == shape.name {
				got = append(got, text.(string)+" in "+use.EntryID)
			}
		}
	}
	for _, e := range s.stored(r, shape.name) {
		for _, p := range shape.properties {
			if text, ok := e.Data[p.name].(string); ok && p.media && text != "é" {
				want = append(want, text+" in "+e.ID)
			}
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(slices.Compact(want), got, cmpopts.EquateEmpty()); diff != "" {
		r.Fatalf("uses of media: %s", diff)
	}
}

// wantView compares what a View says: the columns hold what data holds.
func (s *site) wantView(r *rapid.T, m *model) {
	page, err := s.ExecuteView(s.ctx, nobody, content.ViewCall{View: s.Plan().View("all-" + m.shape.name)}, nil)
	if err != nil {
		r.Fatal(describe(err))
	}
	var rows []values
	if err := json.Unmarshal(page.Rows, &rows); err != nil {
		r.Fatal(err)
	}
	got, want := map[string]any{}, map[string]any{}
	for _, row := range rows {
		got[row["id"].(string)] = canonical(row)
	}
	for _, e := range m.rows {
		row := e.Row()
		delete(row, "collection")
		delete(row, "data")
		for _, p := range m.shape.properties {
			row[p.name] = e.Data[p.name]
		}
		want[e.ID] = canonical(row)
	}
	if !same(got, want) {
		r.Fatalf("the View says %s", cmp.Diff(want, got))
	}
}
