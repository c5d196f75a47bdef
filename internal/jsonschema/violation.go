package jsonschema

import (
	"cmp"
	"slices"

	library "github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

// Violation is the first failing place of a value: the JSON pointer into the
// value (for a missing property: of that property), the failing keyword, and
// one sentence on what was expected. It quotes the schema, never the value.
type Violation struct {
	Pointer  string
	Keyword  string
	Message  string
	Expected any
}

// first is the least violation by pointer, then keyword. list is not empty.
func first(list []*Violation) *Violation {
	return slices.MinFunc(list, func(a, b *Violation) int {
		return cmp.Or(cmp.Compare(a.Pointer, b.Pointer), cmp.Compare(a.Keyword, b.Keyword))
	})
}

// violations flattens what the library found to the failures that a caller can
// act on. There is always one.
func violations(failed *library.ValidationError) []*Violation {
	switch reason := failed.ErrorKind.(type) {
	case *kind.Schema, *kind.Group, *kind.Reference:
		return inside(failed)
	case *kind.AnyOf: // made by nullOr alone: null, or what was declared
		return violations(failed.Causes[len(failed.Causes)-1])
	case *kind.OneOf:
		return choice(failed)
	case *kind.Required:
		return eachProperty(failed, "required", reason.Missing, "This property is required.")
	case *kind.AdditionalProperties:
		return eachProperty(failed, "additionalProperties", reason.Properties, "There is no property of this name.")
	}
	return []*Violation{worded(failed)}
}

func inside(failed *library.ValidationError) []*Violation {
	var list []*Violation
	for _, cause := range failed.Causes {
		list = append(list, violations(cause)...)
	}
	if len(list) == 0 {
		return []*Violation{worded(failed)}
	}
	return list
}

func eachProperty(failed *library.ValidationError, keyword string, names []string, message string) []*Violation {
	at := place(failed)
	list := make([]*Violation, len(names))
	for i, name := range names {
		list[i] = &Violation{Pointer: at + jsonvalue.Pointer(name), Keyword: keyword, Message: message}
	}
	return list
}

func place(failed *library.ValidationError) string {
	return jsonvalue.Pointer(failed.InstanceLocation...)
}

// choice answers for a oneOf: with the violations of the one branch that was
// plainly meant, else at the oneOf's own place.
func choice(failed *library.ValidationError) []*Violation {
	var meant [][]*Violation
	for _, branch := range failed.Causes {
		if list := violations(branch); !otherBranch(len(failed.InstanceLocation), list) {
			meant = append(meant, list)
		}
	}
	if len(meant) == 1 {
		return meant[0]
	}
	return []*Violation{{
		Pointer: place(failed), Keyword: "oneOf",
		Message: "Must match exactly one of the allowed forms.",
	}}
}

// otherBranch tells that a branch was not meant: the value's own type differs,
// or a const right below it, the discriminator. depth is that of the oneOf.
func otherBranch(depth int, list []*Violation) bool {
	return slices.ContainsFunc(list, func(v *Violation) bool {
		below := len(jsonvalue.SplitPointer(v.Pointer)) - depth
		return v.Keyword == "type" && below == 0 || v.Keyword == "const" && below <= 1
	})
}
