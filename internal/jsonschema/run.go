package jsonschema

import (
	"maps"
	"slices"
	"strconv"

	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

// maxSteps bounds the schemas that are applied to the parts of one value, some
// tens of milliseconds of work. Only a oneOf under a recursive definition can
// multiply them (decision 18).
const maxSteps = 1_000_000

// run is one check of one value.
type run struct{ steps int }

func (r *run) exhausted() bool { return r.steps > maxSteps }

// fits reports whether v fits n. It stops at the first misfit, and at maxSteps.
func (r *run) fits(n *node, v any) bool {
	if r.steps++; r.exhausted() {
		return false
	}
	if v == nil && n.nullable {
		return true
	}
	for i := range n.assertions {
		if !n.assertions[i].fits(v) {
			return false
		}
	}
	switch v := v.(type) {
	case map[string]any:
		if !r.fitsObject(n, v) {
			return false
		}
	case []any:
		if !r.fitsArray(n, v) {
			return false
		}
	}
	return (n.ref == nil || r.fits(n.ref, v)) && (n.oneOf == nil || r.fitting(n.oneOf, v) == 1)
}

func (r *run) fitsObject(n *node, object map[string]any) bool {
	for _, name := range n.required {
		if _, ok := object[name]; !ok {
			return false
		}
	}
	known := 0
	for i := range n.properties {
		if v, ok := object[n.properties[i].name]; ok {
			if known++; !r.fits(n.properties[i].schema, v) {
				return false
			}
		}
	}
	if known == len(object) {
		return true
	}
	return !n.closed && (n.additional == nil || r.fitsAdditional(n, object))
}

func (r *run) fitsAdditional(n *node, object map[string]any) bool {
	for name, v := range object {
		if n.byName[name] == nil && !r.fits(n.additional, v) {
			return false
		}
	}
	return true
}

func (r *run) fitsArray(n *node, array []any) bool {
	if n.items == nil {
		return true
	}
	for _, v := range array {
		if !r.fits(n.items, v) {
			return false
		}
	}
	return true
}

// fitting counts the branches that v fits, up to two.
func (r *run) fitting(branches []*node, v any) int {
	count := 0
	for _, branch := range branches {
		if r.fits(branch, v) {
			if count++; count == 2 {
				break
			}
		}
	}
	return count
}

// explain finds the first violation of v against n; at are the tokens of v's
// pointer. It is nil when v fits.
func (r *run) explain(n *node, v any, at []string) *Violation {
	if r.steps++; r.exhausted() || v == nil && n.nullable {
		return nil
	}
	for i := range n.assertions {
		if t := &n.assertions[i]; !t.fits(v) {
			return &Violation{jsonvalue.Pointer(at...), t.keyword, t.message, t.expected}
		}
	}
	if n.ref != nil {
		if found := r.explain(n.ref, v, at); found != nil {
			return found
		}
	}
	if n.oneOf != nil {
		if found := r.explainChoice(n.oneOf, v, at); found != nil {
			return found
		}
	}
	switch v := v.(type) {
	case map[string]any:
		return r.explainObject(n, v, at)
	case []any:
		return r.explainArray(n, v, at)
	}
	return nil
}

// explainObject goes by name through the members and what is missing.
func (r *run) explainObject(n *node, object map[string]any, at []string) *Violation {
	names := slices.Sorted(maps.Keys(object))
	for _, name := range n.required {
		if _, ok := object[name]; !ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		if found := r.explainMember(n, object, name, append(at, name)); found != nil {
			return found
		}
	}
	return nil
}

func (r *run) explainMember(n *node, object map[string]any, name string, at []string) *Violation {
	v, present := object[name]
	schema := n.byName[name]
	switch {
	case !present:
		return &Violation{Pointer: jsonvalue.Pointer(at...), Keyword: "required", Message: "This property is required."}
	case schema != nil:
		return r.explain(schema, v, at)
	case n.closed:
		return &Violation{Pointer: jsonvalue.Pointer(at...), Keyword: "additionalProperties", Message: "There is no property of this name."}
	case n.additional != nil:
		return r.explain(n.additional, v, at)
	}
	return nil
}

func (r *run) explainArray(n *node, array []any, at []string) *Violation {
	if n.items == nil {
		return nil
	}
	for i, v := range array {
		if found := r.explain(n.items, v, append(at, strconv.Itoa(i))); found != nil {
			return found
		}
	}
	return nil
}

// explainChoice answers for a oneOf: with the violation of the one branch that
// was plainly meant, else at the oneOf's own place.
func (r *run) explainChoice(branches []*node, v any, at []string) *Violation {
	count := r.fitting(branches, v)
	if count == 1 {
		return nil
	}
	var meant []*node
	for _, branch := range branches {
		if branch.meantBy(v) {
			meant = append(meant, branch)
		}
	}
	if count == 0 && len(meant) == 1 {
		return r.explain(meant[0], v, at)
	}
	return &Violation{Pointer: jsonvalue.Pointer(at...), Keyword: "oneOf", Message: "Must match exactly one of the allowed forms."}
}

// meantBy reports whether v was meant for the branch: v has its type, and each const
// right below it, the discriminators.
func (n *node) meantBy(v any) bool {
	for n.ref != nil && n.isAlias() {
		n = n.ref
	}
	if !n.passes(v, "type") || !n.passes(v, "const") {
		return false
	}
	object, _ := v.(map[string]any)
	for _, p := range n.properties {
		if member, ok := object[p.name]; ok && !p.schema.passes(member, "const") {
			return false
		}
	}
	return true
}

// isAlias reports whether a schema is nothing but its $ref.
func (n *node) isAlias() bool {
	return len(n.assertions) == 0 && n.oneOf == nil && len(n.properties) == 0
}

func (n *node) passes(v any, keyword string) bool {
	for i := range n.assertions {
		if n.assertions[i].keyword == keyword {
			return n.assertions[i].fits(v)
		}
	}
	return true
}
