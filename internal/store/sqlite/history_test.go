package sqlite

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
)

// beforeHistory is the last migration before there was a history.
const beforeHistory = 8

const oldLine = `INSERT INTO _quartet_audit (time, surface, action, collection, subject, version, before, after) VALUES (%d, 'admin', '%s', '%s', 'b', %[1]d, %[4]s, %[5]s)`

// An audit log of before says the same after it was taken over, and after it was
// packed: what had both sides of a change keeps them, also where its table is
// gone, and what was left out then is still said to be.
func TestAnOlderAuditLogIsTakenOver(t *testing.T) {
	path := filepath.Join(t.TempDir(), "site.db")
	store := openedWith(t, path, audit.RetainAll, fmt.Sprintf(library, "title"))
	book := &content.Entry{ID: "b", Status: content.Published, Version: 100, Data: map[string]any{"title": "t100", "body": "short"}}
	if err := store.Write(t.Context(), &content.Write{Op: content.Insert, Schema: store.opts.Plan.Schema("books"), Entry: book}); err != nil {
		t.Fatal(err)
	}
	old := []string{
		fmt.Sprintf(oldLine, 1, "create", "books", "NULL", "NULL"),
		fmt.Sprintf(oldLine, 2, "update", "books", `'{"data":{"title":"t1"}}'`, `'{"data":{"body":"x","title":"t2"}}'`),
		fmt.Sprintf(oldLine, 3, "update", "books", `'{"data":{"body":"x"}}'`, `'{"data":{"body":{"$omitted":5002}}}'`),
		fmt.Sprintf(oldLine, 4, "update", "books", `'{"data":{"body":{"$omitted":5002}}}'`, `'{"data":{"body":{"$omitted":5002}}}'`),
		fmt.Sprintf(oldLine, 5, "update", "books", `'{"data":{"body":{"$omitted":5002},"rank":1,"title":"t2"}}'`, `'{"data":{"body":"short","title":"t5"}}'`),
	}
	for i := 6; i < 100; i++ {
		old = append(old, fmt.Sprintf(oldLine, i, "update", "books", fmt.Sprintf(`'{"data":{"title":"t%d"}}'`, i-1), fmt.Sprintf(`'{"data":{"title":"t%d"}}'`, i)))
	}
	old = append(old, fmt.Sprintf(oldLine, 100, "update", "books", `'{"data":{"title":"t99"}}'`, `'{"data":{"title":"t100"}}'`),
		fmt.Sprintf(oldLine, 7, "update", "papers", `'{"data":{"name":"a"}}'`, `'{"data":{"name":"b"}}'`))
	without(t, store, append(old, TakenBackTo(t, beforeHistory)...)...)

	store = openedWith(t, path, audit.RetainAll, fmt.Sprintf(library, "title"))
	want := oldSides(t, old)
	if diff := cmp.Diff(want, sidesOf(t, store)); diff != "" {
		t.Error(diff)
	}
	if err := store.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, sidesOf(t, store)); diff != "" {
		t.Error("swept:", diff)
	}
	store.inWriter(t, func(c *conn) error {
		here, err := c.number(&query{Text: `SELECT count(*) FROM _quartet_audit WHERE kept = 0 AND collection = 'books'`, Brief: true})
		if here != 0 {
			t.Errorf("%d lines were not packed", here)
		}
		return err
	})
	for version, title := range map[int64]string{2: `"t2"`, 50: `"t50"`, 100: `"t100"`} {
		state, err := store.EntryVersion(t.Context(), "books", "b", version)
		if err != nil || string(state.Data["title"]) != title {
			t.Errorf("version %d is %v, %v", version, state, err)
		}
	}
	closeStore(t, store)
}

func openedWith(t *testing.T, path string, keep audit.Retention, manifests string) *Store {
	t.Helper()
	store, err := Open(t.Context(), Options{Path: path, Plan: plantest.Seal(t, manifests), Retention: &keep})
	if err != nil {
		t.Fatal(err)
	}
	return store
}

func closeStore(t *testing.T, store *Store) {
	t.Helper()
	if err := store.Close(); err != nil {
		t.Error(err)
	}
}

// oldSides are the sides in the statements that inserted old lines, the newest
// first.
func oldSides(t *testing.T, statements []string) (sides []string) {
	t.Helper()
	for _, s := range statements {
		_, values, _ := strings.Cut(s, "'b', ")
		_, values, _ = strings.Cut(strings.TrimSuffix(values, ")"), ", ")
		sides = append([]string{strings.NewReplacer("'", "", "NULL", "").Replace(strings.Replace(values, ", ", " -> ", 1))}, sides...)
	}
	return sides
}

func sidesOf(t *testing.T, store *Store) (sides []string) {
	t.Helper()
	lines, more, err := store.AuditRecords(t.Context(), audit.Query{Limit: 1000})
	if err != nil || more {
		t.Fatal(more, err)
	}
	for _, l := range lines {
		sides = append(sides, fmt.Sprintf("%s -> %s", l.Before, l.After))
	}
	return sides
}

// What the history is asked is found by an index.
func TestTheHistoryIsLookedUp(t *testing.T) {
	store := openedPlatform(t)
	for part, want := range map[string]string{
		"SELECT a.key, action, version":                       "SEARCH a USING INDEX _quartet_audit_subject (subject=? AND rowid>? AND rowid<?), SEARCH u USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN",
		"SELECT kept, octet_length(":                          "SEARCH a USING INDEX _quartet_audit_subject (subject=?), SEARCH u USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN",
		"LIMIT 500 OFFSET ?3":                                 "SEARCH _quartet_audit USING INDEX _quartet_audit_subject (subject=?)",
		"version = ?3 AND action <> 'delete'":                 "SEARCH _quartet_audit USING INDEX _quartet_audit_subject (subject=?)",
		"SELECT action, time FROM":                            "SEARCH _quartet_audit USING INDEX _quartet_audit_subject (subject=?)",
		"SELECT key, time, collection, subject, kept, action": "SEARCH _quartet_audit USING INTEGER PRIMARY KEY (rowid>?)",
		"last >= ?3":           "SEARCH _quartet_versions USING INDEX _quartet_versions_subject (subject=? AND last>?)",
		"last < ?3":            "SEARCH _quartet_versions USING INDEX _quartet_versions_subject (subject=? AND last<?)",
		"published, NULL FROM": "SEARCH _quartet_versions USING INDEX _quartet_versions_subject (subject=?)",
		"first <= ?3":          "SEARCH _quartet_versions USING INDEX _quartet_versions_subject (subject=?)",
	} {
		q := queryWith(t, part)
		if steps := strings.Join(queryPlan(t, store, q), ", "); steps != want {
			t.Errorf("%s: %s, want %s", q.Text, steps, want)
		}
	}
}
