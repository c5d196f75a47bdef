package storetest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/quartet-dev/quartet/asset"
	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/media"
	"github.com/quartet-dev/quartet/internal/plan"
)

// MediaOpener opens an empty store of entries, which it also closes, and of media.
type MediaOpener func(t *testing.T, p *plan.Plan) (content.Store, media.Store)

// RunMedia runs the suite of stores of media.
func RunMedia(t *testing.T, open MediaOpener) {
	for name, test := range map[string]func(*testing.T, MediaOpener){
		"Groups": testGroups, "Due": testDueGroups, "Open": testOpenGroups, "Versions": testAssetVersions, "Assets": testAssets,
		"Lists": testAssetLists, "Search": testAssetSearch, "Uses": testMediaUses, "Users": testMediaUsers, "Rollback": testMediaRollback,
	} {
		t.Run(name, func(t *testing.T) { test(t, open) })
	}
}

// assets is a store of media.
type assets struct {
	t     *testing.T
	store media.Store
}

func withMedia(t *testing.T, open MediaOpener, documents ...string) (*fixture, assets) {
	t.Helper()
	var store media.Store
	f := with(t, func(t *testing.T, p *plan.Plan) (entries content.Store) {
		entries, store = open(t, p)
		return entries
	}, documents...)
	return f, assets{t, store}
}

// read and write fail the test.
func (a assets) read(fn func(media.Reader) error) {
	a.t.Helper()
	if err := a.store.Read(context.Background(), fn); err != nil {
		a.t.Fatal(err)
	}
}

func (a assets) write(fn func(media.Tx) error) {
	a.t.Helper()
	if err := a.store.Update(context.Background(), fn); err != nil {
		a.t.Fatal(err)
	}
}

func (a assets) counts(ids []string) (counts map[string]int, err error) {
	err = a.store.Read(context.Background(), func(r media.Reader) (err error) {
		counts, err = r.UseCounts(ids)
		return err
	})
	return counts, err
}

func (a assets) uses(id string, behind media.Use, limit int) (uses []media.Use, err error) {
	err = a.store.Read(context.Background(), func(r media.Reader) (err error) {
		uses, err = r.Uses(id, behind, limit)
		return err
	})
	return uses, err
}

func (a assets) put(groups ...*media.Group) {
	a.t.Helper()
	a.write(func(tx media.Tx) (err error) {
		for _, g := range groups {
			err = errors.Join(err, tx.PutGroup(g))
		}
		return err
	})
}

// shown makes assets, each with its only version.
func (a assets) shown(all ...*media.Asset) {
	a.t.Helper()
	for _, each := range all {
		each.Version, each.Group = 1, "group of "+each.ID
		a.put(&media.Group{ID: each.Group, Purpose: each.Purpose, Asset: each.ID, Version: 1, Announced: media.Announced{Variants: each.Variants}})
		a.write(func(tx media.Tx) error { return tx.PutAsset(each) })
	}
}

// list is what a query finds, page by page, by id.
func (a assets) list(q media.Query) (ids []string) {
	a.t.Helper()
	for {
		var page []*media.Asset
		a.read(func(r media.Reader) (err error) {
			page, err = r.List(q)
			return err
		})
		for _, each := range page {
			ids = append(ids, each.ID)
			q.Behind = media.Place{CreatedAt: each.CreatedAt, ID: each.ID}
		}
		if len(page) < q.Limit {
			return ids
		}
	}
}

func testGroups(t *testing.T, open MediaOpener) {
	_, a := withMedia(t, open)
	g := &media.Group{
		ID: "g", Purpose: "cover", Asset: "a", Creator: "ada", Due: 9,
		Announced: media.Announced{
			Filename: "船 \"x\".jpg", Replaces: true, Text: media.Text{Alt: "A <boat> & \u2028", Caption: "c"}, Translations: map[string]media.Text{"zh-TW": {Alt: "船"}},
			Variants: []media.Variant{
				{Role: asset.Primary, MimeType: "image/jpeg", ByteSize: 1 << 40, SHA256: "ab", Width: 3, Height: 2, Renditions: []media.Rendition{{MimeType: "image/jpeg", Width: 1, Height: 1}}},
				{Role: asset.Alternate, MimeType: "image/webp", ByteSize: 1},
			},
		},
	}
	wants := func(id string, want *media.Group) {
		t.Helper()
		a.read(func(r media.Reader) error {
			got, err := r.Group(id)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
			return err
		})
	}
	wants("g", nil)
	a.put(g)
	wants("g", g)
	g.Version, g.Due, g.Over, g.Variants = 3, 0, true, g.Variants[:1]
	a.put(g)
	wants("g", g)
	a.write(func(tx media.Tx) error { return errors.Join(tx.DeleteGroup("g"), tx.DeleteGroup("none")) })
	wants("g", nil)
}

// Groups that were committed are due in their time; others when they have been open
// for long.
func testDueGroups(t *testing.T, open MediaOpener) {
	_, a := withMedia(t, open)
	for i, each := range []struct {
		id      string
		version int
		due     int64
	}{{"open late", 0, 51}, {"open", 0, 50}, {"shown", 1, 0}, {"former", 1, 100}, {"former early", 1, 7}, {"former late", 1, 101}} {
		a.put(&media.Group{ID: each.id, Purpose: "p", Asset: fmt.Sprint("a", i), Version: each.version, Due: each.due})
	}
	for limit, want := range map[int]string{10: "former early, open, former", 2: "former early, open"} {
		a.read(func(r media.Reader) error {
			due, err := r.Due(100, 50, limit)
			var ids []string
			for _, g := range due {
				ids = append(ids, g.ID)
			}
			if got := strings.Join(ids, ", "); got != want {
				t.Errorf("due are %s, want %s", got, want)
			}
			return err
		})
	}
}

func testOpenGroups(t *testing.T, open MediaOpener) {
	_, a := withMedia(t, open)
	wants := func(creator string, count int, first int64) {
		t.Helper()
		a.read(func(r media.Reader) error {
			n, due, err := r.Open(creator, 10)
			if n != count || due != first {
				t.Errorf("%s has %d open, the first until %d; want %d, %d", creator, n, due, count, first)
			}
			return err
		})
	}
	wants("ada", 0, 0)
	a.put(
		&media.Group{ID: "over", Asset: "1", Creator: "ada", Due: 10}, &media.Group{ID: "second", Asset: "2", Creator: "ada", Due: 12},
		&media.Group{ID: "first", Asset: "3", Creator: "ada", Due: 11}, &media.Group{ID: "committed", Asset: "4", Version: 1, Creator: "ada", Due: 99},
		&media.Group{ID: "other", Asset: "5", Creator: "bob", Due: 99},
	)
	wants("ada", 2, 11)
	wants("bob", 1, 99)
}

// A version of an asset is one group's.
func testAssetVersions(t *testing.T, open MediaOpener) {
	_, a := withMedia(t, open)
	a.put(&media.Group{ID: "one", Asset: "a", Version: 1, Due: 5}, &media.Group{ID: "two", Asset: "a", Version: 2}, &media.Group{ID: "open", Asset: "a"}, &media.Group{ID: "open too", Asset: "a"})
	for version, want := range map[int]string{0: "", 1: "one", 2: "two", 3: ""} {
		a.read(func(r media.Reader) error {
			g, err := r.GroupOf("a", version)
			if got := orEmpty(g).ID; got != want {
				t.Errorf("version %d is of %q, want %q", version, got, want)
			}
			return err
		})
	}
	err := a.store.Update(context.Background(), func(tx media.Tx) error { return tx.PutGroup(&media.Group{ID: "three", Asset: "a", Version: 2}) })
	if err == nil {
		t.Error("a version has two groups")
	}
	a.write(func(tx media.Tx) error { return tx.DeleteAsset("a", 77) })
	for id, want := range map[string]int64{"one": 77, "two": 77, "open": 0} {
		a.read(func(r media.Reader) error {
			g, err := r.Group(id)
			if got := orEmpty(g).Due; got != want {
				t.Errorf("%s is due at %d once its asset is deleted, want %d", id, got, want)
			}
			return err
		})
	}
}

func orEmpty(g *media.Group) *media.Group {
	if g == nil {
		return &media.Group{}
	}
	return g
}

func testAssets(t *testing.T, open MediaOpener) {
	_, a := withMedia(t, open)
	full := &media.Asset{
		ID: "full", Purpose: "cover", Filename: "boat.jpg", Kind: media.Image, CreatedAt: 5, CreatedBy: "ada",
		Variants: []media.Variant{{Role: asset.Primary, MimeType: "image/jpeg", ByteSize: 3, Width: 2, Height: 1}},
		Text:     media.Text{Alt: "A boat", Caption: "At \"sea\""}, Translations: map[string]media.Text{"de": {Alt: "Boot"}}, FocalPoint: &asset.Point{X: 0.1, Y: 1},
	}
	bare := &media.Asset{ID: "bare", Purpose: "cover", Filename: "x", Kind: media.File, CreatedAt: 6}
	a.shown(full, bare)
	wants := func(ids []string, want ...*media.Asset) {
		t.Helper()
		a.read(func(r media.Reader) error {
			got, err := r.Assets(ids)
			byID := cmpopts.SortSlices(func(a, b *media.Asset) bool { return a.ID < b.ID })
			if diff := cmp.Diff(want, got, byID, cmpopts.EquateEmpty()); diff != "" {
				t.Error(diff)
			}
			return err
		})
	}
	wants(nil)
	wants([]string{"none", "full", "full", `it's "x"`, "bare"}, full, bare)

	// The next version is read with its own variants.
	a.put(&media.Group{ID: "next", Purpose: "cover", Asset: "full", Version: 2, Announced: media.Announced{Variants: []media.Variant{{Role: asset.Primary, MimeType: "image/png"}}}})
	full.Version, full.Group, full.Variants = 2, "next", []media.Variant{{Role: asset.Primary, MimeType: "image/png"}}
	full.Filename, full.FocalPoint, full.Translations = "boat.png", nil, nil
	a.write(func(tx media.Tx) error { return tx.PutAsset(full) })
	wants([]string{"full"}, full)
	a.write(func(tx media.Tx) error { return tx.DeleteAsset("full", 9) })
	wants([]string{"full", "bare"}, bare)
}

func testAssetLists(t *testing.T, open MediaOpener) {
	f, a := withMedia(t, open)
	for i := range 7 {
		kind, purpose := media.Image, "cover"
		if i%2 == 1 {
			kind = media.File
		}
		if i > 3 {
			purpose = "paper"
		}
		a.shown(&media.Asset{ID: fmt.Sprint("a", i), Purpose: purpose, Kind: kind, CreatedAt: int64(10 + i/3)}) // several at one time
	}
	w := &content.Write{Op: content.Insert, Schema: f.items, Entry: draft("e", nil), Media: &content.MediaChange{Added: []string{"a0", "a5", "other"}}}
	if err := f.store.Write(context.Background(), w); err != nil {
		t.Fatal(err)
	}
	for want, q := range map[string]media.Query{
		"a6 a5 a4 a3 a2 a1 a0": {},
		"a6 a5 a4":             {Purpose: "paper"},
		"a5 a3 a1":             {Kind: media.File},
		"a6 a4":                {Kind: media.Image, Purpose: "paper"},
		"a6 a4 a3 a2 a1":       {Unused: true},
		"a2 a1 a0":             {Behind: media.Place{CreatedAt: 11, ID: "a3"}},
		"":                     {Purpose: "none"},
	} {
		for _, limit := range []int{1, 2, 3, 100} {
			q.Limit = limit
			if got := strings.Join(a.list(q), " "); got != want {
				t.Errorf("%+v: %s, want %s", q, got, want)
			}
		}
	}
}

// A search looks at names and texts in every language, and at nothing beside them.
func testAssetSearch(t *testing.T, open MediaOpener) {
	_, a := withMedia(t, open)
	a.shown(
		&media.Asset{ID: "name", Filename: "Grüne_100%.JPG", CreatedAt: 4},
		&media.Asset{ID: "alt", Text: media.Text{Alt: "A [boat] at sea"}, CreatedAt: 3},
		&media.Asset{ID: "caption", Text: media.Text{Caption: "Tea & \"cake\""}, CreatedAt: 2},
		&media.Asset{ID: "translated", Translations: map[string]media.Text{"de": {Alt: "Tee & <Kuchen>"}, "zh-TW": {Caption: "一艘船"}}, CreatedAt: 1},
	)
	for term, want := range map[string]string{
		"grüne_": "name", "GRÜNE": "name", "100%": "name", "0%.j": "name", "e_1": "name", "e%1": "", "[BOAT]": "alt", "b?at": "", "b*t": "",
		"a & \"c": "caption", "tee & <k": "translated", "艘": "translated", "e": "name alt caption translated",
		"null": "", "{": "", "zh-TW": "", "\\u003c": "", "alt": "",
	} {
		if got := strings.Join(a.list(media.Query{Search: term, Limit: 10}), " "); got != want {
			t.Errorf("%q finds %q, want %q", term, got, want)
		}
	}
}

// What a transaction did that failed is not there, its record included.
func testMediaRollback(t *testing.T, open MediaOpener) {
	_, a := withMedia(t, open)
	a.shown(&media.Asset{ID: "kept", Filename: "kept"})
	broken := errors.New("broken")
	err := a.store.Update(context.Background(), func(tx media.Tx) error {
		there, err := tx.Assets([]string{"kept"})
		if err != nil || len(there) != 1 {
			t.Errorf("%v, %v", there, err)
		}
		err = errors.Join(
			tx.PutGroup(&media.Group{ID: "g", Asset: "a", Version: 1}), tx.PutAsset(&media.Asset{ID: "a", Version: 1}), tx.DeleteAsset("kept", 1),
			tx.Record(&audit.Record{Action: audit.UploadAsset, Subject: "a"}),
		)
		if left, failed := tx.List(media.Query{Limit: 9}); len(left) != 1 || left[0].ID != "a" || err != nil || failed != nil {
			t.Errorf("inside: %v, %v, %v", left, err, failed)
		}
		return broken
	})
	if !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
	if got := a.list(media.Query{Limit: 9}); !cmp.Equal(got, []string{"kept"}) {
		t.Errorf("%v", got)
	}
	a.read(func(r media.Reader) error {
		g, err := r.Group("g")
		kept, errKept := r.Group("group of kept")
		if g != nil || orEmpty(kept).Due != 0 {
			t.Errorf("%+v, %+v", g, kept)
		}
		return errors.Join(err, errKept)
	})
}
