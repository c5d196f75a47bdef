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
			through := []plan.Through{{Schema: texts, Own: teas.Property("code"), Their: texts.Property("code"), Searched: []string{"title"}}}
			for asked, criteria := range map[string]plan.Criteria{
				"a term":      {Terms: []string{"tea"}, Searched: []string{"code"}, Through: through},
				"a locale":    {Locales: []plan.LocaleTest{{Locale: "en", Parts: through}}},
				"none in one": {Locales: []plan.LocaleTest{{Locale: "en", Not: true, Parts: through}}},
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
