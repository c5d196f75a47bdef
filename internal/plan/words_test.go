package plan_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/manifest"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
)

const products = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: products }
spec:
  title: Garden Products
  schema:
    type: object
    properties:
      section: { type: string }
      price: { type: integer }
      owner: { type: string }
      soldAt: { type: string, format: date-time }
  indexes: [[owner]]
---
apiVersion: quartet/v1
kind: View
metadata: { name: some }
spec: `

// Without a description, the words of a View are made of what it declares.
func TestWordsOfAViewSayWhatItReads(t *testing.T) {
	for spec, want := range map[string]string{
		"{ from: products, surface: staff }": "Garden products; at most 50 rows a page.",
		"{ from: products, surface: public, limit: 20, params: { type: object, required: [section], properties: { section: { type: string } } }, filter: { eq: { field: section, value: { $param: section } } }, orderBy: [{ field: createdAt, direction: desc }] }": "Published garden products by section, newest first; at most 20 rows a page.",

		"{ title: By shelf, from: products, surface: staff, params: { type: object, required: [shelf, a], properties: { shelf: { type: string }, a: { type: string } } }, filter: { and: [{ eq: { field: section, value: { $param: shelf } } }, { gte: { field: price, value: 5 } }] } }": "By shelf: garden products by section (the param shelf) where price is at least 5, with the param a; at most 50 rows a page.",
		"{ from: products, surface: staff, limit: 1, filter: { or: [{ eq: { field: section, value: a } }, { and: [{ lt: { field: price, value: 2.5 } }, { eq: { field: owner, value: null } }] }] } }":                                                                                    `Garden products where section is "a" or (price is below 2.5 and owner has no value); at most 1 row a page.`,
		"{ from: products, surface: staff, filter: { and: [{ and: [{ or: [{ eq: { field: section, value: a } }, { eq: { field: section, value: b } }] }] }, { lte: { field: price, value: 3 } }] } }":                                                                                     `Garden products where (section is "a" or section is "b") and price is at most 3; at most 50 rows a page.`,
		"{ from: products, surface: staff, requires: { auth: { all: [ctx.user] } }, filter: { eq: { field: owner, value: { $ctx.user: id } } }, orderBy: [{ field: soldAt, direction: desc }, { field: price }] }":                                                                        "Garden products where owner is the caller, latest soldAt first, then price; at most 50 rows a page.",
		"{ from: products, surface: staff, orderBy: [{ field: price, direction: desc }, { field: section }] }":                                                                                                                                                                            "Garden products, ordered by price descending, then section; at most 50 rows a page.",
		"{ title: Sales, surface: staff, sql: 'SELECT 1 WHERE :from < :to', params: { type: object, required: [from, to], properties: { from: { type: integer }, to: { type: integer } } } }":                                                                                             "Sales: rows of a SQL query with the params from and to; at most 50 rows a page.",
		"{ from: products, surface: staff, filter: { or: [" + strings.Repeat("{ eq: { field: section, value: a } },", 40) + "] } }":                                                                                                                                                       "Garden products that pass a filter of 40 comparisons; at most 50 rows a page.",
		"{ from: products, surface: public, fields: [section], orderBy: [{ field: price }, { field: createdAt, direction: desc }], params: { type: object, required: [least, dear], properties: { least: { type: integer }, dear: { type: string } } }, filter: { and: [{ eq: { field: owner, value: { $param: dear } } }, { eq: { field: section, value: a } }, { gt: { field: price, value: { $param: least } } }, { eq: { field: status, value: published } }] } }": `Published garden products by dear where section is "a", with the param least, newest first; at most 50 rows a page.`,
		"{ from: products, surface: public, fields: [section], filter: { and: [{ and: [{ eq: { field: owner, value: a } }] }, { and: [{ eq: { field: section, value: b } }] }] } }": `Published garden products where section is "b", under a fixed filter; at most 50 rows a page.`,
		"{ from: products, surface: public, fields: [section], requires: { auth: { all: [ctx.user] } }, filter: { eq: { field: owner, value: { $ctx.user: id } } } }":               "Published garden products of the caller; at most 50 rows a page.",
		"{ from: products, surface: staff, description: Seeds and tools., filter: { eq: { field: section, value: a } } }":                                                           "Seeds and tools.",
	} {
		got := plantest.Seal(t, products+spec).View("some").Words().In("en")
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", spec, diff)
		}
	}
}

// A description belongs to the meaning of a View, and one that is absent changes
// nothing.
func TestDescriptionOfAViewIsInItsFingerprint(t *testing.T) {
	fingerprint := func(description string) string {
		return plantest.Seal(t, products+"{ from: products, surface: staff"+description+" }").View("some").Fingerprint()
	}
	const before = "740531091b1b6e3137a6649032d0073d3c693bc1595046406871553f6c702c7b"
	if got := fingerprint(""); got != before {
		t.Errorf("a View without a description has the fingerprint %s, want %s", got, before)
	}
	if one, other := fingerprint(", description: One"), fingerprint(", description: { en: One }"); one == before || one == other {
		t.Error("the description makes no difference")
	}
}

// However deep groups of one nest, words are made on a bounded stack.
func TestWordsOfADeepFilter(t *testing.T) {
	set, problems := manifest.Parse([]manifest.File{{Name: "site.yaml", Data: []byte(
		products + "{ from: products, surface: staff, filter: { eq: { field: section, value: x } } }")}})
	if problems != nil {
		t.Fatal(problems)
	}
	for range 100_000 {
		v := set.Views[0]
		v.Filter = &manifest.Filter{Op: manifest.And, Nodes: []*manifest.Filter{v.Filter}}
	}
	site, problems := plan.Seal(set)
	if problems != nil {
		t.Fatal(problems)
	}
	const want = `Garden products where section is "x"; at most 50 rows a page.`
	if got := site.View("some").Words().Plain; got != want {
		t.Error(got)
	}
}
