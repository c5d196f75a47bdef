package sqlite_test

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ncruces/go-sqlite3"

	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/sqlgen"
)

const referring = posts + `
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: comments }
spec:
  title: Comments
  lifecycle: operational
  schema: { type: object, properties: { post: { type: string, x-service-ref: posts }, text: { type: string } } }
`

// Staff lists hold for any number of entries: none of their statements looks at
// every row, or sorts more than the rows that share a value.
func TestStaffListsWalkIndexes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "site.db")
	p := plantest.Seal(t, referring)
	closed(t, open(t, path, p))
	db, err := sqlite3.Open("file:" + path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	posts, comments := p.Schema("posts"), p.Schema("comments")
	order := func(s *plan.Schema, names ...string) (terms []plan.Order) {
		for _, name := range append(names, "id") {
			terms = append(terms, plan.Order{Column: s.Column(name), Desc: true})
		}
		return terms
	}
	of := func(field string, values ...any) sqlgen.Narrowing {
		return sqlgen.Narrowing{Equal: []sqlgen.Equality{{Field: field, Values: values}}}
	}
	for name, list := range map[string]sqlgen.EntryList{
		"changed last":              {Schema: posts, Order: order(posts, "updatedAt")},
		"changed last, after a row": {Schema: posts, Order: order(posts, "updatedAt"), Nulls: []bool{false, false}},
		"created last, drafts":      {Schema: posts, Status: "draft", Order: order(posts, "createdAt")},
		"by a declared index":       {Schema: posts, Order: order(posts, "locale", "publishedAt")},
		"filtered by its lead":      {Schema: posts, Order: order(posts, "locale", "publishedAt"), Narrow: of("locale", "en")},
		"what refers to a post":     {Schema: comments, Order: order(comments, "post"), Narrow: of("post", "a")},
		"what refers to two posts":  {Schema: comments, Order: order(comments, "post"), Narrow: of("post", "a", "b")},
	} {
		for _, statement := range list.Statements(sqlgen.SQLite) {
			wantSeeks(t, db, name, statement.Text)
		}
	}
	wantSeeks(t, db, "statistics", sqlgen.CountCreated(sqlgen.SQLite, posts))
}

var looksAtAll = regexp.MustCompile(`SCAN \w+$|USE TEMP B-TREE FOR ORDER BY`)

func wantSeeks(t *testing.T, db *sqlite3.Conn, name, text string) {
	t.Helper()
	statement, _, err := db.Prepare("EXPLAIN QUERY PLAN " + text)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	defer statement.Close()
	var steps []string
	for statement.Step() {
		steps = append(steps, statement.ColumnText(3))
	}
	for _, step := range steps {
		if looksAtAll.MatchString(step) {
			t.Errorf("%s: %s\n\t%s", name, text, strings.Join(steps, "\n\t"))
			return
		}
	}
	t.Logf("%s: %s", name, strings.Join(steps, "; "))
}
