package manifest

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/yamldoc"
)

// reader reads one document and collects what is wrong with it.
type reader struct {
	atom     *Atom
	problems diag.List
}

// place is a value on the way down from the root of a document. A nil place
// is a key that is absent: reading it gives nothing and reports nothing, so
// that a missing key is reported once, by need.
type place struct {
	*reader
	code  diag.Code // of a wrong shape here and below
	up    *place
	token string
	key   *yamldoc.Field // nil at the root and in a list
	node  *yamldoc.Node
}

func (r *reader) root(doc *yamldoc.Document) *place {
	return &place{reader: r, code: diag.InvalidManifestEnvelope, node: doc.Root}
}

// as is the place with another code for wrong shapes.
func (p *place) as(code diag.Code) *place {
	if p == nil {
		return nil
	}
	other := *p
	other.code = code
	return &other
}

func (p *place) pointer() string {
	var tokens []string
	for at := p; at != nil && at.up != nil; at = at.up {
		tokens = append(tokens, at.token)
	}
	slices.Reverse(tokens)
	return jsonvalue.Pointer(tokens...)
}

func (p *place) field(f *yamldoc.Field) *place {
	return &place{reader: p.reader, code: p.code, up: p, token: f.Key, key: f, node: f.Value}
}

// child is the value of a key, wanted or not; nil without.
func (p *place) child(key string) *place {
	if p == nil || p.node.Kind != yamldoc.Mapping {
		return nil
	}
	if f := p.node.Field(key); f != nil {
		return p.field(f)
	}
	return nil
}

// members gives the values of a mapping, as long as there is room for problems;
// none when it is no mapping.
func (p *place) members() iter.Seq[*place] {
	return func(yield func(*place) bool) {
		if p == nil || p.node.Kind != yamldoc.Mapping {
			return
		}
		for i := range p.node.Fields {
			if p.isFull() || !yield(p.field(&p.node.Fields[i])) {
				return
			}
		}
	}
}

func (p *place) item(i int) *place {
	return &place{reader: p.reader, code: p.code, up: p, token: strconv.Itoa(i), node: p.node.Items[i]}
}

// fail reports the value at p.
func (p *place) fail(code diag.Code, message string) *diag.Diagnostic {
	return p.report(code, p.pointer(), p.node.Pos, message)
}

// failKey reports the key at p.
func (p *place) failKey(code diag.Code, message string) *diag.Diagnostic {
	at := p.node.Pos
	if p.key != nil {
		at = p.key.Pos
	}
	return p.report(code, p.pointer(), at, message)
}

// failBelow reports what is missing under p: the pointer says where it would
// be, the position is p's.
func (p *place) failBelow(code diag.Code, pointer, message string) *diag.Diagnostic {
	return p.report(code, p.pointer()+pointer, p.node.Pos, message)
}

// wrong reports a wrong shape of the value at p.
func (p *place) wrong(message string) *diag.Diagnostic { return p.fail(p.code, message) }

// maxProblems bounds what is reported of one document, so that a hostile one
// does not answer with more than it holds.
const maxProblems = 1000

func (r *reader) report(code diag.Code, pointer string, at yamldoc.Position, message string) *diag.Diagnostic {
	d := r.atom.diagnostic(code, pointer, at, message)
	if !r.isFull() {
		r.problems.Add(d)
	}
	return d
}

func (r *reader) isFull() bool { return len(r.problems) >= maxProblems }

// faulty reports whether something is reported at p or under it.
func (p *place) faulty() bool {
	if p == nil {
		return false
	}
	path := p.atom.Path(p.pointer())
	return slices.ContainsFunc(p.problems, func(d *diag.Diagnostic) bool { return isWithin(d.Path, path) })
}

func isWithin(path, parent string) bool {
	rest, ok := strings.CutPrefix(path, parent)
	return ok && (rest == "" || rest[0] == '/')
}
