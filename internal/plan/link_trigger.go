package plan

import (
	"fmt"
	"slices"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/manifest"
)

func (l *linker) trigger(atom *manifest.Trigger) {
	t := &Trigger{atom: atom}
	l.triggers = append(l.triggers, t)
	t.procedure = l.findProcedure(&atom.Atom, diag.TriggerTargetProcedureUnknown, "/spec/target/procedure", atom.Procedure)
	switch atom.Source.Kind {
	case SourceHTTP:
		l.pathProperties(t)
		l.requestProperties(t)
	case SourceMCP:
		t.tool = mangle(atom.Procedure)
	case SourceLifecycle:
		t.schema = l.findSchema(&atom.Atom, diag.LifecycleSchemaUnknown, "/spec/source/schema", atom.Source.Schema)
	}
}

// pathProperties wants an input property for every {name}.
func (l *linker) pathProperties(t *Trigger) {
	if t.procedure == nil {
		return
	}
	declared := t.procedure.InputProperties()
	for _, s := range t.Segments() {
		if s.Property != "" && !slices.Contains(declared, s.Property) {
			what := fmt.Sprintf("input property of the Procedure %q", t.procedure.Name())
			l.unknown(&t.atom.Atom, diag.TriggerPathInvalid, "/spec/source/path", what, s.Property, declared)
		}
	}
}

// requestProperties wants a text among the input properties for every header that
// is bound and for the raw body, and each bound once.
func (l *linker) requestProperties(t *Trigger) {
	if t.procedure == nil {
		return
	}
	bound := make(map[string]bool)
	for _, s := range t.Segments() {
		bound[s.Property] = true
	}
	for _, h := range t.Headers() {
		l.requestProperty(t, bound, jsonvalue.Pointer("spec", "source", "headers", h.Property), h.Property)
	}
	if name := t.RawBody(); name != "" {
		l.requestProperty(t, bound, "/spec/source/rawBody", name)
	}
}

func (l *linker) requestProperty(t *Trigger, bound map[string]bool, pointer, name string) {
	declared := t.procedure.InputProperties()
	switch {
	case !slices.Contains(declared, name):
		what := fmt.Sprintf("input property of the Procedure %q", t.procedure.Name())
		l.unknown(&t.atom.Atom, diag.InvalidManifestEnvelope, pointer, what, name, declared)
	case t.procedure.InputProperty(name)["type"] != "string":
		l.fail(&t.atom.Atom, diag.InvalidManifestEnvelope, pointer, fmt.Sprintf("What a request carries is a text, and the input property %q is not declared as type: string.", name))
	case bound[name]:
		l.fail(&t.atom.Atom, diag.InvalidManifestEnvelope, pointer, fmt.Sprintf("The input property %q is bound more than once.", name))
	}
	bound[name] = true
}

// routes wants one HTTP Trigger a method and path. Of two paths that overlap one
// must be the more literal everywhere, which then wins; else some request would
// have two answers (decision 12).
func (l *linker) routes() {
	type group struct {
		method   string
		segments int
	}
	earlier := make(map[group][]*Trigger)
	for _, t := range l.triggers {
		if t.Kind() != SourceHTTP || t.Method() == "" || len(t.Segments()) == 0 {
			continue
		}
		in := group{t.Method(), len(t.Segments())}
		for _, other := range earlier[in] {
			if collide(t.Segments(), other.Segments()) {
				l.fail(&t.atom.Atom, diag.TriggerPathCollision, "/spec/source/path",
					fmt.Sprintf("The Trigger %q already answers %s at a path that this one matches.", other.Name(), t.Method()))
				break
			}
		}
		earlier[in] = append(earlier[in], t)
	}
}

// collide compares two paths of one length.
func collide(a, b []Segment) bool {
	var aWins, bWins bool
	for i := range a {
		switch aLiteral, bLiteral := a[i].Property == "", b[i].Property == ""; {
		case aLiteral && bLiteral:
			if a[i].Literal != b[i].Literal {
				return false
			}
		case aLiteral:
			aWins = true
		case bLiteral:
			bWins = true
		}
	}
	return aWins == bWins
}
