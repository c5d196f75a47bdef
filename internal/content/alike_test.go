package content_test

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/store"
	"github.com/quartet-dev/quartet/internal/store/postgres"
	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
)

// twins are one site on both databases, whose clocks, ids and keys are alike.
type twins struct {
	sites  [2]*site // SQLite, PostgreSQL
	stores [2]store.Store
	shape  *shape
	cursor string // of the last page
}

// keyed is a store that has the same key of cursors as its twin.
type keyed struct{ content.Store }

func (keyed) Secret(context.Context, string) ([]byte, error) {
	return []byte(strings.Repeat("k", 32)), nil
}

// One random sequence of calls gets the same answers of both databases, to the byte:
// of Procedures and staff, Views and lists, searches, orders and cursors, and of what
// is refused. Hooks run meanwhile.
func TestBothDatabasesAnswerAlike(t *testing.T) {
	postgrestest.Need(t)
	opened := map[int]*twins{}
	open := func(n int) *twins {
		if opened[n] == nil {
			opened[n] = openTwins(t, n)
		}
		return opened[n]
	}
	checks(t, 60)
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.IntRange(0, 3*propertySchemas-1).Draw(r, "schema")
		open(n/propertySchemas).sequence(r, n)
	})
}

// checks is how many sequences are tried, unless the command line says it.
func checks(t *testing.T, most int) {
	t.Helper()
	said := false
	flag.Visit(func(f *flag.Flag) { said = said || f.Name == "rapid.checks" })
	if said {
		return
	}
	if err := flag.Set("rapid.checks", strconv.Itoa(most)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = flag.Set("rapid.checks", "100") })
}

func openTwins(t *testing.T, n int) *twins {
	var all []*shape
	for i := range propertySchemas {
		all = append(all, shapeNumber(n*propertySchemas+i))
	}
	p := plantest.Seal(t, manifests(all)+"\n---\n"+alikeViews(all))
	file, err := sqlite.Open(t.Context(), sqlite.Options{Path: t.TempDir() + "/site.db", Plan: p})
	if err != nil {
		t.Fatal(describe(err))
	}
	server, err := postgres.Open(t.Context(), postgres.Options{URL: postgrestest.URL(t), Plan: p})
	if err != nil {
		t.Fatal(describe(err))
	}
	w := &twins{stores: [2]store.Store{file, server}}
	for i, opened := range w.stores {
		t.Cleanup(func() {
			if err := opened.Close(); err != nil {
				t.Error(err)
			}
		})
		s := &site{shapes: map[string]*shape{}, locales: [][]string{{"en", "zh-TW"}, nil}[n%2]}
		for _, each := range all {
			s.shapes[each.name] = each
		}
		made := 0
		service, err := content.New(t.Context(), p, keyed{opened}, content.Options{
			Handlers: map[string]content.Handler{"hook": s.hook}, Locales: locales(s.locales...), Now: s.now,
			NewID: func() string { made++; return fmt.Sprintf("id-%06d", made) }, Log: slog.New(slog.DiscardHandler),
		})
		if err != nil {
			t.Fatal(describe(err))
		}
		s.service = serviceOf(t, service)
		w.sites[i] = s
	}
	return w
}

// serviceOf is one whose store the twins have.
func serviceOf(t *testing.T, s *content.Service) service {
	return service{Service: s, t: t, ctx: context.Background()}
}

// alikeViews are Views in orders that no index serves, with what staff may search and filter.
func alikeViews(shapes []*shape) string {
	var documents []string
	for _, s := range shapes {
		names := []string{"id", "status"}
		for _, p := range s.properties {
			names = append(names, p.name)
		}
		first, second := s.properties[0].name, s.properties[1].name
		for _, direction := range []string{"asc", "desc"} {
			documents = append(documents, document("View", direction+"-"+s.name, values{
				"from": s.name, "surface": "staff", "limit": 3,
				"orderBy":  []values{{"field": first, "direction": direction}, {"field": second, "direction": "asc"}},
				"uiSchema": values{"list": values{"searchFields": names, "filterFields": names}},
			}))
		}
	}
	return strings.Join(documents, "\n---\n")
}

func (w *twins) sequence(r *rapid.T, n int) {
	w.shape, w.cursor = w.sites[0].shapes[fmt.Sprint("s", n)], ""
	w.clear(r)
	var ids []string
	moves := map[string]func(*rapid.T){
		"": w.wantStored, "view": w.view, "view on": w.view, "list": w.list, "list on": w.list, "statistics": w.statistics, "hostile": w.hostile,
	}
	for _, op := range w.shape.calls() {
		moves[op] = func(r *rapid.T) { ids = w.move(r, op, ids) }
	}
	r.Repeat(moves)
}

// clear leaves nothing of the sequence before.
func (w *twins) clear(r *rapid.T) {
	for i, s := range w.sites {
		for _, collection := range []string{w.shape.name, "jottings"} {
			for _, e := range s.stored(r, collection) {
				schema := s.Plan().Schema(collection)
				err := w.stores[i].Write(s.ctx, &content.Write{
					Op: content.Delete, Schema: schema, Entry: e, Expect: content.Expect{Version: e.Version, Status: e.Status},
					Media: &content.MediaChange{Removed: schema.Media().Assets(e.Data)},
				})
				if err != nil {
					r.Fatal(describe(err))
				}
			}
		}
	}
}

// ask wants one answer of both.
func (w *twins) ask(r *rapid.T, what string, call func(*site) (string, error)) {
	var answers [2]string
	for i, s := range w.sites {
		answer, err := call(s)
		if err != nil {
			d := diag.As(err)
			answer = fmt.Sprintf("%s at %q: %s %s %v", d.Code, d.Path, d.Message, d.Suggestion, d.Candidates)
		}
		answers[i] = answer
	}
	if answers[0] != answers[1] {
		r.Fatalf("%s:\n%s", what, cmp.Diff(answers[0], answers[1]))
	}
}

func entryText(e *content.Entry) string {
	if e == nil {
		return "nothing"
	}
	return string(jsonvalue.Append(nil, e.Row()))
}

// move makes one move on both.
func (w *twins) move(r *rapid.T, op string, ids []string) []string {
	m := &model{shape: w.shape, locales: w.sites[0].locales, rows: w.sites[0].stored(r, w.shape.name)}
	mv := m.draw(r, op, ids)
	tick := int64(rapid.IntRange(0, 1).Draw(r, "tick")) * 1000 // times may be the same
	w.ask(r, fmt.Sprintf("%+v", mv), func(s *site) (string, error) {
		s.clock.Add(tick)
		row, met, err := s.perform(w.shape, mv)
		if err != nil {
			return "", err
		}
		return entryText(row) + strings.Join(met, " "), nil
	})
	for _, e := range m.rows {
		if !slices.Contains(ids, e.ID) {
			ids = append(ids, e.ID)
		}
	}
	return ids
}

func (w *twins) wantStored(r *rapid.T) {
	w.ask(r, "what is stored", func(s *site) (string, error) {
		var text strings.Builder
		for _, collection := range []string{w.shape.name, "jottings"} {
			for _, e := range s.stored(r, collection) {
				text.WriteString(entryText(e) + "\n")
			}
		}
		return text.String(), nil
	})
	var events [2][]event
	for i, s := range w.sites {
		events[i] = pendingIn(s.ctx, r, w.stores[i].Outbox())
	}
	if diff := cmp.Diff(events[0], events[1]); diff != "" {
		r.Fatalf("events: %s", diff)
	}
}

var alikeTerms = []string{"", "a", "B", "É", "é", "1", "id-", "ID-00", "%", "true", "0.5", "\x00", "\xff", strings.Repeat("é", 201), "null", "ſ"}

func (w *twins) view(r *rapid.T) {
	name := rapid.SampledFrom([]string{"asc-", "desc-", "all-"}).Draw(r, "view") + w.shape.name
	call := content.ReportCall{ViewCall: content.ViewCall{View: w.sites[0].Plan().View(name), Page: int64(rapid.IntRange(0, 3).Draw(r, "page"))}}
	if rapid.Bool().Draw(r, "goes on") {
		call.Cursor = w.cursor
	}
	call.Search = rapid.SampledFrom(alikeTerms).Draw(r, "search")
	call.Filter = w.filter(r)
	caller := rapid.SampledFrom(callers).Draw(r, "caller")
	w.ask(r, fmt.Sprintf("report %s %+v", name, call), func(s *site) (string, error) {
		page, err := s.Report(s.ctx, caller, call, []byte(content.PageStart))
		w.cursor = page.NextCursor
		if err != nil {
			return "", err
		}
		return string(page.Object()), nil
	})
	w.ask(r, "execute "+name, func(s *site) (string, error) {
		page, err := s.ExecuteView(s.ctx, caller, call.ViewCall, []byte(content.PageStart))
		if err != nil {
			return "", err
		}
		return string(page.Object()), nil
	})
}

func (w *twins) filter(r *rapid.T) map[string]string {
	if rapid.IntRange(0, 3).Draw(r, "filters") > 0 {
		return nil
	}
	p := rapid.SampledFrom(w.shape.properties).Draw(r, "property")
	return map[string]string{p.name: rapid.SampledFrom(append(alikeTerms, "2", "1.5", "false")).Draw(r, "value")}
}

// where is what a list is narrowed by, half of it in groups.
func (w *twins) where(r *rapid.T) (all []content.Condition) {
	for range rapid.IntRange(0, 3).Draw(r, "conditions") {
		all = append(all, content.Condition{
			Test:  rapid.SampledFrom(append(content.Tests(), content.Is, content.Contains, "none")).Draw(r, "test"),
			Field: rapid.SampledFrom(w.shape.properties).Draw(r, "property").name,
			Value: rapid.SampledFrom(append(alikeTerms, "2", "1.5", "false", "true")).Draw(r, "value"),
			Group: rapid.SampledFrom([]string{"", "1", "1", "2"}).Draw(r, "group"),
		})
	}
	return all
}

func (w *twins) list(r *rapid.T) {
	request := content.ListRequest{
		Collection: w.shape.name, Limit: rapid.IntRange(0, 3).Draw(r, "limit"),
		Search: rapid.SampledFrom(alikeTerms).Draw(r, "search"), Where: w.where(r),
		Status:    rapid.SampledFrom([]content.Status{"", "", content.Draft, content.Published, content.Archived, "other"}).Draw(r, "status"),
		Sort:      rapid.SampledFrom([]string{"", "updatedAt", "createdAt", "p0", "p1", "nothing"}).Draw(r, "sort"),
		Direction: rapid.SampledFrom([]string{"", "asc", "desc"}).Draw(r, "direction"),
	}
	if rapid.Bool().Draw(r, "excerpt") {
		request.Excerpt = []string{"p0", "p1"}
	}
	caller := rapid.SampledFrom(callers).Draw(r, "caller")
	for more := true; more; {
		w.ask(r, fmt.Sprintf("list %+v", request), func(s *site) (string, error) {
			page, err := s.StaffEntries(caller).List(s.ctx, request)
			more, w.cursor = page.NextCursor != "", page.NextCursor
			var text strings.Builder
			for _, e := range page.Entries {
				text.WriteString(entryText(e) + "\n")
			}
			return text.String() + page.NextCursor, err
		})
		request.Cursor = w.cursor
	}
}

func (w *twins) statistics(r *rapid.T) {
	span := rapid.SampledFrom([]content.Span{content.Hour, content.Week, "other"}).Draw(r, "span")
	w.ask(r, "statistics", func(s *site) (string, error) {
		found, err := s.Statistics(s.ctx, w.shape.name, span)
		return fmt.Sprint(found), err
	})
}

// hostile sends what no database shall see.
func (w *twins) hostile(r *rapid.T) {
	text := rapid.SampledFrom([]string{"a\x00", "\xff", "\u0000", "\U0010ffff"}).Draw(r, "text")
	for _, p := range w.shape.properties {
		w.ask(r, fmt.Sprintf("create with %q", text), func(s *site) (string, error) {
			e, err := s.Create(s.ctx, editor, w.shape.name, values{p.name: text})
			return entryText(e), err
		})
	}
	w.ask(r, fmt.Sprintf("get %q", text), func(s *site) (string, error) {
		e, err := s.Get(s.ctx, w.shape.name, text)
		return entryText(e), err
	})
}
