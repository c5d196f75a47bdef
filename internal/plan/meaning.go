package plan

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/manifest"
)

// meaning is what an atom says, as a JSON value: with defaults filled in, and
// lists sorted whose order says nothing. Two manifests that mean the same have
// the same meaning.
type meaning map[string]any

// hash is the SHA-256 of the canonical encoding, in hexadecimal.
func (m meaning) hash() string {
	sum := sha256.Sum256(jsonvalue.Append(nil, map[string]any(m)))
	return hex.EncodeToString(sum[:])
}

// planMeaning wants the plan's lists sorted by name, and the fingerprints of its
// Views.
func planMeaning(p *Plan) meaning {
	m := meaning{"apiVersion": manifest.APIVersion}
	m["schemas"] = hashes(p.schemas, schemaMeaning)
	m["procedures"] = hashes(p.procedures, procedureMeaning)
	m["triggers"] = hashes(p.triggers, triggerMeaning)
	views := make([]string, len(p.views))
	for i, v := range p.views {
		views[i] = v.fingerprint
	}
	m["views"] = list(views)
	return m
}

func hashes[T any](all []T, of func(T) meaning) []any {
	hashes := make([]any, len(all))
	for i, each := range all {
		hashes[i] = of(each).hash()
	}
	return hashes
}

// rowMeaning is what a stored row of the Schema must look like. Titles and
// other annotations are no part of it.
func rowMeaning(s *Schema) meaning {
	return meaning{
		"schema":        constraints(s.atom.Schema.Doc),
		"lifecycle":     string(s.atom.Lifecycle),
		"localized":     s.atom.Localized,
		"uniqueIndexes": tuples(s.atom.UniqueIndexes),
		"indexes":       tuples(s.atom.Indexes),
	}
}

func schemaMeaning(s *Schema) meaning {
	m := rowMeaning(s)
	m["name"] = s.Name()
	m["title"] = s.atom.Title.Value()
	m["description"] = s.atom.Description.Value()
	m["schema"] = canonical(s.atom.Schema.Doc)
	m["searchableFields"] = set(s.atom.SearchableFields)
	m["uiSchema"] = object(s.atom.UI.Raw)
	if t := s.atom.Translates; t != nil {
		m["translates"] = []any{t.Parent, t.On}
	}
	return m
}

// viewMeaning holds the kinds of the ordering columns too, because cursors hold
// values of these.
func viewMeaning(v *View) meaning {
	m := meaning{
		"name":     v.Name(),
		"title":    v.atom.Title.Value(),
		"surface":  string(v.atom.Surface),
		"requires": requiresMeaning(v.atom.Requires),
		"limit":    int64(v.capacity),
		"params":   document(v.atom.Params),
		"list":     listMeaning(v.atom.List),
	}
	if !v.atom.Description.IsZero() { // plans of Views without one keep their fingerprint
		m["description"] = v.atom.Description.Value()
	}
	if v.atom.Cache != nil {
		m["sharedMaxAge"] = int64(v.atom.Cache.SharedMaxAge)
	}
	for dialect, statement := range v.atom.SQL {
		m["sql "+dialect] = strings.TrimSpace(statement)
	}
	if v.source != nil {
		m["from"] = v.source.Name()
		m["filter"] = filterMeaning(v.atom.Filter)
		m["orderBy"] = orderMeaning(v)
	}
	if v.atom.Rows != nil {
		m["rows"] = document(v.atom.Rows)
	}
	if v.atom.HasFields {
		m["fields"] = v.atom.Fields
	}
	return m
}

func orderMeaning(v *View) []any {
	terms := make([]any, len(v.order))
	for i, term := range v.order {
		terms[i] = []any{term.Column.name, term.Desc, int64(term.Column.kind)}
	}
	return terms
}

// filterMeaning lists the nodes from the root down, each group with the count
// of its nodes, so that no depth needs recursion.
func filterMeaning(root *manifest.Filter) []any {
	var nodes []any
	stack := []*manifest.Filter{root}
	for len(stack) > 0 {
		f := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if f == nil {
			continue
		}
		nodes = append(nodes, []any{
			string(f.Op), int64(len(f.Nodes)),
			f.Field, int64(f.Operand.Kind), f.Operand.Value, f.Operand.Param,
		})
		for _, node := range slices.Backward(f.Nodes) {
			stack = append(stack, node)
		}
	}
	return nodes
}

func listMeaning(l *manifest.ListUI) any {
	if l == nil {
		return nil
	}
	return []any{list(l.Columns), list(l.SearchFields), list(l.FilterFields)}
}

// requiresMeaning keeps the order of the predicates: the first that fails
// answers. Of one predicate, any role will do.
func requiresMeaning(r *manifest.Requires) any {
	if r == nil || len(r.All) == 0 && r.Guard == "" {
		return nil
	}
	all := make([]any, len(r.All))
	for i, p := range r.All {
		all[i] = []any{int64(p.Kind), p.Scope, set(p.Roles)}
	}
	return []any{all, r.Guard}
}

func procedureMeaning(p *Procedure) meaning {
	m := meaning{
		"name":        p.Name(),
		"title":       p.atom.Title.Value(),
		"description": p.atom.Description.Value(),
		"requires":    requiresMeaning(p.atom.Requires),
		"input":       document(p.atom.Input),
		"output":      document(p.atom.Output),
		"uiSchema":    object(p.atom.UI.Raw),
		"ref":         p.atom.Handler.Ref,
	}
	if b := p.atom.Handler.Builtin; b != nil {
		m["builtin"] = []any{string(b.Op), b.Schema, list(b.Match)}
	}
	return m
}

func triggerMeaning(t *Trigger) meaning {
	m := meaning{"name": t.Name(), "procedure": t.atom.Procedure, "kind": string(t.Kind())}
	switch t.Kind() {
	case SourceHTTP:
		m["method"], m["path"] = t.Method(), pathMeaning(t.Segments())
		if t.IsWebhook() {
			m["request"] = []any{headersMeaning(t.Headers()), t.RawBody()}
		}
	case SourceMCP:
		m["surface"] = string(t.Surface())
	case SourceLifecycle:
		aborts := make(map[string]any)
		for _, hook := range t.Hooks() {
			aborts[string(hook)] = t.Aborts(hook)
		}
		m["schema"], m["on"] = t.atom.Source.Schema, aborts
	}
	return m
}

func headersMeaning(headers []Header) map[string]any {
	names := make(map[string]any, len(headers))
	for _, h := range headers {
		names[h.Property] = h.Name
	}
	return names
}

func pathMeaning(segments []Segment) []any {
	path := make([]any, len(segments))
	for i, s := range segments {
		path[i] = []any{s.Literal, s.Property}
	}
	return path
}

func object(raw map[string]any) any {
	if len(raw) == 0 {
		return nil
	}
	return raw
}

// list is for names whose order says something.
func list(names []string) []any {
	values := make([]any, len(names))
	for i, each := range names {
		values[i] = each
	}
	return values
}

// set is for names whose order says nothing.
func set(names []string) []any { return list(slices.Sorted(slices.Values(names))) }

// tuples is a set of lists.
func tuples(all [][]string) []any {
	values := make([]any, len(all))
	for i, each := range all {
		values[i] = list(each)
	}
	return sorted(values)
}
