package storetest

import (
	"context"
	"fmt"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

var editor = content.Caller{User: &content.User{ID: "eve"}, Staff: &content.Staff{ID: "eve", Role: "owner"}}

// service is what the service does over the store of a test.
func (f *fixture) service(o content.Options) *content.Service {
	f.t.Helper()
	s, err := content.New(context.Background(), f.plan, f.store, o)
	if err != nil {
		f.t.Fatal(err)
	}
	return s
}

// Every version that random writes have made comes back to the byte, as a draft, whatever
// was swept meanwhile.
func testRestorations(t *testing.T, open AuditOpener) {
	// Each seed is a test of its own, so that its store is closed before the next is opened.
	for seed := range uint64(3) {
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) { testRestoration(t, open, seed) })
	}
}

func testRestoration(t *testing.T, open AuditOpener, seed uint64) {
	c := startHistory(t, open, audit.RetainAll, seed)
	ctx := audit.Through(t.Context(), audit.Admin)
	entries := c.service(content.Options{}).StaffEntries(editor)
	e, err := entries.Create(ctx, "items", map[string]any{"name": "0"})
	ok(t, err)
	texts := map[int64]string{1: bytesOf(e)}
	for range 60 {
		next, patch := c.data(e.Data), map[string]any{}
		for name := range e.Data {
			patch[name] = nil
		}
		for name, value := range next {
			patch[name] = value
		}
		e, err = entries.Patch(ctx, "items", e.ID, patch, e.Version)
		ok(t, err)
		texts[e.Version] = bytesOf(e)
		if c.random.IntN(20) == 0 {
			c.sweep()
		}
	}
	for version, want := range texts {
		state, err := c.audit.EntryVersion(ctx, "items", e.ID, version)
		ok(t, err)
		e, err = entries.Restore(ctx, "items", e.ID, state, "", content.Seen{Version: e.Version})
		ok(t, err)
		if got := bytesOf(e); got != want {
			t.Fatalf("seed %d: version %d came back as %.200s, want %.200s", seed, version, got, want)
		}
	}
	if e.Status != content.Draft {
		t.Errorf("the entry is %s", e.Status)
	}
}

func bytesOf(e *content.Entry) string { return string(jsonvalue.Append(nil, e.Data)) }

// One property comes back alone, and what it was refuses nothing that differs.
func testRestoredField(t *testing.T, open AuditOpener) {
	c := startHistory(t, open, audit.RetainAll, 1)
	ctx := t.Context()
	entries := c.service(content.Options{}).StaffEntries(editor)
	e, err := entries.Create(ctx, "items", map[string]any{"name": "a", "loose": "long"})
	ok(t, err)
	e, err = entries.Patch(ctx, "items", e.ID, map[string]any{"name": "b", "loose": nil, "count": int64(2)}, 1)
	ok(t, err)
	state, err := c.audit.EntryVersion(ctx, "items", e.ID, 1)
	ok(t, err)
	e, err = entries.Restore(ctx, "items", e.ID, state, "loose", content.Seen{Version: 2})
	ok(t, err)
	if diff := cmp.Diff(map[string]any{"name": "b", "loose": "long", "count": int64(2)}, e.Data); diff != "" || e.Version != 3 {
		t.Error(e.Version, diff)
	}
	_, err = entries.Restore(ctx, "items", e.ID, state, "", content.Seen{Version: 2})
	wantCode(t, err, diag.Conflict)
	_, err = entries.Restore(ctx, "items", e.ID, state, "no", content.Seen{Version: 3})
	wantCode(t, err, diag.InputValidationFailed, "data#/no")
}

// Over a published entry a version comes back as a pending draft: readers see the old
// until that is published, in one version, and what is restored again goes into it.
func testRestoredBeside(t *testing.T, open AuditOpener) {
	c := startHistory(t, open, audit.RetainAll, 1)
	ctx := t.Context()
	service := c.service(content.Options{})
	entries := service.StaffEntries(editor)
	e, err := entries.Create(ctx, "items", map[string]any{"name": "a", "loose": "long", "count": int64(1)})
	ok(t, err)
	e, err = entries.Patch(ctx, "items", e.ID, map[string]any{"name": "b", "loose": nil}, 1)
	ok(t, err)
	e, err = entries.Publish(ctx, "items", e.ID, 2)
	ok(t, err)
	first, err := c.audit.EntryVersion(ctx, "items", e.ID, 1)
	ok(t, err)
	wants := func(data, draft map[string]any, version, counter int64) {
		t.Helper()
		now, err := service.Get(ctx, "items", e.ID)
		ok(t, err)
		if diff := cmp.Diff(data, now.Data); diff != "" || now.Version != version || now.Status != content.Published {
			t.Error(now.Version, now.Status, diff)
		}
		d, err := entries.PendingDraft(ctx, now)
		ok(t, err)
		if draft == nil || d == nil {
			if draft != nil || d != nil {
				t.Errorf("the draft is %+v", d)
			}
			return
		}
		if diff := cmp.Diff(draft, d.Data); diff != "" || d.Counter != counter {
			t.Error(d.Counter, diff)
		}
	}
	live := map[string]any{"name": "b", "count": int64(1)}
	_, err = entries.Restore(ctx, "items", e.ID, first, "name", content.Seen{Version: 2})
	wantCode(t, err, diag.Conflict)
	wants(live, nil, 3, 0)

	_, err = entries.Restore(ctx, "items", e.ID, first, "name", content.Seen{Version: 3})
	ok(t, err)
	wants(live, map[string]any{"name": "a", "count": int64(1)}, 3, 1)
	_, err = entries.Restore(ctx, "items", e.ID, first, "", content.Seen{Version: 3}) // the draft was not seen
	wantCode(t, err, diag.Conflict, "input#/expectedDraft")
	_, err = entries.Restore(ctx, "items", e.ID, first, "", content.Seen{Version: 3, Draft: 1})
	ok(t, err)
	whole := map[string]any{"name": "a", "loose": "long", "count": int64(1)}
	wants(live, whole, 3, 2)
	_, err = entries.Restore(ctx, "items", e.ID, first, "", content.Seen{Version: 3, Draft: 2}) // it says so already
	ok(t, err)
	wants(live, whole, 3, 2)

	_, err = entries.Publish(ctx, "items", e.ID, 3)
	ok(t, err)
	wants(whole, nil, 4, 0)
}

// What has a name is kept beyond all bounds, with its record; without one it is pruned as
// the others are. The list says which versions can be had.
func testNamedVersions(t *testing.T, open AuditOpener) {
	c := startHistory(t, open, audit.Retention{Versions: 5, Records: time.Hour}, 1)
	ctx, old := t.Context(), time.Now().Add(-48*time.Hour)
	c.do("one", audit.Create, map[string]any{"name": "0"}, old)
	name := func(version int64, name string) error {
		return c.audit.NameVersion(ctx, audit.NamedVersion{Collection: "items", Subject: "one", Version: version, Name: name, Time: 7, Actor: "ada"})
	}
	for i := range 80 {
		c.do("one", audit.Update, map[string]any{"name": fmt.Sprint(i), "loose": c.text(20_000)}, old)
		if i == 9 {
			ok(t, name(11, "before the rewrite"))
			ok(t, name(3, "for a moment"))
		}
	}
	wantCode(t, name(500, "none"), diag.NotFound)
	ok(t, name(11, "before the great rewrite"))
	ok(t, name(3, ""))
	c.sweep()
	told := versionsOf(c.records["one"])
	c.wantVersion("one", 11, told[11])
	for version := int64(77); version <= 81; version++ {
		c.wantVersion("one", version, told[version])
	}
	for _, version := range []int64{2, 3, 12, 60} {
		_, err := c.audit.EntryVersion(ctx, "items", "one", version)
		wantCode(t, err, diag.NotFound)
	}
	wantCode(t, name(12, "too late"), diag.NotFound)
	c.wantList([]string{"81", "80", "79", "78", "77", "11 before the great rewrite"})
}

// wantList reads the list of versions a few at a time.
func (c *entryHistory) wantList(want []string) {
	c.t.Helper()
	var got []string
	for q := (audit.Query{Collection: "items", Subject: "one", Limit: 4}); ; {
		page, more, err := c.audit.EntryVersions(c.t.Context(), q)
		ok(c.t, err)
		for _, v := range page {
			text := fmt.Sprint(v.Version)
			if v.Name != "" {
				text += " " + v.Name
			}
			if got = append(got, text); !v.Kept || v.Actor.ID != "ada" || v.Surface != audit.Admin {
				c.t.Errorf("%+v", v)
			}
		}
		if !more {
			break
		}
		q.Before = page[len(page)-1].Key
	}
	if diff := cmp.Diff(want, got); diff != "" {
		c.t.Error(diff)
	}
}
