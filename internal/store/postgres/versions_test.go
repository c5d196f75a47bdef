package postgres_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/media"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/store/postgres"
	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest"
)

// notesVersion is a version of a site, with a Schema of these properties and further keys of
// spec.
func notesVersion(t *testing.T, properties, keys string) *plan.Plan {
	t.Helper()
	return plantest.Seal(t, fmt.Sprintf(`
apiVersion: quartet/v1
kind: Schema
metadata: { name: notes }
spec:
  title: Notes
  schema: { type: object, properties: { %s } }
%s
---
{ apiVersion: quartet/v1, kind: View, metadata: { name: all }, spec: { from: notes, surface: staff, orderBy: [{ field: id }] } }
`, properties, keys))
}

const firstNotes = `title: { type: string }, stars: { type: integer }`

func opened(t *testing.T, url string, p *plan.Plan) *postgres.Store {
	t.Helper()
	s := open(t, url, p)
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func insertNote(t *testing.T, s *postgres.Store, p *plan.Plan, id string, data map[string]any) error {
	t.Helper()
	e := &content.Entry{ID: id, Status: content.Draft, Version: 1, Data: data}
	return s.Write(t.Context(), &content.Write{Op: content.Insert, Schema: p.Schema("notes"), Entry: e})
}

// While a new version of a site takes the place of the last one, both write where a row
// of either is right for the other; elsewhere the older one is refused.
func TestVersionsOfASiteWriteBesideEachOther(t *testing.T) {
	for _, test := range []struct {
		name  string
		newer *plan.Plan
		both  bool
	}{
		{"a new property and an index", notesVersion(t, firstNotes+`, extra: { type: number }`, "  indexes: [[extra], [stars]]"), true},
		{"a removed property", notesVersion(t, `title: { type: string }`, ""), true},
		{"a narrower rule", notesVersion(t, `title: { type: string, maxLength: 3 }, stars: { type: integer }`, ""), false},
		{"a new unique index", notesVersion(t, firstNotes, "  uniqueIndexes: [[title]]"), false},
	} {
		t.Run(test.name, func(t *testing.T) {
			url, older := postgrestest.URL(t), notesVersion(t, firstNotes, "")
			old := opened(t, url, older)
			if err := insertNote(t, old, older, "before", nil); err != nil {
				t.Fatal(err)
			}
			now := opened(t, url, test.newer)
			err := insertNote(t, old, older, "beside", nil)
			if test.both && err != nil || !test.both && !diag.HasCode(err, diag.ResourceUnavailable) {
				t.Errorf("the older version writes: %v", err)
			}
			if err := insertNote(t, now, test.newer, "after", nil); err != nil {
				t.Error("the newer version: ", err)
			}
		})
	}
}

// A property that an older version removes from data, of which it knows no more, is gone
// from the column too, and what it leaves there stays.
func TestAnOlderVersionEmptiesColumnsThatItDoesNotKnow(t *testing.T) {
	url, older := postgrestest.URL(t), notesVersion(t, firstNotes, "")
	newer := notesVersion(t, firstNotes+`, extra: { type: number }, more: { type: string }, list: { type: array }`, "")
	old, now := opened(t, url, older), opened(t, url, newer)
	if err := insertNote(t, now, newer, "a", map[string]any{"title": "A", "extra": 1.5, "more": "m", "list": []any{"x"}}); err != nil {
		t.Fatal(err)
	}
	e := &content.Entry{ID: "a", Status: content.Draft, Version: 2, Data: map[string]any{"title": "B", "more": "m"}}
	err := old.Write(t.Context(), &content.Write{
		Op: content.Update, Schema: older.Schema("notes"), Entry: e, Expect: content.Expect{Version: 1, Status: content.Draft},
	})
	if err != nil {
		t.Fatal(err)
	}
	rows, err := now.View(t.Context(), content.ViewQuery{View: newer.View("all"), Limit: 2}, nil)
	if err != nil {
		t.Fatal(err)
	}
	wantRow(t, string(rows.Rows), `"title":"B"`, `"extra":null`, `"more":"m"`, `"list":null`)
}

// What one process writes, another one notices: of entries by their Schema, of assets,
// and of tables that changed. Other rows of the platform raise nothing.
func TestProcessesNoticeEachOthersWrites(t *testing.T) {
	url, p := postgrestest.URL(t), notesVersion(t, firstNotes, "")
	here, there := opened(t, url, p), opened(t, url, p)
	schema := func() uint64 { n, _ := there.Generation(p.Schema("notes")); return n }
	assets := func() uint64 { n, _ := there.ExternalWrites(); return n }
	for _, write := range []struct {
		name string
		of   func() uint64
		do   func() error
	}{
		{"an entry", schema, func() error { return insertNote(t, here, p, "a", nil) }},
		{"an asset", assets, func() error { return here.Media().Update(t.Context(), func(media.Tx) error { return nil }) }},
		{"a table", schema, func() error {
			changed := open(t, url, notesVersion(t, firstNotes+`, extra: { type: number }`, ""))
			return changed.Close()
		}},
	} {
		before := write.of()
		if err := write.do(); err != nil {
			t.Fatal(err)
		}
		for begun := time.Now(); write.of() == before; time.Sleep(time.Millisecond) {
			if time.Since(begun) > 30*time.Second {
				t.Fatalf("%s: the other process never notices", write.name)
			}
		}
	}
}

// A process that has nothing to do does not write, so that the others have nothing to
// hear.
func TestClaimsOfNothingTakeNoNumber(t *testing.T) {
	url, p := postgrestest.URL(t), notesVersion(t, firstNotes, "")
	s := opened(t, url, p)
	before := lastNumber(t, url)
	for range 3 {
		if _, err := s.Outbox().Claim(t.Context(), 10, time.Minute); err != nil {
			t.Fatal(err)
		}
		if err := s.MarkSeeded(t.Context(), "hash"); err != nil {
			t.Fatal(err)
		}
	}
	if now := lastNumber(t, url); now != before {
		t.Errorf("numbers went from %s to %s", before, now)
	}
}

func lastNumber(t *testing.T, url string) string {
	t.Helper()
	return query(t, url, "SELECT last_value, is_called FROM _quartet_writes")
}

// query gives the first row of a statement.
func query(t *testing.T, url, statement string) string {
	t.Helper()
	conn, err := pgconn.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context()) //nolint:errcheck // of the test
	results, err := conn.Exec(t.Context(), statement).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%s", results[0].Rows[0])
}

func wantRow(t *testing.T, row string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(row, part) {
			t.Errorf("%s does not hold %s", row, part)
		}
	}
}
