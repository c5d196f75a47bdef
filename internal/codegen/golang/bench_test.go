package golang_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/codegen/golang"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
)

// BenchmarkPrint prints a site of 50 Schemas with a View and a Procedure each.
func BenchmarkPrint(b *testing.B) {
	yaml := new(strings.Builder)
	for i := range 50 {
		fmt.Fprintf(yaml, `---
apiVersion: quartet/v1
kind: Schema
metadata: { name: s%[1]d }
spec:
  title: S
  lifecycle: publishing
  schema:
    type: object
    required: [a, b]
    properties: { a: { type: string }, b: { type: integer }, c: { type: string, enum: [x, y, z] }, d: { type: array, items: { type: object, properties: { e: { type: string } } } } }
---
apiVersion: quartet/v1
kind: View
metadata: { name: v%[1]d }
spec: { surface: public, from: s%[1]d }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: p%[1]d }
spec:
  input: { type: object, required: [a], properties: { a: { type: string }, c: { type: string, enum: [x, y, z] } } }
  output: { type: object, properties: { a: { type: string } } }
  handler: { kind: ref, ref: h%[1]d }
`, i)
	}
	m := modelOf(b, plantest.Seal(b, yaml.String()))
	b.ResetTimer()
	for b.Loop() {
		if _, err := golang.Print(m, "example.org/x/service"); err != nil {
			b.Fatal(err)
		}
	}
}
