// Package history_test keeps histories in a real database. What every store has
// to give back of them is in store/storetest.
package history_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
)

// The journal of an entry that is edited again and again stays small beside it,
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
		if err := store.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		size, err := sqlite.ReadAuditLogSize(t.Context(), path)
		if err != nil || size.Packed > int64(len(text)) || size.Packed == 0 || size.Waiting > 3*int64(len(text)) {
			t.Errorf("100 versions of %d bytes take %+v, %v", len(text), size, err)
		}
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
		if err := store.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
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
