package app_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
)

const statements = `apiVersion: quartet/v1
kind: Schema
metadata: { name: tea-notes }
spec: { title: Notes, schema: { type: object, properties: { text: { type: string }, size: { type: integer } } } }
---
apiVersion: quartet/v1
kind: View
metadata: { name: some }
spec:
  surface: staff
  params: { type: object, required: [from], properties: { from: { type: integer } } }
  sql: `

// SQLite's own words, at the line and column of the statement in the file.
func TestStatementsThatTheDatabaseRefuses(t *testing.T) {
	for sql, want := range map[string]string{
		`SELECT text FROM "tea-notes" WHERE size > :from`:                                                             "",
		`SELECT count(*), json_extract(data, '$.text') FROM "tea-notes", json_each(data, '$.tags')`:                   "",
		`SELECT n FROM (WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT n FROM t) -- for ever`: "", // none is run
		`{ postgres: SELECT data ->> 'text' FROM nowhere }`:                                                           "",

		`SELECT txet FROM "tea-notes"`:                                          "12:15 no such column: txet. text",
		`SELECT text FORM "tea-notes"`:                                          `12:25 near ""tea-notes"": syntax error. `,
		`SELECT text FROM "tea-nots"`:                                           "12:8 no such table: tea-nots. tea-notes",
		"|\n    SELECT text,\n      n.sise\n    FROM \"tea-notes\" AS n":        "14:7 no such column: n.sise. size",
		"{ sqlite: SELECT shout(text) FROM \"tea-notes\", postgres: SELECT 1 }": "12:25 no such function: shout. ",
		`SELECT rowid FROM "tea-notes"`:                                         "12:15 no such column: rowid. ",
		`SELECT sqlite_version()`:                                               "12:15 not authorized to use function: sqlite_version. ",
		`SELECT * FROM sqlite_schema`:                                           "12:8 access to sqlite_master.type is prohibited. ",
	} {
		p := plantest.Seal(t, statements+sql+"\n")
		var got []string
		for _, d := range app.CheckStatements(t.Context(), p) {
			if d.Code != diag.ViewStatementInvalid || d.Severity != diag.Warning || d.Phase != diag.Validate {
				t.Errorf("%s: %+v", sql, d)
			}
			_, message, _ := strings.Cut(d.Message, "statement: ")
			got = append(got, fmt.Sprintf("%d:%d %s %s", d.Source.Line, d.Source.Column, message, d.Suggestion))
		}
		if diff := cmp.Diff(want, strings.Join(got, "\n")); diff != "" {
			t.Errorf("%s\n%s", sql, diff)
		}
	}
}
