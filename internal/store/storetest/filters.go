package storetest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/plan"
)

// filterRows are what the filters below are asked about.
var filterRows = map[string]string{
	"a": `{"name":"ant","count":1,"score":0.5,"flag":true,"either":"7"}`,
	"b": `{"name":"bee","count":2,"score":2,"flag":false,"either":7,"loose":"x"}`,
	"c": `{"name":"Cat","count":2}`,
	"d": `{"name":"bee","count":-5,"score":1.25,"loose":7}`,
	"e": `{}`,
}

const filterParams = `
  params:
    type: object
    required: [text, whole, maybe, yes]
    properties:
      text: { type: string }
      whole: { type: integer }
      maybe: { type: [string, "null"] }
      yes: { type: boolean }
`

// testFilters is about which rows a View's filter keeps.
func testFilters(t *testing.T, open Opener) {
	cases := []struct {
		name, filter, want string
		params             []any // maybe, text, whole, yes: by name
	}{
		{name: "none", want: "abcde"},
		{name: "eq text", filter: `{ eq: { field: name, value: bee } }`, want: "bd"},
		{name: "eq is exact about case", filter: `{ eq: { field: name, value: cat } }`},
		{name: "eq null", filter: `{ eq: { field: score, value: null } }`, want: "ce"},
		{name: "eq integer and number", filter: `{ eq: { field: score, value: 2 } }`, want: "b"},
		{name: "eq boolean", filter: `{ eq: { field: flag, value: false } }`, want: "b"},
		{name: "eq id", filter: `{ eq: { field: id, value: c } }`, want: "c"},
		{name: "eq reserved column", filter: `{ eq: { field: version, value: 1 } }`, want: "abcde"},
		{name: "a mixed column keeps text from numbers", filter: `{ eq: { field: either, value: "7" } }`, want: "a"},
		{name: "a mixed column keeps numbers from text", filter: `{ eq: { field: either, value: 7 } }`, want: "b"},
		{name: "a literal of another type matches nothing", filter: `{ eq: { field: count, value: "2" } }`},
		{name: "gt", filter: `{ gt: { field: count, value: 1 } }`, want: "bc"},
		{name: "gte", filter: `{ gte: { field: count, value: 1 } }`, want: "abc"},
		{name: "lt", filter: `{ lt: { field: score, value: 1.25 } }`, want: "a"},
		{name: "lte", filter: `{ lte: { field: score, value: 1.25 } }`, want: "ad"},
		{name: "a range of text goes by bytes", filter: `{ lt: { field: name, value: ant } }`, want: "c"},
		{name: "a range against null matches nothing", filter: `{ lte: { field: score, value: null } }`},
		{name: "and", filter: `{ and: [{ eq: { field: count, value: 2 } }, { eq: { field: name, value: bee } }] }`, want: "b"},
		{name: "or", filter: `{ or: [{ eq: { field: count, value: -5 } }, { eq: { field: flag, value: true } }] }`, want: "ad"},
		{name: "or in and", filter: `{ and: [{ gt: { field: count, value: 0 } }, { or: [{ eq: { field: name, value: ant } }, { eq: { field: name, value: Cat } }] }] }`, want: "ac"},
		{name: "params", filter: `{ or: [{ eq: { field: name, value: { $param: text } } }, { gt: { field: count, value: { $param: whole } } }] }`,
			params: []any{nil, "ant", int64(1), false}, want: "abc"},
		{name: "boolean param", filter: `{ eq: { field: flag, value: { $param: yes } } }`, params: []any{nil, "", int64(0), true}, want: "a"},
		{name: "nullable param that is null", filter: `{ eq: { field: name, value: { $param: maybe } } }`, params: []any{nil, "", int64(0), false}, want: "e"},
		{name: "nullable param that is not", filter: `{ eq: { field: name, value: { $param: maybe } } }`, params: []any{"bee", "", int64(0), false}, want: "bd"},
		{name: "the caller's id", filter: `{ eq: { field: name, value: { $ctx.user: id } } }
  requires: { auth: { all: [ctx.user] } }`, want: "a"},
		{name: "3,000 levels", filter: nested(3000), want: "bd"},
		{name: "3,000 terms side by side", filter: wide(3000), want: "b"},
	}
	asked := ""
	for _, c := range cases {
		asked += c.filter
	}
	for _, op := range plan.Operators() {
		if !strings.Contains(asked, "{ "+string(op)+": ") {
			t.Errorf("no filter asks for %s", op)
		}
	}
	var documents []string
	for i, c := range cases {
		rest := filterParams
		if c.filter != "" {
			rest = "  filter: " + c.filter + filterParams
		}
		documents = append(documents, view(fmt.Sprintf("filter-%d", i), "  fields: [id]\n"+rest))
	}
	f := with(t, open, documents...)
	for id, data := range filterRows {
		f.insert(draft(id, object(t, data)))
	}
	for i, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			params := c.params
			if params == nil {
				params = []any{nil, "", int64(0), false}
			}
			q := content.ViewQuery{View: f.plan.View(fmt.Sprintf("filter-%d", i)), Params: params, CallerID: "ant", Limit: 50}
			if diff := cmp.Diff(c.want, strings.Join(ids(t, f.rows(q)), "")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// ids are the ids of rows, sorted.
func ids(t *testing.T, rows string) []string {
	t.Helper()
	found := idsInOrder(t, rows)
	slices.Sort(found)
	return found
}

func idsInOrder(t *testing.T, rows string) (found []string) {
	t.Helper()
	var parsed []struct{ ID string }
	if err := json.Unmarshal([]byte(rows), &parsed); err != nil {
		t.Fatalf("%s: %v", rows, err)
	}
	for _, row := range parsed {
		found = append(found, row.ID)
	}
	return found
}

// nested is a filter of alternating and/or, as deep as it says, that keeps
// what is named bee.
func nested(depth int) string {
	const always, never = `{ gte: { field: version, value: 1 } }`, `{ lt: { field: version, value: 0 } }`
	open, shut := strings.Builder{}, strings.Builder{}
	for i := range depth {
		if i%2 == 0 {
			open.WriteString("{ and: [ " + always + ", ")
		} else {
			open.WriteString("{ or: [ " + never + ", ")
		}
		shut.WriteString(" ] }")
	}
	return open.String() + `{ eq: { field: name, value: bee } }` + shut.String()
}

// wide is one or of so many terms, of which one matches.
func wide(terms int) string {
	var b strings.Builder
	b.WriteString("{ or: [ ")
	for i := range terms - 1 {
		fmt.Fprintf(&b, "{ eq: { field: name, value: name-%d } }, ", i)
	}
	return b.String() + "{ and: [{ eq: { field: name, value: bee } }, { eq: { field: count, value: 2 } }] } ] }"
}
