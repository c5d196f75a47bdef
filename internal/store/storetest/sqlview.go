package storetest

import (
	"testing"

	"github.com/quartet-dev/quartet/internal/content"
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
}
