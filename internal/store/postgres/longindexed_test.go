package postgres_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest"
)

const indexedPapers = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: papers }
spec:
  title: Papers
  lifecycle: operational
  schema:
    type: object
    properties:
      one: { type: string }
      first: { type: string }
      second: { type: string }
      rank: { type: integer }
      mixed: { type: [string, integer] }
      left: { type: string }
      paper: { type: string, x-service-ref: papers }
      free: { type: string }
  uniqueIndexes: [[left, rank]]
  indexes: [[one], [first, rank, second], [rank, mixed]]
`

// incompressible is a text that PostgreSQL does not make shorter.
func incompressible(n int) string {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	random, text := rand.New(rand.NewPCG(1, uint64(n))), make([]byte, n)
	for i := range text {
		text[i] = letters[random.IntN(len(letters))]
	}
	return string(text)
}

// What an index of PostgreSQL does not hold is refused at the longest value of that index,
// whatever type the property has, and whether it is too long alone or with the others.
func TestAValueThatAnIndexDoesNotHoldIsRefusedAtItsPlace(t *testing.T) {
	p := plantest.Seal(t, indexedPapers)
	s := opened(t, postgrestest.URL(t), p)
	for name, test := range map[string]struct {
		data map[string]any
		path string
	}{
		"a text":                            {map[string]any{"one": incompressible(3000), "free": incompressible(9000)}, "data#/one"},
		"a text past a page":                {map[string]any{"one": incompressible(9000), "free": incompressible(10000)}, "data#/one"},
		"several of one index":              {map[string]any{"first": incompressible(1400), "second": incompressible(1500)}, "data#/second"},
		"several of one index, past a page": {map[string]any{"first": incompressible(8000), "second": incompressible(1900)}, "data#/first"},
		"a text where numbers are too":      {map[string]any{"mixed": incompressible(3000)}, "data#/mixed"},
		"... past a page":                   {map[string]any{"mixed": incompressible(9000)}, "data#/mixed"},
		"of a unique index":                 {map[string]any{"left": incompressible(3000), "rank": 1}, "data#/left"},
		"a reference":                       {map[string]any{"paper": incompressible(3000)}, "data#/paper"},
		"behind a number":                   {map[string]any{"rank": 7, "mixed": incompressible(3000)}, "data#/mixed"},
		"characters of several bytes":       {map[string]any{"one": wide(1200)}, "data#/one"},
	} {
		t.Run(name, func(t *testing.T) {
			e := &content.Entry{ID: fmt.Sprintf("%x", name), Status: content.Draft, Version: 1, Data: test.data}
			err := s.Write(t.Context(), &content.Write{Op: content.Insert, Schema: p.Schema("papers"), Entry: e})
			var d *diag.Diagnostic
			if !errors.As(err, &d) || d.Code != diag.InputValidationFailed || d.Path != test.path {
				t.Errorf("%+v %v", d, err)
			}
		})
	}
	e := &content.Entry{ID: "compressible", Status: content.Draft, Version: 1, Data: map[string]any{"one": strings.Repeat("x", 9000)}}
	if err := s.Write(t.Context(), &content.Write{Op: content.Insert, Schema: p.Schema("papers"), Entry: e}); err != nil {
		t.Error(err)
	}
}

func wide(n int) string {
	random, text := rand.New(rand.NewPCG(1, 1)), make([]rune, n)
	for i := range text {
		text[i] = rune(0x4e00 + random.IntN(0x5000))
	}
	return string(text)
}
