package storetest

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
)

func testWrites(t *testing.T, open Opener) {
	f := with(t, open)
	next := func(e *content.Entry, data map[string]any) *content.Entry {
		changed := *e
		changed.Version++
		changed.UpdatedAt++
		changed.Data = data
		return &changed
	}
	asRead := content.Expect{Version: 1, Status: content.Draft}

	t.Run("Update changes the whole row", func(t *testing.T) {
		before := draft("updated", everything())
		f.insert(before)
		after := next(before, map[string]any{"name": "plain"})
		after.Status, after.AuthorID = content.Published, "editor"
		if err := f.write(content.Update, after, asRead); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(after, f.entry("updated")); diff != "" {
			t.Error(diff)
		}
	})

	t.Run("Delete removes the row", func(t *testing.T) {
		e := draft("deleted", nil)
		f.insert(e)
		if err := f.write(content.Delete, e, asRead); err != nil {
			t.Fatal(err)
		}
		_, err := f.store.Entry(context.Background(), f.items, "deleted")
		wantCode(t, err, diag.NotFound)
	})

	t.Run("a change is pinned to version and status", func(t *testing.T) {
		f.insert(draft("pinned", map[string]any{"name": "first"}))
		for _, op := range []content.WriteOp{content.Update, content.Delete} {
			for _, expect := range []content.Expect{{Version: 2, Status: content.Draft}, {Version: 1, Status: content.Published}, {}} {
				wantCode(t, f.write(op, next(draft("pinned", nil), nil), expect), diag.Conflict)
			}
			wantCode(t, f.write(op, draft("never there", nil), asRead), diag.NotFound)
		}
		if got := f.entry("pinned"); got.Version != 1 || got.Data["name"] != "first" {
			t.Errorf("a refused change left %+v", got)
		}
	})

	t.Run("an id is taken once", func(t *testing.T) {
		f.insert(draft("twice", nil))
		wantCode(t, f.write(content.Insert, draft("twice", nil), content.Expect{}), diag.Conflict, "data#/id")
	})

	t.Run("a caller that left before writes nothing", func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		err := f.store.Write(ctx, &content.Write{Op: content.Insert, Schema: f.items, Entry: draft("left", nil)})
		wantCode(t, err, diag.ResourceUnavailable)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%v does not say why", err)
		}
		_, err = f.store.Entry(context.Background(), f.items, "left")
		wantCode(t, err, diag.NotFound)
	})
}

func testUnique(t *testing.T, open Opener) {
	f := with(t, open)
	f.insert(
		draft("a", map[string]any{"slug": "one", "shelf": "x", "place": int64(1)}),
		draft("b", map[string]any{"slug": "two", "shelf": "x", "place": int64(2)}),
		draft("c", map[string]any{"shelf": "x"}),
	)
	for name, test := range map[string]struct {
		data map[string]any
		path string // "" for no conflict
	}{
		"the same value":                  {map[string]any{"slug": "one"}, "data#/slug"},
		"the same tuple":                  {map[string]any{"slug": "new", "shelf": "x", "place": int64(2)}, "data#/shelf"},
		"the same tuple, written as 2.0":  {map[string]any{"shelf": "x", "place": 2.0}, "data#/shelf"},
		"both, the first declared":        {map[string]any{"slug": "one", "shelf": "x", "place": int64(1)}, "data#/slug"},
		"another spelling":                {map[string]any{"slug": "ONE"}, ""},
		"part of a tuple":                 {map[string]any{"shelf": "x", "place": int64(3)}, ""},
		"a tuple with an absent member":   {map[string]any{"shelf": "x"}, ""},
		"a tuple with a member that null": {map[string]any{"shelf": "x", "place": nil}, ""},
	} {
		t.Run("insert "+name, func(t *testing.T) {
			f.check(t, f.write(content.Insert, draft("new "+name, test.data), content.Expect{}), test.path)
		})
		t.Run("update "+name, func(t *testing.T) {
			e := draft("old "+name, nil)
			f.insert(e)
			if test.path == "" {
				test.data["slug"], test.data["place"] = "own "+name, nil
			}
			changed := draft(e.ID, test.data)
			changed.Version = 2
			f.check(t, f.write(content.Update, changed, content.Expect{Version: 1, Status: content.Draft}), test.path)
		})
	}
	t.Run("a row does not conflict with itself", func(t *testing.T) {
		changed := draft("a", map[string]any{"slug": "one", "shelf": "x", "place": int64(1), "name": "new"})
		changed.Version = 2
		f.check(t, f.write(content.Update, changed, content.Expect{Version: 1, Status: content.Draft}), "")
	})
}

func (f *fixture) check(t *testing.T, err error, path string) {
	t.Helper()
	if path != "" {
		wantCode(t, err, diag.Conflict, path)
	} else if err != nil {
		t.Error(err)
	}
}
