package postgres_test

import (
	"context"
	"flag"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
)

const alikeViews = 300

// alike are two databases that are asked the same.
type alike struct {
	stores [2]content.Store // SQLite, PostgreSQL
	items  *plan.Schema
	views  []*plan.View
	seen   map[string]*content.Entry // as they were last written
	after  map[*plan.View][]any      // where a View goes on
}

// One random sequence of calls gets the same answers of both databases, to the
// byte: rows, orders, cursors' keys, counts and refusals.
func TestTheDatabasesAnswerAlike(t *testing.T) {
	address, p := postgrestest.URL(t), plantest.Seal(t, alikeManifests(alikeViews))
	file, err := sqlite.Open(t.Context(), sqlite.Options{Path: filepath.Join(t.TempDir(), "site.db"), Plan: p})
	if err != nil {
		t.Fatal(err)
	}
	a := &alike{stores: [2]content.Store{file, open(t, address, p)}, items: p.Schema("items"), views: p.Views()}
	for _, each := range a.stores {
		t.Cleanup(func() {
			if err := each.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	alikeChecks(t, 40)
	rapid.Check(t, a.sequence)
}

// alikeChecks is how many sequences are tried, unless the command line says it.
func alikeChecks(t *testing.T, most int) {
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

func (a *alike) sequence(r *rapid.T) {
	for _, e := range a.seen {
		a.ask(r, "clear", a.write(&content.Write{Op: content.Delete, Schema: a.items, Entry: e, Expect: content.Expect{Version: e.Version, Status: e.Status}}))
	}
	a.seen, a.after = map[string]*content.Entry{}, map[*plan.View][]any{}
	for range rapid.IntRange(5, 30).Draw(r, "entries") {
		a.insert(r)
	}
	r.Repeat(map[string]func(*rapid.T){
		"insert": a.insert, "change": a.change, "view": a.view, "view again": a.view, "every row": a.each, "list": a.list, "list again": a.list,
		"read": a.read, "count": a.count,
	})
}

// ask wants one answer of both databases, and returns it.
func (a *alike) ask(r *rapid.T, what string, call func(context.Context, content.Store) (string, error)) string {
	var answers [2]string
	for i, each := range a.stores {
		answer, err := call(context.Background(), each)
		if err != nil {
			d := diag.As(err)
			answer = fmt.Sprintf("%s at %q: %s", d.Code, d.Path, d.Message)
			if d.Code == diag.InternalError {
				r.Fatalf("%s: %v: %v", what, err, d.Unwrap())
			}
		}
		answers[i] = answer
	}
	if answers[0] != answers[1] {
		r.Fatalf("%s:\nSQLite     %s\nPostgreSQL %s", what, answers[0], answers[1])
	}
	return answers[0]
}

func (a *alike) write(w *content.Write) func(context.Context, content.Store) (string, error) {
	return func(ctx context.Context, s content.Store) (string, error) { return "done", s.Write(ctx, w) }
}

func (a *alike) insert(r *rapid.T) {
	e := a.draw(r, &content.Entry{
		ID: a.drawID(r), Collection: "items", Version: 1, CreatedAt: int64(rapid.IntRange(1, 4).Draw(r, "created")), AuthorID: drawFrom(r, "author", []any{"", "a", "B", "ä"}).(string),
	})
	if a.ask(r, "insert "+e.ID, a.write(&content.Write{Op: content.Insert, Schema: a.items, Entry: e})) == "done" {
		a.seen[e.ID] = e
	}
}

// draw fills what an update changes, too.
func (a *alike) draw(r *rapid.T, e *content.Entry) *content.Entry {
	e.Status = rapid.SampledFrom(plan.Statuses()).Draw(r, "status")
	e.UpdatedAt, e.Data = int64(rapid.IntRange(1, 5).Draw(r, "updated")), object{}
	for _, p := range kindsAlike {
		switch rapid.IntRange(0, 5).Draw(r, p.name) {
		case 0:
		case 1:
			e.Data[p.name] = nil
		default:
			e.Data[p.name] = drawFrom(r, p.name, p.values)
		}
	}
	return e
}

func drawFrom(r *rapid.T, label string, values []any) any {
	return values[rapid.IntRange(0, len(values)-1).Draw(r, label)]
}

// drawID is an id that is in use, or not yet.
func (a *alike) drawID(r *rapid.T) string {
	return rapid.SampledFrom([]string{"i", "I", "ä", "_", "i-", "", "é", "9", "10"}).Draw(r, "id") + strconv.Itoa(rapid.IntRange(0, 20).Draw(r, "number"))
}

func (a *alike) change(r *rapid.T) {
	before := a.seen[a.drawID(r)]
	if before == nil {
		before = &content.Entry{ID: a.drawID(r), Collection: "items", Version: 1, Status: content.Draft, Data: object{}}
	}
	w := &content.Write{Op: content.Delete, Schema: a.items, Entry: before, Expect: content.Expect{Version: before.Version, Status: before.Status}}
	if rapid.IntRange(0, 5).Draw(r, "stale") == 0 {
		w.Expect.Version++
	}
	if rapid.IntRange(0, 3).Draw(r, "deletes") > 0 {
		changed := *before
		changed.Version++
		w.Op, w.Entry = content.Update, a.draw(r, &changed)
	}
	if a.ask(r, "change "+before.ID, a.write(w)) != "done" {
		return
	}
	delete(a.seen, before.ID)
	if w.Op == content.Update {
		a.seen[before.ID] = w.Entry
	}
}

func (a *alike) query(r *rapid.T) content.ViewQuery {
	v := a.views[rapid.IntRange(0, len(a.views)-1).Draw(r, "view")]
	q := content.ViewQuery{View: v, CallerID: "a", Limit: rapid.IntRange(1, 8).Draw(r, "limit")}
	for _, p := range alikeParams {
		q.Params = append(q.Params, drawFrom(r, p.name, p.values))
	}
	q.Criteria = a.criteria(r, alikeColumns(), alikeColumns())
	return q
}

func (a *alike) view(r *rapid.T) {
	q := a.query(r)
	q.Keys = true
	if rapid.Bool().Draw(r, "goes on") {
		q.After = a.after[q.View]
	}
	if q.After == nil {
		q.Offset = int64(rapid.IntRange(0, 3).Draw(r, "offset"))
	}
	var last []any
	a.ask(r, fmt.Sprintf("%s %v after %v, %+v", q.View.Name(), q.Params, q.After, q.Criteria), func(ctx context.Context, s content.Store) (string, error) {
		rows, err := s.View(ctx, q, nil)
		last = rows.Last
		return fmt.Sprintf("%d %s %s", rows.Count, rows.Rows, keysText(rows.Last)), err
	})
	a.after[q.View] = last
}

func (a *alike) each(r *rapid.T) {
	q := a.query(r)
	a.ask(r, fmt.Sprintf("all of %s %v, %+v", q.View.Name(), q.Params, q.Criteria), func(ctx context.Context, s content.Store) (string, error) {
		var rows strings.Builder
		q.Each = func(some []byte) error {
			if len(some) > len("[]") { // the last may be empty
				rows.Write(some)
			}
			return nil
		}
		_, err := s.View(ctx, q, nil)
		return rows.String(), err
	})
}

// criteria are a term in some of the fields, and values of others.
func (a *alike) criteria(r *rapid.T, searched, filtered []string) (n plan.Criteria) {
	if rapid.IntRange(0, 2).Draw(r, "searches") == 0 {
		n.Terms, n.Searched = []string{drawFrom(r, "term", alikeTexts[1:]).(string)}, rapid.SliceOfNDistinct(rapid.SampledFrom(searched), 0, 3, rapid.ID[string]).Draw(r, "searched")
	}
	if rapid.IntRange(0, 2).Draw(r, "filters") == 0 {
		field := rapid.SampledFrom(filtered).Draw(r, "filtered")
		n.Equal = []plan.Equality{{Field: field, Values: []any{a.wanted(r, a.items.Column(field).Kind())}}}
	}
	return n
}

// wanted is a value as a list of staff asks for it: of a column of many kinds, its text.
func (a *alike) wanted(r *rapid.T, kind plan.ColumnKind) any {
	switch kind {
	case plan.IntegerColumn:
		return drawFrom(r, "wanted", alikeWholes)
	case plan.RealColumn:
		value := drawFrom(r, "wanted", alikeReals)
		if n, ok := value.(int64); ok {
			return float64(n)
		}
		return value
	case plan.BooleanColumn:
		return drawFrom(r, "wanted", alikeFlags)
	case plan.TextColumn, plan.MixedColumn, plan.JSONColumn:
	}
	return drawFrom(r, "wanted", alikeTexts)
}

// alikeOrders are those of the indexes, and the times.
var alikeOrders = []string{"createdAt", "updatedAt", "name score", "score", "either", "bits name", "slug", "count flag"}

func (a *alike) list(r *rapid.T) {
	q := content.EntrySearch{
		Schema: a.items, Limit: rapid.IntRange(1, 6).Draw(r, "limit"), Often: rapid.Bool().Draw(r, "often"), Only: rapid.Bool().Draw(r, "only"),
		Status:   rapid.SampledFrom(append(plan.Statuses(), "")).Draw(r, "status"),
		Criteria: a.criteria(r, []string{"name", "slug", "id"}, []string{"name", "slug", "score", "either", "bits", "count"}),
	}
	desc := rapid.Bool().Draw(r, "desc")
	for _, name := range append(strings.Fields(rapid.SampledFrom(alikeOrders).Draw(r, "order")), "id") {
		q.Order = append(q.Order, plan.Order{Column: a.items.Column(name), Desc: desc})
	}
	if rapid.Bool().Draw(r, "excerpt") {
		q.Excerpt = []*plan.Column{a.items.Column("name"), a.items.Column("count"), a.items.Column("loose"), a.items.Column("score")}
	}
	for range 8 {
		var found content.Found
		a.ask(r, fmt.Sprintf("list %+v", q), func(ctx context.Context, s content.Store) (answer string, err error) {
			found, err = s.Find(ctx, q)
			if q.Only {
				found.More = false
			}
			return fmt.Sprintf("%s%s %t", entriesText(found.Entries), keysText(found.Last), found.More), err
		})
		if q.After = found.Last; !found.More {
			return
		}
	}
}

// keysText is what a cursor holds. Of a column of several types PostgreSQL does not
// know how a whole number was written, and it is the same place either way.
func keysText(keys []any) []byte {
	alike := slices.Clone(keys)
	for i, key := range alike {
		if f, ok := key.(float64); ok && f == math.Trunc(f) && math.Abs(f) < 1<<63 {
			alike[i] = int64(f)
		}
	}
	return jsonvalue.Append(nil, alike)
}

func entriesText(all []*content.Entry) string {
	var text strings.Builder
	for _, e := range all {
		text.Write(append(jsonvalue.Append(nil, e.Row()), '\n'))
	}
	return text.String()
}

func (a *alike) read(r *rapid.T) {
	id := a.drawID(r)
	a.ask(r, "read "+id, func(ctx context.Context, s content.Store) (string, error) {
		e, err := s.Entry(ctx, a.items, id)
		if err != nil {
			return "", err
		}
		return entriesText([]*content.Entry{e}), nil
	})
	slug := drawFrom(r, "slug", alikeTexts)
	a.ask(r, fmt.Sprintf("match %q", slug), func(ctx context.Context, s content.Store) (string, error) {
		e, err := s.Match(ctx, a.items, []*plan.Column{a.items.Column("slug")}, []any{slug})
		if err != nil {
			return "", err
		}
		return entriesText([]*content.Entry{e}), nil
	})
	a.ask(r, "entries after "+id, func(ctx context.Context, s content.Store) (string, error) {
		all, err := s.Entries(ctx, content.EntryQuery{Schema: a.items, After: id, Limit: 5})
		return entriesText(all), err
	})
}

func (a *alike) count(r *rapid.T) {
	q := content.CountQuery{Schema: a.items, By: a.items.Column("name"), From: 1, Width: 2, Spans: 3}
	a.ask(r, "count", func(ctx context.Context, s content.Store) (string, error) {
		counts, err := s.Count(ctx, q)
		return fmt.Sprint(counts), err
	})
}
