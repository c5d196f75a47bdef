package plan

import (
	"fmt"
	"slices"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/manifest"
)

// unreadInput reports an input property of a builtin op that nothing looks at, as
// one that has the former name of a property of the Schema. open are the
// properties that the input could mean (decision 310).
func (l *linker) unreadInput(p *Procedure, name string, open []string) {
	if isRule(p.InputProperty(name)) || isGuarded(p.atom.Requires) || l.isHooked(p.builtin.Schema) || l.isHook(p) || l.isBound(p, name) {
		return
	}
	d := l.warn(&p.atom.Atom, diag.BuiltinInputUnstored, "/spec/input"+jsonvalue.Pointer("properties", name),
		fmt.Sprintf("The Schema %q has no property %q, and no hook and no guard reads it: what is sent is lost.", p.builtin.Schema.Name(), name))
	d.Candidates, d.Suggestion = open, diag.Nearest(name, open)
	if d.Suggestion == "" && len(open) == 1 {
		d.Suggestion = open[0]
	}
}

// isRule reports whether a declared property is there for the call alone: it takes
// one value, as a box that must be ticked or a field that only robots fill in, or a
// hint or a stamp says what it is. Nobody means to store it.
func isRule(property map[string]any) bool {
	values, isEnum := property["enum"].([]any)
	_, isConst := property["const"]
	return property["x-mcp-hint"] != nil || property["x-service-bind"] != nil || isConst || isEnum && len(values) == 1 || jsonvalue.Equal(property["maxLength"], int64(0))
}

// isGuarded reports whether a guard is named: it is given what the caller sent.
func isGuarded(declared *manifest.Requires) bool { return declared != nil && declared.Guard != "" }

// unreachableAction reports an action of a collection that Admin shows to nobody (decision 298).
func (l *linker) unreachableAction(p *Procedure) {
	if l.schemaByName[p.atom.UI.CollectionAction] == nil || p.atom.Faulty("/spec/requires") || slices.ContainsFunc(l.set.Broken, mayBeTrigger) {
		return
	}
	message := "No Trigger targets this Procedure, so Admin does not show it at the collection."
	for _, t := range l.triggers {
		if t.procedure == nil { // which one is meant, nobody knows
			return
		}
		if t.procedure != p {
			continue
		}
		if t.LetsStaffOperate() {
			return
		}
		message = "No Trigger lets staff operate this Procedure, so Admin does not show it at the collection."
		if t.Kind() == SourceHTTP {
			message = "The Procedure has an HTTP Trigger and does not require staff, so Admin does not show it at the collection."
		}
	}
	d := l.warn(&p.atom.Atom, diag.CollectionActionUnreachable, "/spec/uiSchema/collectionAction", message)
	d.Suggestion = "Require ctx.staff in requires.auth.all and declare an HTTP Trigger, or declare a Trigger with source { kind: mcp, surface: staff }."
}

// mayBeTrigger reports whether a document that cannot be read is a Trigger, or may be one.
func mayBeTrigger(a *manifest.Atom) bool { return a.Kind == manifest.KindTrigger || a.Kind == "" }

// isHooked reports whether a Trigger runs a hook on writes of the Schema, or may do so.
func (l *linker) isHooked(s *Schema) bool {
	return slices.ContainsFunc(l.set.Broken, mayBeTrigger) || slices.ContainsFunc(l.triggers, func(t *Trigger) bool {
		return t.Kind() == SourceLifecycle && (t.schema == s || t.schema == nil)
	})
}

// isHook reports whether p runs on writes: what it is given is the data of another entry.
func (l *linker) isHook(p *Procedure) bool {
	return slices.ContainsFunc(l.triggers, func(t *Trigger) bool { return t.procedure == p && t.Kind() == SourceLifecycle })
}

// isBound reports whether the input property is a part of an address, a header or the
// text of the body: the caller sends it for the request.
func (l *linker) isBound(p *Procedure, name string) bool {
	return slices.ContainsFunc(l.triggers, func(t *Trigger) bool {
		return t.procedure == p && (t.RawBody() == name ||
			slices.ContainsFunc(t.Segments(), func(s Segment) bool { return s.Property == name }) ||
			slices.ContainsFunc(t.Headers(), func(h Header) bool { return h.Property == name }))
	})
}

// hookInputs holds what the Procedures of hooks require against what they are
// given: the data of the entry, or before a write what the caller sent.
func (l *linker) hookInputs() {
	type pair struct {
		procedure *Procedure
		schema    *Schema
	}
	seen := make(map[pair]bool)
	for _, t := range l.triggers {
		at := pair{t.procedure, t.schema}
		if t.Kind() == SourceLifecycle && t.procedure != nil && t.schema != nil && !seen[at] {
			seen[at] = true
			l.hookInput(t)
		}
	}
}

func (l *linker) hookInput(t *Trigger) {
	declared := names(t.schema.Properties())
	sent := slices.Concat(declared, l.sentBeside(t.schema))
	for _, name := range t.procedure.InputProperties() {
		if !t.procedure.atom.Input.Requires(name) || hasDefault(t.procedure.InputProperty(name)) || slices.Contains(sent, name) {
			continue
		}
		d := l.warn(&t.procedure.atom.Atom, diag.HookInputNeverSent, "/spec/input"+jsonvalue.Pointer("properties", name),
			fmt.Sprintf("The hook %q requires %q, which neither the Schema %q nor the input of a builtin that writes it has: the hook fails on every write.",
				t.Name(), name, t.schema.Name()))
		d.Candidates, d.Suggestion = declared, diag.Nearest(name, declared)
	}
}

// sentBeside are the input properties of the builtins that write the Schema.
func (l *linker) sentBeside(s *Schema) (sent []string) {
	for _, p := range l.procedures {
		if p.builtin != nil && p.builtin.Schema == s {
			sent = append(sent, p.InputProperties()...)
		}
	}
	return sent
}

// unusedParams reports params that change nothing. A guard is given the params, too.
func (l *linker) unusedParams(v *View) {
	if v.atom.Params == nil || isGuarded(v.atom.Requires) || v.atom.Faulty("/spec/params") || v.atom.Faulty("/spec/filter") || v.atom.Faulty("/spec/sql") {
		return
	}
	for _, name := range v.atom.Params.Properties {
		if v.atom.UsedParams[name] || isRule(v.atom.Params.Property(name)) {
			continue
		}
		l.warn(&v.atom.Atom, diag.ViewParamUnused, "/spec/params"+jsonvalue.Pointer("properties", name),
			fmt.Sprintf("Nothing of this View uses the param %q, so every value of it gives the same rows.", name))
	}
}
