package storetest

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	diff "github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/plan"
)

// orders are what the pages below are ordered by: a minus is descending.
var orders = []string{
	"", "id", "-id", "name", "-name", "count", "-count", "score", "-flag", "flag", "either", "-either", "version", "-createdAt",
	"count name", "-count name", "count -name", "-count -name", "flag -score name", "-flag score -count", "authorId -name",
	"-version count", "version -count", "name id -count", "-score -id", "loose", "-loose name", "either -count", "status -either",
}

// testPaging compares pages of every order, by cursor and by page, with a sort
// of the same rows in Go; the order keys are projected, or not.
func testPaging(t *testing.T, open Opener) {
	var documents []string
	for i, order := range orders {
		documents = append(documents, view(fmt.Sprintf("narrow-%d", i), "  fields: [id]\n"+orderBy(order)), view(fmt.Sprintf("wide-%d", i), orderBy(order)))
	}
	f := with(t, open, documents...)
	rows := manyRows(60)
	f.insert(rows...)
	for i, order := range orders {
		for _, width := range []string{"narrow", "wide"} {
			t.Run("order by "+order+", "+width, func(t *testing.T) {
				f.compare(t, f.plan.View(fmt.Sprintf("%s-%d", width, i)), rows)
			})
		}
	}
}

func (f *fixture) compare(t *testing.T, v *plan.View, rows []*content.Entry) {
	want := sorted(v, rows)
	for name, got := range map[string][]string{"page": f.byPage(t, v), "cursor": f.byCursor(t, v)} {
		if d := diff.Diff(want, got); d != "" {
			t.Errorf("by %s: -want +got\n%s", name, d)
		}
	}
}

func orderBy(order string) string {
	if order == "" {
		return ""
	}
	var terms []string
	for term := range strings.FieldsSeq(order) {
		field, descending := strings.CutPrefix(term, "-")
		direction := "asc"
		if descending {
			direction = "desc"
		}
		terms = append(terms, fmt.Sprintf("{ field: %s, direction: %s }", field, direction))
	}
	return "  orderBy: [" + strings.Join(terms, ", ") + "]"
}

// manyRows have few different values, so that ties and nulls abound.
func manyRows(n int) (rows []*content.Entry) {
	pick := rand.New(rand.NewPCG(1, 2))
	choices := map[string][]any{
		"name":   {nil, "", "a", "B", "b", "ä", "字"},
		"count":  {nil, int64(-2), int64(0), int64(1), int64(1) << 60},
		"score":  {nil, -0.5, 0.0, 0.25, 1e20, int64(3)},
		"flag":   {nil, true, false},
		"either": {nil, "10", "9", int64(9), int64(10)},
		"loose":  {nil, "10", "9", "b"},
	}
	for i := range n {
		data := map[string]any{}
		for property, values := range choices {
			if v := values[pick.IntN(len(values))]; v != nil {
				data[property] = v
			}
		}
		e := draft(fmt.Sprintf("row-%02d", (i*37)%n), data)
		e.CreatedAt, e.Version = int64(pick.IntN(3)), int64(1+pick.IntN(2))
		e.Status = []content.Status{content.Draft, content.Published}[pick.IntN(2)]
		e.AuthorID = []string{"", "x", "y"}[pick.IntN(3)]
		rows = append(rows, e)
	}
	return rows
}

const pageOf = 7

func (f *fixture) byPage(t *testing.T, v *plan.View) (found []string) {
	t.Helper()
	for offset := int64(0); ; offset += pageOf {
		got := idsInOrder(t, f.rows(content.ViewQuery{View: v, Limit: pageOf, Offset: offset}))
		found = append(found, got...)
		if len(got) < pageOf {
			return found
		}
	}
}

func (f *fixture) byCursor(t *testing.T, v *plan.View) (found []string) {
	t.Helper()
	q := content.ViewQuery{View: v, Limit: pageOf, Keys: true}
	for range 100 {
		page, err := f.store.View(context.Background(), q, nil)
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, idsInOrder(t, string(page.Rows))...)
		if page.Count < pageOf {
			return found
		}
		if len(page.Last) != len(v.Order())+1 || page.Last[len(v.Order())] != found[len(found)-1] {
			t.Fatalf("the keys %v are not those of %s", page.Last, found[len(found)-1])
		}
		q.After = page.Last
	}
	t.Fatal("the pages have no end")
	return nil
}

// sorted is the order that open-parts.md promises: nulls before everything,
// text by bytes, ties by id in the direction of the last term.
func sorted(v *plan.View, rows []*content.Entry) (found []string) {
	rows = slices.Clone(rows)
	slices.SortFunc(rows, func(a, b *content.Entry) int {
		last := 1
		for _, term := range v.Order() {
			last = 1
			if term.Desc {
				last = -1
			}
			name := term.Column.Name()
			if c := compare(value(a, name), value(b, name)) * last; c != 0 {
				return c
			}
		}
		return strings.Compare(a.ID, b.ID) * last
	})
	for _, e := range rows {
		found = append(found, e.ID)
	}
	return found
}

func value(e *content.Entry, column string) any {
	switch column {
	case "id":
		return e.ID
	case "status":
		return string(e.Status)
	case "version":
		return e.Version
	case "createdAt":
		return e.CreatedAt
	case "authorId":
		if e.AuthorID == "" {
			return nil
		}
		return e.AuthorID
	default:
		return e.Data[column]
	}
}

func compare(a, b any) int {
	if rank(a) != rank(b) {
		return rank(a) - rank(b)
	}
	switch a := a.(type) {
	case string:
		return strings.Compare(a, b.(string))
	case bool:
		return truth(a) - truth(b.(bool))
	case int64, float64:
		return cmp.Compare(number(a), number(b))
	default:
		return 0
	}
}

// rank puts null before numbers and numbers before text, where a column holds
// both.
func rank(v any) int {
	switch v.(type) {
	case nil:
		return 0
	case string:
		return 2
	default:
		return 1
	}
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

func number(v any) float64 {
	if n, ok := v.(int64); ok {
		return float64(n)
	}
	return v.(float64)
}
