package manifest

import (
	"slices"
	"strconv"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/yamldoc"
)

// reservedParams mean the same for every View.
var reservedParams = []string{"page", "show", "cursor"}

// params reads the params of a View: an object schema that declares properties.
func (p *place) params() *JSONSchema {
	if p == nil {
		return nil
	}
	if p.node.Kind != yamldoc.Mapping {
		p.wrong("params must be a JSON Schema with type: object and properties.").Expected = "object"
		return nil
	}
	p.wantMember("type", "params must say type: object.", func(n *yamldoc.Node) bool { return n.Value == "object" })
	p.wantMember("properties", "params must declare its properties.", func(n *yamldoc.Node) bool { return n.Kind == yamldoc.Mapping })
	properties := p.child("properties")
	for _, name := range properties.keys() {
		if slices.Contains(reservedParams, name) {
			properties.child(name).failKey(diag.ViewParamsReservedName, "The name "+strconv.Quote(name)+" is reserved; a param needs another name.")
		}
	}
	return p.as(diag.InvalidManifestEnvelope).jsonSchema()
}

// wantMember reports a key whose value is wrong or missing, in both cases with
// the pointer of the value.
func (p *place) wantMember(key, message string, fits func(*yamldoc.Node) bool) {
	if member := p.child(key); member == nil {
		p.failBelow(p.code, "/"+key, message).Expected = "object"
	} else if !fits(member.node) {
		member.wrong(message).Expected = "object"
	}
}

// references checks what a filter or statement refers to.
type references struct {
	params *JSONSchema
	faulty bool            // params are wrong themselves, so that nothing can be said of references
	used   map[string]bool // the params that something names
	caller bool            // the caller's identity is compared with something
}

// check wants a declared and required param.
func (r *references) check(p *place, name string) {
	if r.faulty {
		return
	}
	if r.used == nil {
		r.used = make(map[string]bool)
	}
	r.used[name] = true
	if !r.params.Has(name) {
		d := p.fail(diag.ViewFilterParamRefUnknown, "There is no param "+strconv.Quote(name)+".")
		if r.params != nil {
			d.Candidates, d.Suggestion = r.params.Properties, diag.Nearest(name, r.params.Properties)
		}
	} else if !r.params.Requires(name) {
		p.fail(diag.ViewFilterParamRefNotRequired, "The param "+strconv.Quote(name)+" must be listed in params.required.")
	}
}

// checkCallerFilter wants ctx.user of a View that compares with the caller's
// identity.
func (v *View) checkCallerFilter(f fields, refs *references) {
	if refs.caller && !v.Requires.has(IsUser) && !f.get("requires").faulty() {
		f.problems.Add(v.AtValue(diag.ViewFilterCtxUserRefRequiresAuth, "/spec/requires/auth/all",
			"A View that filters by the caller's identity must require ctx.user."))
	}
}
