package plan

import (
	"errors"
	"testing"

	"github.com/quartet-dev/quartet/internal/jsonschema"
	"github.com/quartet-dev/quartet/internal/manifest"
)

// An operator who reads that a schema cannot be compiled finds the compiler's
// reason in the chain.
func TestACompilersErrorIsTheCause(t *testing.T) {
	set, _ := manifest.Parse([]manifest.File{{Name: "site.yaml", Data: []byte(`
apiVersion: quartet/v1
kind: Schema
metadata: { name: notes }
spec: { title: Notes, schema: { type: object } }
`)}})
	var l linker
	why := errors.New("the compiler's reason")
	l.compile(&set.Schemas[0].Atom, "/spec/schema", func(any) (*jsonschema.Schema, error) { return nil, why }, nil)
	if len(l.problems) != 1 || !errors.Is(l.problems[0], why) {
		t.Errorf("the problems are %v", l.problems)
	}
}
