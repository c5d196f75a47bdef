package content_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// shape is a random Schema and what is declared around it: a Procedure for
// each builtin op, Triggers on its hooks, and a View of all of it.
type shape struct {
	name        string
	operational bool
	localized   bool
	readOnly    bool
	parent      string // of a translation, joined on p0
	properties  []property
	uniques     [][]string
	requires    map[string]string // by op: "", user or staff
	before      []trigger         // in order of their names
	after       []trigger
}

type property struct {
	name               string
	kind               kind
	bind               string
	required, nullable bool
	media              bool // holds the id of a media asset
}

// kind is a type of property with the few values that are drawn for it.
type kind struct {
	types     any
	good, bad []any
}

type trigger struct {
	name   string
	policy string
	hooks  []string
}

var (
	textKind    = kind{"string", []any{"a", "b", "é", "1"}, []any{1, "long", []any{"a"}}}
	integerKind = kind{"integer", []any{1, 2, 2.0, int64(1) << 60}, []any{1.5, "1"}}
	numberKind  = kind{"number", []any{1, 1.5, 1.0}, []any{"1", values{}}}
	flagKind    = kind{"boolean", []any{true, false}, []any{1, "true"}}
	eitherKind  = kind{[]string{"string", "integer"}, []any{"1", 1, "a"}, []any{true}}
	bitKind     = kind{[]string{"boolean", "integer"}, []any{true, 1, false, 0}, []any{"1"}}
	stampedKind = kind{"string", []any{"mallory"}, []any{1}}
	localeKind  = kind{"string", []any{"en", "zh-TW"}, []any{1}}
)

// shapeNumber makes the same Schema for the same number. Every third one of a
// site may have the one before it as its parent.
func shapeNumber(n int) *shape {
	r := rand.New(rand.NewPCG(uint64(n), 1))
	s := &shape{
		name: fmt.Sprint("s", n), operational: chance(r, 3), readOnly: chance(r, 8),
		requires: map[string]string{},
	}
	s.addProperties(r)
	if n%3 == 2 && chance(r, 2) && !shapeNumber(n-1).localized {
		s.localized, s.parent = true, fmt.Sprint("s", n-1)
	} else {
		s.localized = chance(r, 4)
	}
	if s.localized {
		s.properties = append(s.properties, property{name: "locale", kind: localeKind})
	}
	s.addUniques(r)
	for _, op := range []string{"create", "update", "set", "save", "delete", "archive"} {
		s.requires[op] = []string{"", "", "", "user", "staff"}[r.IntN(5)]
	}
	s.before = s.triggers(r, "before", []string{"abort", "abort", "continue"})
	s.after = s.triggers(r, "after", []string{"continue"})
	return s
}

func chance(r *rand.Rand, n int) bool { return r.IntN(n) == 0 }

func (s *shape) addProperties(r *rand.Rand) {
	for i := range 2 + r.IntN(3) {
		p := property{name: fmt.Sprint("p", i), required: chance(r, 3), nullable: chance(r, 4)}
		p.kind = []kind{textKind, textKind, integerKind, numberKind, flagKind, eitherKind, bitKind}[r.IntN(7)]
		if chance(r, 4) {
			p.bind = []string{"ctx.user", "ctx.staff", "now"}[r.IntN(3)]
			p.kind = stampedKind
			if p.bind == "now" && chance(r, 2) {
				p.kind = integerKind
			}
		}
		p.media = p.kind.types == textKind.types && p.bind == "" && i%2 == 0
		s.properties = append(s.properties, p)
	}
}

// addUniques draws up to two unique indexes of one to three properties.
func (s *shape) addUniques(r *rand.Rand) {
	for range r.IntN(3) {
		var tuple []string
		for _, i := range r.Perm(len(s.properties))[:1+r.IntN(min(3, len(s.properties)))] {
			tuple = append(tuple, s.properties[i].name)
		}
		if len(s.uniques) == 0 || !slices.Equal(s.uniques[0], tuple) {
			s.uniques = append(s.uniques, tuple)
		}
	}
}

func (s *shape) triggers(r *rand.Rand, when string, policies []string) (all []trigger) {
	for i := range r.IntN(3) {
		t := trigger{name: fmt.Sprintf("%s-%s-%d", s.name, when, i), policy: policies[r.IntN(len(policies))]}
		for _, of := range []string{"create", "update", "delete", "publish"} {
			if !chance(r, 3) {
				t.hooks = append(t.hooks, when+"_"+of)
			}
		}
		if t.hooks != nil {
			all = append(all, t)
		}
	}
	return all
}

// on are the names of the triggers on a hook.
func on(all []trigger, hook string) (found []trigger) {
	for _, t := range all {
		if slices.Contains(t.hooks, hook) {
			found = append(found, t)
		}
	}
	return found
}

func (s *shape) property(name string) *property {
	for i := range s.properties {
		if s.properties[i].name == name {
			return &s.properties[i]
		}
	}
	return nil
}

// texts are the properties that can be searched.
func (s *shape) texts() []string {
	names := []string{}
	for _, p := range s.properties {
		if p.kind.types == "string" {
			names = append(names, p.name)
		}
	}
	return names
}

// manifests writes shapes, and what they share: a place for hooks to write to,
// and the handler of all hooks. JSON is YAML.
func manifests(shapes []*shape) string {
	docs := []string{
		document("Schema", "jottings", values{"title": "Jottings", "lifecycle": "operational", "schema": values{"type": "object"}}),
		document("Procedure", "hook", values{
			"input": values{"type": "object"}, "output": values{}, "handler": values{"kind": "ref", "ref": "hook"},
		}),
	}
	for _, s := range shapes {
		docs = append(docs, s.documents()...)
	}
	return strings.Join(docs, "\n---\n")
}

func document(kind, name string, spec values) string {
	text, err := json.Marshal(values{"apiVersion": "quartet/v1", "kind": kind, "metadata": values{"name": name}, "spec": spec})
	if err != nil {
		panic(err)
	}
	return string(text)
}

func (s *shape) documents() []string {
	docs := []string{document("Schema", s.name, s.spec()), document("View", "all-"+s.name, values{"from": s.name, "surface": "staff", "limit": 500})}
	for op, handler := range s.ops() {
		docs = append(docs, document("Procedure", op+"-"+s.name, s.procedure(op, handler)))
	}
	for _, t := range slices.Concat(s.before, s.after) {
		docs = append(docs, document("Trigger", t.name, values{
			"source": values{"kind": "lifecycle", "schema": s.name, "on": t.hooks, "errorPolicy": t.policy},
			"target": values{"procedure": "hook"},
		}))
	}
	return docs
}

func (s *shape) spec() values {
	data, properties, required := values{"type": "object", "readOnly": s.readOnly}, values{}, []string{}
	for _, p := range s.properties {
		declared := values{"type": p.kind.types, "nullable": p.nullable}
		if p.kind.types == "string" && p.kind.good[0] == "a" {
			declared["maxLength"] = 2
		}
		if p.bind != "" {
			declared["x-service-bind"] = p.bind
		}
		if p.media {
			declared["x-mcp-hint"] = "media-image"
		}
		if p.required {
			required = append(required, p.name)
		}
		properties[p.name] = declared
	}
	data["properties"], data["required"] = properties, required
	spec := values{"title": s.name, "schema": data, "localized": s.localized, "lifecycle": "publishing"}
	if s.operational {
		spec["lifecycle"] = "operational"
	}
	if s.uniques != nil {
		spec["uniqueIndexes"] = s.uniques
	}
	spec["searchableFields"] = s.texts()
	if s.parent != "" {
		spec["translates"] = values{"parent": s.parent, "on": "p0"}
	}
	return spec
}

// ops are the builtin handlers by the name of their Procedure: set is upsert
// with match, save upsert without.
func (s *shape) ops() map[string]values {
	ops := map[string]values{
		"create": {"op": "create"}, "update": {"op": "update"}, "save": {"op": "upsert"}, "delete": {"op": "delete"},
	}
	if !s.operational {
		ops["archive"] = values{"op": "archive"}
	}
	if s.uniques != nil {
		ops["set"] = values{"op": "upsert", "match": s.uniques[0]}
	}
	return ops
}

// procedure declares the properties without types, so that it is the writer
// that meets what does not fit, beside a side channel.
func (s *shape) procedure(op string, handler values) values {
	properties := values{"captcha": values{}, "expectedVersion": values{"type": "number"}}
	for _, p := range s.properties {
		properties[p.name] = values{}
	}
	required := map[string][]string{"update": {"id", "expectedVersion"}, "delete": {"id"}, "archive": {"id"}}[op]
	switch op {
	case "set":
		required = s.uniques[0]
	case "update", "save", "delete", "archive":
		properties["id"] = values{"type": "string"}
	}
	handler["kind"], handler["schema"] = "builtin", s.name
	spec := values{
		"input": values{"type": "object", "properties": properties}, "output": values{"type": "object"}, "handler": handler,
	}
	if required != nil {
		spec["input"].(values)["required"] = required
	}
	switch s.requires[op] {
	case "user":
		spec["requires"] = values{"auth": values{"all": []any{"ctx.user"}}}
	case "staff":
		spec["requires"] = values{"auth": values{"all": []any{values{"ctx.staff": []string{"editor", "owner"}}}}}
	}
	return spec
}
