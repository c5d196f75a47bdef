package layout

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
)

// schema is notes with these properties, and further keys of spec.
func schema(t *testing.T, properties, keys string) *plan.Schema {
	t.Helper()
	return rooted(t, "properties: { "+properties+" }", keys)
}

// rooted is notes with these keywords beside type.
func rooted(t *testing.T, keywords, keys string) *plan.Schema {
	t.Helper()
	return plantest.Seal(t, fmt.Sprintf(`
apiVersion: quartet/v1
kind: Schema
metadata: { name: notes }
spec:
  title: Notes
  schema: { type: object, %s }
%s`, keywords, keys)).Schema("notes")
}

const plain = `title: { type: string }, stars: { type: integer }`

// What a table needs is told from two layouts alone.
func TestTheDifferenceOfLayouts(t *testing.T) {
	for name, test := range map[string]struct {
		before, beforeKeys, after, afterKeys string
		want                                 string
	}{
		"nothing":          {before: plain, after: plain},
		"another order":    {before: plain, after: `stars: { type: integer }, title: { type: string }`},
		"a new property":   {before: plain, after: plain + `, extra: { type: number }`, want: "added extra"},
		"a removed one":    {before: plain, after: `title: { type: string }`, want: "stale stars"},
		"another type":     {before: plain, after: `title: { type: string }, stars: { type: number }`, want: "replaced stars"},
		"another case":     {before: plain, after: `title: { type: string }, Stars: { type: integer }`, want: "replaced Stars"},
		"an index":         {before: plain, after: plain, afterKeys: "  indexes: [[stars]]", want: "indexed [stars]"},
		"an index no more": {before: plain, beforeKeys: "  indexes: [[stars]]", after: plain, want: "unindexed 1"},
		"another type of an indexed one": {
			before: plain, beforeKeys: "  indexes: [[stars]]", after: `title: { type: string }, stars: { type: number }`, afterKeys: "  indexes: [[stars]]",
			want: "replaced stars, unindexed 1, indexed [stars]",
		},
	} {
		t.Run(name, func(t *testing.T) {
			after := schema(t, test.after, test.afterKeys)
			have, want := Of(schema(t, test.before, test.beforeKeys)), Of(after)
			if diff := cmp.Diff(test.want, told(difference(after, have, want))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func told(w *work) string {
	var lines []string
	for _, each := range []struct {
		what    string
		columns []*plan.Column
	}{{"added", w.added}, {"replaced", w.replaced}, {"returned", w.returned}} {
		for _, c := range each.columns {
			lines = append(lines, each.what+" "+c.Name())
		}
	}
	for _, c := range w.stale {
		lines = append(lines, "stale "+c.Name)
	}
	if len(w.oldIndexes) > 0 {
		lines = append(lines, fmt.Sprint("unindexed ", len(w.oldIndexes)))
	}
	for _, index := range w.newIndexes {
		var names []string
		for _, c := range index.Columns() {
			names = append(names, c.Name())
		}
		lines = append(lines, fmt.Sprint("indexed ", names))
	}
	return strings.Join(lines, ", ")
}

// A property that returns finds its column, and a table that has stale columns
// beside what is wanted fits.
func TestAStaleColumnIsLeftAndTakenBack(t *testing.T) {
	whole, less := schema(t, plain, ""), schema(t, `title: { type: string }`, "")
	have := Of(less)
	have.Columns = append(have.Columns, difference(less, Of(whole), have).stale...)
	if found := (Layouts{"notes": have}); !found.Take(less) || !have.fits(Of(less)) || have.fits(Of(whole)) {
		t.Errorf("%+v takes less: %t, fits all: %t", have, found.Take(less), have.fits(Of(whole)))
	}
	if got := told(difference(whole, have, Of(whole))); got != "returned stars" {
		t.Errorf("the property returns: %s", got)
	}
}
