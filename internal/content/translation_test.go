package content_test

import (
	"testing"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
)

const teas = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: teas }
spec:
  title: Teas
  schema: { type: object, required: [slug], properties: { slug: { type: string }, grams: { type: integer } } }
  uniqueIndexes: [[slug]]
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: tea-texts }
spec:
  title: Texts of teas
  localized: true
  translates: { parent: teas, on: slug }
  schema:
    type: object
    required: [slug, locale, title]
    properties: { slug: { type: string }, locale: { type: string }, title: { type: string } }
  uniqueIndexes: [[slug, locale]]
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: set-text }
spec:
  input:
    type: object
    required: [slug, locale]
    properties: { slug: { type: string }, locale: { type: string }, title: { type: string }, expectedVersion: { type: number } }
  output: { type: object }
  handler: { kind: builtin, op: upsert, schema: tea-texts, match: [slug, locale] }
`

// A translation is an entry of its own: the gate holds for it and not for its
// parent, its lifecycle is its own, and neither waits for the other.
func TestTranslationsAreWrittenOnTheirOwn(t *testing.T) {
	s := open(t, teas, content.Options{Locales: locales("en", "zh-TW")})
	text := s.call(nobody, "set-text", values{"slug": "oolong", "locale": "zh-TW", "title": "烏龍"})
	if text["locale"] != "zh-TW" || text["status"] != "draft" {
		t.Errorf("the translation, written before its parent, is %v", text)
	}
	parent := s.add("teas", values{"slug": "oolong"})
	s.call(nobody, "set-text", values{"slug": "oolong", "locale": "en", "title": "Oolong"})
	s.refused(nobody, "set-text", values{"slug": "oolong", "locale": "fr", "title": "Oolong"}, diag.InputValidationFailed, "data#/locale")
	_, err := s.Create(s.ctx, nobody, "teas", values{"slug": "sencha", "locale": "en"})
	s.wants(err, diag.InputValidationFailed, "data#/locale")
	_, err = s.Create(s.ctx, nobody, "tea-texts", values{"slug": "oolong", "locale": "en"})
	s.wants(err, diag.Conflict, "data#/slug")

	_, err = s.Publish(s.ctx, nobody, "teas", parent.ID, 0)
	s.wants(err, "", "")
	if e := s.get("tea-texts", text["id"].(string)); e.Status != content.Draft {
		t.Errorf("publishing the parent made its translation %s", e.Status)
	}
	_, err = s.Unpublish(s.ctx, nobody, "teas", parent.ID, 0)
	s.wants(err, "", "")
	s.wants(s.Delete(s.ctx, nobody, "teas", parent.ID, 0), "", "")
	if n := s.count("tea-texts"); n != 2 {
		t.Errorf("%d translations are left of a parent that was deleted, want 2", n)
	}
}

// A partial translation needs its locale, and its join field, to be published.
func TestAPartialTranslationIsPublishedWhole(t *testing.T) {
	s := open(t, teas, content.Options{Locales: locales("en")})
	e := s.add("tea-texts", values{"title": "Oolong"})
	for _, step := range []struct {
		patch values
		path  string
	}{
		{nil, "data#/locale"},
		{values{"locale": "en"}, "data#/slug"},
	} {
		_, err := s.Patch(s.ctx, nobody, "tea-texts", e.ID, step.patch, 0)
		s.wants(err, "", "")
		_, err = s.Publish(s.ctx, nobody, "tea-texts", e.ID, 0)
		s.wants(err, diag.InputValidationFailed, step.path)
	}
	_, err := s.Patch(s.ctx, nobody, "tea-texts", e.ID, values{"slug": "oolong"}, 0)
	s.wants(err, "", "")
	_, err = s.Publish(s.ctx, nobody, "tea-texts", e.ID, 0)
	s.wants(err, "", "")
}
