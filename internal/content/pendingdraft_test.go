package content_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
)

// articles have hooks, so that a test sees which of them fire.
const articles = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: articles }
spec:
  title: Articles
  schema:
    type: object
    required: [title, slug]
    properties:
      title: { type: string, minLength: 1 }
      slug: { type: string }
      body: { type: string, x-mcp-hint: markdown }
      cover: { type: string, x-mcp-hint: media }
  uniqueIndexes: [[slug]]
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: watch }
spec:
  input: { type: object }
  output: { type: object }
  handler: { kind: ref, ref: watch }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: watching }
spec:
  source: { kind: lifecycle, schema: articles, on: [before_create, before_update, before_publish, before_delete] }
  target: { procedure: watch }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: change }
spec:
  input: { type: object, required: [id, expectedVersion], properties: { id: { type: string }, expectedVersion: { type: integer }, title: { type: string }, body: { type: string } } }
  output: { type: object }
  handler: { kind: builtin, op: update, schema: articles }
`

var connie = content.Caller{User: &content.User{ID: "connie"}, Staff: &content.Staff{ID: "connie", Role: "contributor"}, Auth: &content.Auth{Credential: "session"}}

// desk is a site with one published article, and what its hooks have heard.
type desk struct {
	service
	heard *[]string
	now   *time.Time
	entry *content.Entry
}

func openDesk(t *testing.T) desk {
	var heard []string
	now := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	s := open(t, articles, content.Options{
		Now: func() time.Time { return now },
		Handlers: map[string]content.Handler{"watch": func(_ context.Context, c *content.Call, input map[string]any) (any, error) {
			title, _ := input["title"].(string)
			heard = append(heard, string(c.Event.Hook)+" "+title)
			return map[string]any{}, nil
		}},
	})
	e, err := s.Create(s.ctx, editor, "articles", values{"title": "Tea", "slug": "tea", "body": "one\n\ntwo"})
	s.wants(err, "", "")
	e, err = s.Publish(s.ctx, editor, "articles", e.ID, e.Version)
	s.wants(err, "", "")
	heard, now = nil, now.Add(time.Hour)
	return desk{s, &heard, &now, e}
}

func (d desk) save(caller content.Caller, patch values, counter, version int64) (*content.PendingDraft, error) {
	_, draft, err := d.StaffEntries(caller).SaveDraft(d.ctx, content.DraftSave{Collection: "articles", ID: d.entry.ID, Patch: patch, Draft: counter, Version: version})
	return draft, err
}

func (d desk) saved(patch values, counter int64) *content.PendingDraft {
	d.t.Helper()
	draft, err := d.save(editor, patch, counter, d.get("articles", d.entry.ID).Version)
	d.wants(err, "", "")
	return draft
}

func (d desk) pending() *content.PendingDraft {
	d.t.Helper()
	draft, err := d.PendingDraft(d.ctx, d.entry)
	d.wants(err, "", "")
	return draft
}

func (d desk) records() (actions []audit.Action) {
	d.t.Helper()
	lines, _, err := d.store.AuditRecords(d.ctx, audit.Query{Collection: "articles", Subject: d.entry.ID, Limit: 100})
	d.wants(err, "", "")
	for _, l := range lines {
		actions = append(actions, l.Action)
	}
	return actions
}

// "Saving a pending draft raises no version, no updatedAt, fires no hook, makes no history
// version and checks what is present."
func TestSavingAPendingDraftChangesNothingElse(t *testing.T) {
	d := openDesk(t)
	records := d.records()
	first := d.saved(values{"title": "Oolong"}, 0)
	second := d.saved(values{"title": nil, "slug": nil}, first.Counter)
	if diff := cmp.Diff(d.entry, d.get("articles", d.entry.ID)); diff != "" {
		t.Error("readers see something of it:", diff)
	}
	if len(*d.heard) > 0 || len(d.records()) != len(records) {
		t.Errorf("hooks %v, records %v", *d.heard, d.records())
	}
	if second.Counter <= first.Counter || second.Data["title"] != nil {
		t.Errorf("%+v", second)
	}
	_, err := d.save(editor, values{"title": ""}, second.Counter, d.entry.Version)
	d.wants(err, diag.InputValidationFailed, "data#/title")
	_, err = d.save(editor, values{"titel": "x"}, second.Counter, d.entry.Version)
	d.wants(err, diag.InputValidationFailed, "data#/titel")
	if got := d.pending(); got.Counter != second.Counter {
		t.Error("a refused save was kept")
	}
}

// "It has a counter of its own, so that two writers meet a conflict there."
func TestTwoWritersOfADraftMeet(t *testing.T) {
	d := openDesk(t)
	first := d.saved(values{"title": "Ada's"}, 0)
	_, err := d.save(editor, values{"title": "Bob's"}, 0, d.entry.Version)
	d.wants(err, diag.Conflict, "input#/expectedDraft")
	d.saved(values{"body": "more"}, first.Counter)
	_, err = d.save(editor, values{"title": "Bob's"}, first.Counter, d.entry.Version)
	d.wants(err, diag.Conflict, "input#/expectedDraft")
	if got := d.pending().Data; got["title"] != "Ada's" || got["body"] != "more" {
		t.Error(got)
	}
}

// A draft that comes to what is published is none (decision 375): the next one begins anew, and
// who saw the former one hears of it.
func TestADraftThatChangesNothingEnds(t *testing.T) {
	d := openDesk(t)
	if begun := d.saved(values{"title": "Tea"}, 0); begun != nil {
		t.Errorf("a draft was begun of what readers see: %+v", begun)
	}
	draft := d.saved(values{"title": "Oolong"}, 0)
	records := d.records()
	ended, err := d.save(connie, values{"title": "Tea"}, draft.Counter, d.entry.Version)
	d.wants(err, "", "")
	if ended != nil || d.pending() != nil {
		t.Errorf("%+v, %+v", ended, d.pending())
	}
	if diff := cmp.Diff(d.entry, d.get("articles", d.entry.ID)); diff != "" || len(d.records()) != len(records) {
		t.Errorf("something else has changed: %v, %s", d.records(), diff)
	}
	// A move that was set for it asks who may publish.
	if by, err := d.Discarded(d.ctx, "articles", d.entry.ID); err != nil || by != (content.Discard{By: "connie", At: d.now.UnixMilli()}) {
		t.Errorf("%+v, %v", by, err)
	}
	_, err = d.save(editor, values{"title": "Late"}, draft.Counter, d.entry.Version)
	d.wants(err, diag.Conflict, "input#/expectedDraft")
}

// What comes to the entry as it is now ends, whatever it was begun from; what comes to what it
// was begun from goes back to that.
func TestADraftEndsByWhatIsPublishedNow(t *testing.T) {
	d := openDesk(t)
	draft := d.saved(values{"title": "Oolong"}, 0)
	row := d.call(editor, "change", values{"id": d.entry.ID, "expectedVersion": d.entry.Version, "title": "Oolong", "body": "live"})
	if got := d.saved(values{"body": "live"}, draft.Counter); got != nil {
		t.Errorf("beside %v there is %v", row["data"], got.Data)
	}

	draft = d.saved(values{"body": "mine"}, 0)
	d.call(editor, "change", values{"id": d.entry.ID, "expectedVersion": d.get("articles", d.entry.ID).Version, "title": "Pu-erh"})
	got, err := d.save(editor, values{"title": "Oolong"}, draft.Counter, 0) // as it had it: nobody chose it over the new one
	d.wants(err, "", "")
	if got == nil || got.Data["body"] != "mine" {
		t.Fatalf("%+v", got)
	}
	got, err = d.save(editor, values{"body": "live"}, got.Counter, 0)
	d.wants(err, "", "")
	if got != nil || d.pending() != nil || d.get("articles", d.entry.ID).Data["title"] != "Pu-erh" {
		t.Errorf("%+v", got)
	}
}

// Stamps are nobody's change, such as that of the first member of staff who saves what the site
// has made.
func TestStampsAreNoChangeOfADraft(t *testing.T) {
	s := open(t, strings.ReplaceAll(articles, "      cover:", "      reviewer: { type: string, x-service-bind: ctx.staff }\n      cover:"), content.Options{
		Handlers: map[string]content.Handler{"watch": func(context.Context, *content.Call, map[string]any) (any, error) { return map[string]any{}, nil }},
	})
	e, err := s.Create(s.ctx, content.Caller{}, "articles", values{"title": "Tea", "slug": "tea"})
	s.wants(err, "", "")
	e, err = s.Publish(s.ctx, content.Caller{}, "articles", e.ID, e.Version)
	s.wants(err, "", "")
	save := content.DraftSave{Collection: "articles", ID: e.ID, Patch: values{"title": "Oolong"}, Version: e.Version}
	_, d, err := s.SaveDraft(s.ctx, editor, save)
	s.wants(err, "", "")
	if d.Data["reviewer"] == nil {
		t.Fatal("the draft has no stamp")
	}
	save.Draft, save.Patch = d.Counter, values{"title": "Tea"}
	if _, d, err = s.SaveDraft(s.ctx, editor, save); err != nil || d != nil {
		t.Errorf("%+v, %v", d, err)
	}
}

// "Publish checks the whole, uniques included, raises version once, fires the hooks, makes
// one version."
func TestPublishingADraftReplacesTheEntryOnce(t *testing.T) {
	d := openDesk(t)
	other, err := d.Create(d.ctx, editor, "articles", values{"title": "Other", "slug": "other"})
	d.wants(err, "", "")
	records := len(d.records())
	*d.heard = nil
	publish := func(counter int64) (*content.Entry, error) {
		return d.PublishAs(d.ctx, editor, content.Publication{Collection: "articles", ID: d.entry.ID, Version: d.entry.Version, Draft: counter})
	}
	draft := d.saved(values{"title": nil}, 0)
	_, err = publish(draft.Counter)
	d.wants(err, diag.InputValidationFailed, "data#/title")
	draft = d.saved(values{"title": "Oolong", "slug": other.Data["slug"]}, draft.Counter)
	_, err = publish(draft.Counter)
	d.wants(err, diag.Conflict, "data#/slug")
	if len(*d.heard) != 0 || d.pending() == nil {
		t.Fatalf("a refused publish fired %v", *d.heard)
	}
	draft = d.saved(values{"slug": "oolong"}, draft.Counter)
	_, err = publish(draft.Counter - 1)
	d.wants(err, diag.Conflict, "input#/expectedDraft")
	after, err := publish(draft.Counter)
	d.wants(err, "", "")
	if after.Version != d.entry.Version+1 || after.Status != content.Published || after.UpdatedAt != d.now.UnixMilli() || after.Data["title"] != "Oolong" {
		t.Errorf("%+v", after)
	}
	if diff := cmp.Diff([]string{"before_publish Oolong"}, *d.heard); diff != "" {
		t.Error(diff)
	}
	if got := d.records(); len(got) != records+1 || got[0] != audit.Publish {
		t.Error(got)
	}
	was, err := d.store.EntryVersion(d.ctx, "articles", d.entry.ID, d.entry.Version)
	d.wants(err, "", "")
	if string(was.Data["title"]) != `"Tea"` || was.Status != "published" {
		t.Errorf("the version before is %s, %s", was.Data, was.Status)
	}
	if d.pending() != nil {
		t.Error("the draft is still there")
	}
	_, err = d.Publish(d.ctx, editor, "articles", d.entry.ID, 0)
	d.wants(err, diag.Conflict, "data#/status")
}

// "discard drops it."
func TestDiscardingADraft(t *testing.T) {
	d := openDesk(t)
	draft := d.saved(values{"title": "Oolong"}, 0)
	d.wants(d.DiscardDraft(d.ctx, editor, "articles", d.entry.ID, draft.Counter+1), diag.Conflict, "input#/expectedDraft")
	d.wants(d.DiscardDraft(d.ctx, editor, "articles", d.entry.ID, draft.Counter), "", "")
	if d.pending() != nil {
		t.Error("the draft is still there")
	}
	d.wants(d.DiscardDraft(d.ctx, editor, "articles", d.entry.ID, draft.Counter), diag.Conflict, "input#/expectedDraft")
	if diff := cmp.Diff(d.entry, d.get("articles", d.entry.ID)); diff != "" {
		t.Error(diff)
	}
}

// "Contributors may keep pending drafts over published entries and never publish them."
func TestContributorsKeepDraftsAndPublishNone(t *testing.T) {
	d := openDesk(t)
	draft, err := d.save(connie, values{"title": "Mine"}, 0, d.entry.Version)
	d.wants(err, "", "")
	staff := d.StaffEntries(connie)
	_, err = staff.PublishAs(d.ctx, content.Publication{Collection: "articles", ID: d.entry.ID})
	d.wants(err, diag.AuthDenied, "input#")
	_, err = staff.PublishTogether(d.ctx, []content.Publication{{Collection: "articles", ID: d.entry.ID}})
	d.wants(err, diag.AuthDenied, "input#")
	_, err = staff.Patch(d.ctx, "articles", d.entry.ID, values{"title": "Live"}, d.entry.Version)
	d.wants(err, diag.AuthDenied, "input#")
	d.wants(staff.DiscardDraft(d.ctx, "articles", d.entry.ID, draft.Counter), "", "")
	_, err = d.save(ada, values{"title": "x"}, 0, d.entry.Version)
	d.wants(err, diag.AuthDenied, "input#")
	_, err = d.save(nobody, values{"title": "x"}, 0, d.entry.Version)
	d.wants(err, diag.Unauthenticated, "input#")
	if may := d.Permissions(connie, d.entry); may.Edit || may.Publish {
		t.Errorf("%+v", may)
	}
}

// What is written live while a draft is there leaves the draft; publish puts both together,
// and names what both have changed.
func TestALiveWriteLeavesTheDraft(t *testing.T) {
	d := openDesk(t)
	draft := d.saved(values{"title": "Draft"}, 0)
	row := d.call(editor, "change", values{"id": d.entry.ID, "expectedVersion": d.entry.Version, "body": "live"})
	if got := d.pending(); got.Counter != draft.Counter || got.Base != d.entry.Version || len(got.Conflicts(row["data"].(values))) != 0 {
		t.Errorf("%+v", got)
	}
	both, err := d.Publish(d.ctx, editor, "articles", d.entry.ID, 0)
	d.wants(err, "", "")
	if both.Data["title"] != "Draft" || both.Data["body"] != "live" {
		t.Error(both.Data)
	}

	draft = d.saved(values{"title": "Again", "body": "mine"}, 0)
	d.call(editor, "change", values{"id": d.entry.ID, "expectedVersion": both.Version, "title": "Live", "body": "theirs"})
	_, err = d.Publish(d.ctx, editor, "articles", d.entry.ID, 0)
	d.wants(err, diag.Conflict, "data#/body")
	if got := diag.As(err).Candidates; cmp.Diff([]string{"body", "title"}, got) != "" {
		t.Error(got)
	}
	_, err = d.save(editor, values{"title": "Decided"}, draft.Counter, both.Version)
	d.wants(err, diag.Conflict, "input#/expectedVersion")
	_, err = d.save(editor, values{"title": "Decided"}, draft.Counter, both.Version+1)
	d.wants(err, diag.Conflict, "data#/body")
	_, err = d.save(editor, values{"title": "Decided", "body": "mine"}, draft.Counter, both.Version+1)
	d.wants(err, "", "")
	after, err := d.Publish(d.ctx, editor, "articles", d.entry.ID, 0)
	d.wants(err, "", "")
	if after.Data["title"] != "Decided" || after.Data["body"] != "mine" {
		t.Error(after.Data)
	}
}

// A draft stays through the moves of its entry. Of a draft it is published with, or kept.
func TestADraftStaysThroughMoves(t *testing.T) {
	d := openDesk(t)
	draft := d.saved(values{"title": "Draft"}, 0)
	down, err := d.Unpublish(d.ctx, editor, "articles", d.entry.ID, 0)
	d.wants(err, "", "")
	if down.Data["title"] != "Tea" || d.pending() == nil {
		t.Fatal("unpublish has touched the draft")
	}
	draft = d.saved(values{"body": "x"}, draft.Counter)
	_, err = d.Archive(d.ctx, editor, "articles", d.entry.ID, 0)
	d.wants(err, "", "")
	_, err = d.save(editor, values{"body": "y"}, draft.Counter, 0)
	d.wants(err, diag.Conflict, "data#/status")
	_, err = d.Publish(d.ctx, editor, "articles", d.entry.ID, 0)
	d.wants(err, diag.Conflict, "data#/status")
	down, err = d.Unpublish(d.ctx, editor, "articles", d.entry.ID, 0)
	d.wants(err, "", "")
	*d.heard = nil
	kept, err := d.StaffEntries(connie).KeepDraft(d.ctx, "articles", d.entry.ID, draft.Counter)
	d.wants(err, "", "")
	if kept.Status != content.Draft || kept.Version != down.Version+1 || kept.Data["title"] != "Draft" || kept.Data["body"] != "x" || d.pending() != nil {
		t.Errorf("%+v", kept)
	}
	if diff := cmp.Diff([]string{"before_update Draft"}, *d.heard); diff != "" {
		t.Error(diff)
	}
	d.saved(values{"title": "Last"}, 0)
	up, err := d.Publish(d.ctx, editor, "articles", d.entry.ID, 0)
	d.wants(err, "", "")
	if up.Status != content.Published || up.Version != kept.Version+1 || up.Data["title"] != "Last" {
		t.Errorf("%+v", up)
	}
	_, err = d.KeepDraft(d.ctx, editor, "articles", d.entry.ID, 0)
	d.wants(err, diag.Conflict, "data#/status")
}

// A draft is begun from the version that its writer has read.
func TestADraftIsBegunFromWhatWasRead(t *testing.T) {
	d := openDesk(t)
	_, err := d.save(editor, values{"title": "x"}, 0, 0)
	d.wants(err, diag.InputValidationFailed, "input#/expectedVersion")
	_, err = d.save(editor, values{"title": "x"}, 0, d.entry.Version-1)
	d.wants(err, diag.Conflict, "input#/expectedVersion")
	_, err = d.save(editor, values{"title": "x"}, 7, d.entry.Version)
	d.wants(err, diag.Conflict, "input#/expectedDraft")
}

// A publish of several is one transaction; its failure says of which entry it is.
func TestSeveralArePublishedTogether(t *testing.T) {
	d := openDesk(t)
	d.saved(values{"title": "Oolong"}, 0)
	fresh, err := d.Create(d.ctx, editor, "articles", values{"title": "New"})
	d.wants(err, "", "")
	all := []content.Publication{{Collection: "articles", ID: d.entry.ID, Version: d.entry.Version}, {Collection: "articles", ID: fresh.ID}}
	_, err = d.PublishTogether(d.ctx, editor, all)
	d.wants(err, diag.InputValidationFailed, "input#/entries/1/data/slug")
	if d.get("articles", d.entry.ID).Data["title"] != "Tea" {
		t.Fatal("one of them was published")
	}
	fresh, err = d.Patch(d.ctx, editor, "articles", fresh.ID, values{"slug": "new"}, 0)
	d.wants(err, "", "")
	published, err := d.PublishTogether(d.ctx, editor, all)
	d.wants(err, "", "")
	if published[0].Data["title"] != "Oolong" || published[1].Status != content.Published || published[1].Version != fresh.Version+1 {
		t.Errorf("%+v", published)
	}
	again, err := d.PublishTogether(d.ctx, editor, []content.Publication{{Collection: "articles", ID: d.entry.ID}})
	d.wants(err, "", "")
	if again[0].Version != published[0].Version {
		t.Error("what is published without a draft was published once more")
	}
	_, err = d.PublishTogether(d.ctx, editor, []content.Publication{{Collection: "articles", ID: fresh.ID}, {Collection: "articles", ID: d.entry.ID}, {Collection: "articles", ID: fresh.ID}})
	d.wants(err, diag.InputValidationFailed, "input#/entries/2")
	_, err = d.PublishTogether(d.ctx, editor, nil)
	d.wants(err, diag.InputValidationFailed, "input#/entries")
}

// What was typed into a draft and kept beside it comes back from the bin with it.
func TestADraftComesBackWithWhatWasTypedIntoIt(t *testing.T) {
	s := open(t, teas, content.Options{Locales: locales("en"), Bin: time.Hour})
	staff := s.StaffEntries(editor)
	e := s.add("tea-texts", values{"slug": "a", "locale": "en", "title": "Saved"})
	s.drafted(e, values{"title": "Typed"})
	s.wants(staff.Delete(s.ctx, "tea-texts", e.ID, 0), "", "")
	back, err := staff.Return(s.ctx, "tea-texts", e.ID, false)
	s.wants(err, "", "")
	if back.Entry.Data["title"] != "Typed" {
		t.Errorf("it came back as %v", back.Entry.Data)
	}
}
