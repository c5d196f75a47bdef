package content_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
)

// slugs are those of translations of teas, by their ids.
func (s service) slugs(ids ...string) (slugs []any) {
	s.t.Helper()
	for _, id := range ids {
		slugs = append(slugs, s.get("tea-texts", id).Data["slug"])
	}
	return slugs
}

// drafted saves a pending draft.
func (s service) drafted(e *content.Entry, patch values) {
	s.t.Helper()
	_, _, err := s.SaveDraft(s.ctx, editor, content.DraftSave{Collection: e.Collection, ID: e.ID, Patch: patch, Version: e.Version})
	s.wants(err, "", "")
}

// However an entry gets another value where its translations join it, they have that value
// with it, published or not, and other translations have theirs.
func TestTranslationsFollowTheirParent(t *testing.T) {
	for name, change := range map[string]func(s service, parent, live, draft *content.Entry) error{
		"an edit": func(s service, parent, _, _ *content.Entry) error {
			_, err := s.Patch(s.ctx, nobody, "teas", parent.ID, values{"slug": "b"}, 0)
			return err
		},
		"a pending draft that is published": func(s service, parent, _, _ *content.Entry) error {
			s.drafted(parent, values{"slug": "b"})
			_, err := s.Publish(s.ctx, editor, "teas", parent.ID, 0)
			return err
		},
		"a pending draft that is published with theirs": func(s service, parent, live, draft *content.Entry) error {
			s.drafted(parent, values{"slug": "b"})
			s.drafted(live, values{"title": "New"})
			_, err := s.PublishTogether(s.ctx, editor, []content.Publication{
				{Collection: "tea-texts", ID: live.ID}, {Collection: "tea-texts", ID: draft.ID}, {Collection: "teas", ID: parent.ID},
			})
			if e := s.get("tea-texts", live.ID); e.Data["title"] != "New" {
				s.t.Errorf("its own draft is lost: %v", e.Data)
			}
			if e := s.get("tea-texts", draft.ID); e.Status != content.Published {
				s.t.Errorf("the other one is %s", e.Status)
			}
			return err
		},
		"a pending draft that is published with idle ones": func(s service, parent, live, _ *content.Entry) error {
			s.drafted(parent, values{"slug": "b"})
			_, err := s.PublishTogether(s.ctx, editor, []content.Publication{{Collection: "teas", ID: parent.ID}, {Collection: "tea-texts", ID: live.ID}})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t, teas, content.Options{Locales: locales("en", "zh-TW")})
			parent := s.published("teas", values{"slug": "a"})
			live := s.published("tea-texts", values{"slug": "a", "locale": "en", "title": "A"})
			draft := s.add("tea-texts", values{"slug": "a", "locale": "zh-TW", "title": "甲"})
			other := s.published("tea-texts", values{"slug": "other", "locale": "en", "title": "O"})
			s.wants(change(s, parent, live, draft), "", "")
			if diff := cmp.Diff([]any{"b", "b", "other"}, s.slugs(live.ID, draft.ID, other.ID)); diff != "" {
				t.Error(diff)
			}
			if e := s.get("tea-texts", live.ID); e.Status != content.Published || e.Version != live.Version+1 {
				t.Errorf("the published translation is %s in version %d", e.Status, e.Version)
			}
		})
	}
}

// A pending draft of a translation goes on with the new value.
func TestADraftOfATranslationFollows(t *testing.T) {
	s := open(t, teas, content.Options{Locales: locales("en")})
	parent := s.published("teas", values{"slug": "a"})
	live := s.published("tea-texts", values{"slug": "a", "locale": "en", "title": "A"})
	s.drafted(live, values{"title": "New"})
	_, err := s.Patch(s.ctx, nobody, "teas", parent.ID, values{"slug": "b"}, 0)
	s.wants(err, "", "")
	e, err := s.Publish(s.ctx, editor, "tea-texts", live.ID, 0)
	s.wants(err, "", "")
	if e.Data["slug"] != "b" || e.Data["title"] != "New" {
		t.Errorf("what was published is %v", e.Data)
	}
}

// Where a translation cannot have the new value, the parent has the old one, and the refusal
// is at its property; so it is before a publish.
func TestATranslationThatCannotFollowRefusesTheChange(t *testing.T) {
	s := open(t, teas, content.Options{Locales: locales("en")})
	parent := s.published("teas", values{"slug": "a"})
	live := s.published("tea-texts", values{"slug": "a", "locale": "en", "title": "A"})
	s.published("tea-texts", values{"slug": "b", "locale": "en", "title": "B"})
	_, err := s.Patch(s.ctx, nobody, "teas", parent.ID, values{"slug": "b"}, 0)
	s.wants(err, diag.Conflict, "data#/slug")
	s.drafted(parent, values{"slug": "b"})
	article, err := s.StaffEntries(editor).Article(s.ctx, "teas", parent.ID)
	s.wants(err, "", "")
	s.wants(article.Parts[0].Refused, diag.Conflict, "data#/slug")
	_, err = s.Publish(s.ctx, editor, "teas", parent.ID, 0)
	s.wants(err, diag.Conflict, "data#/slug")
	if e := s.get("teas", parent.ID); e.Data["slug"] != "a" || s.slugs(live.ID)[0] != "a" {
		t.Errorf("the parent is at %v, its translation at %v", e.Data["slug"], s.slugs(live.ID))
	}
}

// Staff are told which translation refuses a change. Anybody else is not: it may be a draft.
func TestARefusalNamesTheTranslationToStaffAlone(t *testing.T) {
	s := open(t, teas, content.Options{Locales: locales("en")})
	parent := s.published("teas", values{"slug": "a"})
	text := s.add("tea-texts", values{"slug": "a", "locale": "en", "title": "A"})
	s.published("tea-texts", values{"slug": "b", "locale": "en", "title": "B"})
	change := values{"slug": "b"}
	_, toStaff := s.StaffEntries(editor).Patch(s.ctx, "teas", parent.ID, change, 0)
	_, toOthers := s.Patch(s.ctx, nobody, "teas", parent.ID, change, 0)
	for _, c := range []struct {
		err   error
		named bool
	}{{toStaff, true}, {toOthers, false}} {
		s.wants(c.err, diag.Conflict, "data#/slug")
		if named := strings.Contains(diag.As(c.err).Message, text.ID); named != c.named {
			t.Errorf("the translation is named: %v, in %v", named, c.err)
		}
	}
}

// Where no unique index says whose the translations are, none follows.
func TestTranslationsOfSeveralFollowNobody(t *testing.T) {
	s := open(t, strings.Replace(teas, "uniqueIndexes: [[slug]]", "indexes: []", 1), content.Options{Locales: locales("en")})
	parent := s.published("teas", values{"slug": "a"})
	s.published("teas", values{"slug": "a"})
	text := s.published("tea-texts", values{"slug": "a", "locale": "en", "title": "A"})
	_, err := s.Patch(s.ctx, nobody, "teas", parent.ID, values{"slug": "b"}, 0)
	s.wants(err, "", "")
	if diff := cmp.Diff([]any{"a"}, s.slugs(text.ID)); diff != "" {
		t.Error(diff)
	}
}

// A contributor changes no published translation along with a draft; the refusal is at the
// property that joins them.
func TestTranslationsFollowWhoMayChangeThem(t *testing.T) {
	s := open(t, teas, content.Options{Locales: locales("en")})
	parent := s.add("teas", values{"slug": "a"})
	live := s.published("tea-texts", values{"slug": "a", "locale": "en", "title": "A"})
	contributor := content.Caller{User: &content.User{ID: "cia"}, Staff: &content.Staff{ID: "cia", Role: "contributor"}, Auth: &content.Auth{Credential: "session"}}
	_, err := s.StaffEntries(contributor).Patch(s.ctx, "teas", parent.ID, values{"slug": "b"}, 0)
	s.wants(err, diag.AuthDenied, "data#/slug")
	s.drafted(parent, values{"slug": "b"})
	_, err = s.StaffEntries(contributor).KeepDraft(s.ctx, "teas", parent.ID, 0)
	s.wants(err, diag.AuthDenied, "data#/slug")
	if got := s.slugs(live.ID)[0]; got != "a" {
		t.Errorf("the translation is at %v", got)
	}
	_, err = s.StaffEntries(editor).KeepDraft(s.ctx, "teas", parent.ID, 0)
	s.wants(err, "", "")
	if got := s.slugs(live.ID)[0]; got != "b" {
		t.Errorf("the translation is at %v", got)
	}
}

// What is found by a value is not left without one.
func TestAValueThatTranslationsJoinIsNotRemoved(t *testing.T) {
	s := open(t, teas, content.Options{Locales: locales("en")})
	parent := s.add("teas", values{"slug": "a"})
	text := s.add("tea-texts", values{"slug": "a", "locale": "en"})
	_, err := s.Patch(s.ctx, nobody, "teas", parent.ID, values{"slug": nil}, 0)
	s.wants(err, diag.Conflict, "data#/slug")
	s.wants(s.Delete(s.ctx, nobody, "tea-texts", text.ID, 0), "", "")
	_, err = s.Patch(s.ctx, nobody, "teas", parent.ID, values{"slug": nil}, 0)
	s.wants(err, "", "")
}

// A hook of the parent does not see a change that a translation refuses.
func TestHooksSeeNoChangeThatATranslationRefuses(t *testing.T) {
	seen := 0
	s := looking(t, "before_update", func() { seen++ })
	parent := s.published("teas", values{"slug": "a"})
	s.published("tea-texts", values{"slug": "a", "locale": "en", "title": "A"})
	s.published("tea-texts", values{"slug": "b", "locale": "en", "title": "B"})
	_, err := s.Patch(s.ctx, nobody, "teas", parent.ID, values{"slug": "b"}, 0)
	s.wants(err, diag.Conflict, "data#/slug")
	if seen != 0 {
		t.Errorf("the hook saw it %d times", seen)
	}
	_, err = s.Patch(s.ctx, nobody, "teas", parent.ID, values{"slug": "c"}, 0)
	s.wants(err, "", "")
	if seen != 1 {
		t.Errorf("the hook saw %d changes", seen)
	}
}

// All of what is published together passes its checks before a hook of any of it runs.
func TestHooksSeeNoPublishThatAnotherEntryRefuses(t *testing.T) {
	seen := 0
	s := looking(t, "before_publish", func() { seen++ })
	parent := s.add("teas", values{"slug": "a"})
	text := s.add("tea-texts", values{"slug": "a", "locale": "en"}) // without a title
	all := []content.Publication{{Collection: "teas", ID: parent.ID}, {Collection: "tea-texts", ID: text.ID}}
	_, err := s.PublishTogether(s.ctx, editor, all)
	s.wants(err, diag.InputValidationFailed, "input#/entries/1/data/title")
	if seen != 0 {
		t.Errorf("the hook saw it %d times", seen)
	}
}

// looking is a site whose teas have a hook.
func looking(t *testing.T, on string, hook func()) service {
	t.Helper()
	return open(t, teas+`
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: look }
spec: { input: { type: object }, output: {}, handler: { kind: ref, ref: look } }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: look }
spec: { source: { kind: lifecycle, schema: teas, on: [`+on+`] }, target: { procedure: look } }
`, content.Options{Locales: locales("en"), Handlers: map[string]content.Handler{"look": func(context.Context, *content.Call, map[string]any) (any, error) {
		hook()
		return map[string]any{}, nil
	}}})
}

// What somebody writes meanwhile to a translation is a conflict of the moment, which another
// try overcomes, and no refusal of the value.
func TestATranslationThatIsOvertakenFollowsAtTheNextTry(t *testing.T) {
	for name, meddle := range map[string]func(s service, id string){
		"edited": func(s service, id string) {
			_, err := s.Patch(s.ctx, nobody, "tea-texts", id, values{"title": "B"}, 0)
			s.wants(err, "", "")
		},
		"deleted": func(s service, id string) { s.wants(s.Delete(s.ctx, nobody, "tea-texts", id, 0), "", "") },
	} {
		t.Run(name, func(t *testing.T) {
			hook := func() {}
			s := looking(t, "before_update", func() { hook() })
			parent := s.published("teas", values{"slug": "a"})
			text := s.add("tea-texts", values{"slug": "a", "locale": "en", "title": "A"})
			hook = func() { meddle(s, text.ID) }
			_, err := s.Patch(s.ctx, nobody, "teas", parent.ID, values{"slug": "b"}, 0)
			s.wants(err, diag.Conflict, "data#/version")
			hook = func() {}
			_, err = s.Patch(s.ctx, nobody, "teas", parent.ID, values{"slug": "b"}, 0)
			s.wants(err, "", "")
		})
	}
}

// What a parent and its translations are looked at for is a publish of all that waits: the
// value that a translation gets is its own obstacle, with its pending draft, too.
func TestAnArticleIsRehearsedWhole(t *testing.T) {
	s := open(t, teas, content.Options{Locales: locales("en")})
	parent := s.published("teas", values{"slug": "a"})
	live := s.published("tea-texts", values{"slug": "a", "locale": "en", "title": "A"})
	s.published("tea-texts", values{"slug": "b", "locale": "en", "title": "B"})
	s.drafted(parent, values{"slug": "b"})
	s.drafted(live, values{"title": "New"})
	article, err := s.StaffEntries(editor).Article(s.ctx, "teas", parent.ID)
	s.wants(err, "", "")
	s.wants(article.Parts[0].Refused, "", "")
	s.wants(article.Parts[1].Refused, diag.Conflict, "data#/slug")
	_, err = s.Publish(s.ctx, editor, "teas", parent.ID, 0)
	s.wants(err, diag.Conflict, "data#/slug")
}

// A member of staff changes no translation by a publish that only Procedures write; so it is
// for a publish of one, of several, of many, and for what is looked at before.
func TestTranslationsThatProceduresWriteFollowNoStaff(t *testing.T) {
	s := open(t, strings.Replace(teas, "    type: object\n    required: [slug, locale, title]", "    type: object\n    readOnly: true\n    required: [slug, locale, title]", 1), content.Options{Locales: locales("en")})
	parent := s.published("teas", values{"slug": "a"})
	text := s.call(nobody, "set-text", values{"slug": "a", "locale": "en", "title": "A"})
	s.drafted(parent, values{"slug": "b"})
	staff := s.StaffEntries(editor)
	both := []content.Publication{{Collection: "teas", ID: parent.ID}, {Collection: "tea-texts", ID: text["id"].(string)}}
	for name, try := range map[string]func() error{
		"alone": func() error {
			_, err := staff.PublishAs(s.ctx, both[0])
			return err
		},
		"together": func() error {
			_, err := staff.PublishTogether(s.ctx, both)
			return err
		},
		"many": func() error {
			result, err := staff.Bulk(s.ctx, content.Bulk{Collection: "teas", Action: content.BulkPublish, Only: []content.Pinned{{ID: parent.ID}}})
			if err == nil && len(result.Left) == 1 {
				err = result.Left[0].Err
			}
			return err
		},
		"looked at": func() error {
			found, err := staff.Obstacles(s.ctx, both)
			if err == nil && len(found) == 1 {
				err = found[0].Err
			}
			return err
		},
	} {
		if err := try(); !diag.HasCode(err, diag.Conflict) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got := s.slugs(text["id"].(string))[0]; got != "a" {
		t.Errorf("the translation is at %v", got)
	}
}

// Many entries are published with their translations, which their new address takes along.
func TestManyArticlesArePublishedUnderNewAddresses(t *testing.T) {
	s := open(t, teas, content.Options{Locales: locales("en")})
	parent := s.published("teas", values{"slug": "a"})
	text := s.add("tea-texts", values{"slug": "a", "locale": "en", "title": "A"})
	s.drafted(parent, values{"slug": "b"})
	result, err := s.StaffEntries(editor).Bulk(s.ctx, content.Bulk{
		Collection: "teas", Action: content.BulkPublish, Translations: true, Only: []content.Pinned{{ID: parent.ID, Version: parent.Version}},
	})
	s.wants(err, "", "")
	if len(result.Done) != 2 || len(result.Left) != 0 {
		t.Fatalf("%+v", result)
	}
	if e := s.get("tea-texts", text.ID); e.Status != content.Published || e.Data["slug"] != "b" {
		t.Errorf("the translation is %s at %v", e.Status, e.Data["slug"])
	}
}

// A former version of a translation comes back to the entry that it is of, under the address
// that this has now.
func TestARestoredTranslationStaysWithItsParent(t *testing.T) {
	s := open(t, teas, content.Options{Locales: locales("en")})
	parent := s.published("teas", values{"slug": "a"})
	text := s.add("tea-texts", values{"slug": "a", "locale": "en", "title": "Old"})
	former := &audit.State{Data: map[string]json.RawMessage{"slug": []byte(`"a"`), "locale": []byte(`"en"`), "title": []byte(`"Old"`)}}
	_, err := s.Patch(s.ctx, nobody, "teas", parent.ID, values{"slug": "b"}, 0)
	s.wants(err, "", "")
	_, err = s.Patch(s.ctx, nobody, "tea-texts", text.ID, values{"title": "New"}, 0)
	s.wants(err, "", "")
	now := s.get("tea-texts", text.ID)
	restored, err := s.StaffEntries(editor).Restore(s.ctx, "tea-texts", text.ID, former, "", content.Seen{Version: now.Version})
	s.wants(err, "", "")
	if restored.Data["slug"] != "b" || restored.Data["title"] != "Old" {
		t.Errorf("what came back is %v", restored.Data)
	}
}

// A translation in the bin is of its entry still, whatever address that gets meanwhile.
func TestATranslationInTheBinFollowsItsParent(t *testing.T) {
	s := open(t, teas, content.Options{Locales: locales("en", "zh-TW"), Bin: time.Hour})
	staff := s.StaffEntries(editor)
	parent := s.add("teas", values{"slug": "a"})
	alone := s.add("tea-texts", values{"slug": "a", "locale": "en", "title": "A"})
	withIt := s.add("tea-texts", values{"slug": "a", "locale": "zh-TW", "title": "甲"})
	s.wants(staff.Delete(s.ctx, "tea-texts", alone.ID, 0), "", "")
	s.wants(staff.Delete(s.ctx, "tea-texts", withIt.ID, 0), "", "")
	_, err := staff.Patch(s.ctx, "teas", parent.ID, values{"slug": "b"}, 0)
	s.wants(err, "", "")
	back, err := staff.Return(s.ctx, "tea-texts", alone.ID, false)
	s.wants(err, "", "")
	if back.Entry.Data["slug"] != "b" {
		t.Errorf("it came back to %v", back.Entry.Data["slug"])
	}
	s.wants(staff.Delete(s.ctx, "teas", parent.ID, 0), "", "")
	whole, err := staff.Return(s.ctx, "teas", parent.ID, true)
	s.wants(err, "", "")
	if len(whole.Translations) != 1 || whole.Translations[0].ID != withIt.ID {
		t.Errorf("with the entry came %v, and %v stayed", whole.Translations, whole.Left)
	}
}
