package manifest

import "slices"

// What follows is the closed vocabulary of the language, for whoever describes it
// to others: internal/manifest/language writes it into JSON Schemas.

// Kinds lists the kinds of atoms.
func Kinds() []Kind { return slices.Clone(kinds) }

// Methods lists the methods of HTTP Triggers.
func Methods() []string { return slices.Clone(methods) }

// ErrorPolicies lists what the errorPolicy of a lifecycle Trigger may be.
func ErrorPolicies() []string { return []string{abortPolicy, continuePolicy} }

// HandlerKinds lists the kinds of handlers.
func HandlerKinds() []string { return []string{refHandler, builtinHandler} }

// Directions lists the directions of orderBy, the default first.
func Directions() []string { return slices.Clone(directions) }

// Dialects lists the dialects of a sql View that is a map.
func Dialects() []string { return slices.Clone(dialects) }

// ReservedColumns lists the columns that every entry has beside its properties.
func ReservedColumns() []string { return slices.Clone(reservedColumns) }

// RefusedProperties lists the other names that no property of a Schema has.
// Neither list counts case.
func RefusedProperties() []string { return slices.Clone(refusedProperties) }

// ReservedParams lists the names that no param has.
func ReservedParams() []string { return slices.Clone(reservedParams) }

// MaxProperties is the most properties that a Schema has.
const MaxProperties = maxProperties

// SharedMaxAge is the range of cache.sharedMaxAge, in seconds.
func SharedMaxAge() (least, most int) { return minSharedMaxAge, maxSharedMaxAge }

// NamePattern is what every metadata.name matches.
func NamePattern() string { return namePattern.String() }

// IndexedNamePattern is what the name of a Schema with an index matches, too.
func IndexedNamePattern() string { return indexedName.String() }

// PropertyPattern is what the name of a Schema's property matches.
func PropertyPattern() string { return propertyPattern.String() }

// IDInput is the input property that names an entry to a builtin op.
const IDInput = idInput

// InputDemand is what a builtin op asks of one property of its input.
type InputDemand struct {
	Name     string
	Types    []string // one of these, alone and not nullable
	Declared bool     // it must be there
	Required bool     // and under required
}

// InputContract lists what an op asks of its input, without what match or the
// Schema adds.
func InputContract(op BuiltinOp) []InputDemand {
	contract := inputContracts[op]
	demands := []InputDemand{
		{idInput, idTypes, contract.id >= declared, contract.id == required},
		{versionInput, versionTypes, contract.version >= declared, contract.version == required},
	}
	wanted := []demand{contract.id, contract.version}
	var asked []InputDemand
	for i, each := range demands {
		if wanted[i] != nothing {
			asked = append(asked, each)
		}
	}
	return asked
}
