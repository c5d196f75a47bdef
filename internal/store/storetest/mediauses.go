package storetest

import (
	"context"
	"fmt"
	"maps"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/media"
)

// testMediaUses: which assets an entry uses is stored with the write, or not at all.
func testMediaUses(t *testing.T, open MediaOpener) {
	f, assets := withMedia(t, open)
	write := func(op content.WriteOp, e *content.Entry, expect content.Expect, added, removed []string) error {
		return f.store.Write(context.Background(), &content.Write{
			Op: op, Schema: f.items, Entry: e, Expect: expect, Media: &content.MediaChange{Added: added, Removed: removed},
		})
	}
	wants := func(t *testing.T, want map[string]int) {
		t.Helper()
		got, err := assets.counts([]string{"a", "b", "c", "d's \"é\"", "none"})
		maps.DeleteFunc(got, func(_ string, n int) bool { return n == 0 })
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%v %s", err, diff)
		}
	}
	at := func(version int64) content.Expect { return content.Expect{Version: version, Status: content.Draft} }
	moved := func(id string, version int64, slug string) *content.Entry {
		e := draft(id, map[string]any{"slug": slug})
		e.Version = version
		return e
	}
	none := map[string]int{}

	t.Run("what an entry uses is counted", func(t *testing.T) {
		if err := write(content.Insert, moved("one", 1, "1"), content.Expect{}, []string{"a", "b", "d's \"é\""}, nil); err != nil {
			t.Fatal(err)
		}
		if err := write(content.Insert, moved("two", 1, "2"), content.Expect{}, []string{"b"}, nil); err != nil {
			t.Fatal(err)
		}
		wants(t, map[string]int{"a": 1, "b": 2, "d's \"é\"": 1})
	})
	t.Run("a change adds and removes", func(t *testing.T) {
		if err := write(content.Update, moved("one", 2, "1"), at(1), []string{"c"}, []string{"a", "d's \"é\""}); err != nil {
			t.Fatal(err)
		}
		wants(t, map[string]int{"b": 2, "c": 1})
	})
	t.Run("what is there is added once", func(t *testing.T) {
		if err := write(content.Update, moved("one", 3, "1"), at(2), []string{"b"}, []string{"a"}); err != nil {
			t.Fatal(err)
		}
		wants(t, map[string]int{"b": 2, "c": 1})
	})
	t.Run("a write that is refused changes nothing", func(t *testing.T) {
		wantCode(t, write(content.Update, moved("two", 9, "2"), at(8), []string{"a"}, []string{"b"}), diag.Conflict)
		wantCode(t, write(content.Update, moved("two", 2, "1"), at(1), []string{"a"}, []string{"b"}), diag.Conflict, "data#/slug")
		wantCode(t, write(content.Delete, draft("gone", nil), at(1), nil, []string{"b"}), diag.NotFound)
		wantCode(t, write(content.Insert, draft("one", nil), content.Expect{}, []string{"a"}, nil), diag.Conflict, "data#/id")
		wants(t, map[string]int{"b": 2, "c": 1})
	})
	t.Run("an entry that is deleted uses nothing", func(t *testing.T) {
		for _, err := range []error{
			write(content.Delete, moved("one", 3, "1"), at(3), nil, []string{"b", "c"}), write(content.Delete, moved("two", 1, "2"), at(1), nil, []string{"b"}),
		} {
			if err != nil {
				t.Fatal(err)
			}
		}
		wants(t, none)
	})
	t.Run("no asset has no count", func(t *testing.T) {
		if got, err := assets.counts(nil); len(got) > 0 || err != nil {
			t.Errorf("%v, %v", got, err)
		}
	})
}

// All that use an asset are listed in order.
func testMediaUsers(t *testing.T, open MediaOpener) {
	const other = `{ apiVersion: quartet/v1, kind: Schema, metadata: { name: lots }, spec: { title: Lots, schema: { type: object } } }`
	f, assets := withMedia(t, open, other)
	var want []media.Use
	for _, schema := range []string{"items", "lots"} {
		for i := range 7 {
			e := draft(fmt.Sprint("e", i), nil)
			w := &content.Write{Op: content.Insert, Schema: f.plan.Schema(schema), Entry: e, Media: &content.MediaChange{Added: []string{"a", fmt.Sprint("x", i)}}}
			if err := f.store.Write(context.Background(), w); err != nil {
				t.Fatal(err)
			}
			want = append(want, media.Use{Collection: schema, EntryID: e.ID})
		}
	}
	var got []media.Use
	for after := (media.Use{}); ; {
		page, err := assets.uses("a", after, 5)
		if err != nil {
			t.Fatal(err)
		}
		if len(page) == 0 {
			break
		}
		got, after = append(got, page...), page[len(page)-1]
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if page, err := assets.uses("none", media.Use{}, 5); len(page) > 0 || err != nil {
		t.Errorf("%v, %v", page, err)
	}
}
