// Package history_test keeps histories in a real database. What every store has
// to give back of them is in store/storetest.
package history_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ncruces/go-sqlite3"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
	"github.com/quartet-dev/quartet/internal/store/sqlite/dbfile"
)

// The audit log of an entry that is edited again and again stays small beside it,
// and what one sweep leaves the next one does not move again.
func TestEditsOfALongTextArePackedTightly(t *testing.T) {
	path, p := filepath.Join(t.TempDir(), "site.db"), plantest.Seal(t, library)
	store := opened(t, path, p)
	books, text := p.Schema("books"), strings.Repeat("Water is what tea is made of. ", 4000)
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
		sweep(t, store)
		size, err := sqlite.ReadAuditLogSize(t.Context(), path)
		if err != nil || size.Packed > int64(len(text)) || size.Packed == 0 || size.Waiting > 3*int64(len(text)) {
			t.Errorf("100 versions of %d bytes take %+v, %v", len(text), size, err)
		}
	}
}

// Where somebody has deleted the newest records, the database gives their keys out
// once more. Nothing of what was kept under them is taken for the values of the
// records that come.
func TestLinesThatWereDeletedLeaveNothingToThoseThatGetTheirKeys(t *testing.T) {
	path, p := filepath.Join(t.TempDir(), "site.db"), plantest.Seal(t, library)
	store := opened(t, path, p)
	title := func(version int64) string { return fmt.Sprint("title ", version) }
	edit := func(from, to int64) {
		t.Helper()
		for version := from; version <= to; version++ {
			before, after := map[string]any{"title": title(version - 1)}, map[string]any{"title": title(version)}
			w := &content.Write{
				Op: content.Update, Schema: p.Schema("books"), Expect: content.Expect{Version: version - 1, Status: content.Draft},
				Entry:  &content.Entry{ID: "b", Status: content.Draft, Version: version, Data: after},
				Record: &audit.Record{Action: audit.Update, Collection: "books", Subject: "b", Version: version, Undo: audit.Undo("", before, after)},
			}
			if err := store.Write(t.Context(), w); err != nil {
				t.Fatal(err)
			}
		}
	}
	first := &content.Entry{ID: "b", Status: content.Draft, Version: 1, Data: map[string]any{"title": title(1)}}
	line := &audit.Record{Action: audit.Create, Collection: "books", Subject: "b", Version: 1}
	if err := store.Write(t.Context(), &content.Write{Op: content.Insert, Schema: p.Schema("books"), Entry: first, Record: line}); err != nil {
		t.Fatal(err)
	}
	edit(2, 70)
	sweep(t, store)
	other, err := sqlite3.Open(dbfile.URI(path, "rw"))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(other.Exec(`DELETE FROM _quartet_audit WHERE key > 1`), other.Close()); err != nil {
		t.Fatal(err)
	}
	sweep(t, store)
	edit(71, 140)
	for range 2 {
		lines, _, err := store.AuditRecords(t.Context(), audit.Query{Collection: "books", Limit: 200})
		if err != nil || len(lines) != 71 {
			t.Fatalf("%d lines, %v", len(lines), err)
		}
		for _, l := range lines[:70] {
			if want := fmt.Sprintf(`{"data":{"title":%q}}`, title(l.Version-1)); string(l.Before) != want {
				t.Errorf("before version %d: %s, want %s", l.Version, l.Before, want)
			}
		}
		sweep(t, store)
	}
}

func sweep(t *testing.T, store *sqlite.Store) {
	t.Helper()
	if err := store.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// The log has what is behind a failure, of which a caller would not be told.
func TestTheLogSaysWhyAHistoryWasNotSwept(t *testing.T) {
	path, p := filepath.Join(t.TempDir(), "site.db"), plantest.Seal(t, library)
	var log bytes.Buffer
	store, err := sqlite.Open(t.Context(), sqlite.Options{Path: path, Plan: p, Log: slog.New(slog.NewTextHandler(&log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	first := &content.Entry{ID: "b", Status: content.Draft, Version: 1, Data: map[string]any{"title": "a"}}
	second := &content.Entry{ID: "b", Status: content.Draft, Version: 2, Data: map[string]any{"title": "b"}}
	for _, w := range []*content.Write{
		{Op: content.Insert, Entry: first, Record: &audit.Record{Action: audit.Create, Collection: "books", Subject: "b", Version: 1}},
		{Op: content.Update, Entry: second, Expect: content.Expect{Version: 1, Status: content.Draft}, Record: &audit.Record{
			Action: audit.Update, Collection: "books", Subject: "b", Version: 2, Undo: audit.Undo("", first.Data, second.Data),
		}},
	} {
		w.Schema = p.Schema("books")
		if err := store.Write(t.Context(), w); err != nil {
			t.Fatal(err)
		}
	}
	other, err := sqlite3.Open(dbfile.URI(path, "rw"))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(other.Exec(`DROP TABLE _quartet_versions`), other.Close()); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(store.Sweep(t.Context()), store.Close()); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(log.String(), "no such table: _quartet_versions") {
		t.Errorf("the log says only %s", &log)
	}
}

// What is nearly as long as a row may be can be changed, and comes back.
func TestAValueAsLongAsARowIsKept(t *testing.T) {
	p := plantest.Seal(t, library)
	store := opened(t, filepath.Join(t.TempDir(), "site.db"), p)
	random := rand.New(rand.NewPCG(1, 1))
	long := func() []any {
		text := make([]byte, longestRow/2-1000)
		for i := range text {
			text[i] = "0123456789abcdefghijklmnopqrstuv"[random.IntN(32)]
		}
		return []any{string(text)}
	}
	books := p.Schema("books")
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
		sweep(t, store)
	}
}

// longestRow is what one row may hold, in bytes.
const longestRow = 8 << 20

const library = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: books }
spec:
  title: Books
  schema:
    type: object
    properties: { title: { type: string }, body: { type: string }, pages: { type: array, items: { type: string } } }`

func opened(t *testing.T, path string, p *plan.Plan) *sqlite.Store {
	t.Helper()
	store, err := sqlite.Open(t.Context(), sqlite.Options{Path: path, Plan: p})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return store
}
