package plan_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/jsonschema"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
)

// entries is a Schema with the given properties, one a line.
func entries(properties string) string {
	return `
apiVersion: quartet/v1
kind: Schema
metadata: { name: entries }
spec:
  title: Entries
  schema:
    type: object
    $defs:
      name: { type: string }
      link: { $ref: '#/$defs/name' }
    properties:
      ` + properties
}

func TestColumnKindsFollowDeclaredTypes(t *testing.T) {
	for declared, want := range map[string]plan.ColumnKind{
		`{ type: string }`:                 plan.TextColumn,
		`{ type: string, nullable: true }`: plan.TextColumn,
		`{ type: [string, "null"] }`:       plan.TextColumn,
		`{ enum: [a, b, null] }`:           plan.TextColumn,
		`{ const: a }`:                     plan.TextColumn,
		`{ $ref: '#/$defs/name' }`:         plan.TextColumn,
		`{ $ref: '#/$defs/link' }`:         plan.TextColumn,
		`{ type: integer }`:                plan.IntegerColumn,
		`{ enum: [1, 2] }`:                 plan.IntegerColumn,
		`{ type: number }`:                 plan.RealColumn,
		`{ type: [integer, number] }`:      plan.RealColumn,
		`{ enum: [1, 2.5] }`:               plan.RealColumn,
		`{ type: boolean }`:                plan.BooleanColumn,
		`{ const: true }`:                  plan.BooleanColumn,
		`{ type: [string, integer] }`:      plan.MixedColumn,
		`{ enum: [a, 1] }`:                 plan.MixedColumn,
		`{ oneOf: [{ $ref: '#/$defs/name' }, { type: boolean }] }`: plan.MixedColumn,
		`{ type: array }`:                   plan.JSONColumn,
		`{ type: object }`:                  plan.JSONColumn,
		`{ type: [string, array] }`:         plan.JSONColumn,
		`{ oneOf: [{ type: string }, {}] }`: plan.JSONColumn,
		`{ type: "null" }`:                  plan.JSONColumn,
		`{}`:                                plan.JSONColumn,
	} {
		site := plantest.Seal(t, entries("p: "+declared))
		if got := site.Schema("entries").Column("p").Kind(); got != want {
			t.Errorf("%s: kind %d, want %d", declared, got, want)
		}
	}
}

func TestReservedColumnsComeFirst(t *testing.T) {
	s := plantest.Seal(t, entries("b: { type: integer }\n      a: { type: string }")).Schema("entries")
	var got []string
	for _, c := range s.Columns() {
		got = append(got, fmt.Sprintf("%s %d reserved=%t nullable=%t", c.Name(), c.Kind(), c.Reserved(), c.Nullable()))
	}
	want := []string{
		"id 0 reserved=true nullable=false",
		"status 0 reserved=true nullable=false",
		"version 1 reserved=true nullable=false",
		"createdAt 1 reserved=true nullable=false",
		"updatedAt 1 reserved=true nullable=false",
		"authorId 0 reserved=true nullable=true",
		"b 1 reserved=false nullable=true",
		"a 0 reserved=false nullable=true",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if s.Property("id") != nil || s.Property("a") != s.Column("a") || s.Column("A") != nil {
		t.Error("a column is found under a name that is not its own")
	}
}

func TestBindsAreListedByName(t *testing.T) {
	s := plantest.Seal(t, entries(`
      editedAt: { type: string, x-service-bind: now }
      by: { type: string, x-service-bind: ctx.user }
      at: { type: integer, x-service-bind: now }
      atSeconds: { type: number, nullable: true, x-service-bind: now }
      staff: { type: string, x-service-bind: ctx.staff }
      plain: { type: string }`)).Schema("entries")
	want := []plan.Bind{
		{Path: []string{"at"}, Alone: true, Value: plan.BindNow, Integer: true},
		{Path: []string{"atSeconds"}, Alone: true, Value: plan.BindNow, Integer: true},
		{Path: []string{"by"}, Alone: true, Value: plan.BindUser},
		{Path: []string{"editedAt"}, Alone: true, Value: plan.BindNow},
		{Path: []string{"staff"}, Alone: true, Value: plan.BindStaff},
	}
	if diff := cmp.Diff(want, s.Binds()); diff != "" {
		t.Error(diff)
	}
}

func TestUniqueIndexesComeFirst(t *testing.T) {
	s := plantest.Seal(t, entries(`
      a: { type: string }
      b: { type: integer }
  indexes: [[b], [b, a]]
  uniqueIndexes: [[a, b], [a]]`)).Schema("entries")
	var got []string
	for _, i := range s.Indexes() {
		text := fmt.Sprintf("unique=%t", i.Unique())
		for _, c := range i.Columns() {
			text += " " + c.Name()
		}
		got = append(got, text)
	}
	want := []string{"unique=true a b", "unique=true a", "unique=false b", "unique=false b a"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestPartialDraftsMayLackRequiredProperties(t *testing.T) {
	s := plantest.Seal(t, entries(`
      a: { type: string }
      b: { type: integer }
    required: [a]`)).Schema("entries")
	data := map[string]any{"b": int64(1)}
	if v := s.Validate(data); v == nil || v.Pointer != "/a" {
		t.Errorf("whole entry: %v", v)
	}
	if v := s.ValidatePartial(data); v != nil {
		t.Errorf("partial draft: %v", v)
	}
	if v := s.ValidatePartial(map[string]any{"b": "x"}); v == nil || v.Pointer != "/b" {
		t.Errorf("what is present is checked: %v", v)
	}
}

func TestTranslationJoinsItsParent(t *testing.T) {
	site := plantest.Seal(t, `
apiVersion: quartet/v1
kind: Schema
metadata: { name: post-texts }
spec:
  title: Texts
  localized: true
  translates: { parent: posts, on: slug }
  schema: { type: object, properties: { slug: { type: string }, locale: { type: string }, body: { type: string } } }
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: posts }
spec: { title: Posts, schema: { type: object, properties: { slug: { type: string } } } }
`)
	got := site.Schema("post-texts").Translation()
	if got == nil || got.Parent != site.Schema("posts") || got.On != "slug" {
		t.Errorf("translation %+v", got)
	}
	if site.Schema("posts").Translation() != nil {
		t.Error("the parent translates something too")
	}
}

// A number property's column holds floats: what it would round is refused, as
// everything is that cannot be kept exactly.
func TestWholeNumbersThatAFloatRoundsAreRefused(t *testing.T) {
	s := plantest.Seal(t, entries("f: { type: number }\n      i: { type: integer }\n      any: {}")).Schema("entries")
	for _, c := range []struct {
		property string
		value    any
		fits     bool
	}{
		{"f", int64(1 << 53), true},
		{"f", int64(1<<53 + 1), false},
		{"f", int64(1<<53 + 2), true},
		{"f", int64(-1<<53 - 1), false},
		{"f", int64(math.MaxInt64), false},
		{"f", int64(math.MinInt64), false}, // -9223372036854776000
		{"f", int64(1 << 60), false},
		{"f", int64(1e18), true},
		{"f", float64(1 << 60), true},
		{"f", 0.1, true},
		{"i", int64(math.MaxInt64), true},
		{"any", int64(math.MaxInt64), true},
	} {
		data := map[string]any{c.property: c.value}
		for name, v := range map[string]*jsonschema.Violation{"whole": s.Validate(data), "partial": s.ValidatePartial(data)} {
			if (v == nil) != c.fits || v != nil && v.Pointer != "/"+c.property {
				t.Errorf("%s, %v: %+v, want fits=%t", name, data, v, c.fits)
			}
		}
	}
}
