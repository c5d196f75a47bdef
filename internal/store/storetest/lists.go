package storetest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
)

func testLists(t *testing.T, open Opener) {
	f := with(t, open)
	for i, e := range []struct {
		status content.Status
		data   map[string]any
	}{
		{content.Published, map[string]any{"name": "Apfel", "score": 1.5, "count": int64(3), "shelf": "top", "place": int64(1), "tags": []any{}, "meta": map[string]any{}}},
		{content.Draft, map[string]any{"name": "ÄPFEL", "score": int64(2), "count": int64(1), "either": "7", "shelf": "", "loose": map[string]any{"a": int64(1)}}},
		{content.Archived, map[string]any{"name": "apfel", "score": 1.5, "flag": true, "either": int64(7), "loose": []any{}}},
		{content.Published, map[string]any{"name": "100% [pure]*", "count": int64(2), "tags": []any{"a"}}},
		{content.Draft, map[string]any{"name": "Äpfel \\ more"}},
		{content.Published, nil},
	} {
		entry := draft(fmt.Sprintf("id-%d", i), e.data)
		entry.Status, entry.CreatedAt, entry.UpdatedAt = e.status, int64(10+i), int64(20-i/2)
		f.insert(entry)
	}
	equal := func(field string, values ...any) plan.Criteria {
		return plan.Criteria{Equal: []plan.Equality{{Field: field, Values: values}}}
	}
	between := func(field string, from, to any) plan.Criteria {
		return plan.Criteria{Ranges: []plan.Range{{Field: field, From: from, To: to}}}
	}
	empty := func(field string, not bool) plan.Criteria {
		return plan.Criteria{Empty: []plan.Emptiness{{Field: field, Not: not}}}
	}
	unequal := func(field string, values ...any) plan.Criteria {
		return plan.Criteria{Unequal: []plan.Equality{{Field: field, Values: values}}}
	}
	holding := func(field, term string) plan.Criteria {
		return plan.Criteria{Holding: []plan.Holding{{Field: field, Term: term}}}
	}
	term := func(text string) plan.Criteria {
		return plan.Criteria{Terms: []string{text}, Searched: []string{"name", "id"}}
	}
	for name, test := range map[string]struct {
		status   content.Status
		criteria plan.Criteria
		order    string
		want     string
	}{
		"by a time, over every status":           {order: "-createdAt", want: "5 4 3 2 1 0"},
		"by a time, the same times by id":        {order: "updatedAt", want: "4 5 2 3 0 1"},
		"by a time, of one status":               {status: content.Published, order: "-createdAt", want: "5 3 0"},
		"by a property, nulls first":             {order: "count", want: "2 4 5 1 3 0"},
		"by a property, nulls last":              {order: "-count", want: "0 3 1 5 4 2"},
		"by an index of two":                     {order: "name score", want: "5 3 0 2 1 4"},
		"of one status by a property":            {status: content.Draft, order: "count", want: "4 1"},
		"a term in any case":                     {criteria: term("apfel"), order: "createdAt", want: "0 2"},
		"a term in any case, beyond ASCII":       {criteria: term("äpfel"), order: "createdAt", want: "1 4"},
		"a term with what patterns are made of":  {criteria: term("[PURE]*"), order: "createdAt", want: "3"},
		"a term with a backslash":                {criteria: term(`\`), order: "createdAt", want: "4"},
		"a term in the id":                       {criteria: term("ID-5"), order: "createdAt", want: "5"},
		"a term that nothing holds":              {criteria: term("%"), order: "-createdAt", want: "3"},
		"a term and nothing to search":           {criteria: plan.Criteria{Terms: []string{"a"}}, order: "createdAt", want: ""},
		"a number":                               {criteria: equal("score", 1.5), order: "createdAt", want: "0 2"},
		"a whole number":                         {criteria: equal("score", int64(2)), order: "createdAt", want: "1"},
		"a boolean":                              {criteria: equal("flag", true), order: "createdAt", want: "2"},
		"a column of many kinds, as text":        {criteria: equal("either", "7"), order: "createdAt", want: "1 2"},
		"one of several values":                  {criteria: equal("count", int64(1), int64(2)), order: "count", want: "1 3"},
		"one of no values":                       {criteria: equal("count"), order: "count", want: ""},
		"two terms, in any order":                {criteria: plan.Criteria{Terms: []string{"more", "pfe"}, Searched: []string{"name"}}, order: "createdAt", want: "4"},
		"two terms, of which one is in the id":   {criteria: plan.Criteria{Terms: []string{"d-2", "apf"}, Searched: []string{"name", "id"}}, order: "createdAt", want: "2"},
		"a range of numbers":                     {criteria: between("count", int64(2), int64(3)), order: "createdAt", want: "0 3"},
		"a range that is open below":             {criteria: between("count", nil, int64(2)), order: "createdAt", want: "1 3"},
		"a range of whole numbers, by fractions": {criteria: between("count", 1.5, nil), order: "createdAt", want: "0 3"},
		"a range of texts":                       {criteria: between("name", "B", "b"), order: "createdAt", want: "2"},
		"a range of times":                       {criteria: between("createdAt", int64(11), int64(12)), order: "createdAt", want: "1 2"},
		"a range of what is never there":         {criteria: between("count", "a", nil), order: "createdAt", want: ""},
		"an empty number":                        {criteria: empty("count", false), order: "createdAt", want: "2 4 5"},
		"a number that is not empty":             {criteria: empty("count", true), order: "createdAt", want: "0 1 3"},
		"an empty text":                          {criteria: empty("shelf", false), order: "createdAt", want: "1 2 3 4 5"},
		"a text that is not empty":               {criteria: empty("shelf", true), order: "createdAt", want: "0"},
		"an empty list":                          {criteria: empty("tags", false), order: "createdAt", want: "0 1 2 4 5"},
		"a list that is not empty":               {criteria: empty("tags", true), order: "createdAt", want: "3"},
		"of many kinds, empty":                   {criteria: empty("either", false), order: "createdAt", want: "0 3 4 5"},
		"of many kinds, not empty":               {criteria: empty("either", true), order: "createdAt", want: "1 2"},
		"anything, not empty":                    {criteria: empty("loose", true), order: "createdAt", want: "1"},
		"not a number":                           {criteria: unequal("score", 1.5), order: "createdAt", want: "1 3 4 5"},
		"not a text, and not there is not it":    {criteria: unequal("shelf", "top"), order: "createdAt", want: "1 2 3 4 5"},
		"not a boolean":                          {criteria: unequal("flag", true), order: "createdAt", want: "0 1 3 4 5"},
		"of many kinds, not a text":              {criteria: unequal("either", "7"), order: "createdAt", want: "0 3 4 5"},
		"not one of several":                     {criteria: unequal("count", int64(1), int64(2)), order: "createdAt", want: "0 2 4 5"},
		"a text that holds a term":               {criteria: holding("name", "PFEL"), order: "createdAt", want: "0 1 2 4"},
		"a text that holds one beyond ASCII":     {criteria: holding("name", "ä"), order: "createdAt", want: "1 4"},
		"a text that holds what patterns have":   {criteria: holding("name", "0%"), order: "createdAt", want: "3"},
		"a list that holds a text":               {criteria: holding("tags", "A"), order: "createdAt", want: "3"},
		"a text that holds one and is not all":   {criteria: plan.Criteria{Holding: []plan.Holding{{Field: "name", Term: "apfel"}}, Unequal: []plan.Equality{{Field: "name", Values: []any{"Apfel"}}}}, order: "createdAt", want: "2"},
		"a text that lacks a term, or is none":   {criteria: plan.Criteria{Holding: []plan.Holding{{Field: "name", Term: "apfel", Not: true}}}, order: "createdAt", want: "1 3 4 5"},
		"a list that lacks a text, or is none":   {criteria: plan.Criteria{Holding: []plan.Holding{{Field: "tags", Term: "a", Not: true}}}, order: "createdAt", want: "0 1 2 4 5"},
		"one of a group":                         {criteria: plan.Criteria{Groups: [][]plan.Criteria{{equal("count", int64(1)), holding("name", "apfel")}}}, order: "createdAt", want: "0 1 2"},
		"one of each group, and what must be":    {criteria: plan.Criteria{Equal: equal("score", 1.5).Equal, Groups: [][]plan.Criteria{{equal("count", int64(1)), holding("name", "apfel")}, {empty("count", false), equal("flag", false)}}}, order: "createdAt", want: "2"},
		"a group of one":                         {criteria: plan.Criteria{Groups: [][]plan.Criteria{{between("count", int64(2), nil)}}}, order: "createdAt", want: "0 3"},
		"by a property without an index":         {order: "flag", want: "0 1 3 4 5 2"},
		"by one of many kinds without an index":  {order: "-shelf", want: "0 1 5 4 3 2"},
	} {
		t.Run(name, func(t *testing.T) {
			q := content.EntrySearch{Schema: f.items, Status: test.status, Criteria: test.criteria, Order: f.order(test.order)}
			for limit := 1; limit <= 7; limit++ {
				for _, q.Often = range []bool{false, true} {
					q.Limit = limit
					if got := f.walk(t, q); got != test.want {
						t.Fatalf("by pages of %d, often %t: %q, want %q", limit, q.Often, got, test.want)
					}
				}
			}
			for most, want := range map[int]int{100: len(strings.Fields(test.want)), 1: min(1, len(strings.Fields(test.want)))} {
				if count, err := f.store.CountMatching(context.Background(), q, most); err != nil || count != int64(want) {
					t.Errorf("%d are counted of at most %d, want %d, %v", count, most, want, err)
				}
				if counts, err := f.store.CountByValue(context.Background(), q, f.items.Column("status"), most); err != nil || sumOf(counts) != int64(want) {
					t.Errorf("%v are counted by status, of at most %d, want %d, %v", counts, most, want, err)
				}
			}
		})
	}
	t.Run("one form, other values", func(t *testing.T) {
		for values, want := range map[[2]int64]string{{1, 2}: "1 3", {2, 3}: "3 0", {1, 1}: "1", {8, 9}: ""} {
			q := content.EntrySearch{Schema: f.items, Order: f.order("count"), Criteria: equal("count", values[0], values[1]), Limit: 1, Often: true}
			if got := f.walk(t, q); got != want {
				t.Errorf("%v: %q, want %q", values, got, want)
			}
		}
	})
	t.Run("excerpts", func(t *testing.T) { testExcerpts(t, open) })
	t.Run("lengths of excerpts", func(t *testing.T) { testLengths(t, open) })
	t.Run("a page ends when its data is long", func(t *testing.T) {
		found, err := f.store.Find(context.Background(), content.EntrySearch{Schema: f.items, Order: f.order("createdAt"), Limit: 9, Bytes: 1})
		if err != nil || len(found.Entries) != 1 || !found.More {
			t.Errorf("found %+v, %v", found, err)
		}
	})
	t.Run("counts", func(t *testing.T) { f.testCounts(t) })
	t.Run("counts of a list by value", func(t *testing.T) { f.testCountsByValue(t) })
	t.Run("few entries of many", func(t *testing.T) { testFewAndMany(t, open) })
	t.Run("found by translations", func(t *testing.T) { testFoundByTranslations(t, open) })
	t.Run("narrowed Views", func(t *testing.T) { testViewsMatching(t, open) })
}

// order is "name" or "-name" with what an index has behind it, and id.
func (f *fixture) order(text string) (order []plan.Order) {
	name, desc := strings.CutPrefix(text, "-")
	for _, column := range append(strings.Fields(name), "id") {
		order = append(order, plan.Order{Column: f.items.Column(column), Desc: desc})
	}
	return order
}

// walk reads a list page by page and gives the numbers of its entries.
func (f *fixture) walk(t *testing.T, q content.EntrySearch) string {
	t.Helper()
	var ids []string
	for range 10 {
		found, err := f.store.Find(context.Background(), q)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range found.Entries {
			ids = append(ids, strings.TrimPrefix(e.ID, "id-"))
		}
		if !found.More {
			break
		}
		q.After = found.Last
	}
	return strings.Join(ids, " ")
}

// An adapter may seek few entries of a status, or with a value, and many in
// different ways; the order is the same.
func testFewAndMany(t *testing.T, open Opener) {
	f := with(t, open)
	const count = 1100 // more than anybody calls few
	Fill(t, f.store, f.items, count, func(i int) *content.Entry {
		e := draft(fmt.Sprintf("id-%d", i), map[string]any{"name": "many", "count": int64(i * 7 % count)})
		if i%100 == 0 {
			e.Status, e.Data["name"] = content.Archived, "few"
		}
		e.UpdatedAt = int64(i * 7 % count)
		return e
	})
	named := func(name string) plan.Criteria {
		return plan.Criteria{Equal: []plan.Equality{{Field: "name", Values: []any{name}}}}
	}
	for _, each := range []struct {
		of   content.EntrySearch
		want int
	}{
		{content.EntrySearch{Status: content.Draft}, count - count/100},
		{content.EntrySearch{Status: content.Archived}, count / 100},
		{content.EntrySearch{Criteria: named("many")}, count - count/100},
		{content.EntrySearch{Criteria: named("few")}, count / 100},
		{content.EntrySearch{Criteria: named("few"), Status: content.Archived}, count / 100},
		{content.EntrySearch{Criteria: named("none")}, 0},
	} {
		for _, by := range []string{"-count", "-updatedAt"} {
			q := each.of
			q.Schema, q.Order, q.Limit = f.items, f.order(by), each.want/9+1
			ids := strings.Fields(f.walk(t, q))
			ranks := make([]int, len(ids))
			for i, id := range ids {
				n, err := strconv.Atoi(id)
				if err != nil {
					t.Fatal(err)
				}
				ranks[i] = count - n*7%count
			}
			if len(ids) != each.want || !slices.IsSorted(ranks) {
				t.Errorf("%+v by %s: %d entries, in the order %v", each.of, by, len(ids), ranks)
			}
		}
	}
}

func testExcerpts(t *testing.T, open Opener) {
	f := with(t, open)
	f.insert(draft("one", map[string]any{
		"name": strings.Repeat("ä", 400), "slug": "s", "count": int64(1), "flag": false, "tags": []any{"x"}, "meta": map[string]any{"k": 1.5},
	}))
	found, err := f.store.Find(context.Background(), content.EntrySearch{
		Schema: f.items, Order: f.order("-name"), Limit: 1, Excerpt: f.columns("name", "count", "flag", "tags", "meta", "score"),
	})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"name": strings.Repeat("ä", 299) + "…", "count": int64(1), "flag": false, "tags": []any{"x"}, "meta": map[string]any{"k": 1.5}, "score": nil,
	}
	if diff := cmp.Diff(want, found.Entries[0].Data); diff != "" {
		t.Error(diff)
	}
	if last := found.Last[0]; last != strings.Repeat("ä", 400) {
		t.Errorf("the order's key was cut: %v", last)
	}
}

// A text of 300 characters stays, however many bytes it has; none is not an empty one.
func testLengths(t *testing.T, open Opener) {
	f := with(t, open)
	for i, each := range []struct{ name, want any }{
		{strings.Repeat("a", 300), strings.Repeat("a", 300)},
		{strings.Repeat("a", 301), strings.Repeat("a", 299) + "…"},
		{strings.Repeat("茶", 300), strings.Repeat("茶", 300)},
		{strings.Repeat("茶", 301), strings.Repeat("茶", 299) + "…"},
		{"", ""},
		{nil, nil},
	} {
		e := draft(fmt.Sprint(i), map[string]any{"count": int64(i)})
		if each.name != nil {
			e.Data["name"] = each.name
		}
		f.insert(e)
		found, err := f.store.Find(context.Background(), content.EntrySearch{
			Schema: f.items, Order: f.order("-createdAt"), Limit: 1, Often: true, Excerpt: f.columns("name", "count"),
			Criteria: plan.Criteria{Equal: []plan.Equality{{Field: "count", Values: []any{int64(i)}}}},
		})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(map[string]any{"name": each.want, "count": int64(i)}, found.Entries[0].Data); diff != "" {
			t.Error(diff)
		}
	}
}

func (f *fixture) testCountsByValue(t *testing.T) {
	scored := func(score float64) plan.Criteria {
		return plan.Criteria{Equal: []plan.Equality{{Field: "score", Values: []any{score}}}}
	}
	for _, test := range []struct {
		by       string
		criteria plan.Criteria
		want     map[string]int64
	}{
		{"status", plan.Criteria{}, map[string]int64{"draft": 2, "published": 3, "archived": 1}},
		{"status", scored(1.5), map[string]int64{"published": 1, "archived": 1}},
		{"shelf", plan.Criteria{}, map[string]int64{"top": 1, "": 5}},
		{"shelf", scored(7.5), map[string]int64{}},
	} {
		got, err := f.store.CountByValue(context.Background(), content.EntrySearch{Schema: f.items, Criteria: test.criteria}, f.items.Column(test.by), 100)
		if err != nil || !maps.Equal(got, test.want) {
			t.Errorf("by %s, %+v: %v, want %v, %v", test.by, test.criteria, got, test.want, err)
		}
	}
}

func sumOf(counts map[string]int64) (sum int64) {
	for _, n := range counts {
		sum += n
	}
	return sum
}

func (f *fixture) testCounts(t *testing.T) {
	got, err := f.store.Count(context.Background(), content.CountQuery{Schema: f.items, By: f.items.Column("name"), From: 11, Width: 2, Spans: 3})
	if err != nil {
		t.Fatal(err)
	}
	want := content.Counts{
		ByStatus: map[content.Status]int64{content.Draft: 2, content.Published: 3, content.Archived: 1},
		ByValue:  map[string]int64{"Apfel": 1, "apfel": 1, "ÄPFEL": 1, "Äpfel \\ more": 1, "100% [pure]*": 1},
		Created:  []int64{2, 2, 1}, // 11 to 17, of 10 to 15
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func testViewsMatching(t *testing.T, open Opener) {
	f := with(t, open, view("named", `  fields: [name]
  filter: { gte: { field: count, value: 1 } }
  orderBy: [{ field: count, direction: desc }]`), `
apiVersion: quartet/v1
kind: View
metadata: { name: grouped }
spec:
  surface: staff
  sql: { sqlite: "SELECT name, count(*) AS n FROM items GROUP BY name ORDER BY name -- all", postgres: "SELECT name, count(*) AS n FROM items GROUP BY name ORDER BY name -- all" }`)
	for i, name := range []string{"Oolong", "oolong", "Assam", "ooh"} {
		f.insert(draft(fmt.Sprint(i), map[string]any{"name": name, "count": int64(i)}))
	}
	narrowed := func(view string, n plan.Criteria, after []any) content.ViewQuery {
		v := f.plan.View(view)
		return content.ViewQuery{View: v, Limit: 1, Keys: !v.IsSQL(), Criteria: n, After: after}
	}
	sought := plan.Criteria{Terms: []string{"OO"}, Searched: []string{"name"}}
	for name, test := range map[string]struct {
		query content.ViewQuery
		want  string
	}{
		"a declarative one":               {narrowed("named", sought, nil), `[{"name":"ooh"}]`},
		"its next page":                   {narrowed("named", sought, []any{int64(3), "3"}), `[{"name":"oolong"}]`},
		"with a value":                    {narrowed("named", plan.Criteria{Equal: []plan.Equality{{Field: "name", Values: []any{"Assam"}}}}, nil), `[{"name":"Assam"}]`},
		"a sql one":                       {narrowed("grouped", sought, nil), `[{"name":"Oolong","n":1}]`},
		"a sql one, by a number it makes": {narrowed("grouped", plan.Criteria{Equal: []plan.Equality{{Field: "n", Values: []any{"2"}}}}, nil), `[]`},
	} {
		t.Run(name, func(t *testing.T) {
			if got := f.rows(test.query); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
	t.Run("a sql one, by a column that it does not have", func(t *testing.T) {
		n := plan.Criteria{Equal: []plan.Equality{{Field: "none", Values: []any{"none"}}}}
		_, err := f.store.View(context.Background(), narrowed("grouped", n, nil), nil)
		wantCode(t, err, diag.InternalError)
	})
}

const translated = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: teas }
spec:
  title: Teas
  schema: { type: object, properties: { slug: { type: string }, grams: { type: integer }, tags: { type: array, items: { type: string } } } }
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
`

// An entry is found by what translates it: each term in any of its translations, or in
// itself.
func testFoundByTranslations(t *testing.T, open Opener) {
	f := with(t, open, translated)
	teas, texts := f.plan.Schema("teas"), f.plan.Schema("tea-texts")
	for i, slug := range []string{"oolong", "sencha", "assam"} {
		Fill(t, f.store, teas, 1, func(int) *content.Entry {
			return draft(fmt.Sprintf("id-%d", i), map[string]any{"slug": slug})
		})
	}
	for i, text := range [][3]string{{"oolong", "en", "Dark dragon"}, {"oolong", "zh-TW", "凍頂烏龍茶"}, {"sencha", "en", "Green leaf"}, {"none", "en", "Dragon"}} {
		Fill(t, f.store, texts, 1, func(int) *content.Entry {
			return draft(fmt.Sprintf("text-%d", i), map[string]any{"slug": text[0], "locale": text[1], "title": text[2]})
		})
	}
	for sought, want := range map[string]string{
		"烏龍": "0", "DRAGON": "0", "dragon 凍頂": "0", "olon dark": "0", "leaf": "1", "e": "1", "assam": "2", "dragon leaf": "", "a": "0 1 2",
	} {
		q := content.EntrySearch{
			Schema: teas, Limit: 2, Order: []plan.Order{{Column: teas.Column("id")}},
			Criteria: plan.Criteria{
				Terms: strings.Fields(sought), Searched: []string{"slug"},
				Through: []plan.Through{{Joined: plan.Joined{Schema: texts, Own: teas.Column("slug"), Their: texts.Column("slug")}, Searched: []string{"title"}}},
			},
		}
		if got := f.walk(t, q); got != want {
			t.Errorf("%q finds %q, want %q", sought, got, want)
		}
		if count, err := f.store.CountMatching(context.Background(), q, 10); err != nil || count != int64(len(strings.Fields(want))) {
			t.Errorf("%q finds %d, %v", sought, count, err)
		}
		if counts, err := f.store.CountByValue(context.Background(), q, teas.Column("status"), 10); err != nil || sumOf(counts) != int64(len(strings.Fields(want))) {
			t.Errorf("%q finds %v, %v", sought, counts, err)
		}
	}
	for _, test := range []struct{ narrowed, want string }{
		{"empty.translation.zh-TW=true", "1 2"}, {"empty.translation.zh-TW=false", "0"}, {"empty.translation.en=true", "2"}, {"empty.translation.de=true", "0 1 2"},
		{"empty.translation.en=false empty.translation.zh-TW=true", "1"}, {"empty.translation.zh-TW=true search=e", "1"}, {"empty.translation.en=true sort=article.changedAt", "2"},
		{"empty.translation.en=perhaps", "INPUT_VALIDATION_FAILED"}, {"empty.translation=true", "INPUT_VALIDATION_FAILED"},
		{"contains.translation.*.title=DRAGON", "0"}, {"contains.translation.en.title=烏龍", ""}, {"lacks.translation.en.title=leaf", "0 2"},
		{"filter.translation.zh-TW.title=凍頂烏龍茶", "0"}, {"not.translation.*.slug=sencha", "0 2"}, {"from.translation.en.title=E to.translation.*.title=Z", "1"},
		{"empty.translation.en.title=false", "0 1"}, {"empty.translation.*=true", "2"}, {"contains.translation.*.title=a sort=article.changedAt", "0 1"},
		{"contains.translation.*.nothing=a", "INPUT_VALIDATION_FAILED"}, {"contains.translation.*=a", "INPUT_VALIDATION_FAILED"}, {"contains.translation..title=a", "INPUT_VALIDATION_FAILED"},
	} {
		r := content.ListRequest{Collection: "teas", Direction: "asc"}
		for each := range strings.FieldsSeq(test.narrowed) {
			switch name, value, _ := strings.Cut(each, "="); name {
			case "search":
				r.Search = value
			case "sort":
				r.Sort = value
			default:
				asked, field, _ := strings.Cut(name, ".")
				r.Where = append(r.Where, content.Condition{Test: content.Test(asked), Field: field, Value: value})
			}
		}
		var ids []string
		found, err := f.service(content.Options{}).ListEntries(t.Context(), r)
		for _, e := range found.Entries {
			ids = append(ids, strings.TrimPrefix(e.ID, "id-"))
		}
		got := strings.Join(ids, " ")
		if d, refused := errors.AsType[*diag.Diagnostic](err); refused {
			got = string(d.Code)
		}
		if got != test.want {
			t.Errorf("%s: %s, want %s", test.narrowed, got, test.want)
		}
	}
}
