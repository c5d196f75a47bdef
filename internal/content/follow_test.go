package content_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

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
	s := open(t, teas+`
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: look }
spec: { input: { type: object }, output: {}, handler: { kind: ref, ref: look } }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: look }
spec: { source: { kind: lifecycle, schema: teas, on: [before_update] }, target: { procedure: look } }
`, content.Options{Locales: locales("en"), Handlers: map[string]content.Handler{"look": func(context.Context, *content.Call, map[string]any) (any, error) {
		seen++
		return map[string]any{}, nil
	}}})
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
