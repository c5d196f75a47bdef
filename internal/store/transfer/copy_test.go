package transfer_test

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/ncruces/go-sqlite3"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/store"
	"github.com/quartet-dev/quartet/internal/store/postgres"
	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
	"github.com/quartet-dev/quartet/internal/store/storetest"
	"github.com/quartet-dev/quartet/internal/store/transfer"
)

const items = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: Items }
spec:
  title: Items
  schema:
    type: object
    properties:
      name: { type: string }
      slug: { type: string }
      count: { type: integer }
      score: { type: number }
      flag: { type: boolean }
      either: { type: [string, integer] }
      tags: { type: array, items: { type: string } }
      loose: {}
  uniqueIndexes: [[slug]]
  indexes: [[count], [name, score]]
`

func newDatabase(t *testing.T) sqlite.Database {
	t.Helper()
	return sqlite.Database{Path: filepath.Join(t.TempDir(), "site.db")}
}

func open(t *testing.T, d store.Database, p *plan.Plan) store.Store {
	t.Helper()
	s, err := d.Open(t.Context(), store.Options{Plan: p, Log: slog.New(slog.DiscardHandler), Retention: &audit.RetainAll})
	if err != nil {
		t.Fatalf("%v: %v", err, errors.Unwrap(err))
	}
	return s
}

func source(t *testing.T, d store.Database) store.Source {
	t.Helper()
	s, err := d.Source(t.Context())
	if err != nil {
		t.Fatalf("%v: %v", err, errors.Unwrap(err))
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func target(t *testing.T, d store.Database) store.Target {
	t.Helper()
	s, err := d.Target(t.Context())
	if err != nil {
		t.Fatalf("%v: %v", err, errors.Unwrap(err))
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// fillItems writes published entries with a value of every kind.
func fillItems(t *testing.T, d store.Database, count int) *plan.Plan {
	t.Helper()
	p := plantest.Seal(t, items)
	s := open(t, d, p)
	storetest.Fill(t, s, p.Schemas()[0], count, func(i int) *content.Entry {
		return &content.Entry{
			ID: fmt.Sprintf("id-%06d", i), Status: "published", Version: 1, CreatedAt: 5, UpdatedAt: 6, AuthorID: "someone",
			Data: map[string]any{
				"name": fmt.Sprint("n", i), "slug": fmt.Sprint("s", i), "count": int64(1)<<53 + int64(i), "score": []any{1.5, 1e300, int64(7), -0.25}[i%4], "flag": i%2 == 0,
				"either": []any{"x", int64(i), "7"}[i%3], "tags": []any{"a"}, "loose": map[string]any{"i": int64(i)},
			},
		}
	})
	must(t, s.Close())
	return p
}

func TestACopyHoldsTheSame(t *testing.T) {
	from, to := newDatabase(t), newDatabase(t)
	p := fillItems(t, from, 2500)
	src, dst := source(t, from), target(t, to)
	if _, err := to.Open(t.Context(), store.Options{Plan: p, Retention: &audit.RetainAll}); !diag.HasCode(err, diag.DatabaseUnfinished) {
		t.Errorf("a database that is loaded is served: %v", err)
	}
	sums, err := transfer.Copy(t.Context(), src, dst, nil)
	if err != nil {
		t.Fatalf("%v: %v", err, errors.Unwrap(err))
	}
	found, err := transfer.Summarize(t.Context(), source(t, to), nil)
	if diff := cmp.Diff(sums, found); diff != "" || err != nil {
		t.Errorf("%v %s", err, diff)
	}
	served := open(t, to, p)
	if err := served.Close(); err != nil {
		t.Fatal(err)
	}
}

// There and back again is where it was.
func TestACopyInAnotherDatabaseHoldsTheSame(t *testing.T) {
	from, back := newDatabase(t), newDatabase(t)
	other := postgres.Database{URL: postgrestest.URL(t)}
	fillItems(t, from, 2500)
	there, err := transfer.Copy(t.Context(), source(t, from), target(t, other), nil)
	if err != nil {
		t.Fatalf("%v: %v", err, errors.Unwrap(err))
	}
	again, err := transfer.Copy(t.Context(), source(t, other), target(t, back), nil)
	if err != nil {
		t.Fatalf("%v: %v", err, errors.Unwrap(err))
	}
	if diff := cmp.Diff(there, again); diff != "" {
		t.Error(diff)
	}
}

// The columns of properties, which are not copied, are as the store writes them.
func TestACopyWritesColumnsThrough(t *testing.T) {
	file, copied := newDatabase(t), newDatabase(t)
	server, loaded := postgres.Database{URL: postgrestest.URL(t)}, postgres.Database{URL: postgrestest.URL(t)}
	fillItems(t, file, 50)
	fillItems(t, server, 50)
	for _, to := range []store.Database{copied, loaded} {
		dst := target(t, to)
		_, err := transfer.Copy(t.Context(), source(t, file), dst, nil)
		must(t, err)
	}
	if diff := cmp.Diff(cellsOfFile(t, file.Path), cellsOfFile(t, copied.Path)); diff != "" {
		t.Errorf("SQLite: %s", diff)
	}
	if diff := cmp.Diff(cellsOfServer(t, server.URL), cellsOfServer(t, loaded.URL)); diff != "" {
		t.Errorf("PostgreSQL: %s", diff)
	}
}

// cellsOfFile are the columns of items with their types.
func cellsOfFile(t *testing.T, path string) (rows []string) {
	t.Helper()
	db, err := sqlite3.Open("file:" + path)
	must(t, err)
	defer db.Close()
	q, _, err := db.Prepare(`SELECT concat_ws(' ', id, quote(name), quote(slug), quote(count), quote(score), quote(flag), quote(either), quote(tags), quote(loose)) FROM Items ORDER BY id`)
	must(t, err)
	defer q.Close()
	for q.Step() {
		rows = append(rows, q.ColumnText(0))
	}
	must(t, q.Err())
	return rows
}

func cellsOfServer(t *testing.T, url string) (rows []string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	must(t, err)
	defer conn.Close(t.Context()) //nolint:errcheck // it was read
	found, err := conn.Query(t.Context(), `SELECT row_to_json(t)::text FROM "Items" t ORDER BY id`)
	must(t, err)
	rows, err = pgx.CollectRows(found, pgx.RowTo[string])
	must(t, err)
	return rows
}

// Of two processes that load one database the slower one changes nothing after
// the other has completed it.
func TestNothingIsLoadedIntoACompleteDatabase(t *testing.T) {
	for _, to := range []store.Database{newDatabase(t), postgres.Database{URL: postgrestest.URL(t)}} {
		from := newDatabase(t)
		fillItems(t, from, 10)
		slow := target(t, to)
		_, err := transfer.Copy(t.Context(), source(t, from), target(t, to), nil)
		must(t, err)
		src := source(t, from)
		tables, err := src.Tables(t.Context())
		must(t, err)
		items := tables[len(tables)-1]
		late := store.Row{"late", nil, int64(1), "{}", "draft", int64(1), int64(1)}
		for what, err := range map[string]error{
			"Load": slow.Load(t.Context(), items, []store.Row{late}), "Clear": slow.Clear(t.Context()), "Complete": slow.Complete(t.Context()),
		} {
			if !diag.HasCode(err, diag.DatabaseNotEmpty) {
				t.Errorf("%s: %v", what, err)
			}
		}
	}
}

// What SQLite indexes and PostgreSQL does not is told by the first start, with what to do.
func TestValuesTooLongForAnIndexAreNamed(t *testing.T) {
	from, to := newDatabase(t), postgres.Database{URL: postgrestest.URL(t)}
	p := plantest.Seal(t, items)
	s := open(t, from, p)
	long := make([]byte, 6000)
	_, _ = rand.Read(long)
	e := &content.Entry{ID: "one", Status: "draft", Version: 1, Data: map[string]any{"slug": hex.EncodeToString(long)}}
	must(t, s.Write(t.Context(), &content.Write{Op: content.Insert, Schema: p.Schemas()[0], Entry: e}))
	must(t, s.Close())
	_, err := transfer.Copy(t.Context(), source(t, from), target(t, to), nil)
	must(t, err)
	if _, err = to.Open(t.Context(), store.Options{Plan: p, Retention: &audit.RetainAll}); !diag.HasCode(err, diag.SchemaChangeBlocked) {
		t.Errorf("it starts: %v", err)
	}
	if _, blocked := to.Changes(t.Context(), p); len(blocked) != 1 || blocked[0].Code != diag.SchemaChangeBlocked {
		t.Errorf("migrate --plan finds nothing in the way: %v", blocked)
	}
}

// What is written while a source is read is in none of its tables.
func TestASourceIsOfOneMoment(t *testing.T) {
	for _, d := range []store.Database{newDatabase(t), postgres.Database{URL: postgrestest.URL(t)}} {
		p := fillItems(t, d, 10)
		s := open(t, d, p)
		src := source(t, d)
		before, err := transfer.Summarize(t.Context(), src, nil)
		must(t, err)
		during, err := transfer.Summarize(t.Context(), src, func(at transfer.Progress) {
			e := &content.Entry{ID: fmt.Sprint("during", at.Number, at.Rows), Status: "published", Version: 1, Data: map[string]any{}}
			must(t, s.Write(t.Context(), &content.Write{
				Op: content.Insert, Schema: p.Schemas()[0], Entry: e,
				Record: &audit.Record{Surface: "program", Action: "create", Collection: "Items", Subject: e.ID, Version: 1},
			}))
		})
		must(t, err)
		if diff := cmp.Diff(before, during); diff != "" {
			t.Errorf("%T: %s", d, diff)
		}
		after, err := transfer.Summarize(t.Context(), source(t, d), nil)
		must(t, err)
		if cmp.Equal(before, after) {
			t.Errorf("%T: nothing was written", d)
		}
		must(t, s.Close())
	}
}

// The copy gives numbers behind those that came along, and takes up what another
// process was at work on.
func TestACopyGoesOnAsItsSource(t *testing.T) {
	from, to := newDatabase(t), postgres.Database{URL: postgrestest.URL(t)}
	p := plantest.Seal(t, items)
	create := func(d store.Database, ids ...string) store.Store {
		s := open(t, d, p)
		for _, id := range ids {
			must(t, s.Write(t.Context(), &content.Write{
				Op: content.Insert, Schema: p.Schemas()[0], Entry: &content.Entry{ID: id, Status: "published", Version: 1, Data: map[string]any{}},
				Event:  &content.Deferred{ID: "event of " + id, Hook: plan.AfterCreate, Schema: "Items", EntryID: id, Triggers: []string{"t"}, Body: []byte(`{}`)},
				Record: &audit.Record{Surface: "program", Action: "create", Collection: "Items", Subject: id, Version: 1},
			}))
		}
		return s
	}
	must(t, create(from, "one", "two").Close())
	exec(t, from.Path, `UPDATE _quartet_outbox SET claim = 'somebody', due = 1 WHERE entry = 'one'; DELETE FROM _quartet_outbox WHERE entry = 'two'`)
	_, err := transfer.Copy(t.Context(), source(t, from), target(t, to), nil)
	must(t, err)
	s := create(to, "three")
	claims, err := s.Outbox().Claim(t.Context(), 10, time.Minute)
	must(t, err)
	var claimed []string
	for _, each := range claims {
		claimed = append(claimed, fmt.Sprint(each.Key, " ", each.ID, " ", each.Lapsed))
	}
	if diff := cmp.Diff([]string{"1 event of one false", "2 event of three false"}, claimed); diff != "" {
		t.Error(diff)
	}
	must(t, s.Close())
	var keys []any
	must(t, source(t, to).Rows(t.Context(), &store.Table{Name: "_quartet_audit", Columns: []string{"key", "subject"}, Key: 1}, nil, func(r store.Row) error {
		keys = append(keys, r...)
		return nil
	}))
	if diff := cmp.Diff([]any{int64(1), "one", int64(2), "two", int64(3), "three"}, keys); diff != "" {
		t.Error(diff)
	}
}

// The secret that the role of sql Views has its password of stays where the role is. All
// others go along.
func TestTheSecretOfTheRoleStays(t *testing.T) {
	from, to := postgres.Database{URL: postgrestest.URL(t)}, newDatabase(t)
	s := open(t, from, plantest.Seal(t, items))
	defer s.Close() //nolint:errcheck // the database goes with the test
	role, err := s.Secret(t.Context(), transfer.RoleSecret)
	must(t, err)
	cursor, err := s.Secret(t.Context(), "cursor")
	must(t, err)
	_, err = transfer.Copy(t.Context(), source(t, from), target(t, to), nil)
	must(t, err)
	copied := open(t, to, plantest.Seal(t, items))
	defer copied.Close() //nolint:errcheck // the file goes with the test
	if other, err := copied.Secret(t.Context(), transfer.RoleSecret); err != nil || bytes.Equal(other, role) {
		t.Errorf("the copy has the secret of the role: %v", err)
	}
	if same, err := copied.Secret(t.Context(), "cursor"); err != nil || !bytes.Equal(same, cursor) {
		t.Errorf("the copy has another secret of cursors: %v", err)
	}
}
