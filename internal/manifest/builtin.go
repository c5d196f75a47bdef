package manifest

import (
	"slices"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/yamldoc"
)

// BuiltinOp is the op of a builtin handler.
type BuiltinOp string

// The builtin ops.
const (
	OpCreate  BuiltinOp = "create"
	OpUpdate  BuiltinOp = "update"
	OpUpsert  BuiltinOp = "upsert"
	OpDelete  BuiltinOp = "delete"
	OpArchive BuiltinOp = "archive"
)

var builtinOps = []BuiltinOp{OpCreate, OpUpdate, OpUpsert, OpDelete, OpArchive}

// BuiltinOps lists the builtin ops.
func BuiltinOps() []BuiltinOp { return slices.Clone(builtinOps) }

// Builtin is a builtin handler.
type Builtin struct {
	Op     BuiltinOp
	Schema string
	Match  []string // upsert only; nil without
}

func (p *place) builtin() *Builtin {
	f, _ := p.mapping("kind", "op", "schema", "match")
	b := &Builtin{}
	b.Op = BuiltinOp(f.need("op").oneOf(texts(builtinOps)...))
	b.Schema = f.need("schema").text()
	match := f.get("match")
	switch {
	case match == nil:
	case b.Op != OpUpsert && b.Op != "":
		match.failKey(p.code, "Only op: upsert has a match.")
	default:
		for _, name := range match.distinctTexts("property names") {
			b.Match = append(b.Match, name)
		}
		if len(b.Match) == 0 && !match.faulty() {
			match.wrong("A match needs at least one property.")
		}
	}
	return b
}

// demand is what an op asks of an input property.
type demand uint8

const (
	nothing    demand = iota
	ifDeclared        // of the strict type, if it is there
	declared          // there, of the strict type
	required          // there, of the strict type, and under required
)

// inputContracts are the contract's input contracts for id and expectedVersion.
var inputContracts = map[BuiltinOp]struct{ id, version demand }{
	OpCreate:  {nothing, nothing},
	OpUpdate:  {required, required},
	OpUpsert:  {ifDeclared, declared},
	OpDelete:  {required, nothing},
	OpArchive: {required, nothing},
}

// The input properties that builtin ops give a meaning to.
const (
	idInput      = "id"
	versionInput = "expectedVersion"
)

// checkInput checks the input contract as far as the Procedure alone decides
// it; what the target Schema has to do with it is for the graph to say.
func (b *Builtin) checkInput(p *place, input *JSONSchema) {
	contract := inputContracts[b.Op]
	c := inputCheck{p, input, p.child("required").faulty()}
	if id := p.child("properties").child(idInput); b.Match != nil && id != nil {
		id.failKey(diag.BuiltinHandlerContractInvalid, "An upsert with match finds its entry by the matched properties; its input must not declare id.")
	} else {
		c.want(idInput, contract.id, idTypes...)
	}
	c.want(versionInput, contract.version, versionTypes...)
}

// The types of those, the first of which is the contract's.
var (
	idTypes      = []string{"string"}
	versionTypes = []string{"number", "integer"}
)

// inputCheck is an input that a builtin op asks something of.
type inputCheck struct {
	*place
	input          *JSONSchema
	requiredFaulty bool // by itself, so that nothing can be said of what it lists
}

// want checks one property against what the op asks of it.
func (c inputCheck) want(name string, wanted demand, types ...string) {
	properties := c.child("properties")
	property := properties.child(name)
	switch {
	case wanted == nothing, properties.isOtherThan(yamldoc.Mapping):
	case property != nil:
		property.wantStrict(types)
		if wanted == required && !c.input.Requires(name) && !c.requiredFaulty {
			c.failBelow(diag.BuiltinHandlerContractInvalid, "/required", "This builtin op needs "+name+" under required.").Expected = name
		}
	case wanted != ifDeclared:
		c.failBelow(diag.BuiltinHandlerContractInvalid, "/properties/"+name, "This builtin op needs the input property "+name+".").Expected = types[0]
	}
}

func (p *place) isOtherThan(kind yamldoc.Kind) bool { return p != nil && p.node.Kind != kind }

// wantStrict wants one of the scalar types, neither in a list nor nullable.
func (p *place) wantStrict(types []string) {
	if p.isOtherThan(yamldoc.Mapping) {
		return
	}
	message := "This builtin op needs the one type " + types[0] + " here."
	declared, nullable := p.child("type"), p.child("nullable")
	switch {
	case declared.faulty():
	case declared == nil:
		p.failBelow(diag.BuiltinHandlerContractInvalid, "/type", message).Expected = types[0]
	case !slices.Contains(types, declared.string()):
		declared.fail(diag.BuiltinHandlerContractInvalid, message).Expected = types[0]
	case nullable != nil && nullable.node.Value == true:
		nullable.fail(diag.BuiltinHandlerContractInvalid, "This builtin op needs a value here; it cannot be null.").Expected = false
	}
}
