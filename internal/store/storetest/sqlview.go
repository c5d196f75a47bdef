package storetest

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
)

// named is a sql View that every dialect reads alike.
const named = `
apiVersion: quartet/v1
kind: View
metadata: { name: named }
spec:
  surface: staff
  params: { type: object, required: [least, name], properties: { least: { type: number }, name: { type: string } } }
  sql:
    sqlite: &statement |
      SELECT name, flag, tags, 'it is not :name' AS words FROM items
      WHERE score >= :least AND name <> :name ORDER BY name -- up to the end
    postgres: *statement
`

// testSQLViews is about statements written by hand: placeholders, paging and
// how direct columns are shown.
func testSQLViews(t *testing.T, open Opener) {
	f := with(t, open, named)
	for id, data := range map[string]string{
		"1": `{"name":"a","score":1,"flag":true,"tags":["x",{"y":null}]}`,
		"2": `{"name":"b","score":2.5,"flag":false}`,
		"3": `{"name":"c","score":3}`,
		"4": `{"name":"d"}`,
	} {
		f.insert(draft(id, object(t, data)))
	}
	for name, test := range map[string]struct {
		query content.ViewQuery
		want  string
	}{
		"all": {content.ViewQuery{Params: []any{int64(0), ""}, Limit: 9}, `[
			{"name":"a","flag":true,"tags":["x",{"y":null}],"words":"it is not :name"},
			{"name":"b","flag":false,"tags":null,"words":"it is not :name"},
			{"name":"c","flag":null,"tags":null,"words":"it is not :name"}]`},
		"params":       {content.ViewQuery{Params: []any{1.5, "c"}, Limit: 9}, `[{"name":"b","flag":false,"tags":null,"words":"it is not :name"}]`},
		"a page":       {content.ViewQuery{Params: []any{0.0, ""}, Limit: 1, Offset: 1}, `[{"name":"b","flag":false,"tags":null,"words":"it is not :name"}]`},
		"past the end": {content.ViewQuery{Params: []any{0.0, ""}, Limit: 1, Offset: 3}, `[]`},
	} {
		t.Run(name, func(t *testing.T) {
			test.query.View = f.plan.View("named")
			f.wantRows(t, test.query, test.want)
		})
	}
	t.Run("every row", func(t *testing.T) { f.testEach(t) })
}

// testEach reads a View as a whole, while somebody writes and after an error.
func (f *fixture) testEach(t *testing.T) {
	q := content.ViewQuery{View: f.plan.View("named"), Params: []any{int64(0), ""}, Limit: 2}
	var chunks []string
	q.Each = func(rows []byte) error {
		chunks = append(chunks, compact(t, rows))
		f.insert(draft(fmt.Sprint("new", len(chunks)), object(t, fmt.Sprintf(`{"name":"e%d","score":3}`, len(chunks)))))
		return nil
	}
	if got := f.rows(q); got != "[]" {
		t.Errorf("the answer is %s", got)
	}
	row := func(name, flag, tags string) string {
		return fmt.Sprintf(`{"flag":%s,"name":%q,"tags":%s,"words":"it is not :name"}`, flag, name, tags)
	}
	want := []string{
		"[" + row("a", "true", `["x",{"y":null}]`) + "," + row("b", "false", "null") + "]", "[" + row("c", "null", "null") + "]",
	}
	if diff := cmp.Diff(want, chunks); diff != "" {
		t.Error(diff)
	}
	stop := diag.At(diag.ResourceExhausted, "", "Enough.")
	q.Each = func([]byte) error { return stop }
	if _, err := f.store.View(t.Context(), q, nil); diag.As(err) != stop {
		t.Errorf("got %v, want the error of Each", err)
	}
}

// compact is JSON without spaces, its members in order.
func compact(t *testing.T, text []byte) string {
	t.Helper()
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
