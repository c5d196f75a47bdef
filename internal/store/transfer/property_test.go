package transfer_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ncruces/go-sqlite3"
	"pgregory.net/rapid"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/sqlgen"
	"github.com/quartet-dev/quartet/internal/store"
	"github.com/quartet-dev/quartet/internal/store/layout"
	"github.com/quartet-dev/quartet/internal/store/postgres"
	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest"
	"github.com/quartet-dev/quartet/internal/store/transfer"
)

// Random rows of every table go from SQLite to PostgreSQL and back, each copy
// interrupted twice on its way, and nothing is another, at the end, than it was.
func TestACopyOfAnythingHoldsTheSame(t *testing.T) {
	file := newDatabase(t)
	from, there, back := target(t, file), target(t, postgres.Database{URL: postgrestest.URL(t)}), target(t, newDatabase(t))
	columns := declaredColumns(t, file.Path)
	checks(t, 25)
	rapid.Check(t, func(r *rapid.T) {
		clearAll(r, from, there, back)
		fillRandomly(r, from, columns)
		want := summaries(r, from)
		copyInterrupted(r, from, there)
		if diff := cmp.Diff(want, summaries(r, there)); diff != "" {
			r.Error(diff)
		}
		copyInterrupted(r, there, back)
		if diff := cmp.Diff(want, summaries(r, back)); diff != "" {
			r.Error(diff)
		}
	})
}

// checks is how many sequences are tried, unless the command line says it.
func checks(t *testing.T, most int) {
	t.Helper()
	said := false
	flag.Visit(func(f *flag.Flag) { said = said || f.Name == "rapid.checks" })
	if !said {
		must(t, flag.Set("rapid.checks", strconv.Itoa(most)))
		t.Cleanup(func() { _ = flag.Set("rapid.checks", "100") })
	}
}

// A fatal is a test or a check of one.
type fatal interface {
	Fatalf(format string, args ...any)
}

func must(t fatal, err error) {
	if err != nil {
		t.Fatalf("%v: %v", err, errors.Unwrap(err))
	}
}

func clearAll(r *rapid.T, targets ...store.Target) {
	for _, each := range targets {
		must(r, each.Clear(r.Context()))
	}
}

func summaries(r *rapid.T, s store.Source) []transfer.Summary {
	sums, err := transfer.Summarize(r.Context(), s, nil)
	must(r, err)
	return sums
}

var errInterrupted = errors.New("interrupted")

// interrupted fails at a batch, before it is loaded or after.
type interrupted struct {
	store.Target
	batches int // until then
	after   bool
}

func (i *interrupted) Load(ctx context.Context, t *store.Table, rows []store.Row) error {
	if i.batches--; i.batches < 0 && !i.after {
		return errInterrupted
	}
	if err := i.Target.Load(ctx, t, rows); err != nil || i.batches >= 0 {
		return err
	}
	return errInterrupted
}

func copyInterrupted(r *rapid.T, from store.Source, to store.Target) {
	for range 2 {
		at := &interrupted{to, rapid.IntRange(0, 40).Draw(r, "batches"), rapid.Bool().Draw(r, "after")}
		if _, err := transfer.Load(r.Context(), from, at, nil); err != nil && !errors.Is(err, errInterrupted) {
			r.Fatalf("%v: %v", err, errors.Unwrap(err))
		}
	}
	_, err := transfer.Load(r.Context(), from, to, nil)
	must(r, err)
}

// declaredColumns are the types of columns in a SQLite file, by table and name,
// with a ! where null is refused.
func declaredColumns(t *testing.T, path string) map[string]string {
	t.Helper()
	db, err := sqlite3.Open("file:" + path)
	must(t, err)
	defer db.Close()
	q, _, err := db.Prepare(`SELECT t.name || '.' || c.name, c.type, c."notnull" OR c.pk > 0 FROM sqlite_schema t CROSS JOIN pragma_table_info(t.name) c WHERE t.type = 'table'`)
	must(t, err)
	defer q.Close()
	found := map[string]string{}
	for q.Step() {
		found[q.ColumnText(0)] = q.ColumnText(1) + strings.Repeat("!", q.ColumnInt(2))
	}
	must(t, q.Err())
	return found
}

// fillRandomly loads rows into the tables of the platform and of random Schemas.
func fillRandomly(r *rapid.T, to store.Target, columns map[string]string) {
	tables, err := to.Tables(r.Context())
	must(r, err)
	tables = append(tables, drawSchemas(r)...)
	must(r, to.Make(r.Context(), tables))
	for _, t := range tables {
		rows := make([]store.Row, rapid.IntRange(0, 4).Draw(r, t.Name))
		for i := range rows {
			rows[i] = drawRow(r, t, columns, i)
		}
		if t.Name == "_quartet_sweep" {
			rows = rows[:min(len(rows), 1)]
		}
		if len(rows) > 0 {
			must(r, to.Load(r.Context(), t, rows))
		}
	}
}

// What else than its type a column of the platform demands.
var demands = map[string]func(r *rapid.T, i int) any{
	"_quartet_users.role":           func(r *rapid.T, _ int) any { return drawRole(r) },
	"_quartet_invitations.role":     func(*rapid.T, int) any { return "owner" },
	"_quartet_users.email":          func(_ *rapid.T, i int) any { return fmt.Sprint(i, "@example.com") },
	"_quartet_users.email_verified": func(r *rapid.T, _ int) any { return int64(rapid.IntRange(0, 1).Draw(r, "flag")) },
	"_quartet_sweep.one":            func(*rapid.T, int) any { return int64(1) },
}

func drawRole(r *rapid.T) any {
	return rapid.SampledFrom([]any{nil, "owner", "editor", "contributor"}).Draw(r, "role")
}

func drawRow(r *rapid.T, t *store.Table, columns map[string]string, i int) store.Row {
	row := store.Row{}
	for at, column := range t.Columns {
		name, value := t.Name+"."+column, any(nil)
		switch draw := demands[name]; {
		case draw != nil:
			value = draw(r, i)
		case t.Layout != nil:
			value = drawEntry(r, t, column, i)
		default:
			value = drawValue(r, columns[name], at < t.Key, i)
		}
		row = append(row, value)
	}
	return row
}

// drawValue tells rows apart wherever an index may be unique: by their number.
func drawValue(r *rapid.T, kind string, isKey bool, i int) any {
	if !strings.HasSuffix(kind, "!") && rapid.Bool().Draw(r, "null") {
		return nil
	}
	switch strings.TrimSuffix(kind, "!") {
	case "TEXT":
		return drawText(r) + fmt.Sprint(i)
	case "BLOB":
		return append(rapid.SliceOfN(rapid.Byte(), 0, 20).Draw(r, "bytes"), byte(i))
	default:
		n := rapid.Int64().Draw(r, "integer")
		if isKey {
			n = n&^7 + int64(i)
		}
		return n
	}
}

// drawText has no NUL, which PostgreSQL has not either.
func drawText(r *rapid.T) string {
	return strings.ReplaceAll(rapid.String().Draw(r, "text"), "\x00", "")
}

var kinds = []string{"text", "integer", "real", "boolean", "mixed", "json"}

// drawSchemas are tables with columns of any kind, some of them of properties that
// were removed.
func drawSchemas(r *rapid.T) (tables []*store.Table) {
	for i := range rapid.IntRange(0, 3).Draw(r, "schemas") {
		l := layout.Layout{Name: fmt.Sprint("Schema", i), Fingerprint: "f", Indexes: []string{}, Columns: []layout.Column{}}
		for j := range rapid.IntRange(0, 6).Draw(r, "properties") {
			l.Columns = append(l.Columns, layout.Column{
				Name: fmt.Sprint("p", j), Kind: rapid.SampledFrom(kinds).Draw(r, "kind"), Stale: rapid.IntRange(0, 3).Draw(r, "stale") == 0,
			})
		}
		text, err := json.Marshal(l)
		must(r, err)
		tables = append(tables, &store.Table{Name: l.Name, Columns: sqlgen.EntryColumns(), Key: 1, Layout: text})
	}
	return tables
}

func drawEntry(r *rapid.T, t *store.Table, column string, i int) any {
	switch column {
	case "id":
		return fmt.Sprint(drawText(r), i)
	case "authorId":
		return drawValue(r, "TEXT", false, i)
	case "status":
		return "draft"
	case "data":
		l, err := layout.Parse(t.Layout)
		must(r, err)
		data := map[string]any{}
		for _, c := range l.Columns {
			if rapid.Bool().Draw(r, "present") {
				data[c.Name] = drawProperty(r, c)
			}
		}
		return string(jsonvalue.Append(nil, data))
	default:
		return rapid.Int64().Draw(r, column)
	}
}

// drawProperty is anything for a property that was removed.
func drawProperty(r *rapid.T, c layout.Column) any {
	kind := c.Kind
	if c.Stale || kind == "mixed" || kind == "json" {
		kind = rapid.SampledFrom(kinds[:4]).Draw(r, "as")
	}
	switch kind {
	case "text":
		return drawText(r)
	case "integer":
		return rapid.Int64().Draw(r, "integer")
	case "boolean":
		return rapid.Bool().Draw(r, "boolean")
	default:
		return rapid.Float64Range(-math.MaxFloat32, math.MaxFloat32).Draw(r, "real")
	}
}

// The tables of the platform are the same in both databases: by name, by columns
// and by keys. What a new migration adds is copied, or named in table.go.
func TestDatabasesHaveTheSameTables(t *testing.T) {
	file := newDatabase(t)
	ours, theirs := target(t, file), target(t, postgres.Database{URL: postgrestest.URL(t)})
	a, err := ours.Tables(t.Context())
	must(t, err)
	b, err := theirs.Tables(t.Context())
	must(t, err)
	if diff := cmp.Diff(a, b); diff != "" || len(a) < 26 {
		t.Errorf("SQLite has %d tables; PostgreSQL's: %s", len(a), diff)
	}
	copied := map[string]bool{}
	for _, each := range a {
		copied[each.Name] = true
	}
	var left []string
	for name := range declaredColumns(t, file.Path) {
		if table, _, _ := strings.Cut(name, "."); !copied[table] && !slices.Contains(left, table) {
			left = append(left, table)
		}
	}
	slices.Sort(left)
	want := []string{"_quartet_layout", "_quartet_migrations", "_quartet_program", "_quartet_search", "_quartet_unfinished", "_quartet_unsearched", "sqlite_sequence"}
	if diff := cmp.Diff(want, left); diff != "" {
		t.Errorf("tables that are not copied: %s", diff)
	}
}

// To go on, a copy wants the source to begin with what is there.
func TestACopyDoesNotMixMoments(t *testing.T) {
	for name, change := range map[string]string{
		"changed":      `UPDATE Items SET version = 9 WHERE id = 'id-000003'`,
		"deleted":      `DELETE FROM Items WHERE id = 'id-000003'`,
		"inserted":     `INSERT INTO Items (id, status, version, createdAt, updatedAt, data) VALUES ('id-000003a', 'draft', 1, 1, 1, '{}')`,
		"all deleted":  `DELETE FROM Items`,
		"other layout": `UPDATE _quartet_layout SET layout = replace(layout, '"real"', '"mixed"')`,
	} {
		t.Run(name, func(t *testing.T) {
			from, to := newDatabase(t), newDatabase(t)
			fillItems(t, from, 1500)
			dst := target(t, to)
			if _, err := transfer.Load(t.Context(), source(t, from), &interrupted{dst, 1, true}, nil); !errors.Is(err, errInterrupted) {
				t.Fatal(err)
			}
			exec(t, from.Path, change)
			if _, err := transfer.Load(t.Context(), source(t, from), dst, nil); !diag.HasCode(err, diag.CopyDiffers) {
				t.Errorf("the copy went on: %v", err)
			}
			must(t, dst.Clear(t.Context()))
			_, err := transfer.Copy(t.Context(), source(t, from), dst, nil)
			must(t, err)
		})
	}
}

// What changes behind what was copied already is part of the copy.
func TestACopyIsTheLastMomentOfItsSource(t *testing.T) {
	from, to := newDatabase(t), newDatabase(t)
	fillItems(t, from, 1500)
	dst := target(t, to)
	if _, err := transfer.Load(t.Context(), source(t, from), &interrupted{dst, 1, true}, nil); !errors.Is(err, errInterrupted) {
		t.Fatal(err)
	}
	exec(t, from.Path, `DELETE FROM Items WHERE id = 'id-001400'`)
	src := source(t, from)
	sums, err := transfer.Copy(t.Context(), src, dst, nil)
	must(t, err)
	want, err := transfer.Summarize(t.Context(), src, nil)
	must(t, err)
	if diff := cmp.Diff(want, sums); diff != "" {
		t.Error(diff)
	}
}

// A copy that was changed, or that lost a row, is noticed in the end.
func TestADamagedCopyIsNotComplete(t *testing.T) {
	from, to := newDatabase(t), newDatabase(t)
	fillItems(t, from, 20)
	dst := target(t, to)
	_, err := transfer.Load(t.Context(), source(t, from), &damaged{Target: dst}, nil)
	if !diag.HasCode(err, diag.CopyDiffers) {
		t.Errorf("the copy is taken for whole: %v", err)
	}
}

// damaged loses the last row of every batch.
type damaged struct{ store.Target }

func (d *damaged) Load(ctx context.Context, t *store.Table, rows []store.Row) error {
	return d.Target.Load(ctx, t, rows[:len(rows)-1])
}

func exec(t *testing.T, path, statement string) {
	t.Helper()
	db, err := sqlite3.Open("file:" + path)
	must(t, err)
	must(t, db.Exec(statement))
	must(t, db.Close())
}
