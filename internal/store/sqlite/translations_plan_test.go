package sqlite

import (
	"slices"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/sqlgen"
)

// A list that asks for the translations of each entry finds them by an index, one that a
// manifest declares or the store's own.
func TestTranslationsAreSearchedByIndex(t *testing.T) {
	for name, declared := range map[string]string{"declared": ", uniqueIndexes: [[code, locale]]", "of the store": ""} {
		t.Run(name, func(t *testing.T) {
			p := plantest.Seal(t, `
apiVersion: quartet/v1
kind: Schema
metadata: { name: teas }
spec: { title: Teas, schema: { type: object, properties: { code: { type: string } } } }
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: texts }
spec: { title: Texts, localized: true, translates: { parent: teas, on: code }, schema: { type: object, properties: { code: { type: string }, locale: { type: string }, title: { type: string } } }`+declared+` }
`)
			store := openedFor(t, p, nil)
			t.Cleanup(func() { _ = store.Close() })
			teas, texts := p.Schema("teas"), p.Schema("texts")
			joined := plan.Joined{Schema: texts, Own: teas.Property("code"), Their: texts.Property("code")}
			parts := []plan.TranslationPart{{Joined: joined}}
			titled := []plan.TranslationPart{{Joined: joined, Where: plan.Criteria{Holding: []plan.Holding{{Field: "title", Term: "tea"}}}}}
			for asked, criteria := range map[string]plan.Criteria{
				"a term":      {Terms: []string{"tea"}, Searched: []string{"code"}, Through: []plan.Through{{Joined: joined, Searched: []string{"title"}}}},
				"a locale":    {Translations: []plan.TranslationTest{{Locale: "en", Parts: parts}}},
				"none in one": {Translations: []plan.TranslationTest{{Locale: "en", Not: true, Parts: parts}}},
				"a title":     {Translations: []plan.TranslationTest{{Parts: titled}}},
				"of a group":  {Groups: [][]plan.Criteria{{{Translations: []plan.TranslationTest{{Parts: titled}}}, {Empty: []plan.Emptiness{{Field: "code"}}}}}},
			} {
				list := sqlgen.EntryList{Schema: teas, Criteria: criteria, Order: []plan.Order{{Column: teas.Column("id")}}}
				for _, each := range list.Statements(sqlgen.SQLite) {
					steps := queryPlan(t, store, &query{Text: each.Text})
					if !slices.ContainsFunc(steps, func(step string) bool {
						return strings.HasPrefix(step, "SEARCH texts ") && strings.Contains(step, " INDEX texts:")
					}) {
						t.Errorf("%s: %q", asked, steps)
					}
				}
			}
		})
	}
}
