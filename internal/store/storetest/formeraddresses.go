package storetest

import (
	"context"
	"fmt"
	"testing"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
)

// testFormerAddresses: what an entry leaves is remembered with the write, or not at all.
func testFormerAddresses(t *testing.T, open Opener) {
	f := with(t, open)
	left := func(slug, locale string) content.Address {
		return content.Address{Schema: "items", Property: "slug", Value: slug, Locale: locale}
	}
	write := func(op content.WriteOp, e *content.Entry, expect content.Expect, leaves ...content.Address) error {
		return f.store.Write(context.Background(), &content.Write{Op: op, Schema: f.items, Entry: e, Expect: expect, Left: leaves})
	}
	wants := func(t *testing.T, a content.Address, want string) {
		t.Helper()
		if got, err := f.store.FormerAddress(context.Background(), a); got != want || err != nil {
			t.Errorf("%+v: %q, %v; want %q", a, got, err, want)
		}
	}
	at := func(version int64) content.Expect { return content.Expect{Version: version, Status: content.Draft} }
	moved := func(id string, version int64, slug string) *content.Entry {
		e := draft(id, map[string]any{"slug": slug})
		e.Version = version
		return e
	}
	f.insert(moved("one", 1, "a"), moved("two", 1, "b"))

	t.Run("an address that was left is found", func(t *testing.T) {
		if err := write(content.Update, moved("one", 2, "c"), at(1), left("a", ""), left("a", "en")); err != nil {
			t.Fatal(err)
		}
		wants(t, left("a", ""), "one")
		wants(t, left("a", "en"), "one")
		wants(t, left("a", "de"), "")
		wants(t, left("c", ""), "")
		wants(t, content.Address{Schema: "others", Property: "slug", Value: "a"}, "")
		wants(t, content.Address{Schema: "items", Property: "name", Value: "a"}, "")
	})
	t.Run("without a locale it is the last of any", func(t *testing.T) {
		if err := write(content.Update, moved("one", 3, "d"), at(2), left("l", "en"), left("l", "zh-TW")); err != nil {
			t.Fatal(err)
		}
		wants(t, left("l", ""), "one")
		wants(t, left("l", "zh-tw"), "")
	})
	t.Run("a write that is refused leaves nothing", func(t *testing.T) {
		wantCode(t, write(content.Update, moved("two", 9, "x"), at(8), left("b", ""), left("a", "")), diag.Conflict)
		wantCode(t, write(content.Update, moved("two", 2, "d"), at(1), left("b", ""), left("a", "")), diag.Conflict, "data#/slug")
		wantCode(t, write(content.Delete, draft("gone", nil), at(1), left("b", "")), diag.NotFound)
		wants(t, left("b", ""), "")
		wants(t, left("a", ""), "one")
	})
	t.Run("the last one that has left is found", func(t *testing.T) {
		if err := write(content.Delete, moved("two", 1, "b"), at(1), left("a", "")); err != nil {
			t.Fatal(err)
		}
		wants(t, left("a", ""), "two")
	})
	t.Run("all of a property are listed, by value and locale", func(t *testing.T) {
		after := content.Address{Schema: "items", Property: "slug"}
		var got []string
		for range 9 {
			page, err := f.store.FormerAddresses(context.Background(), after, 2)
			if err != nil {
				t.Fatal(err)
			}
			for _, each := range page {
				got = append(got, each.Value+" "+each.Locale)
				after = each
			}
			if len(page) < 2 {
				break
			}
		}
		if want := "[a  a en l en l zh-TW]"; fmt.Sprint(got) != want {
			t.Errorf("%v, want %s", got, want)
		}
	})
	t.Run("an entry's last addresses are kept", func(t *testing.T) {
		f.insert(draft("many", nil), draft("other", nil))
		if err := write(content.Update, moved("other", 2, "e"), at(1), left("o", "")); err != nil {
			t.Fatal(err)
		}
		const count = content.MaxFormerAddresses + 20
		for i := range int64(count) {
			if err := write(content.Update, moved("many", i+2, "m"), at(i+1), left(fmt.Sprintf("m%03d", i), "")); err != nil {
				t.Fatal(err)
			}
		}
		for i := range count {
			want := "many"
			if i < count-content.MaxFormerAddresses {
				want = ""
			}
			wants(t, left(fmt.Sprintf("m%03d", i), ""), want)
		}
		wants(t, left("o", ""), "other")
	})
}
