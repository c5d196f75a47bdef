package storetest

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
)

// binned is a fixture whose service keeps what is deleted for an hour.
func binned(t *testing.T, open AuditOpener, now *time.Time) (*entryHistory, *content.Service) {
	c := startHistory(t, open, audit.RetainAll, 1)
	return c, c.service(content.Options{Bin: time.Hour, Now: func() time.Time { return *now }})
}

// What staff delete comes back whole, once, in its next version; what nobody of them
// deletes is gone.
func testBin(t *testing.T, open AuditOpener) {
	now := time.UnixMilli(1_700_000_000_000)
	c, service := binned(t, open, &now)
	ctx, entries := audit.Through(t.Context(), audit.Admin), service.StaffEntries(editor)
	e, err := entries.Create(ctx, "items", map[string]any{"name": "茶", "slug": "tea", "loose": c.text(20_000)})
	ok(t, err)
	ok(t, entries.Delete(ctx, "items", e.ID, 1))
	if _, err := service.Get(ctx, "items", e.ID); !diag.HasCode(err, diag.NotFound) {
		t.Errorf("the entry is still there: %v", err)
	}
	found, more, err := c.store.Bin(ctx, content.BinQuery{Limit: 5})
	ok(t, err)
	if len(found) != 1 || more || found[0].ID != e.ID || found[0].By.ID != "eve" || found[0].Surface != audit.Admin || found[0].DeletedAt != now.UnixMilli() {
		t.Fatalf("the bin has %+v, %t", found, more)
	}
	back, err := entries.Return(ctx, "items", e.ID, false)
	ok(t, err)
	want := *e
	want.Version = 2
	if diff := cmp.Diff(&want, back.Entry); diff != "" {
		t.Error(diff)
	}
	c.wantVersion(e.ID, 1, e)
	_, err = entries.Return(ctx, "items", e.ID, false)
	wantCode(t, err, diag.NotFound)

	gone, err := service.Create(ctx, content.Caller{}, "items", nil)
	ok(t, err)
	ok(t, service.Delete(t.Context(), content.Caller{}, "items", gone.ID, 1))
	_, err = entries.Return(ctx, "items", gone.ID, false)
	wantCode(t, err, diag.NotFound)
}

// An id has traces in its collection for as long as an entry in the bin or a line of the audit
// log has it, and none before.
func testBinTraces(t *testing.T, open AuditOpener) {
	now := time.UnixMilli(1_700_000_000_000)
	c, service := binned(t, open, &now)
	wants := func(collection, id string, want bool) {
		t.Helper()
		got, err := c.store.HasTraces(t.Context(), collection, id)
		ok(t, err)
		if got != want {
			t.Errorf("%s of %s has traces: %t", id, collection, got)
		}
	}
	logged, err := service.Create(t.Context(), content.Caller{}, "items", nil)
	ok(t, err)
	wants("items", logged.ID, true)
	ok(t, service.Delete(t.Context(), content.Caller{}, "items", logged.ID, 1))
	wants("items", logged.ID, true)
	wants("other", logged.ID, false)

	e := draft("unlogged", map[string]any{"name": "a"})
	wants("items", e.ID, false)
	ok(t, c.store.Write(t.Context(), &content.Write{Op: content.Insert, Schema: c.items, Entry: e}))
	ok(t, c.store.Write(t.Context(), &content.Write{
		Op: content.Delete, Schema: c.items, Entry: e, Expect: content.Expect{Version: e.Version, Status: e.Status},
		Bin: &content.Binned{Entry: *e, DeletedAt: 20},
	}))
	wants("items", e.ID, true)
	_, err = c.store.DropBinned(t.Context(), &content.Binned{Entry: *e, DeletedAt: 20}, nil, nil)
	ok(t, err)
	wants("items", e.ID, false)
}

// A return that is refused leaves the entry in the bin, and nothing half done.
func testBinRefusals(t *testing.T, open AuditOpener) {
	now := time.UnixMilli(1_700_000_000_000)
	c, service := binned(t, open, &now)
	ctx, entries := audit.Through(t.Context(), audit.MCP), service.StaffEntries(editor)
	erased := draft("erased", nil) // between the look at the bin and the write
	wantCode(t, c.store.Write(ctx, &content.Write{Op: content.Insert, Schema: c.items, Entry: erased, Unbin: true}), diag.NotFound)
	_, err := service.Get(ctx, "items", erased.ID)
	wantCode(t, err, diag.NotFound)
	e, err := entries.Create(ctx, "items", map[string]any{"slug": "tea"})
	ok(t, err)
	ok(t, entries.Delete(ctx, "items", e.ID, 1))
	taken, err := entries.Create(ctx, "items", map[string]any{"slug": "tea"})
	ok(t, err)
	_, err = entries.Return(ctx, "items", e.ID, false)
	wantCode(t, err, diag.Conflict, "data#/slug")
	ok(t, entries.Delete(ctx, "items", taken.ID, 1))
	_, err = entries.Return(ctx, "items", e.ID, false)
	ok(t, err)
	contributor := service.StaffEntries(content.Caller{Staff: &content.Staff{ID: "carl", Role: "contributor"}})
	_, err = contributor.Return(ctx, "items", taken.ID, false)
	wantCode(t, err, diag.AuthDenied)
	wantCode(t, contributor.Erase(ctx, "items", taken.ID), diag.AuthDenied)
	ok(t, entries.Erase(ctx, "items", taken.ID))
	wantCode(t, entries.Erase(ctx, "items", taken.ID), diag.NotFound)
}

// What has been in the bin for longer than it is kept is ended by the sweep, with one
// line about it; a page ends where the next one begins.
func testBinSweep(t *testing.T, open AuditOpener) {
	now := time.UnixMilli(1_700_000_000_000)
	c, service := binned(t, open, &now)
	ctx, entries := audit.Through(t.Context(), audit.Admin), service.StaffEntries(editor)
	for i := range 7 {
		e, err := entries.Create(ctx, "items", map[string]any{"name": fmt.Sprint(i)})
		ok(t, err)
		ok(t, entries.Delete(ctx, "items", e.ID, 1))
		now = now.Add(10 * time.Minute)
	}
	wantNames := func(want ...string) {
		t.Helper()
		var got []string
		for q := (content.BinQuery{Limit: 2}); ; {
			page, more, err := c.store.Bin(ctx, q)
			ok(t, err)
			for _, b := range page {
				got = append(got, b.Data["name"].(string))
			}
			if !more {
				break
			}
			q.After = page[len(page)-1]
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
	wantNames("6", "5", "4", "3", "2", "1", "0")
	ended, err := service.SweepBin(ctx)
	if ended != 2 || err != nil {
		t.Errorf("%d were ended, %v", ended, err)
	}
	wantNames("6", "5", "4", "3", "2")
	ended, err = service.SweepBin(ctx)
	if ended != 0 || err != nil {
		t.Errorf("then %d, %v", ended, err)
	}
	lines := c.lines(t, c.audit, audit.Query{})
	if l := lines[0]; l.Action != audit.EmptyBin || l.Surface != audit.Sweep || string(l.After) != `{"days":0,"entries":2}` {
		t.Errorf("the last line is %+v", l)
	}
}

// What is in the bin joins its parent by another value from the write on that gives the
// parent that: what was deleted while the parent was there, and nothing else.
func testBinRejoins(t *testing.T, open AuditOpener) {
	now := time.UnixMilli(1_700_000_000_000)
	c, _ := binned(t, open, &now)
	ctx := t.Context()
	for id, b := range map[string]content.Binned{
		"follows":  {Joined: `"a"`, DeletedAt: 20},
		"another":  {Joined: `"b"`, DeletedAt: 20},
		"too-soon": {Joined: `"a"`, DeletedAt: 9},
	} {
		e := draft(id, map[string]any{"name": "a", "slug": id})
		ok(t, c.store.Write(ctx, &content.Write{Op: content.Insert, Schema: c.items, Entry: e}))
		b.Entry = *e
		ok(t, c.store.Write(ctx, &content.Write{Op: content.Delete, Schema: c.items, Entry: e, Expect: content.Expect{Version: e.Version, Status: e.Status}, Bin: &b}))
	}
	parent := draft("parent", map[string]any{"name": "c"})
	ok(t, c.store.Write(ctx, &content.Write{
		Op: content.Insert, Schema: c.items, Entry: parent,
		Rejoined: []content.Rejoined{{Collection: "items", Property: "name", Was: `"a"`, Is: `"c"`, Since: 10}},
	}))
	got := map[string]string{}
	found, _, err := c.store.Bin(ctx, content.BinQuery{Limit: 5})
	ok(t, err)
	for _, b := range found {
		got[b.ID] = fmt.Sprintf("%s %v %v", b.Joined, b.Data["name"], b.Data["slug"])
	}
	if diff := cmp.Diff(map[string]string{"follows": `"c" c follows`, "another": `"b" a another`, "too-soon": `"a" a too-soon`}, got); diff != "" {
		t.Error(diff)
	}
}
