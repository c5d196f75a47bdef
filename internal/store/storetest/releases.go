package storetest

import (
	"context"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/moves"
	"github.com/quartet-dev/quartet/internal/releases"
)

// ReleasesStore is what the suite of releases needs of an adapter.
type ReleasesStore interface {
	MovesStore
	Releases() releases.Store
}

// RunReleases runs the suite of stores of releases. open opens an empty store.
func RunReleases(t *testing.T, open Opener) {
	t.Run("Rows", func(t *testing.T) { testReleaseRows(t, open) })
	t.Run("AllOrNothing", func(t *testing.T) { testReleasesAreWhole(t, open) })
	t.Run("Indexes", func(t *testing.T) { testReleasesMeetIndexes(t, open) })
	t.Run("Seen", func(t *testing.T) { testReleasesAsSeen(t, open) })
	t.Run("AtATime", func(t *testing.T) { testReleasesAtATime(t, open) })
	t.Run("TakenBack", func(t *testing.T) { testReleasesTakenBack(t, open) })
	t.Run("Failures", func(t *testing.T) { testReleasesThatFail(t, open) })
	t.Run("FormerStaff", func(t *testing.T) { testFormerStaffAreToldNothing(t, open) })
	t.Run("Meanwhile", func(t *testing.T) { testReleasesMeanwhile(t, open) })
	t.Run("Bounds", func(t *testing.T) { testReleaseBounds(t, open) })
}

// programme is a site whose editor plans releases, at a time that passes when it is told to.
type programme struct {
	t        *testing.T
	ctx      context.Context
	store    ReleasesStore
	site     *content.Service
	moves    *moves.Service
	releases *releases.Service
	now      *time.Time
	roles    map[string]string // of the staff, by id
	told     *[]moves.Failure
}

func openProgramme(t *testing.T, open Opener) programme {
	f := with(t, open)
	now, told := time.UnixMilli(1_900_000_000_000).UTC(), []moves.Failure{}
	clock := func() time.Time { now = now.Add(time.Millisecond); return now }
	p := programme{t: t, ctx: audit.Through(t.Context(), audit.Admin), store: f.store.(ReleasesStore), now: &now, told: &told, site: f.service(content.Options{Now: clock})}
	p.roles = map[string]string{"eve": "editor", "ada": "editor", "carl": "contributor"}
	p.moves = moves.New(moves.Options{
		Store: p.store.Moves(), Content: p.site, Versions: p.store, Now: clock,
		Person: func(_ context.Context, id string) (moves.Person, bool, error) {
			return moves.Person{Role: p.roles[id], Email: id + "@tea.example"}, true, nil
		},
		Tell: func(_ context.Context, f moves.Failure) error { told = append(told, f); return nil },
	})
	p.releases = releases.New(releases.Options{Store: p.store.Releases(), Content: p.site, Moves: p.moves, Now: clock})
	return p
}

func (p programme) draft(name, slug string) *content.Entry {
	p.t.Helper()
	e, err := p.site.StaffEntries(editor).Create(p.ctx, "items", map[string]any{"name": name, "slug": slug})
	ok(p.t, err)
	return e
}

func (p programme) live(name, slug string) *content.Entry {
	p.t.Helper()
	e, err := p.site.StaffEntries(editor).Publish(p.ctx, "items", p.draft(name, slug).ID, 0)
	ok(p.t, err)
	return e
}

func (p programme) saved(by content.Caller, e *content.Entry, patch map[string]any) {
	p.t.Helper()
	_, _, err := p.site.StaffEntries(by).SaveDraft(p.ctx, content.DraftSave{Collection: "items", ID: e.ID, Patch: patch, Version: e.Version})
	ok(p.t, err)
}

// release is one with entries.
func (p programme) release(name string, entries ...*content.Entry) string {
	p.t.Helper()
	r, err := p.releases.Create(p.ctx, editor, name)
	ok(p.t, err)
	if len(entries) > 0 {
		p.add(r.ID, entries...)
	}
	return r.ID
}

func (p programme) add(id string, entries ...*content.Entry) {
	p.t.Helper()
	named := make([]releases.Named, len(entries))
	for i, e := range entries {
		named[i] = releases.Named{Collection: e.Collection, Entry: e.ID}
	}
	ok(p.t, p.releases.Add(p.ctx, editor, id, named, false))
}

func (p programme) set(id string, ahead time.Duration) {
	p.t.Helper()
	ok(p.t, p.releases.Schedule(p.ctx, editor, id, p.now.Add(ahead), "Asia/Taipei"))
}

// due has the time of all releases come, as the queue would.
func (p programme) due(id string) error {
	p.t.Helper()
	*p.now = p.now.Add(24 * time.Hour)
	r := p.is(id)
	p.moves.Look(p.ctx)
	return p.moves.Deliver(p.ctx, &content.Deferred{ID: r.Move.ID, Hook: moves.Hook, EntryID: id, Body: moves.Body(r.Move.ID)})
}

func (p programme) is(id string) *releases.Release {
	p.t.Helper()
	r, err := p.releases.Get(p.ctx, editor, id)
	ok(p.t, err)
	return r
}

func (p programme) wantState(id string, want releases.State) *releases.Release {
	p.t.Helper()
	r := p.is(id)
	if r.State() != want {
		p.t.Errorf("the release is %s, %+v, want %s", r.State(), r.Move, want)
	}
	return r
}

// wants checks what readers see of an entry: its name, "" for nothing.
func (p programme) wants(e *content.Entry, name string) *content.Entry {
	p.t.Helper()
	is, err := p.site.Get(p.ctx, "items", e.ID)
	ok(p.t, err)
	if published := is.Status == content.Published; published != (name != "") || published && is.Data["name"] != name {
		p.t.Errorf("%s is %s in version %d, %v, want %q", e.ID, is.Status, is.Version, is.Data, name)
	}
	return is
}

func testReleaseRows(t *testing.T, open Opener) {
	p := openProgramme(t, open)
	one, two := p.draft("one", "one"), p.draft("two", "two")
	first, second := p.release("  Autumn ", one, two), p.release("Winter", two)
	r := p.wantState(first, releases.Open)
	if r.Name != "Autumn" || r.Count != 2 || len(r.Items) != 2 || r.Version != 2 || r.CreatedBy != "eve" || r.Items[0].Title != "one" || r.Items[0].AddedBy != "eve" {
		t.Errorf("%+v", r)
	}
	p.add(first, two, one) // what is in it stays so
	if again := p.is(first); again.Count != 2 || again.Version != 2 {
		t.Errorf("%+v", again)
	}
	ok(t, p.releases.Rename(p.ctx, editor, first, "Fall"))
	names := func(found []*releases.Release, err error) (names []string) {
		t.Helper()
		ok(t, err)
		for _, r := range found {
			names = append(names, r.Name+" "+strconv.Itoa(r.Count))
		}
		return names
	}
	wantNames := func(got []string, want ...string) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
	}
	wantNames(names(p.releases.Waiting(p.ctx, editor)), "Winter 1", "Fall 2")
	wantNames(names(p.releases.OfEntry(p.ctx, editor, "items", two.ID)), "Winter 1", "Fall 2")
	wantNames(names(p.releases.OfEntry(p.ctx, editor, "items", one.ID)), "Fall 2")
	ok(t, p.releases.Remove(p.ctx, editor, first, releases.Named{Collection: "items", Entry: two.ID}))
	wantCode(t, p.releases.Remove(p.ctx, editor, first, releases.Named{Collection: "items", Entry: two.ID}), diag.NotFound)
	if r := p.is(first); r.Count != 1 || r.Version != 3 {
		t.Errorf("%+v", r)
	}

	// Its time goes with a release, and the engine has nothing to do.
	p.set(second, time.Hour)
	p.wantState(second, releases.Scheduled)
	move := p.is(second).Move.ID
	ok(t, p.releases.Delete(p.ctx, editor, second))
	if m, err := p.store.Moves().Batch(p.ctx, move); m != nil || err != nil {
		t.Errorf("%+v, %v", m, err)
	}
	_, err := p.releases.Get(p.ctx, editor, second)
	wantCode(t, err, diag.NotFound)
	wantNames(names(p.releases.Waiting(p.ctx, editor)), "Fall 1")
	wantNames(names(p.releases.OfEntry(p.ctx, editor, "items", two.ID)))

	_, err = p.releases.Publish(p.ctx, editor, first, nil)
	ok(t, err)
	third := p.release("Third", two)
	_, err = p.releases.Publish(p.ctx, editor, third, nil)
	ok(t, err)
	out, more, err := p.releases.Published(p.ctx, editor, releases.Query{Limit: 1})
	wantNames(names(out, err), "Third 1")
	if !more || out[0].PublishedBy != "eve" {
		t.Errorf("%v, %+v", more, out[0])
	}
	out, more, err = p.releases.Published(p.ctx, editor, releases.Query{Before: out[0].PublishedAt, ID: out[0].ID, Limit: 1})
	wantNames(names(out, err), "Fall 1")
	if more {
		t.Error("there is more")
	}
	wantNames(names(p.releases.OfEntry(p.ctx, editor, "items", two.ID)))
	named := []releases.Named{{Collection: "items", Entry: one.ID}}
	wantCode(t, p.releases.Add(p.ctx, editor, third, named, false), diag.Conflict)
	wantCode(t, p.releases.Remove(p.ctx, editor, third, releases.Named{Collection: "items", Entry: two.ID}), diag.Conflict)
	wantCode(t, p.releases.Schedule(p.ctx, editor, third, p.now.Add(time.Hour), "UTC"), diag.Conflict)
	_, err = p.releases.Publish(p.ctx, editor, third, nil)
	wantCode(t, err, diag.Conflict)
}

// Every entry is in order, or none goes out; the refusal says all that is in the way.
func testReleasesAreWhole(t *testing.T, open Opener) {
	p := openProgramme(t, open)
	p.live("taken", "taken")
	fine, alike, archived, gone := p.draft("fine", "fine"), p.live("alike", "alike"), p.draft("archived", "archived"), p.draft("gone", "gone")
	p.saved(editor, alike, map[string]any{"name": "new", "slug": "taken"})
	id := p.release("Autumn", fine, alike, archived, gone)
	_, err := p.site.StaffEntries(editor).Archive(p.ctx, "items", archived.ID, 0)
	ok(t, err)
	ok(t, p.site.StaffEntries(editor).Delete(p.ctx, "items", gone.ID, 0))

	_, err = p.releases.Publish(p.ctx, editor, id, nil)
	wantCode(t, err, diag.Conflict)
	want := []releases.Obstacle{
		{Collection: "items", Entry: alike.ID, Title: "alike", Reason: releases.Reason{Code: "CONFLICT", Path: "data#/slug"}},
		{Collection: "items", Entry: archived.ID, Title: "archived", Reason: releases.Reason{Code: "CONFLICT", Path: "data#/status"}},
		{Collection: "items", Entry: gone.ID, Title: "gone", Reason: releases.Reason{Code: "NOT_FOUND", Path: "input#/id"}},
	}
	p.wantObstacles(err, want...)
	p.wants(fine, "")
	p.wants(alike, "alike")
	p.wantState(id, releases.Open)

	p.saved(editor, p.draft("x", "x"), map[string]any{"name": "y"}) // of no release: it stays
	d, err := p.site.StaffEntries(editor).PendingDraft(p.ctx, alike)
	ok(t, err)
	_, _, err = p.site.StaffEntries(editor).SaveDraft(p.ctx, content.DraftSave{Collection: "items", ID: alike.ID, Patch: map[string]any{"slug": "new"}, Draft: d.Counter, Version: alike.Version})
	ok(t, err)
	for _, e := range []*content.Entry{archived, gone} {
		ok(t, p.releases.Remove(p.ctx, editor, id, releases.Named{Collection: "items", Entry: e.ID}))
	}
	entries, err := p.releases.Publish(p.ctx, editor, id, nil)
	ok(t, err)
	if len(entries) != 2 || p.wants(fine, "fine").Version != 2 || p.wants(alike, "new").Version != 3 {
		t.Errorf("%+v", entries)
	}
	p.wantState(id, releases.Published)
}

// wantObstacles compares what a refusal lists, but for its words.
func (p programme) wantObstacles(err error, want ...releases.Obstacle) {
	p.t.Helper()
	got, _ := diag.As(err).Value.([]releases.Obstacle)
	got = slices.Clone(got)
	for i := range got {
		if got[i].Reason.Message == "" {
			p.t.Errorf("no reason for %s", got[i].Title)
		}
		got[i].Reason.Message = ""
	}
	byTitle := func(a, b releases.Obstacle) int { return cmpText(a.Title, b.Title) }
	slices.SortFunc(got, byTitle)
	slices.SortFunc(want, byTitle)
	if diff := cmp.Diff(want, got); diff != "" {
		p.t.Error(diff)
	}
}

func cmpText(a, b string) int {
	if a < b {
		return -1
	}
	return 1
}

// Two drafts of a release may want the same unique value: no check sees that, and the index
// does.
func testReleasesMeetIndexes(t *testing.T, open Opener) {
	p := openProgramme(t, open)
	one, two, three := p.live("one", "one"), p.live("two", "two"), p.draft("three", "three")
	for _, e := range []*content.Entry{one, two} {
		p.saved(editor, e, map[string]any{"name": "new", "slug": "same"})
	}
	id := p.release("Autumn", three, one, two)
	_, err := p.releases.Publish(p.ctx, editor, id, nil)
	wantCode(t, err, diag.Conflict)
	p.wantObstacles(err, releases.Obstacle{Collection: "items", Entry: two.ID, Title: "two", Reason: releases.Reason{Code: "CONFLICT", Path: "data#/slug"}})
	p.wants(one, "one")
	p.wants(two, "two")
	p.wants(three, "")
	p.wantState(id, releases.Open)
}

// What somebody publishes by hand is what they saw.
func testReleasesAsSeen(t *testing.T, open Opener) {
	p := openProgramme(t, open)
	one, two := p.live("one", "one"), p.draft("two", "two")
	p.saved(editor, one, map[string]any{"name": "new"})
	id := p.release("Autumn", one, two)
	d, err := p.site.StaffEntries(editor).PendingDraft(p.ctx, one)
	ok(t, err)
	seen := []content.Publication{{Collection: "items", ID: one.ID, Version: one.Version, Draft: d.Counter}, {Collection: "items", ID: two.ID, Version: two.Version}}
	_, _, err = p.site.StaffEntries(editor).SaveDraft(p.ctx, content.DraftSave{Collection: "items", ID: one.ID, Patch: map[string]any{"name": "newer"}, Draft: d.Counter, Version: one.Version})
	ok(t, err)
	_, err = p.releases.Publish(p.ctx, editor, id, seen)
	wantCode(t, err, diag.Conflict)
	p.wantObstacles(err, releases.Obstacle{Collection: "items", Entry: one.ID, Title: "one", Reason: releases.Reason{Code: "CONFLICT", Path: "input#/expectedDraft"}})
	seen[0].Draft = 0 // as somebody saw it before there was a draft
	_, err = p.releases.Publish(p.ctx, editor, id, seen)
	wantCode(t, err, diag.Conflict)
	p.wantObstacles(err, releases.Obstacle{Collection: "items", Entry: one.ID, Title: "one", Reason: releases.Reason{Code: "CONFLICT", Path: "input#/expectedDraft"}})
	_, err = p.releases.Publish(p.ctx, editor, id, seen[:1])
	wantCode(t, err, diag.Conflict)
	if path := diag.As(err).Path; path != content.ReleasePath {
		t.Errorf("refused at %s", path)
	}
	p.wants(one, "one")
	p.wants(two, "")
}

// A release at a time is a move as others are: made once, whatever ends in between.
func testReleasesAtATime(t *testing.T, open Opener) {
	p := openProgramme(t, open)
	one, two := p.live("one", "one"), p.draft("two", "two")
	p.saved(editor, one, map[string]any{"name": "new"})
	id := p.release("Autumn", one, two)
	wantCode(t, p.releases.Unschedule(p.ctx, editor, id), diag.NotFound)
	p.set(id, time.Hour)
	r := p.wantState(id, releases.Scheduled)
	if r.Move.Zone != "Asia/Taipei" || r.Move.Actor != "eve" {
		t.Errorf("%+v", r.Move)
	}
	p.moves.Look(p.ctx)
	p.wants(two, "")
	ok(t, p.due(id))
	if p.wants(one, "new").Version != 3 || p.wants(two, "two").Version != 2 {
		t.Error("an entry was published twice")
	}
	if out := p.wantState(id, releases.Published); out.Move != nil || out.PublishedBy != "eve" {
		t.Errorf("%+v", out)
	}
	again := &content.Deferred{ID: r.Move.ID, Hook: moves.Hook, EntryID: id, Body: moves.Body(r.Move.ID)}
	ok(t, p.moves.Deliver(p.ctx, again)) // another try after a crash
	p.wants(one, "new")
	if len(*p.told) != 0 {
		t.Errorf("told %+v", *p.told)
	}

	// One that is taken back is not published, nor one that is published by hand once more.
	other := p.release("Winter", p.draft("three", "three"))
	p.set(other, time.Hour)
	ok(t, p.releases.Unschedule(p.ctx, editor, other))
	p.wantState(other, releases.Open)
	p.set(other, time.Hour)
	move := p.is(other).Move
	_, err := p.releases.Publish(p.ctx, editor, other, nil)
	ok(t, err)
	ok(t, p.moves.Deliver(p.ctx, &content.Deferred{ID: move.ID, Hook: moves.Hook, EntryID: other, Body: moves.Body(move.ID)}))
	if m, err := p.store.Moves().Batch(p.ctx, move.ID); m != nil || err != nil {
		t.Errorf("%+v, %v", m, err)
	}
}

// A time is taken back and nothing goes out, or all of it went out and the time stays as it
// was: whoever takes it back is told which, also while the release is on its way.
func testReleasesTakenBack(t *testing.T, open Opener) {
	p := openProgramme(t, open)
	one, two := p.draft("one", "one"), p.draft("two", "two")
	id := p.release("Autumn", one, two)
	p.set(id, time.Hour)
	person, asked := p.moves.Person, 0
	p.moves.Person = func(ctx context.Context, user string) (moves.Person, bool, error) {
		if asked++; asked == 1 { // the move is claimed, and its entries are not written yet
			ok(t, p.releases.Unschedule(ctx, editor, id))
		}
		return person(ctx, user)
	}
	ok(t, p.due(id))
	if asked == 0 {
		t.Error("it was not on its way")
	}
	p.moves.Person = person
	p.wantState(id, releases.Open)
	p.wants(one, "")
	p.wants(two, "")
	if len(*p.told) != 0 {
		t.Errorf("told %+v", *p.told)
	}

	p.set(id, time.Hour)
	ok(t, p.due(id))
	p.wants(one, "one")
	err := p.releases.Unschedule(p.ctx, editor, id)
	wantCode(t, err, diag.Conflict)
	if path := diag.As(err).Path; path != "input#/at" {
		t.Errorf("refused at %s", path)
	}
	p.wantState(id, releases.Published)
}

// One that fails at its time changes nothing, says why, and tells who set it; mended, it can
// be set again.
func testReleasesThatFail(t *testing.T, open Opener) {
	p := openProgramme(t, open)
	p.live("taken", "taken")
	one, two := p.draft("one", "one"), p.live("two", "two")
	p.saved(editor, two, map[string]any{"name": "new", "slug": "taken"})
	id := p.release("Autumn", one, two)
	p.set(id, time.Hour)
	ok(t, p.due(id))
	r := p.wantState(id, releases.Failed)
	if r.Move.Problem == nil || r.Move.Problem.Code != diag.Conflict || r.Move.Problem.Path != "input#/entries" || !r.Move.Told {
		t.Errorf("%+v", r.Move)
	}
	if list, isList := r.Move.Problem.Value.([]any); !isList || len(list) != 1 {
		t.Errorf("the failure lists %v", r.Move.Problem.Value)
	}
	if len(*p.told) != 1 || (*p.told)[0].To != "eve@tea.example" || (*p.told)[0].Title != "Autumn" || (*p.told)[0].Direction != moves.Release {
		t.Errorf("told %+v", *p.told)
	}
	p.wants(one, "")
	p.wants(two, "two")
	ok(t, p.releases.Remove(p.ctx, editor, id, releases.Named{Collection: "items", Entry: two.ID}))
	p.set(id, time.Hour)
	p.wantState(id, releases.Scheduled)
	ok(t, p.due(id))
	p.wants(one, "one")
	p.wantState(id, releases.Published)
}

// What somebody planned who is no longer of the staff fails, and no mail tells them of it.
func testFormerStaffAreToldNothing(t *testing.T, open Opener) {
	p := openProgramme(t, open)
	id := p.release("Autumn", p.draft("one", "one"))
	p.set(id, time.Hour)
	delete(p.roles, "eve")
	ok(t, p.due(id))
	p.wantState(id, releases.Failed)
	if len(*p.told) != 0 {
		t.Errorf("told %+v", *p.told)
	}
}

var contributor = content.Caller{User: &content.User{ID: "carl"}, Staff: &content.Staff{ID: "carl", Role: "contributor"}}

// What happens to an entry while its release waits.
func testReleasesMeanwhile(t *testing.T, open Opener) {
	for name, each := range map[string]struct {
		meanwhile func(p programme, id string, e *content.Entry)
		want      string // what readers see of the entry at last
		fails     bool
	}{
		"nothing": {func(programme, string, *content.Entry) {}, "new", false},
		"a move of its own publishes it first": {func(p programme, _ string, e *content.Entry) {
			m, err := p.moves.Set(p.ctx, editor, moves.Wanted{Collection: "items", Entry: e.ID, Direction: moves.Publish, Due: p.now.Add(time.Minute), Zone: "UTC"})
			ok(p.t, err)
			ok(p.t, p.moves.Deliver(p.ctx, &content.Deferred{ID: m.ID, Hook: moves.Hook, Schema: "items", EntryID: e.ID, Body: moves.Body(m.ID)}))
			p.wants(e, "new")
		}, "new", false},
		"it is published by hand": {func(p programme, _ string, e *content.Entry) {
			_, err := p.site.StaffEntries(editor).Publish(p.ctx, "items", e.ID, 0)
			ok(p.t, err)
		}, "new", false},
		"it is published in another release": {func(p programme, _ string, e *content.Entry) {
			_, err := p.releases.Publish(p.ctx, editor, p.release("Other", e), nil)
			ok(p.t, err)
		}, "new", false},
		"it is deleted": {func(p programme, _ string, e *content.Entry) {
			_, err := p.site.StaffEntries(editor).Unpublish(p.ctx, "items", e.ID, 0)
			ok(p.t, err)
			ok(p.t, p.site.StaffEntries(editor).Delete(p.ctx, "items", e.ID, 0))
		}, "", true},
		"it is archived": {func(p programme, _ string, e *content.Entry) {
			_, err := p.site.StaffEntries(editor).Archive(p.ctx, "items", e.ID, 0)
			ok(p.t, err)
		}, "", true},
		"who may not publish changes it": {func(p programme, _ string, e *content.Entry) {
			d, err := p.site.StaffEntries(contributor).PendingDraft(p.ctx, e)
			ok(p.t, err)
			_, _, err = p.site.StaffEntries(contributor).SaveDraft(p.ctx, content.DraftSave{Collection: "items", ID: e.ID, Patch: map[string]any{"name": "worse"}, Draft: d.Counter, Version: e.Version})
			ok(p.t, err)
		}, "old", true},
		"it is taken out": {func(p programme, id string, e *content.Entry) {
			ok(p.t, p.releases.Remove(p.ctx, editor, id, releases.Named{Collection: "items", Entry: e.ID}))
		}, "old", false},
		"a contributor's draft is added": {func(p programme, id string, _ *content.Entry) {
			*p.now = p.now.Add(time.Second)
			added, err := p.site.StaffEntries(contributor).Create(p.ctx, "items", map[string]any{"name": "added", "slug": "added"})
			ok(p.t, err)
			*p.now = p.now.Add(time.Second)
			p.add(id, added) // by an editor, who has seen it
		}, "new", false},
	} {
		t.Run(name, func(t *testing.T) {
			p := openProgramme(t, open)
			one, two := p.live("old", "one"), p.draft("two", "two")
			p.saved(editor, one, map[string]any{"name": "new"})
			id := p.release("Autumn", one, two)
			p.set(id, time.Hour)
			each.meanwhile(p, id, one)
			ok(t, p.due(id))
			if each.fails {
				p.wantState(id, releases.Failed)
				p.wants(two, "")
			} else {
				p.wantState(id, releases.Published)
				p.wants(two, "two")
			}
			if is, err := p.site.Get(p.ctx, "items", one.ID); err == nil {
				p.wants(is, each.want)
			} else {
				wantCode(t, err, diag.NotFound)
			}
		})
	}

	// All of it is out already: there is nothing to write, and the release is published.
	p := openProgramme(t, open)
	one := p.live("one", "one")
	id := p.release("Autumn", one)
	p.set(id, time.Hour)
	ok(t, p.due(id))
	if p.wants(one, "one").Version != 2 {
		t.Error("it was published once more")
	}
	if r := p.wantState(id, releases.Published); r.Move != nil {
		t.Errorf("%+v", r.Move)
	}

	// Entries that come while it goes out are published with it.
	added := p.draft("added", "added")
	end := content.ReleaseEnd{ID: p.release("Winter", p.draft("x", "x")), Version: 2, At: *p.now}
	p.add(end.ID, added)
	wantCode(t, p.store.EndRelease(p.ctx, end), diag.Conflict)
	p.wantState(end.ID, releases.Open)
}

func testReleaseBounds(t *testing.T, open Opener) {
	p := openProgramme(t, open)
	id := p.release("Large")
	_, err := p.releases.Publish(p.ctx, editor, id, nil)
	wantCode(t, err, diag.Conflict)
	wantCode(t, p.releases.Schedule(p.ctx, editor, id, p.now.Add(time.Hour), "UTC"), diag.Conflict)
	one := p.draft("one", "one")
	all := make([]*content.Entry, 0, releases.MaxEntries)
	for i := range releases.MaxEntries {
		all = append(all, p.draft("n", strconv.Itoa(i)))
	}
	p.add(id, all...)
	wantCode(t, p.releases.Add(p.ctx, editor, id, []releases.Named{{Collection: "items", Entry: one.ID}}, false), diag.InputValidationFailed)
	if p.is(id).Count != releases.MaxEntries {
		t.Error("the release is larger than releases are")
	}
	wantCode(t, p.releases.Add(p.ctx, editor, p.release("x"), make([]releases.Named, releases.MaxEntries+1), false), diag.InputValidationFailed)
	wantCode(t, p.releases.Add(p.ctx, editor, p.release("x"), []releases.Named{{Collection: "items", Entry: "none"}}, false), diag.NotFound)
	for _, name := range []string{"", "  ", string(make([]rune, 81)), "a\x00b"} {
		_, err := p.releases.Create(p.ctx, editor, name)
		wantCode(t, err, diag.InputValidationFailed)
	}
	_, err = p.releases.Create(p.ctx, contributor, "Mine")
	wantCode(t, err, diag.AuthDenied)
	waiting, err := p.releases.Waiting(p.ctx, editor)
	ok(t, err)
	for range 200 - len(waiting) {
		p.release("one more")
	}
	_, err = p.releases.Create(p.ctx, editor, "Too many")
	wantCode(t, err, diag.Conflict)
	entries, err := p.releases.Publish(p.ctx, editor, id, nil)
	ok(t, err)
	if len(entries) != releases.MaxEntries {
		t.Errorf("%d entries went out", len(entries))
	}
}
