package sqlite_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/store"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
)

// site is one Schema, notes, with these properties and further keys of spec,
// and a View that shows every row.
func site(properties, keys string) string {
	return fmt.Sprintf(`
apiVersion: quartet/v1
kind: Schema
metadata: { name: notes }
spec:
  title: Notes
  schema: { type: object, %s }
%s
---
{ apiVersion: quartet/v1, kind: View, metadata: { name: all }, spec: { from: notes, surface: staff, orderBy: [{ field: id }] } }
`, properties, keys)
}

const (
	plainNotes   = `properties: { title: { type: string }, stars: { type: integer } }`
	storedLimits = `{"id":"a","data":{"title":"A","stars":1,"tags":["x"],"extra":1.5}}
{"id":"b","data":{"title":"B","stars":1},"status":"published"}
{"id":"c","data":{"stars":3},"status":"archived"}
{"id":"d","data":{}}`
)

// site-folder.md, Safe changes: what each change of the manifests does to a
// site that has data.
func TestSafeChanges(t *testing.T) {
	for _, test := range []struct {
		name          string
		before, after string
		changes       string // action and name, of notes
		rows          string // id and what the changed columns hold, of the View
		columns       string
	}{
		{
			name: "nothing", before: site(plainNotes, ""), after: site(plainNotes, ""),
			columns: "title stars", rows: `a "A" 1, b "B" 1, c null 3, d null null`,
		},
		{
			name: "a new property is filled from data", before: site(plainNotes, ""),
			after:   site(`properties: { title: { type: string }, stars: { type: integer }, extra: { type: number } }`, ""),
			changes: "check-rows, add-column extra", columns: "extra", rows: `a 1.5, b null, c null, d null`,
		},
		{
			name: "a new array is derived from data", before: site(plainNotes, ""),
			after:   site(`properties: { title: { type: string }, stars: { type: integer }, tags: { type: array } }`, ""),
			changes: "check-rows, add-column tags", columns: "tags", rows: `a ["x"], b null, c null, d null`,
		},
		{
			name: "a widened type is filled again", before: site(plainNotes, "  indexes: [[stars]]"),
			after:   site(`properties: { title: { type: string }, stars: { type: number } }`, "  indexes: [[stars]]"),
			changes: "check-rows, drop-index notes:index:, replace-column stars, create-index notes:index:",
			columns: "stars", rows: `a 1, b 1, c 3, d null`,
		},
		{
			name: "a scalar becomes anything", before: site(plainNotes, ""),
			after:   site(`properties: { title: { type: string }, stars: {} }`, ""),
			changes: "check-rows, replace-column stars", columns: "stars", rows: `a 1, b 1, c 3, d null`,
		},
		{
			name: "new indexes", before: site(plainNotes, ""), after: site(plainNotes, "  uniqueIndexes: [[title]]\n  indexes: [[stars, title]]"),
			changes: "check-rows, create-index notes:unique:, create-index notes:index:",
			columns: "title", rows: `a "A", b "B", c null, d null`,
		},
		{
			name: "removed indexes", before: site(plainNotes, "  uniqueIndexes: [[title]]\n  indexes: [[stars, title]]"), after: site(plainNotes, ""),
			changes: "check-rows, drop-index notes:unique:, drop-index notes:index:",
			columns: "title", rows: `a "A", b "B", c null, d null`,
		},
		{
			name: "a removed property keeps its data", before: site(plainNotes, "  indexes: [[stars]]"), after: site(`properties: { title: { type: string } }`, ""),
			changes: "check-rows, drop-index notes:index:, keep-column stars",
			columns: "title", rows: `a "A", b "B", c null, d null`,
		},
		{
			name: "a removed property is no breach of additionalProperties", before: site(plainNotes, ""),
			after:   site(`additionalProperties: false, properties: { title: { type: string } }`, ""),
			changes: "check-rows, keep-column stars", columns: "title", rows: `a "A", b "B", c null, d null`,
		},
		{
			name: "a name in another spelling is another property", before: site(plainNotes, ""),
			after:   site(`properties: { Title: { type: string }, stars: { type: integer } }`, ""),
			changes: "check-rows, replace-column Title", columns: "Title stars", rows: `a null 1, b null 1, c null 3, d null null`,
		},
		{
			name: "drafts may be partial", before: site(plainNotes, ""),
			after:   site(`required: [stars], properties: { title: { type: string }, stars: { type: integer } }`, ""),
			changes: "check-rows", columns: "stars", rows: `a 1, b 1, c 3, d null`,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "site.db")
			fill(t, path, plantest.Seal(t, test.before), storedLimits)
			after := plantest.Seal(t, test.after)
			want := splitChanges(test.changes)
			planned, blocked := sqlite.Changes(t.Context(), path, after)
			if len(blocked) > 0 {
				t.Fatal(blocked)
			}
			wantChanges(t, "Changes", planned, want)
			done, err := sqlite.Migrate(t.Context(), path, after, false)
			if err != nil {
				t.Fatal(err)
			}
			wantChanges(t, "Migrate", done, want)
			wantViewed(t, path, after, strings.Fields(test.columns), test.rows)
			again, err := sqlite.Migrate(t.Context(), path, after, false)
			if err != nil || len(again) != 0 {
				t.Errorf("the second time %v, %v", again, err)
			}
		})
	}
}

func TestBlockedChanges(t *testing.T) {
	for _, test := range []struct {
		name, before, after string
		want                []string // pointer, count and ids of each diagnostic
	}{
		{
			name: "a new required property", before: site(plainNotes, ""),
			after: site(`required: [extra], properties: { title: { type: string }, extra: { type: number } }`, ""),
			want:  []string{"/spec/schema/properties/extra: 1 b"},
		},
		{
			name: "a narrowed type", before: site(plainNotes, ""),
			after: site(`properties: { title: { type: integer }, stars: { type: integer, minimum: 2 } }`, ""),
			want:  []string{"/spec/schema/properties/stars: 2 a b"},
		},
		{
			name: "a new unique index", before: site(plainNotes, ""), after: site(plainNotes, "  uniqueIndexes: [[title], [stars]]"),
			want: []string{"/spec/uniqueIndexes/1: 2 a b"},
		},
		{
			name: "a unique index over a new property", before: site(`properties: { title: { type: string } }`, ""), after: site(plainNotes, "  uniqueIndexes: [[stars]]"),
			want: []string{"/spec/uniqueIndexes/0: 2 a b"},
		},
		{
			name: "operational, with entries that are not published", before: site(plainNotes, ""), after: site(plainNotes, "  lifecycle: operational"),
			want: []string{"/spec/lifecycle: 3 a c d"},
		},
		{
			name: "localized, with entries that have no locale", before: site(plainNotes, ""),
			after: site(`properties: { title: { type: string }, locale: { type: string } }`, "  localized: true"),
			want:  []string{"/spec/localized: 1 b"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "site.db")
			before, after := plantest.Seal(t, test.before), plantest.Seal(t, test.after)
			fill(t, path, before, storedLimits)
			_, err := sqlite.Open(t.Context(), sqlite.Options{Path: path, Plan: after})
			var opened diag.List
			if !errors.As(err, &opened) {
				t.Fatalf("opened with %v", err)
			}
			_, planned := sqlite.Changes(t.Context(), path, after)
			for name, got := range map[string]diag.List{"Open": opened, "Changes": planned} {
				if diff := cmp.Diff(test.want, summaries(t, got)); diff != "" {
					t.Errorf("%s: -want +got\n%s", name, diff)
				}
			}
			if changes, err := sqlite.Migrate(t.Context(), path, before, false); err != nil || len(changes) != 0 {
				t.Errorf("a refused start left %v to do, %v", changes, err)
			}
		})
	}
}

// The diagnostic counts all rows and names ten.
func TestABlockedChangeNamesTheFirstTenRows(t *testing.T) {
	path := filepath.Join(t.TempDir(), "site.db")
	var rows []string
	for i := range 2345 {
		rows = append(rows, fmt.Sprintf(`{"id":"n%04d","data":{"stars":%d},"status":"published"}`, i, i%2))
	}
	fill(t, path, plantest.Seal(t, site(plainNotes, "")), strings.Join(rows, "\n"))
	_, blocked := sqlite.Changes(t.Context(), path, plantest.Seal(t, site(`properties: { title: { type: string }, stars: { type: integer, minimum: 1 } }`, "")))
	want := []string{"/spec/schema/properties/stars: 1173 n0000 n0002 n0004 n0006 n0008 n0010 n0012 n0014 n0016 n0018"}
	if diff := cmp.Diff(want, summaries(t, blocked)); diff != "" {
		t.Error(diff)
	}
}

// summaries are the parts of the diagnostics that callers rely on.
func summaries(t *testing.T, list diag.List) (found []string) {
	t.Helper()
	for _, d := range list {
		if d.Code != diag.SchemaChangeBlocked || d.Phase != diag.Boot {
			t.Errorf("%s in %s", d.Code, d.Phase)
		}
		_, pointer, _ := strings.Cut(d.Path, "manifest:Schema/notes#")
		count, _, _ := strings.Cut(d.Message, " ")
		found = append(found, fmt.Sprintf("%s: %s %s", pointer, count, strings.Join(d.Value.([]string), " ")))
	}
	return found
}

func TestARemovedPropertyReturns(t *testing.T) {
	path := filepath.Join(t.TempDir(), "site.db")
	with, without := plantest.Seal(t, site(plainNotes, "")), plantest.Seal(t, site(`properties: { title: { type: string } }`, ""))
	fill(t, path, with, storedLimits)
	fill(t, path, without, `{"id":"e","data":{"title":"E","stars":9}}`)
	done, err := sqlite.Migrate(t.Context(), path, with, false)
	if err != nil {
		t.Fatal(err)
	}
	wantChanges(t, "Migrate", done, []string{"check-rows", "fill-column stars"})
	wantViewed(t, path, with, []string{"stars"}, "a 1, b 1, c 3, d null, e 9")
}

func TestARemovedSchemaKeepsItsDataUntilItIsDropped(t *testing.T) {
	path := filepath.Join(t.TempDir(), "site.db")
	notes := plantest.Seal(t, site(plainNotes, ""))
	other := plantest.Seal(t, strings.ReplaceAll(site(plainNotes, ""), "notes", "others"))
	fill(t, path, notes, storedLimits)
	migrate := func(p *plan.Plan, drop bool, want ...string) {
		t.Helper()
		done, err := sqlite.Migrate(t.Context(), path, p, drop)
		if err != nil {
			t.Fatal(err)
		}
		wantChanges(t, "Migrate", done, want)
	}
	migrate(other, false, "create-table", "create-index others:listed:", "create-index others:listed:", "keep-table")
	migrate(notes, false, "keep-table")
	wantViewed(t, path, notes, []string{"stars"}, "a 1, b 1, c 3, d null")
	migrate(other, true, "drop-table")
	migrate(notes, true, "create-table", "create-index notes:listed:", "create-index notes:listed:", "drop-table")
	wantViewed(t, path, notes, []string{"stars"}, "")
}

// A reference has an index of its own until a declared one begins with it.
func TestADeclaredIndexReplacesTheOneOfAReference(t *testing.T) {
	path := filepath.Join(t.TempDir(), "site.db")
	refers := `properties: { title: { type: string }, stars: { type: integer, x-service-ref: notes } }`
	fill(t, path, plantest.Seal(t, site(refers, "")), "")
	for _, step := range []struct {
		indexes string
		want    []string
	}{
		{"  indexes: [[stars]]", []string{"check-rows", "drop-index notes:listed:", "create-index notes:index:"}},
		{"", []string{"check-rows", "drop-index notes:index:", "create-index notes:listed:"}},
	} {
		done, err := sqlite.Migrate(t.Context(), path, plantest.Seal(t, site(refers, step.indexes)), false)
		if err != nil {
			t.Fatal(err)
		}
		wantChanges(t, "Migrate", done, step.want)
	}
}

func TestDropRemovesARemovedPropertyFromData(t *testing.T) {
	path := filepath.Join(t.TempDir(), "site.db")
	fill(t, path, plantest.Seal(t, site(plainNotes, "")), storedLimits)
	without := plantest.Seal(t, site(`properties: { title: { type: string } }`, ""))
	done, err := sqlite.Migrate(t.Context(), path, without, true)
	if err != nil {
		t.Fatal(err)
	}
	wantChanges(t, "Migrate", done, []string{"check-rows", "drop-column stars"})
	store := open(t, path, without)
	defer closed(t, store)
	e, err := store.Entry(t.Context(), without.Schema("notes"), "a")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]any{"title": "A", "tags": []any{"x"}, "extra": 1.5}
	if diff := cmp.Diff(want, e.Data); diff != "" || e.Version != 1 {
		t.Errorf("version %d, %s", e.Version, diff)
	}
}

func TestChangesOfAFileThatIsNotThereMakesNone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "no", "site.db")
	changes, blocked := sqlite.Changes(t.Context(), path, plantest.Seal(t, site(plainNotes, "  indexes: [[stars]]")))
	if len(blocked) > 0 {
		t.Fatal(blocked)
	}
	wantChanges(t, "Changes", changes, []string{"create-table", "create-index notes:index:", "create-index notes:listed:", "create-index notes:listed:"})
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file was made: %v", err)
	}
}

// fill writes rows, a line each, through a store of the plan.
func fill(t *testing.T, path string, p *plan.Plan, rows string) {
	t.Helper()
	store := open(t, path, p)
	defer closed(t, store)
	for line := range strings.Lines(rows) {
		e := &content.Entry{Status: content.Draft, Version: 1}
		row := struct {
			ID     *string
			Status *content.Status
			Data   *map[string]any
		}{&e.ID, &e.Status, &e.Data}
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatal(err)
		}
		if err := store.Write(t.Context(), &content.Write{Op: content.Insert, Schema: p.Schemas()[0], Entry: e}); err != nil {
			t.Fatal(err)
		}
	}
}

// wantViewed opens the store and compares the columns of every row.
func wantViewed(t *testing.T, path string, p *plan.Plan, columns []string, want string) {
	t.Helper()
	store := open(t, path, p)
	defer closed(t, store)
	page, err := store.View(t.Context(), content.ViewQuery{View: p.View("all"), Limit: 500}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var rows []map[string]json.RawMessage
	if err := json.Unmarshal(page.Rows, &rows); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, row := range rows {
		line := strings.Trim(string(row["id"]), `"`)
		for _, column := range columns {
			line += " " + string(row[column])
		}
		got = append(got, line)
	}
	if diff := cmp.Diff(want, strings.Join(got, ", ")); diff != "" {
		t.Error(diff)
	}
}

func splitChanges(changes string) []string {
	if changes == "" {
		return nil
	}
	return strings.Split(changes, ", ")
}

// wantChanges compares actions and the beginnings of names.
func wantChanges(t *testing.T, of string, got []store.Change, want []string) {
	t.Helper()
	ok := len(got) == len(want)
	var lines []string
	for i, c := range got {
		lines = append(lines, strings.TrimSpace(string(c.Action)+" "+c.Name))
		ok = ok && strings.HasPrefix(lines[i], want[i])
	}
	if !ok {
		t.Errorf("%s: got %q, want %q", of, lines, want)
	}
}

// impatient is a context that ends after it was asked so many times.
type impatient struct {
	context.Context
	left int
}

func (i *impatient) Err() error {
	if i.left--; i.left < 0 {
		return context.Canceled
	}
	return nil
}

// A start that is cut off anywhere leaves the tables as they were; the next one
// does all of it.
func TestAStartThatIsCutOffChangesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "site.db")
	var rows []string
	for i := range 3000 {
		rows = append(rows, fmt.Sprintf(`{"id":"n%04d","data":{"stars":%d,"extra":%d}}`, i, i, i))
	}
	before := plantest.Seal(t, site(plainNotes, "  indexes: [[stars]]"))
	after := plantest.Seal(t, site(`properties: { stars: { type: number }, extra: { type: integer } }`, "  uniqueIndexes: [[extra]]\n  indexes: [[stars]]"))
	fill(t, path, before, strings.Join(rows, "\n"))
	cut := 0
	for patience := 1; ; patience *= 2 {
		store, err := sqlite.Open(&impatient{t.Context(), patience}, sqlite.Options{Path: path, Plan: after})
		if err == nil {
			closed(t, store)
			break
		}
		if cut++; !diag.HasCode(err, diag.ResourceUnavailable) {
			t.Fatalf("%v, because of %v", err, errors.Unwrap(err))
		}
		if changes, err := sqlite.Migrate(t.Context(), path, before, false); err != nil || len(changes) != 0 {
			t.Fatalf("cut off after %d questions, it left %v to do, %v", patience, changes, err)
		}
	}
	if cut < 5 {
		t.Errorf("only %d starts were cut off", cut)
	}
	store := open(t, path, after)
	defer closed(t, store)
	found, err := store.Match(t.Context(), after.Schema("notes"), []*plan.Column{after.Schema("notes").Column("extra")}, []any{int64(2999)})
	if err != nil || found.ID != "n2999" {
		t.Errorf("%v, %v", found, err)
	}
}
