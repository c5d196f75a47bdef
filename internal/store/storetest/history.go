package storetest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
)

// entryHistory writes entries and remembers every version of them.
type entryHistory struct {
	*fixture
	audit   AuditLog
	random  *rand.Rand
	now     map[string]*content.Entry
	records map[string][]recordedChange // by entry, the oldest first
}

// recordedChange is a change, and the entry before and after it; nil where there is
// none.
type recordedChange struct {
	record        audit.Record
	before, after *content.Entry
}

func startHistory(t *testing.T, open AuditOpener, keep audit.Retention, seed uint64) *entryHistory {
	t.Helper()
	c := &entryHistory{now: map[string]*content.Entry{}, records: map[string][]recordedChange{}, random: rand.New(rand.NewPCG(seed, 0))}
	c.fixture = with(t, func(t *testing.T, p *plan.Plan) content.Store {
		store, journal := open(t, p, keep)
		c.audit = journal
		return store
	})
	return c
}

// do makes a change of an entry; data is that after an edit or a creation.
func (c *entryHistory) do(id string, action audit.Action, data map[string]any, at time.Time) {
	c.t.Helper()
	was := c.now[id]
	h := recordedChange{before: was, record: audit.Record{
		Time: at.UnixMilli(), Actor: audit.Actor{ID: "ada"}, Surface: audit.Admin, Action: action, Collection: "items", Subject: id,
	}}
	w := &content.Write{Op: content.Update, Schema: c.items, Record: &h.record}
	switch action {
	case audit.Create:
		w.Op, w.Entry = content.Insert, draft(id, data)
	case audit.Delete:
		w.Op, w.Entry = content.Delete, was
		h.record.Undo = audit.Undo(string(was.Status), was.Data, nil)
	case audit.Update:
		next := *was
		next.Data, w.Entry = data, &next
		h.record.Undo = audit.Undo("", was.Data, data)
	default:
		next := *was
		next.Status = map[audit.Action]content.Status{audit.Publish: content.Published, audit.Unpublish: content.Draft}[action]
		w.Entry, h.record.Undo = &next, audit.Undo(string(was.Status), nil, nil)
	}
	if w.Op == content.Update {
		w.Entry.Version++
	}
	if was != nil {
		w.Expect = content.Expect{Version: was.Version, Status: was.Status}
	}
	h.record.Version = w.Entry.Version
	if err := c.store.Write(context.Background(), w); err != nil {
		c.t.Fatal(err)
	}
	if w.Op != content.Delete {
		h.after = w.Entry
	}
	c.now[id], c.records[id] = h.after, append(c.records[id], h)
}

// step makes any change of an entry.
func (c *entryHistory) step(id string) {
	at := time.Now()
	switch e := c.now[id]; {
	case e == nil:
		c.do(id, audit.Create, c.data(nil), at)
	case c.random.IntN(60) == 0:
		c.do(id, audit.Delete, nil, at)
	case c.random.IntN(8) > 0:
		c.do(id, audit.Update, c.data(e.Data), at)
	case e.Status == content.Draft:
		c.do(id, audit.Publish, nil, at)
	default:
		c.do(id, audit.Unpublish, nil, at)
	}
}

// data is what an edit makes of data: properties come, go and change, and long
// texts are edited here and there.
func (c *entryHistory) data(old map[string]any) map[string]any {
	next := jsonvalue.Clone(map[string]any(old)).(map[string]any)
	if next == nil {
		next = map[string]any{}
	}
	name := []string{"name", "shelf", "meta", "loose", "tags"}[c.random.IntN(5)]
	switch text, isText := next[name].(string); {
	case c.random.IntN(6) == 0:
		delete(next, name)
	case name == "meta":
		next[name] = map[string]any{"é": c.text(c.random.IntN(40)), "n": int64(c.random.IntN(9))}
	case name == "tags":
		next[name] = []any{c.text(3), c.text(c.random.IntN(9000))}
	case isText && len(text) > 0 && c.random.IntN(4) > 0:
		runes := []rune(text)
		i := c.random.IntN(len(runes))
		next[name] = string(runes[:i]) + c.text(c.random.IntN(30)) + string(runes[min(len(runes), i+c.random.IntN(30)):])
	default:
		next[name] = c.text([]int{0, 20, 200, 5_000, 40_000}[c.random.IntN(5)])
	}
	if text, isText := next[name].(string); isText && name != "loose" {
		next[name] = strings.ToValidUTF8(text[:min(len(text), maxIndexed)], "")
	}
	return next
}

// maxIndexed is how long a text may be, in bytes, that every database has in an index.
const maxIndexed = 500

func (c *entryHistory) text(length int) string {
	var b strings.Builder
	for b.Len() < length {
		b.WriteString([]string{"茶", "é", "\"", "\\", "tea ", "water ", "\n", "leaf"}[c.random.IntN(8)])
	}
	return b.String()
}

func (c *entryHistory) sweep() {
	c.t.Helper()
	if err := c.audit.Sweep(context.Background()); err != nil {
		c.t.Fatal(err)
	}
}

// Every version that there ever was is given back whole, whatever was swept
// meanwhile, and every record has what differed.
func testVersions(t *testing.T, open AuditOpener) {
	for seed := range uint64(2) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			c := startHistory(t, open, audit.RetainAll, seed)
			for range 200 {
				c.step([]string{"one", "two", "three"}[c.random.IntN(3)])
				if c.random.IntN(40) == 0 {
					c.sweep()
				}
			}
			c.wantAll()
			c.sweep()
			c.wantAll()
		})
	}
}

func (c *entryHistory) wantAll() {
	c.t.Helper()
	for id, told := range c.records {
		lines := c.lines(c.t, c.audit, audit.Query{Subject: id})
		if len(lines) != len(told) {
			c.t.Fatalf("%s has %d lines, want %d", id, len(lines), len(told))
		}
		for i, l := range lines {
			h := told[len(told)-1-i]
			was, is := h.sides()
			if string(l.Before) != was || string(l.After) != is || l.Pruned {
				c.t.Fatalf("%s, %s of version %d: %.200s -> %.200s, want %.200s -> %.200s", id, l.Action, l.Version, l.Before, l.After, was, is)
			}
		}
		for version, want := range versionsOf(told) {
			c.wantVersion(id, version, want)
		}
	}
}

// versionsOf are the versions of an entry: of one that was deleted and made
// again, the newer ones.
func versionsOf(told []recordedChange) map[int64]*content.Entry {
	versions := make(map[int64]*content.Entry)
	for _, h := range told {
		if h.after != nil {
			versions[h.record.Version] = h.after
		}
	}
	return versions
}

func (c *entryHistory) wantVersion(id string, version int64, want *content.Entry) {
	c.t.Helper()
	state, err := c.audit.EntryVersion(context.Background(), "items", id, version)
	if err != nil {
		c.t.Fatalf("version %d of %s: %v", version, id, err)
	}
	got := map[string]string{}
	for name, value := range state.Data {
		got[name] = string(value)
	}
	data := map[string]string{}
	for name, value := range want.Data {
		data[name] = string(jsonvalue.Append(nil, value))
	}
	if diff := cmp.Diff(data, got); diff != "" || state.Status != string(want.Status) {
		c.t.Fatalf("version %d of %s is %s: %s", version, id, state.Status, diff)
	}
}

// sides are what an audit record says of a change.
func (h recordedChange) sides() (was, is string) {
	switch h.record.Action {
	case audit.Create:
		return "", ""
	case audit.Update:
		b, a := audit.Difference(h.before.Data, h.after.Data)
		return ofData("", b), ofData("", a)
	case audit.Delete:
		b, _ := audit.Difference(h.before.Data, nil)
		return ofData(h.before.Status, b), ""
	}
	return ofData(h.before.Status, nil), ofData(h.after.Status, nil)
}

func ofData(status content.Status, data []byte) string {
	var members []string
	if status != "" {
		members = append(members, `"status":"`+string(status)+`"`)
	}
	if data != nil {
		members = append(members, `"data":`+string(data))
	}
	if members == nil {
		return ""
	}
	return "{" + strings.Join(members, ",") + "}"
}

// Beyond the bounds a record keeps who, when and what kind; what was published is
// kept longest; and a record says that something was pruned.
func testBounds(t *testing.T, open AuditOpener) {
	c := startHistory(t, open, audit.Retention{Versions: 10, Published: 3}, 1)
	at := time.Now()
	c.do("one", audit.Create, map[string]any{"name": "0"}, at)
	for i := range 100 {
		c.do("one", audit.Update, map[string]any{"name": fmt.Sprint(i), "loose": c.text(9000)}, at)
		if i%10 == 0 {
			c.do("one", audit.Publish, nil, at)
			c.do("one", audit.Unpublish, nil, at)
		}
		if i%7 == 0 {
			c.sweep()
		}
	}
	c.sweep()
	c.sweep() // finds nothing to do
	told := c.records["one"]
	lines := c.lines(t, c.audit, audit.Query{Subject: "one"})
	published, kept := 0, 0
	for i, l := range lines {
		h := told[len(told)-1-i]
		if l.Action != h.record.Action || l.Time != h.record.Time || l.Actor != h.record.Actor || l.Version != h.record.Version {
			t.Fatalf("line %d is %+v, want that of %+v", i, l, h.record)
		}
		if was, _ := h.sides(); i < 10 && string(l.Before) != was || l.Pruned != (i >= 10 && l.Action != audit.Create) {
			t.Errorf("line %d, %s of version %d: %.50s, pruned: %v", i, l.Action, l.Version, l.Before, l.Pruned)
		}
		if i >= 10 && h.record.Action == audit.Publish {
			published++
		}
		if i < 10 || h.record.Action == audit.Publish && published <= 3 {
			kept++
			c.wantVersion("one", l.Version, h.after)
		} else if _, err := c.audit.EntryVersion(context.Background(), "items", "one", l.Version); !diag.HasCode(err, diag.NotFound) {
			t.Errorf("version %d is still kept: %v", l.Version, err)
		}
	}
	if kept != 13 {
		t.Errorf("%d versions are kept", kept)
	}
	if sweeps := c.lines(t, c.audit, audit.Query{}); !recordsPruning(sweeps) {
		t.Errorf("no line says that something was pruned: %+v", sweeps[0])
	}
}

func recordsPruning(lines []audit.Record) bool {
	for _, l := range lines {
		if l.Action == audit.PruneHistory && l.Surface == audit.Sweep && len(l.After) > 0 {
			return true
		}
	}
	return false
}

// Of what is old, records without values are thrown away, and all of an entry that
// is gone; what an entry was is kept by its number, and who did what to people
// and settings for ever.
func testAge(t *testing.T, open AuditOpener) {
	c := startHistory(t, open, audit.Retention{Versions: 10, Published: 3, Records: 24 * time.Hour}, 1)
	old, young := time.Now().Add(-48*time.Hour), time.Now()
	for _, id := range []string{"gone", "here", "changed"} {
		c.do(id, audit.Create, map[string]any{"name": "a"}, old)
		for range 20 {
			c.do(id, audit.Update, c.data(c.now[id].Data), old)
		}
	}
	c.do("gone", audit.Delete, nil, old)
	c.do("changed", audit.Delete, nil, young)
	c.do("young", audit.Create, nil, young)
	site := audit.Record{Time: old.UnixMilli(), Action: audit.ChangeSettings, Surface: audit.Admin}
	if err := c.store.Write(context.Background(), &content.Write{Op: content.Insert, Schema: c.items, Entry: draft("x", nil), Record: &site}); err != nil {
		t.Fatal(err)
	}
	c.sweep()
	for id, want := range map[string]int{"gone": 0, "here": 10, "changed": 10, "young": 1} {
		if lines := c.lines(t, c.audit, audit.Query{Subject: id}); len(lines) != want {
			t.Errorf("%s has %d lines, want %d", id, len(lines), want)
		}
	}
	for version := int64(12); version <= 21; version++ {
		c.wantVersion("here", version, versionsOf(c.records["here"])[version])
	}
	var actions []audit.Action
	for _, l := range c.lines(t, c.audit, audit.Query{}) {
		if l.Collection == "" {
			actions = append(actions, l.Action)
		}
	}
	if diff := cmp.Diff([]audit.Action{audit.PruneHistory, audit.ChangeSettings}, actions); diff != "" {
		t.Error(diff)
	}
}

// A page of long values ends early, and the next one goes on behind it.
func testLongPages(t *testing.T, open AuditOpener) {
	c := startHistory(t, open, audit.RetainAll, 1)
	c.do("one", audit.Create, nil, time.Now())
	for range 8 {
		c.do("one", audit.Update, map[string]any{"loose": c.text(1 << 20)}, time.Now())
	}
	seen, pages := 0, 0
	for q := (audit.Query{Subject: "one", Limit: 100}); ; pages++ {
		lines, more, err := c.audit.AuditRecords(context.Background(), q)
		if err != nil || len(lines) == 0 || len(lines) == 9 {
			t.Fatalf("%d lines on a page, %v", len(lines), err)
		}
		if seen += len(lines); !more {
			break
		}
		q.Before = lines[len(lines)-1].Key
	}
	if seen != 9 || pages == 0 {
		t.Errorf("%d lines on %d pages and one", seen, pages)
	}
}
