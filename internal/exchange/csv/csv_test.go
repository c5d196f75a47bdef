package csv_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/exchange/csv"
	"github.com/quartet-dev/quartet/internal/exchange/mapping"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
)

const schema = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: notes }
spec: { title: Notes, schema: { type: object, properties: { a: { type: string }, b: { type: integer } } } }
`

func mapped(t testing.TB, text string) *mapping.Mapping {
	t.Helper()
	m, problems := mapping.Read("map.yaml", []byte(text), plantest.Seal(t, schema))
	if problems != nil {
		t.Fatal(problems)
	}
	return m
}

func TestLinesAreRecords(t *testing.T) {
	m := mapped(t, `{ collection: notes, data: { a: A } }`)
	r, err := csv.Open("x.csv", strings.NewReader("\uFEFFA,B\r\n\"one\nline\",2\nx,\n"), m)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []map[string]any{{"A": "one\nline", "B": "2"}, {"A": "x"}} {
		got, err := r.Next()
		if err != nil || got.Problem != nil {
			t.Fatal(got, err)
		}
		if diff := cmp.Diff(want, got.Fields); diff != "" {
			t.Error(diff)
		}
	}
	if _, err := r.Next(); !errors.Is(err, io.EOF) {
		t.Error(err)
	}
}

func TestFilesThatAreRefused(t *testing.T) {
	m := mapped(t, `{ collection: notes, data: { a: A } }`)
	for name, text := range map[string]string{
		"nothing":             "",
		"no such column":      "B,C\n1,2\n",
		"a column twice":      "A,A\n1,2\n",
		"too many columns":    "A" + strings.Repeat(",", 1000) + "\n",
		"a field without end": "A,B\n\"" + strings.Repeat("x\n", 5<<20),
	} {
		t.Run(name, func(t *testing.T) {
			r, err := csv.Open("x.csv", strings.NewReader(text), m)
			if err == nil {
				_, err = r.Next()
			}
			if !diag.HasCode(err, diag.ImportFileInvalid) {
				t.Error(err)
			}
		})
	}
}

func TestLinesThatAreRefusedLeaveTheRest(t *testing.T) {
	m := mapped(t, `{ collection: notes, data: { a: A } }`)
	r, err := csv.Open("x.csv", strings.NewReader("A,B\n1\na\"b,2\n\xff,2\nfine,2\n"), m)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []int{2, 3, 4} {
		got, err := r.Next()
		if err != nil || got.Problem == nil || got.Problem.Source.Line != want {
			t.Errorf("%+v %v", got, err)
		}
	}
	if got, err := r.Next(); err != nil || got.Problem != nil {
		t.Error(got, err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("A,B\n1,2\n\"x\ny\",\n")
	m := mapped(f, `{ collection: notes, data: { a: A, b: { from: B, as: integer } } }`)
	f.Fuzz(func(t *testing.T, text string) {
		r, err := csv.Open("x.csv", strings.NewReader(text), m)
		for source, _ := mapping.Source(r, m, nil); err == nil; {
			_, err = source.Next()
		}
		if !errors.Is(err, io.EOF) && !diag.HasCode(err, diag.ImportFileInvalid) {
			t.Error(err)
		}
	})
}
