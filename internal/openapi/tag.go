package openapi

import (
	"cmp"
	"maps"
	"slices"

	"github.com/quartet-dev/quartet/internal/jsonschema/portable"
	"github.com/quartet-dev/quartet/internal/plan"
)

// What is about no collection in particular.
const (
	viewsTag    = "views"
	triggersTag = "triggers"
)

// tag is the tag of what is about a collection, or the other one for nil.
func (d *document) tag(s *plan.Schema, other, description string) []any {
	if s == nil {
		d.tags[other] = cmp.Or(d.tags[other], description)
		return []any{other}
	}
	d.tags[s.Name()] = portable.Sentences(plan.TitleOf(s.Title(), s.Name()), s.Description().In("en"))
	return []any{s.Name()}
}

func (d *document) tagList() []any {
	list := []any{}
	for _, name := range slices.Sorted(maps.Keys(d.tags)) {
		list = append(list, object{"name": name, "description": d.tags[name]})
	}
	return list
}

// collectionOf is the Schema that a Procedure is about: the one that its builtin
// handler writes, or on whose list Admin offers it; nil for none.
func (d *document) collectionOf(p *plan.Procedure) *plan.Schema {
	if b := p.Builtin(); b != nil {
		return b.Schema
	}
	name, _ := p.UISchema()["collectionAction"].(string)
	return d.plan.Schema(name)
}

// operationID takes an id that is free.
func (d *document) operationID(id, suffix string) string {
	for d.operations[id] {
		id += suffix
	}
	d.operations[id] = true
	return id
}
