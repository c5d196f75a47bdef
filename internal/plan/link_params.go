package plan

import (
	"slices"

	"github.com/quartet-dev/quartet/internal/diag"
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

// sent refuses x-service-bind in what callers send, where nothing is stamped,
// but for what stamped says that the server stamps all the same.
func (l *linker) sent(atom *manifest.Atom, pointer string, declared *manifest.JSONSchema, stamped []Bind) {
	if declared == nil {
		return
	}
	binds, problems := jsonschema.Binds(declared.Doc)
	for _, each := range problems {
		l.fail(atom, each.Code, pointer+each.Pointer, each.Message)
	}
	for _, b := range binds {
		isSame := func(other Bind) bool { return slices.Equal(other.Path, b.Path) && string(other.Value) == b.Value }
		if !slices.ContainsFunc(stamped, isSame) {
			l.fail(atom, diag.BindPlaceInvalid, pointer+b.Pointer,
				"x-service-bind stamps entries of a Schema; here the value would be the caller's.")
		}
	}
}
