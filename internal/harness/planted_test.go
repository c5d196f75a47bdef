package harness_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/quartet-dev/quartet/internal/harness"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
)

// reference is a property that one of the Schemas has more than the others.
var reference = map[string]string{"joined": "parent: { type: string, x-service-ref: either }"}

// siteOf makes a site of all cases of a file: a Schema and a View for each.
func siteOf(t *testing.T, file string) (*plan.Plan, map[string]string) {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	var site strings.Builder
	want := map[string]string{}
	for _, f := range archive.Files {
		indexes, view, _ := strings.Cut(string(f.Data), "view: ")
		want[f.Name] = strings.TrimPrefix(strings.Split(indexes, "\n")[0], "# ")
		fmt.Fprintf(&site, `
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: %[1]s }
spec:
  title: %[1]s
  schema:
    type: object
    required: [color, price]
    properties:
      color: { type: string }
      size: { type: string }
      owner: { type: string }
      price: { type: integer }
      featured: { type: boolean }
      %[4]s
  %[2]s
---
apiVersion: quartet/v1
kind: View
metadata: { name: view-%[1]s }
spec: %[3]s
`, f.Name, strings.ReplaceAll(strings.TrimSpace(indexes), "\n", "\n  "), strings.TrimSpace(view), reference[f.Name])
	}
	return plantest.Seal(t, strings.TrimPrefix(site.String(), "\n---\n")), want
}

func checked(t *testing.T, p *plan.Plan, rows int) *harness.Report {
	t.Helper()
	r, err := harness.Check(t.Context(), p, harness.Options{Rows: rows, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

const (
	planted = 11
	served  = 11
	seed    = 1
	rows    = 3000
)

// A View without its index is found, and the index that is proposed is the one
// that it lacks.
func TestMissingIndexesAreFound(t *testing.T) {
	p, want := siteOf(t, "planted.txtar")
	r := checked(t, p, rows)
	if len(r.Views) != planted {
		t.Fatalf("%d cases, want %d", len(r.Views), planted)
	}
	for _, v := range r.Views {
		var lines []string
		for _, m := range r.Missing {
			if slices.Contains(m.Views, v.View) {
				lines = append(lines, strings.TrimPrefix(m.Line, "- "))
			}
		}
		if got := strings.Join(lines, " "); v.Verdict != harness.Scans || got != want[strings.TrimPrefix(v.View, "view-")] {
			t.Errorf("%s %s: %s, proposed %s; want %s\n\t%+v", v.View, v.Verdict, v.Reason, got, want[strings.TrimPrefix(v.View, "view-")], *v.Reading)
		} else if v.With == nil || v.With.Visited > 8*v.With.Rows+64 {
			t.Errorf("%s still scans with %s: %+v", v.View, got, v.With)
		}
	}
}

// A View that is served is none of them.
func TestServedViewsPass(t *testing.T) {
	p, _ := siteOf(t, "served.txtar")
	r := checked(t, p, rows)
	if len(r.Views) != served || len(r.Missing) != 0 {
		t.Errorf("%d cases, want %d; missing: %+v", len(r.Views), served, r.Missing)
	}
	for _, v := range r.Views {
		if v.Verdict != harness.Served || v.Reading.Rows == 0 || !v.Reading.Exact {
			t.Errorf("%s %s: %s %+v", v.View, v.Verdict, v.Reason, *v.Reading)
		}
	}
}
