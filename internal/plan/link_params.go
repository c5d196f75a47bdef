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
	p.doc, p.written = declared.Doc, declared.Written
	p.schema = l.compile(atom, pointer, jsonschema.Compile, declared.Doc)
	for i, name := range slices.Sorted(slices.Values(declared.Properties)) {
		p.slots[name] = i
		p.all = append(p.all, Param{Name: name, Types: declared.Types(name)})
	}
	return p
}
