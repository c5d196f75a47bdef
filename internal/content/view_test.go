package content_test

import (
	"context"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
)

const notes = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: notes }
spec:
  title: Notes
  lifecycle: operational
  schema:
    type: object
    properties:
      rank: { type: integer }
      shelf: { type: string }
      owner: { type: string, x-service-bind: ctx.user }
  indexes: [[owner], [shelf, rank]]
---
apiVersion: quartet/v1
kind: View
metadata: { name: ranked }
spec: { from: notes, surface: public, fields: [rank], orderBy: [{ field: rank }], limit: 5 }
---
apiVersion: quartet/v1
kind: View
metadata: { name: unranked }
spec: { from: notes, surface: public, fields: [rank], orderBy: [{ field: rank, direction: desc }], limit: 5 }
---
apiVersion: quartet/v1
kind: View
metadata: { name: shelf }
spec:
  from: notes
  surface: public
  requires: { guard: { procedure: may-read } }
  fields: [rank]
  filter: { and: [{ eq: { field: shelf, value: { $param: shelf } } }, { gte: { field: rank, value: { $param: least } } }] }
  orderBy: [{ field: rank }]
  params:
    type: object
    required: [shelf, least]
    properties:
      shelf: { type: string, enum: [top, low] }
      least: { type: integer, minimum: 0 }
---
apiVersion: quartet/v1
kind: View
metadata: { name: mine }
spec:
  from: notes
  surface: public
  requires: { auth: { all: [ctx.user] } }
  fields: [rank]
  filter: { eq: { field: owner, value: { $ctx.user: id } } }
  orderBy: [{ field: rank }]
---
apiVersion: quartet/v1
kind: View
metadata: { name: counted }
spec: { sql: SELECT rank FROM notes ORDER BY rank, surface: public, limit: 5 }
---
apiVersion: quartet/v1
kind: View
metadata: { name: listed }
spec:
  sql: SELECT n.rank FROM notes n, json_each(:ranks) r WHERE r.value = n.rank ORDER BY n.rank
  surface: public
  params: { type: object, required: [ranks], properties: { ranks: { type: array, items: { type: integer } } } }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: may-read }
spec:
  requires: { auth: { all: [ctx.auth] } }
  input: { type: object }
  output: {}
  handler: { kind: ref, ref: may-read }
`

// library holds n notes: ranks from 1, of ada and bob by turns.
func library(t *testing.T, n int, guard content.Handler) service {
	s := open(t, notes, content.Options{Handlers: map[string]content.Handler{"may-read": guard}})
	for i := range n {
		caller := []content.Caller{ada, bob}[i%2]
		if _, err := s.Create(s.ctx, caller, "notes", values{"rank": i + 1, "shelf": []string{"top", "low"}[i%2]}); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// page is what a test looks at of a ViewPage.
type page struct {
	Ranks []int
	Page  int64
	Show  int
	More  bool
}

func (s service) view(caller content.Caller, name string, call content.ViewCall) (content.ViewPage, error) {
	call.View = s.Plan().View(name)
	return s.ExecuteView(s.ctx, caller, call, []byte("before:"))
}

func (s service) pageOf(p content.ViewPage, err error) page {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(describe(err))
	}
	text, found := strings.CutPrefix(string(p.Rows), "before:")
	var rows []struct{ Rank int }
	if err := json.Unmarshal([]byte(text), &rows); err != nil || !found {
		s.t.Fatalf("rows are %q: %v", p.Rows, err)
	}
	var ranks []int
	for _, row := range rows {
		ranks = append(ranks, row.Rank)
	}
	if len(rows) != p.Count {
		s.t.Errorf("count is %d, rows are %d", p.Count, len(rows))
	}
	return page{ranks, p.Page, p.Show, p.HasMore}
}

func TestViewLimits(t *testing.T) {
	s := library(t, 10, nil)
	show := func(f float64) *float64 { return &f }
	for _, test := range []struct {
		name string
		call content.ViewCall
		want page
	}{
		{"show missing: the cap", content.ViewCall{Page: 1}, page{[]int{1, 2, 3, 4, 5}, 1, 5, true}},
		{"show 2", content.ViewCall{Page: 1, Show: show(2)}, page{[]int{1, 2}, 1, 2, true}},
		{"show 2.9 is floored", content.ViewCall{Page: 1, Show: show(2.9)}, page{[]int{1, 2}, 1, 2, true}},
		{"show above the cap", content.ViewCall{Page: 1, Show: show(6)}, page{[]int{1, 2, 3, 4, 5}, 1, 5, true}},
		{"show 0", content.ViewCall{Page: 1, Show: show(0)}, page{[]int{1, 2, 3, 4, 5}, 1, 5, true}},
		{"show below 1", content.ViewCall{Page: 1, Show: show(0.5)}, page{[]int{1, 2, 3, 4, 5}, 1, 5, true}},
		{"show negative", content.ViewCall{Page: 1, Show: show(-1)}, page{[]int{1, 2, 3, 4, 5}, 1, 5, true}},
		{"show not a number", content.ViewCall{Page: 1, Show: show(math.NaN())}, page{[]int{1, 2, 3, 4, 5}, 1, 5, true}},
		{"show infinite", content.ViewCall{Page: 1, Show: show(math.Inf(1))}, page{[]int{1, 2, 3, 4, 5}, 1, 5, true}},
		{"show huge", content.ViewCall{Page: 1, Show: show(math.MaxFloat64)}, page{[]int{1, 2, 3, 4, 5}, 1, 5, true}},
		{"page missing", content.ViewCall{Show: show(3)}, page{[]int{1, 2, 3}, 1, 3, true}},
		{"page below 1", content.ViewCall{Page: -4, Show: show(3)}, page{[]int{1, 2, 3}, 1, 3, true}},
		{"page in the middle", content.ViewCall{Page: 2, Show: show(3)}, page{[]int{4, 5, 6}, 2, 3, true}},
		{"last page, not full", content.ViewCall{Page: 4, Show: show(3)}, page{[]int{10}, 4, 3, false}},
		{"last page, full: hasMore is rows == show", content.ViewCall{Page: 2, Show: show(5)}, page{[]int{6, 7, 8, 9, 10}, 2, 5, true}},
		{"the page after it is empty", content.ViewCall{Page: 3, Show: show(5)}, page{nil, 3, 5, false}},
		{"the offset would overflow", content.ViewCall{Page: math.MaxInt64, Show: show(5)}, page{nil, math.MaxInt64, 5, false}},
		{"the largest offset", content.ViewCall{Page: math.MaxInt64/5 + 1, Show: show(5)}, page{nil, math.MaxInt64/5 + 1, 5, false}},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, name := range []string{"ranked", "counted"} {
				if diff := cmp.Diff(test.want, s.pageOf(s.view(nobody, name, test.call))); diff != "" {
					t.Errorf("%s: %s", name, diff)
				}
			}
		})
	}
}

func TestViewParams(t *testing.T) {
	s := library(t, 10, func(context.Context, *content.Call, map[string]any) (any, error) { return nil, nil })
	for _, test := range []struct {
		name   string
		params values
		want   []int
		path   string
	}{
		{"all of them", values{"shelf": "top", "least": int64(5)}, []int{5, 7, 9}, ""},
		{"any Go number", values{"shelf": "top", "least": 5}, []int{5, 7, 9}, ""},
		{"a whole number written as 5.0", values{"shelf": "top", "least": 5.0}, []int{5, 7, 9}, ""},
		{"one too many is ignored", values{"shelf": "low", "least": int64(9), "else": "x"}, []int{10}, ""},
		{"missing", values{"shelf": "top"}, nil, "input#/least"},
		{"none at all", nil, nil, "input#/least"},
		{"not in the enum", values{"shelf": "side", "least": int64(5)}, nil, "input#/shelf"},
		{"out of range", values{"shelf": "top", "least": int64(-1)}, nil, "input#/least"},
		{"of another type", values{"shelf": "top", "least": "5"}, nil, "input#/least"},
		{"text with NUL", values{"shelf": "top\x00", "least": int64(5)}, nil, "input#/shelf"},
		{"text that is not UTF-8", values{"shelf": "\xff", "least": int64(5)}, nil, "input#/shelf"},
	} {
		t.Run(test.name, func(t *testing.T) {
			answer, err := s.view(ada, "shelf", content.ViewCall{Params: test.params})
			if test.path != "" {
				s.wants(err, diag.InputValidationFailed, test.path)
				return
			}
			if diff := cmp.Diff(test.want, s.pageOf(answer, err).Ranks); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestAnArrayParamIsJSONTextInASQLView(t *testing.T) {
	s := library(t, 10, nil)
	answer, err := s.view(nobody, "listed", content.ViewCall{Params: values{"ranks": []any{int64(3), int64(8)}}})
	if diff := cmp.Diff([]int{3, 8}, s.pageOf(answer, err).Ranks); diff != "" {
		t.Error(diff)
	}
}

func TestViewAuthorizesBeforeParamsAndGuardsAfter(t *testing.T) {
	var saw []values
	deny := error(nil)
	s := library(t, 4, func(_ context.Context, _ *content.Call, input map[string]any) (any, error) {
		saw = append(saw, input)
		return nil, deny
	})
	_, err := s.view(nobody, "mine", content.ViewCall{Cursor: "bad"})
	s.wants(err, diag.Unauthenticated, "input#")
	_, err = s.view(nobody, "shelf", content.ViewCall{})
	s.wants(err, diag.InputValidationFailed, "input#/least")
	good := content.ViewCall{Params: values{"shelf": "top", "least": 1}}
	_, err = s.view(nobody, "shelf", good)
	s.wants(err, diag.Unauthenticated, "input#") // the guard's own requires
	if saw != nil {
		t.Fatalf("the guard ran with %v", saw)
	}
	_, err = s.view(ada, "shelf", good)
	s.wants(err, "", "")
	deny = diag.At(diag.EntitlementRequired, "input#", "Pay first.")
	_, err = s.view(ada, "shelf", good)
	s.wants(err, diag.EntitlementRequired, "input#")
	want := values{"shelf": "top", "least": int64(1)}
	if diff := cmp.Diff([]values{want, want}, saw); diff != "" {
		t.Error(diff)
	}
}

func TestIdentityFilterBindsTheCaller(t *testing.T) {
	s := library(t, 5, nil)
	for _, test := range []struct {
		caller content.Caller
		want   []int
	}{
		{ada, []int{1, 3, 5}},
		{bob, []int{2, 4}},
		{editor, nil},
	} {
		if diff := cmp.Diff(test.want, s.pageOf(s.view(test.caller, "mine", content.ViewCall{Params: values{"owner": "ada"}})).Ranks); diff != "" {
			t.Errorf("%s: %s", test.caller.User.ID, diff)
		}
	}
}

func TestTheRowsOfASQLViewAreThoseThatItDeclares(t *testing.T) {
	const declared = notes + `---
apiVersion: quartet/v1
kind: View
metadata: { name: fits }
spec:
  sql: SELECT rank, shelf FROM notes ORDER BY rank
  surface: public
  rows: { type: object, required: [rank], properties: { rank: { type: integer }, shelf: { type: string, nullable: true } } }
---
apiVersion: quartet/v1
kind: View
metadata: { name: fails }
spec:
  sql: SELECT CASE rank WHEN 2 THEN 'two' ELSE rank END AS rank FROM notes ORDER BY notes.rank
  surface: public
  rows: { type: object, required: [rank], properties: { rank: { type: integer } } }
`
	s := open(t, declared, content.Options{CheckRows: true, Handlers: map[string]content.Handler{"may-read": nil}})
	for i := range 3 {
		if _, err := s.Create(s.ctx, ada, "notes", values{"rank": i + 1}); err != nil {
			t.Fatal(err)
		}
	}
	if p, err := s.view(nobody, "fits", content.ViewCall{}); err != nil || p.Count != 3 {
		t.Error(p.Count, err)
	}
	_, err := s.view(nobody, "fails", content.ViewCall{})
	s.wants(err, diag.OutputValidationFailed, "output#/rows/1/rank")
	trusting := s.reopen()
	if _, err := trusting.view(nobody, "fails", content.ViewCall{}); err != nil {
		t.Error("a site that is served trusts its rows:", err)
	}
}
