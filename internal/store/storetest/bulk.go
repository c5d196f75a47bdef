package storetest

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

// shop is a site of teas, each of which has texts.
type shop struct {
	t    *testing.T
	ctx  context.Context
	desk content.StaffEntries
}

func openShop(t *testing.T, open Opener) shop {
	f := with(t, open, translated)
	site := f.service(content.Options{Locales: func(context.Context) ([]string, error) { return []string{"en", "zh-TW"}, nil }})
	return shop{t, audit.Through(t.Context(), audit.Admin), site.StaffEntries(editor)}
}

func (s shop) tea(slug string) *content.Entry {
	s.t.Helper()
	e, err := s.desk.Create(s.ctx, "teas", map[string]any{"slug": slug, "grams": int64(100)})
	ok(s.t, err)
	return e
}

// text is a translation; one without a title is not complete.
func (s shop) text(slug, locale, title string) *content.Entry {
	s.t.Helper()
	data := map[string]any{"slug": slug, "locale": locale}
	if title != "" {
		data["title"] = title
	}
	e, err := s.desk.Create(s.ctx, "tea-texts", data)
	ok(s.t, err)
	return e
}

func (s shop) public(e *content.Entry) *content.Entry {
	s.t.Helper()
	e, err := s.desk.Publish(s.ctx, e.Collection, e.ID, 0)
	ok(s.t, err)
	return e
}

func (s shop) is(e *content.Entry) content.Status {
	s.t.Helper()
	now, err := s.desk.Get(s.ctx, e.Collection, e.ID)
	if diag.HasCode(err, diag.NotFound) {
		return "gone"
	}
	ok(s.t, err)
	return now.Status
}

// numbers are what a Foresight says in numbers: of the entries and of the translations how
// many change and stay, and how many are then read in no language.
type numbers struct{ Change, Stay, Translations, TranslationsStay, Unread int }

// does foresees a change of teas, makes it, and says what it was about.
func (s shop) does(action content.BulkAction, teas ...*content.Entry) (numbers, content.BulkResult) {
	s.t.Helper()
	f, result := s.bulk(content.Bulk{Action: action, Translations: true}, teas)
	if result.Tried != len(teas) {
		s.t.Errorf("%s tried %d of %d", action, result.Tried, len(teas))
	}
	return numbers{f.Entries.Change, f.Entries.Stay, f.Translations.Change, f.Translations.Stay, f.Unread}, result
}

// bulk foresees a change of teas, and makes it.
func (s shop) bulk(b content.Bulk, teas []*content.Entry) (*content.Foresight, content.BulkResult) {
	s.t.Helper()
	b.Collection = "teas"
	for _, e := range teas {
		b.Only = append(b.Only, content.Pinned{ID: e.ID, Version: e.Version})
	}
	f, err := s.desk.Foresee(s.ctx, b)
	ok(s.t, err)
	result, err := s.desk.Bulk(s.ctx, b)
	ok(s.t, err)
	return f, result
}

func (s shop) want(entries []*content.Entry, want ...content.Status) {
	s.t.Helper()
	var got []content.Status
	for _, e := range entries {
		got = append(got, s.is(e))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		s.t.Error(diff)
	}
}

func (s shop) wantNumbers(got, want numbers) {
	s.t.Helper()
	if got != want {
		s.t.Errorf("foreseen %+v, want %+v", got, want)
	}
}

// An article is published whole, by what waits of it, whatever the state of its entry; what
// is public already is neither done nor left (decision 320).
func testBulkPublishesArticles(t *testing.T, open Opener) {
	s := openShop(t, open)
	fresh, half, grown := s.tea("assam"), s.tea("bancha"), s.public(s.tea("ceylon"))
	texts := []*content.Entry{s.text("assam", "en", "Assam"), s.text("bancha", "en", ""), s.public(s.text("ceylon", "en", "Ceylon")), s.text("ceylon", "zh-TW", "錫蘭")}
	done := s.public(s.tea("darjeeling"))
	got, result := s.does(content.BulkPublish, fresh, half, grown, done)
	s.wantNumbers(got, numbers{Change: 3, Stay: 1, Translations: 2, TranslationsStay: 1, Unread: 1})
	s.want(append(texts, fresh, half, grown), content.Published, content.Draft, content.Published, content.Published, content.Published, content.Published, content.Published)
	if len(result.Done) != 4 || len(result.Left) != 2 || result.Left[0].ID != texts[1].ID || result.Left[1].ID != done.ID {
		t.Errorf("done %+v, left %+v", result.Done, result.Left)
	}
	if last := result.Done[3]; last.ID != texts[3].ID || last.Of != grown.ID {
		t.Errorf("the language that was added is %+v", last)
	}
}

// Pending drafts go out with the article: a new value of what joins it takes its languages along.
func testBulkPublishesDrafts(t *testing.T, open Opener) {
	s := openShop(t, open)
	tea, text := s.public(s.tea("assam")), s.public(s.text("assam", "en", "Assam"))
	added := s.text("assam", "zh-TW", "阿薩姆")
	_, _, err := s.desk.SaveDraft(s.ctx, content.DraftSave{Collection: "teas", ID: tea.ID, Patch: map[string]any{"slug": "assam-gold"}, Version: tea.Version})
	ok(t, err)
	got, result := s.does(content.BulkPublish, tea)
	s.wantNumbers(got, numbers{Change: 1, Translations: 1})
	if len(result.Left) != 0 {
		t.Errorf("left %+v", result.Left)
	}
	s.want([]*content.Entry{tea, text, added}, content.Published, content.Published, content.Published)
	for _, e := range []*content.Entry{tea, text, added} {
		now, err := s.desk.Get(s.ctx, e.Collection, e.ID)
		ok(t, err)
		if now.Data["slug"] != "assam-gold" {
			t.Errorf("%s %s has the slug %v", e.Collection, e.ID, now.Data["slug"])
		}
	}
}

// Nothing of an article goes out whose entry is refused: an archived one, one whose draft is
// not complete.
func testBulkLeavesArticles(t *testing.T, open Opener) {
	s := openShop(t, open)
	kept := s.tea("assam")
	kept, err := s.desk.Archive(s.ctx, "teas", kept.ID, 0)
	ok(t, err)
	text := s.text("assam", "en", "Assam")
	got, result := s.does(content.BulkPublish, kept)
	s.wantNumbers(got, numbers{Stay: 1})
	s.want([]*content.Entry{kept, text}, content.Archived, content.Draft)
	if len(result.Left) != 1 || !diag.HasCode(result.Left[0].Err, diag.Conflict) {
		t.Errorf("left %+v", result.Left)
	}
}

// A move takes down the languages of an entry that is there already, and leaves those of an
// entry that is not deleted.
func testBulkMovesArticles(t *testing.T, open Opener) {
	s := openShop(t, open)
	drafted := s.tea("assam")
	served, draft := s.public(s.text("assam", "en", "Assam")), s.text("assam", "zh-TW", "阿薩姆")
	got, result := s.does(content.BulkUnpublish, drafted)
	s.wantNumbers(got, numbers{Change: 1, Translations: 1})
	s.want([]*content.Entry{drafted, served, draft}, content.Draft, content.Draft, content.Draft)
	if len(result.Left) != 0 {
		t.Errorf("left %+v", result.Left)
	}
	live := s.public(drafted)
	got, result = s.does(content.BulkDelete, live)
	s.wantNumbers(got, numbers{Stay: 1, TranslationsStay: 2})
	s.want([]*content.Entry{live, served, draft}, content.Published, content.Draft, content.Draft)
	if len(result.Left) != 1 || len(result.Done) != 0 {
		t.Errorf("done %+v, left %+v", result.Done, result.Left)
	}
	live, err := s.desk.Unpublish(s.ctx, "teas", live.ID, 0)
	ok(t, err)
	got, _ = s.does(content.BulkDelete, live)
	s.wantNumbers(got, numbers{Change: 1, Translations: 2})
	s.want([]*content.Entry{live, served, draft}, "gone", "gone", "gone")
}

// tags changes those of all teas, and says what was foreseen of it.
func (s shop) tags(b content.Bulk) (content.BulkPart, content.BulkResult) {
	s.t.Helper()
	b.Collection, b.Action, b.Field = "teas", content.BulkSet, "tags"
	f, err := s.desk.Foresee(s.ctx, b)
	ok(s.t, err)
	result, err := s.desk.Bulk(s.ctx, b)
	ok(s.t, err)
	return f.Entries, result
}

// wantTags compares the tags of a tea, as its pending draft has them.
func (s shop) wantTags(tea *content.Entry, want ...any) {
	s.t.Helper()
	e, draft, err := s.desk.GetWithDraft(s.ctx, "teas", tea.ID)
	ok(s.t, err)
	if draft != nil {
		e = draft.Over(e)
	}
	if got, _ := e.Data["tags"].([]any); !slices.EqualFunc(got, want, jsonvalue.Equal) {
		s.t.Errorf("%s has the tags %v, want %v", tea.Data["slug"], got, want)
	}
}

func (s shop) patch(tea *content.Entry, tags ...any) *content.Entry {
	s.t.Helper()
	e, err := s.desk.Patch(s.ctx, "teas", tea.ID, map[string]any{"tags": tags}, 0)
	ok(s.t, err)
	return e
}

func (s shop) typed(tea *content.Entry, data map[string]any) {
	s.t.Helper()
	_, _, err := s.desk.SaveDraft(s.ctx, content.DraftSave{Collection: "teas", ID: tea.ID, Patch: data, Version: tea.Version})
	ok(s.t, err)
}

// A list is changed from what an entry holds, or its pending draft: one that is behind the
// entry goes on from both, and where both changed the list somebody has to decide.
func testBulkChangesLists(t *testing.T, open Opener) {
	s := openShop(t, open)
	bare, live, behind, torn := s.tea("assam"), s.public(s.tea("bancha")), s.public(s.tea("ceylon")), s.public(s.tea("darjeeling"))
	live = s.patch(live, "b", "a", "b")
	s.typed(behind, map[string]any{"grams": int64(5)})
	behind = s.patch(behind, "theirs")
	s.typed(torn, map[string]any{"tags": []any{"typed"}})
	torn = s.patch(torn, "live")

	foreseen, result := s.tags(content.Bulk{Add: []any{"new", "a"}})
	if foreseen.Change != 3 || foreseen.Drafted != 2 || foreseen.Stay != 1 || foreseen.Same != 0 || len(result.Done) != 3 || len(result.Left) != 1 {
		t.Errorf("foreseen %+v, done %+v, left %+v", foreseen, result.Done, result.Left)
	}
	if len(result.Left) == 1 && (result.Left[0].ID != torn.ID || diag.As(result.Left[0].Err).Path != "data#/tags" || !diag.HasCode(result.Left[0].Err, diag.Conflict)) {
		t.Errorf("left %+v", result.Left[0])
	}
	s.wantTags(bare, "new", "a")
	s.wantTags(live, "b", "a", "b", "new")
	s.wantTags(behind, "theirs", "new", "a")
	s.wantTags(torn, "typed")

	foreseen, result = s.tags(content.Bulk{Remove: []any{"b", "theirs"}})
	if foreseen.Change != 2 || foreseen.Same != 1 || foreseen.Stay != 2 || len(result.Done) != 2 || result.Tried != 4 {
		t.Errorf("foreseen %+v, done %+v", foreseen, result.Done)
	}
	s.wantTags(bare, "new", "a")
	s.wantTags(live, "a", "new")
	s.wantTags(behind, "new", "a")
	if now, err := s.desk.Get(s.ctx, "teas", bare.ID); err != nil || now.Version != bare.Version+1 {
		t.Errorf("what had nothing to remove was written: %+v, %v", now, err)
	}
}

// What is added to what readers see, and removed again, leaves no draft; a value that they see
// already begins none.
func testBulkLeavesNoDraftOfNothing(t *testing.T, open Opener) {
	s := openShop(t, open)
	bare, live := s.public(s.tea("assam")), s.public(s.tea("bancha"))
	live = s.patch(live, "a")
	drafts := func() (n int) {
		for _, tea := range []*content.Entry{bare, live} {
			_, draft, err := s.desk.GetWithDraft(s.ctx, "teas", tea.ID)
			ok(s.t, err)
			if draft != nil {
				n++
			}
		}
		return n
	}
	s.tags(content.Bulk{Add: []any{"new"}})
	if drafts() != 2 {
		t.Fatalf("%d have a draft", drafts())
	}
	_, result := s.tags(content.Bulk{Remove: []any{"new"}})
	if drafts() != 0 || len(result.Done) != 2 || !result.Done[0].Drafted {
		t.Errorf("%d have a draft, %+v", drafts(), result)
	}
	foreseen, result := s.tags(content.Bulk{Value: []any{"a"}})
	if drafts() != 1 || foreseen.Change != 1 || foreseen.Drafted != 1 || foreseen.Same != 1 || len(result.Done) != 1 || len(result.Left) != 0 {
		t.Errorf("%d have a draft, foreseen %+v, %+v", drafts(), foreseen, result)
	}
}

// set gives teas 5 grams, and says what was foreseen of it.
func (s shop) set(teas ...*content.Entry) (content.BulkPart, content.BulkResult) {
	s.t.Helper()
	f, result := s.bulk(content.Bulk{Action: content.BulkSet, Field: "grams", Value: int64(5)}, teas)
	return f.Entries, result
}

// grams changes what readers see of a tea.
func (s shop) grams(tea *content.Entry, grams int64) *content.Entry {
	s.t.Helper()
	e, err := s.desk.Patch(s.ctx, "teas", tea.ID, map[string]any{"grams": grams}, 0)
	ok(s.t, err)
	return e
}

// A set leaves what an entry and its draft both changed, of its own field and of another one,
// for somebody to decide. A draft that is merely behind goes on.
func testBulkDecidesNothing(t *testing.T, open Opener) {
	s := openShop(t, open)
	torn, other, behind := s.public(s.tea("assam")), s.public(s.tea("bancha")), s.public(s.tea("ceylon"))
	s.typed(torn, map[string]any{"grams": int64(1)})
	torn = s.grams(torn, 2)
	s.typed(other, map[string]any{"tags": []any{"typed"}})
	other = s.patch(other, "live")
	s.typed(behind, map[string]any{"tags": []any{"typed"}})
	behind = s.grams(behind, 3)

	foreseen, result := s.set(torn, other, behind)
	if foreseen.Change != 1 || foreseen.Drafted != 1 || foreseen.Stay != 2 || foreseen.Same != 0 || len(result.Done) != 1 || len(result.Left) != 2 {
		t.Fatalf("foreseen %+v, done %+v, left %+v", foreseen, result.Done, result.Left)
	}
	wantCode(t, result.Left[0].Err, diag.Conflict, "data#/grams")
	wantCode(t, result.Left[1].Err, diag.Conflict, "data#/tags")
	for field, tea := range map[string]*content.Entry{"grams": torn, "tags": other} {
		now, draft, err := s.desk.GetWithDraft(s.ctx, "teas", tea.ID)
		ok(t, err)
		if open := draft.Conflicts(now.Data); !slices.Equal(open, []string{field}) || draft.Base != tea.Version-1 {
			t.Errorf("%s has the conflicts %v, on version %d", tea.Data["slug"], open, draft.Base)
		}
	}

	done := result.Done[0]
	if done.ID != behind.ID || !jsonvalue.Equal(done.Former.Value, int64(3)) {
		t.Fatalf("done %+v, former %+v", done, done.Former)
	}
	undo := content.DraftSave{Collection: "teas", ID: done.ID, Patch: map[string]any{"grams": done.Former.Value}, Draft: done.Former.Draft, Version: done.Version}
	now, draft, err := s.desk.SaveDraft(s.ctx, undo)
	ok(t, err)
	if after := draft.Over(now); !jsonvalue.Equal(after.Data["grams"], int64(3)) || !jsonvalue.Equal(after.Data["tags"], []any{"typed"}) {
		t.Errorf("taken back it is %+v", after.Data)
	}
}

// An entry that has the value already is not written, whether that is in itself, in its
// draft, or in what readers see.
func testBulkSetsNothingTwice(t *testing.T, open Opener) {
	s := openShop(t, open)
	draft, live, typed := s.tea("assam"), s.public(s.tea("bancha")), s.public(s.tea("ceylon"))
	draft, live = s.grams(draft, 5), s.grams(live, 5)
	s.typed(typed, map[string]any{"grams": int64(5)})

	foreseen, result := s.set(draft, live, typed)
	if foreseen.Same != 3 || foreseen.Change != 0 || len(result.Done) != 0 || len(result.Left) != 0 || result.Tried != 3 {
		t.Errorf("foreseen %+v, %+v", foreseen, result)
	}
	now, err := s.desk.Get(s.ctx, "teas", draft.ID)
	ok(t, err)
	_, pending, err := s.desk.GetWithDraft(s.ctx, "teas", typed.ID)
	ok(t, err)
	if now.Version != draft.Version || pending == nil || pending.Counter != 1 {
		t.Errorf("written again: %+v, %+v", now, pending)
	}
}

// Of what several people add at the same time nothing is lost: who was overtaken is told,
// and tries again.
func testBulkKeepsWhatOthersAdd(t *testing.T, open Opener) {
	const people = 6
	s := openShop(t, open)
	teas := []*content.Entry{s.tea("assam"), s.public(s.tea("bancha"))}
	var all sync.WaitGroup
	for i := range people {
		all.Go(func() {
			b := content.Bulk{Collection: "teas", Action: content.BulkSet, Field: "tags", Add: []any{fmt.Sprint("tag", i)}}
			for {
				result, err := s.desk.Bulk(s.ctx, b)
				overtaken := func(l content.BulkLeft) bool { return diag.HasCode(l.Err, diag.Conflict) }
				switch {
				case err != nil || len(result.Left) > 0 && !slices.ContainsFunc(result.Left, overtaken):
					t.Errorf("left %+v, %v", result.Left, err)
					return
				case len(result.Left) == 0:
					return
				}
			}
		})
	}
	all.Wait()
	for _, tea := range teas {
		e, draft, err := s.desk.GetWithDraft(s.ctx, "teas", tea.ID)
		ok(t, err)
		if draft != nil {
			e = draft.Over(e)
		}
		if tags, _ := e.Data["tags"].([]any); len(tags) != people {
			t.Errorf("%s has the tags %v", tea.Data["slug"], tags)
		}
	}
}
