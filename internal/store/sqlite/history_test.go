package sqlite

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
)

// beforeHistory takes a file back to how it was before there was a history.
var beforeHistory = []string{
	`DROP TABLE _quartet_versions`, `DROP TABLE _quartet_undo`, `DROP TABLE _quartet_sweep`, `ALTER TABLE _quartet_audit DROP COLUMN kept`,
	`DROP TABLE _quartet_program`, `DELETE FROM _quartet_migrations WHERE version_id >= 9`,
}

const oldLine = `INSERT INTO _quartet_audit (time, surface, action, collection, subject, version, before, after) VALUES (%d, 'admin', '%s', '%s', 'b', %[1]d, %[4]s, %[5]s)`

// A journal of before says the same after it was taken over, and after it was
// packed: what had both sides of a change keeps them, also where its table is
// gone, and what was left out then is still said to be.
func TestAnOlderJournalIsTakenOver(t *testing.T) {
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
	without(t, store, append(old, beforeHistory...)...)

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
	if here, _ := store.look(t.Context(), &query{text: `SELECT count(*) FROM _quartet_audit WHERE kept = 0 AND collection = 'books'`, brief: true}); string(here) != "0" {
		t.Errorf("%s lines were not packed", here)
	}
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
	store, err := Open(t.Context(), Options{Path: path, Plan: plantest.Seal(t, manifests), Keep: &keep})
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
	for q, want := range map[*query]string{
		linesBelow:    "SEARCH a USING INDEX _quartet_audit_subject (subject=? AND rowid>? AND rowid<?), SEARCH u USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN",
		sizesHere:     "SEARCH a USING INDEX _quartet_audit_subject (subject=?), SEARCH u USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN",
		beyondHere:    "SEARCH _quartet_audit USING INDEX _quartet_audit_subject (subject=?)",
		lineOfVersion: "SEARCH _quartet_audit USING INDEX _quartet_audit_subject (subject=?)",
		newestLine:    "SEARCH _quartet_audit USING INDEX _quartet_audit_subject (subject=?)",
		oldLines:      "SEARCH _quartet_audit USING INTEGER PRIMARY KEY (rowid>?)",
		packAbove:     "SEARCH _quartet_versions USING INDEX _quartet_versions_subject (subject=? AND last>?)",
		packBelow:     "SEARCH _quartet_versions USING INDEX _quartet_versions_subject (subject=? AND last<?)",
		packsOf:       "SEARCH _quartet_versions USING INDEX _quartet_versions_subject (subject=?)",
		deleteVersion: "SEARCH _quartet_versions USING INDEX _quartet_versions_subject (subject=?)",
	} {
		if steps := strings.Join(queryPlan(t, store, q), ", "); steps != want {
			t.Errorf("%s: %s, want %s", q.text, steps, want)
		}
	}
}

// The journal of an entry that is edited again and again stays small beside it,
// and what one sweep leaves the next one does not move again.
func TestEditsOfALongTextArePackedTightly(t *testing.T) {
	store := openedWith(t, filepath.Join(t.TempDir(), "site.db"), audit.RetainAll, fmt.Sprintf(library, "title"))
	defer closeStore(t, store)
	books, text := store.opts.Plan.Schema("books"), strings.Repeat("Water is what tea is made of. ", 4000)
	book := &content.Entry{ID: "b", Status: content.Draft, Version: 1, Data: map[string]any{"title": "b", "body": text}}
	write := func(op content.WriteOp, e *content.Entry, l audit.Record) {
		l.Collection, l.Subject, l.Version = "books", "b", e.Version
		w := &content.Write{Op: op, Schema: books, Entry: e, Record: &l, Expect: content.Expect{Version: e.Version - 1, Status: e.Status}}
		if err := store.Write(t.Context(), w); err != nil {
			t.Fatal(err)
		}
	}
	write(content.Insert, book, audit.Record{Action: audit.Create})
	for i := range 99 {
		next := *book
		next.Version++
		next.Data = map[string]any{"title": "b", "body": fmt.Sprint(text[:i*1000], i, text[i*1000:])}
		write(content.Update, &next, audit.Record{Action: audit.Update, Undo: audit.Undo("", book.Data, next.Data)})
		book = &next
	}
	for range 2 {
		if err := store.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		size, err := ReadJournalSize(t.Context(), store.opts.Path)
		if err != nil || size.Packed > int64(len(text)) || size.Packed == 0 || size.Waiting > 3*int64(len(text)) {
			t.Errorf("100 versions of %d bytes take %+v, %v", len(text), size, err)
		}
	}
}

// What is nearly as long as a row may be can be changed, and comes back.
func TestAValueAsLongAsARowIsKept(t *testing.T) {
	store := openedWith(t, filepath.Join(t.TempDir(), "site.db"), audit.RetainAll, bareLibrary)
	defer closeStore(t, store)
	random := rand.New(rand.NewPCG(1, 1))
	long := func() []any {
		text := make([]byte, maxValueBytes/2-1000)
		for i := range text {
			text[i] = "0123456789abcdefghijklmnopqrstuv"[random.IntN(32)]
		}
		return []any{string(text)}
	}
	books := store.opts.Plan.Schema("books")
	first := &content.Entry{ID: "b", Status: content.Draft, Version: 1, Data: map[string]any{"pages": long()}}
	second := &content.Entry{ID: "b", Status: content.Draft, Version: 2, Data: map[string]any{"pages": long()}}
	for _, w := range []*content.Write{
		{Op: content.Insert, Schema: books, Entry: first, Record: &audit.Record{Action: audit.Create, Collection: "books", Subject: "b", Version: 1}},
		{Op: content.Update, Schema: books, Entry: second, Expect: content.Expect{Version: 1, Status: content.Draft}, Record: &audit.Record{
			Action: audit.Update, Collection: "books", Subject: "b", Version: 2, Undo: audit.Undo("", first.Data, second.Data),
		}},
	} {
		if err := store.Write(t.Context(), w); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		state, err := store.EntryVersion(t.Context(), "books", "b", 1)
		if err != nil || string(state.Data["pages"]) != string(jsonvalue.Append(nil, first.Data["pages"])) {
			t.Fatalf("the first version is lost: %v", err)
		}
		if err := store.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

const bareLibrary = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: books }
spec: { title: Books, schema: { type: object, properties: { pages: { type: array, items: { type: string } } } } }`
