package postgres

import (
	"fmt"
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/store/postgres/viewrole"
)

// CheckNames refuses properties of a Schema whose names PostgreSQL cuts to one: the one
// that comes later, at its place. Other databases tell them apart.
// A start refuses them before it changes anything.
func CheckNames(of *plan.Plan) (list diag.List) {
	for _, s := range of.Schemas() {
		seen := map[string]string{}
		for _, c := range s.Properties() {
			cut := viewrole.Cut(c.Name())
			if other, taken := seen[cut]; taken {
				list.Add(sameName(s, other, c.Name()))
			}
			seen[cut] = c.Name()
		}
	}
	return list
}

func sameName(s *plan.Schema, first, second string) *diag.Diagnostic {
	pointer := "/spec/schema/properties/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(second)
	d := s.At(diag.InvalidManifestEnvelope, pointer, fmt.Sprintf(
		"PostgreSQL keeps 63 bytes of a name, and has this one and %q for the same.", first))
	d.Suggestion = "Shorten one of them."
	return d
}
