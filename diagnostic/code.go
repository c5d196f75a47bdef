package diagnostic

import "net/http"

// Code names a kind of finding. Codes are stable: clients and tests rely on
// them.
type Code string

// Meaning is what the catalogue knows of a code.
type Meaning struct {
	Code     Code
	Phases   []Phase
	Severity Severity
	Status   int    // HTTP status when it reaches a caller
	Text     string // one line for docs/diagnostics.md
}

// StatusOf is the HTTP status of a code; a code outside the catalogue is 500,
// as open-parts.md says of any other code that reaches a caller.
func StatusOf(code Code) int {
	if m, ok := byCode[code]; ok {
		return m.Status
	}
	return http.StatusInternalServerError
}

// Catalogue lists every code in the order of docs/diagnostics.md.
func Catalogue() []Meaning { return append([]Meaning(nil), catalogue...) }

// Lookup finds a code in the catalogue.
func Lookup(code Code) (Meaning, bool) {
	m, ok := byCode[code]
	return m, ok
}

var byCode = index(catalogue)

func index(list []Meaning) map[Code]Meaning {
	m := make(map[Code]Meaning, len(list))
	for _, each := range list {
		m[each.Code] = each
	}
	return m
}
