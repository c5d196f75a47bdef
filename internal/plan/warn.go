package plan

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonschema"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/manifest"
)

// warnings reports what the contract permits and what cannot work as it is
// written. Each of them is sure: what may be meant is passed over
// (decision 181).
func (l *linker) warnings() {
	for _, s := range l.schemas {
		l.documented(&s.atom.Atom, "/spec/schema", s.atom.Schema, isRootChecked)
		l.stamps(s)
		l.redundantIndexes(s)
	}
	for _, v := range l.views {
		l.documented(&v.atom.Atom, "/spec/params", v.atom.Params, 0)
		l.documented(&v.atom.Atom, "/spec/rows", v.atom.Rows, 0)
		if names, isList := v.atom.Fields.([]any); isList && len(names) == 0 {
			l.warn(&v.atom.Atom, diag.ViewFieldsEmpty, "/spec/fields",
				"The rows of this View hold nothing; list the fields, or leave fields out for all of them.")
		}
	}
	for _, v := range l.views {
		l.unusedParams(v)
	}
	l.hookInputs()
	for _, p := range l.procedures {
		l.documented(&p.atom.Atom, "/spec/input", p.atom.Input, 0)
		l.documented(&p.atom.Atom, "/spec/output", p.atom.Output, isAnswer)
		l.unreachableAction(p)
		if p.builtin != nil && p.builtin.Schema != nil && p.atom.Input != nil {
			l.builtinInput(p)
			l.builtinOutput(p)
		}
	}
	l.toolNames()
}

// warn reports a warning, unless the document itself is at fault there.
func (l *linker) warn(atom *manifest.Atom, code diag.Code, pointer, message string) *diag.Diagnostic {
	d := l.fail(atom, code, pointer, message)
	d.Severity = diag.Warning
	return d
}

// trait is what a JSON Schema is used for.
type trait uint8

const (
	isRootChecked trait = 1 << iota // a wrong name in the root's required is an error
	isAnswer                        // nobody has to send what it requires
)

// documented looks at the keywords of a declared JSON Schema.
func (l *linker) documented(atom *manifest.Atom, pointer string, declared *manifest.JSONSchema, is trait) {
	if declared == nil {
		return
	}
	before := len(l.problems)
	for part := range jsonschema.Parts(declared.Doc) {
		if l.isFull(before) {
			return
		}
		at := pointer + part.Pointer
		l.serviceRef(atom, at, part.Schema)
		l.format(atom, at, part.Schema)
		if is&isAnswer == 0 && (part.Pointer != "" || is&isRootChecked == 0) && !part.IsBranch {
			l.requiredNames(atom, at, part.Schema)
		}
	}
}

// mediaAssets is what x-service-ref names beside Schemas.
const mediaAssets = "media_assets"

func (l *linker) serviceRef(atom *manifest.Atom, pointer string, schema map[string]any) {
	const keyword = "x-service-ref"
	name, _ := schema[keyword].(string)
	if name == "" || name == mediaAssets || l.schemaByName[name] != nil || l.set.MayHold(manifest.KindSchema, name) {
		return
	}
	candidates := append(names(l.schemas), mediaAssets)
	d := l.warn(atom, diag.ServiceRefUnknown, pointer+jsonvalue.Pointer(keyword),
		fmt.Sprintf("There is no Schema named %q, so the value leads nowhere.", name))
	d.Candidates, d.Suggestion = slices.Sorted(slices.Values(candidates)), diag.Nearest(name, candidates)
}

func (l *linker) format(atom *manifest.Atom, pointer string, schema map[string]any) {
	name, isText := schema["format"].(string)
	if !isText || jsonschema.IsFormat(name) {
		return
	}
	d := l.warn(atom, diag.FormatUnknown, pointer+"/format",
		fmt.Sprintf("Nothing checks the format %q; a pattern can say how the text is written.", name))
	d.Expected, d.Suggestion = jsonschema.Formats(), diag.Meant(name, jsonschema.Formats())
}

// requiredNames wants every required name declared beside it. Where another
// schema may declare it, nothing is said.
func (l *linker) requiredNames(atom *manifest.Atom, pointer string, schema map[string]any) {
	declared, _ := schema["properties"].(map[string]any)
	_, isMap := schema["additionalProperties"].(map[string]any)
	if len(declared) == 0 || isMap || schema["$ref"] != nil || schema["oneOf"] != nil {
		return
	}
	required, _ := schema["required"].([]any)
	for i, each := range required {
		name, isText := each.(string)
		if _, ok := declared[name]; ok || !isText {
			continue
		}
		candidates := slices.Collect(maps.Keys(declared))
		d := l.warn(atom, diag.RequiredNotDeclared, pointer+"/required/"+strconv.Itoa(i),
			fmt.Sprintf("%q is required and not declared under properties, so nobody learns what it is.", name))
		d.Candidates, d.Suggestion = slices.Sorted(slices.Values(candidates)), diag.Nearest(name, candidates)
	}
}

// redundantIndexes finds what a unique index finds already.
func (l *linker) redundantIndexes(s *Schema) {
	for i, tuple := range s.atom.Indexes {
		if slices.ContainsFunc(s.atom.UniqueIndexes, func(unique []string) bool { return slices.Equal(unique, tuple) }) {
			l.warn(&s.atom.Atom, diag.SchemaIndexRedundant, "/spec/indexes/"+strconv.Itoa(i),
				"uniqueIndexes has this tuple already, and a unique index finds entries as well; this one only slows writes.")
		}
	}
}
