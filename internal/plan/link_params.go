package plan

import (
	"slices"

	"github.com/quartet-dev/quartet/internal/jsonschema"
	"github.com/quartet-dev/quartet/internal/manifest"
)

// params compiles an object schema whose properties callers may send; nothing
// declared is no params.
func (l *linker) params(atom *manifest.Atom, pointer string, declared *manifest.JSONSchema) *Params {
	p := &Params{slots: map[string]int{}}
	if declared == nil {
		return p
	}
	p.doc = declared.Doc
	p.schema = l.compile(atom, pointer, jsonschema.Compile, declared.Doc)
	for i, name := range slices.Sorted(slices.Values(declared.Properties)) {
		p.slots[name] = i
		p.all = append(p.all, param(declared, name))
	}
	return p
}

func param(declared *manifest.JSONSchema, name string) Param {
	types := declared.Types(name)
	enum, _ := declared.Property(name)["enum"].([]any)
	return Param{
		Name:     name,
		Type:     singleType(types),
		Types:    types,
		Enum:     enum,
		Required: declared.Requires(name),
	}
}

// singleType is the one type beside null; "" for none or several.
func singleType(types []string) string {
	rest := slices.DeleteFunc(slices.Clone(types), func(name string) bool { return name == "null" })
	switch {
	case len(rest) == 1:
		return rest[0]
	case slices.Equal(rest, []string{"integer", "number"}):
		return "number"
	}
	return ""
}
