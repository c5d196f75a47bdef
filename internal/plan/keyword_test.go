package plan_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
)

// What is said of a property counts wherever it is written: beside it, or in a
// definition that it leads to.
func TestKeywordsOfAPropertyCountThroughRef(t *testing.T) {
	const site = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: people }
spec:
  title: People
  lifecycle: operational
  schema: { type: object, properties: { name: { type: string } } }
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: notes }
spec:
  title: Notes
  lifecycle: operational
  schema:
    type: object
    $ref: '#/$defs/base'
    properties:
      author: %[1]s
      state: %[2]s
      body: %[3]s
      size: %[4]s
      by: %[5]s
    $defs:
      base: { readOnly: true }
      author: { $ref: '#/$defs/person' }
      person: { type: string, x-service-ref: people }
      state: { type: string, enum: [open, done] }
      body: { type: string, x-mcp-hint: markdown }
      size: { type: integer }
      by: { type: integer, x-service-bind: now }
  indexes: [[state], [size]]
  searchableFields: [body]
  uiSchema: { fields: { body: { widget: textarea } }, list: { filterField: state } }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: greet }
spec:
  input: { type: object, properties: { author: %[1]s }, $defs: { author: { $ref: '#/$defs/person' }, person: { type: string, x-service-ref: people } } }
  output: { type: object }
  handler: { kind: ref, ref: greet }
`
	read := func(properties ...any) []string {
		p := plantest.Seal(t, fmt.Sprintf(site, properties...))
		s := p.Schema("notes")
		got := []string{fmt.Sprint(s.ReadOnly(), s.Binds(), s.PropertyDocument("state")["enum"], s.PropertyDocument("body")["x-mcp-hint"])}
		for _, r := range p.References() {
			got = append(got, r.Property.Name()+" to "+r.To.Name())
		}
		for _, b := range p.RowBindings(p.Procedure("greet")) {
			got = append(got, b.Property+" of "+b.Schema.Name())
		}
		for _, c := range s.Properties() {
			got = append(got, fmt.Sprint(c.Name(), c.Kind(), c.Joins()))
		}
		for _, i := range s.StoredIndexes() {
			got = append(got, fmt.Sprint("index ", names(i.Columns())))
		}
		return got
	}
	beside := read(
		"{ type: string, x-service-ref: people }", "{ type: string, enum: [open, done] }", "{ type: string, x-mcp-hint: markdown }",
		"{ type: integer }", "{ type: integer, x-service-bind: now }",
	)
	through := read(
		"{ $ref: '#/$defs/author' }", "{ $ref: '#/$defs/state' }", "{ title: Body, $ref: '#/$defs/body' }", "{ $ref: '#/$defs/size' }", "{ $ref: '#/$defs/by' }",
	)
	if diff := cmp.Diff(beside, through); diff != "" {
		t.Error(diff)
	}
	if beside[0] != "true [{[by] now true true}] [open done]markdown" {
		t.Error(beside)
	}
}

func names(columns []*plan.Column) (all []string) {
	for _, c := range columns {
		all = append(all, c.Name())
	}
	return all
}
