package plan

import (
	"fmt"
	"slices"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonschema"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

// builtinInput holds the input of a builtin op against the properties of the
// Schema. Fields beside those are legal: hooks and guards read them.
func (l *linker) builtinInput(p *Procedure) {
	if op := p.builtin.Op; op == OpDelete || op == OpArchive {
		return // nothing of the input is stored
	}
	misspelt := l.misspeltInput(p)
	if p.builtin.Op == OpCreate && p.atom.Input.Doc["oneOf"] == nil && p.atom.Input.Doc["$ref"] == nil {
		l.incompleteInput(p, misspelt)
	}
}

// misspeltInput reports input properties that are nearly properties of the
// Schema, and returns those that were meant. Of any other that is no property,
// unreadInput has a word.
func (l *linker) misspeltInput(p *Procedure) (meant []string) {
	schema := p.builtin.Schema
	var open []string // what the input could mean and does not name
	for _, c := range schema.Properties() {
		if !p.HasInput(c.name) && !schema.isStamped(c.name) {
			open = append(open, c.name)
		}
	}
	for _, name := range p.InputProperties() {
		if schema.Property(name) != nil || name == "id" || name == "expectedVersion" {
			continue
		}
		near := diag.Misspelling(name, open)
		if near == "" {
			l.unreadInput(p, name, open)
		} else {
			d := l.warn(&p.atom.Atom, diag.BuiltinInputMisspelt, "/spec/input"+jsonvalue.Pointer("properties", name),
				fmt.Sprintf("The Schema %q has no property %q, so %s does not store what is sent; it has %q.", schema.Name(), name, p.builtin.Op, near))
			d.Suggestion = near
			meant = append(meant, near)
		}
	}
	return meant
}

// incompleteInput reports what every entry must have, nothing stamps, and the
// input of a create does not ask for: a call without it is refused as the entry
// is checked, drafts of a publishing Schema included, since only Admin and agents
// write partial ones. A Procedure that handlers alone call may leave it to the
// Schema to require what the input declares; callers from outside read the input.
func (l *linker) incompleteInput(p *Procedure, misspelt []string) {
	for _, name := range p.builtin.Schema.demanded() {
		at, problem := "", ""
		switch {
		case slices.Contains(misspelt, name):
			continue
		case !p.HasInput(name):
			at, problem = "/spec/input/properties", "does not declare it"
		case l.isExposed(p) && !p.atom.Input.Requires(name) && !hasDefault(p.InputProperty(name)):
			at, problem = "/spec/input"+jsonvalue.Pointer("properties", name), "does not list it under required"
		default:
			continue
		}
		d := l.warn(&p.atom.Atom, diag.BuiltinInputIncomplete, at,
			fmt.Sprintf("An entry of %q needs %q, which nothing stamps; the input of this create %s.", p.builtin.Schema.Name(), name, problem))
		d.Expected = name
	}
}

// isExposed reports whether a Trigger lets callers from outside call p.
func (l *linker) isExposed(p *Procedure) bool {
	return slices.ContainsFunc(l.triggers, func(t *Trigger) bool { return t.procedure == p && t.Kind() != SourceLifecycle })
}

// demanded are the properties that every entry must have and nothing stamps.
func (s *Schema) demanded() []string {
	required, _ := jsonschema.Effective(s.Document(), s.Document())["required"].([]any)
	var demanded []string
	for _, each := range required {
		if name, _ := each.(string); s.Property(name) != nil && !s.isStamped(name) {
			demanded = append(demanded, name)
		}
	}
	const locale = "locale"
	if s.Localized() && s.Property(locale) != nil && !slices.Contains(demanded, locale) {
		demanded = append(demanded, locale)
	}
	return demanded
}

// isStamped reports whether the server sets a top-level property where nobody
// sends it.
func (s *Schema) isStamped(name string) bool {
	return slices.ContainsFunc(s.binds, func(b Bind) bool { return b.Is(name) || b.Path[0] == name && b.Alone })
}

func hasDefault(property map[string]any) bool {
	_, ok := property["default"]
	return ok
}
