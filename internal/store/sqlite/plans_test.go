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
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: orders }
spec:
  title: Orders
  lifecycle: operational
  schema: { type: object, properties: { stage: { type: string, enum: [open, done] }, due: { type: integer } } }
  indexes: [[stage, due]]
  uiSchema: { list: { filterField: stage } }
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
	of := func(field string, values ...any) plan.Criteria {
		return plan.Criteria{Equal: []plan.Equality{{Field: field, Values: values}}}
	}
	for name, list := range map[string]sqlgen.EntryList{
		"changed last":              {Schema: posts, Order: order(posts, "updatedAt")},
		"changed last, after a row": {Schema: posts, Order: order(posts, "updatedAt"), Nulls: []bool{false, false}},
		"created last, drafts":      {Schema: posts, Status: "draft", Order: order(posts, "createdAt")},
		"by a declared index":       {Schema: posts, Order: order(posts, "locale", "publishedAt")},
		"filtered by its lead":      {Schema: posts, Order: order(posts, "publishedAt"), Criteria: of("locale", "en")},
		"what refers to a post":     {Schema: comments, Order: order(comments), Criteria: of("post", "a")},
		"and goes on":               {Schema: comments, Order: order(comments), Criteria: of("post", "a"), Nulls: []bool{false}},
		"what refers to two posts":  {Schema: comments, Order: order(comments, "post"), Criteria: of("post", "a", "b")},
	} {
		for _, statement := range list.Statements(sqlgen.SQLite) {
			wantSeeks(t, db, name, statement.Text)
		}
	}
	wantSeeks(t, db, "statistics", sqlgen.CountCreated(sqlgen.SQLite, posts))
}

// What few entries have is not sought among all the others: the last change of
// one value of uiSchema.list.filterField, and a status in any order.
func TestStaffListsSeekWhatFewHave(t *testing.T) {
	path := filepath.Join(t.TempDir(), "site.db")
	p := plantest.Seal(t, referring)
	closed(t, open(t, path, p))
	db, err := sqlite3.Open("file:" + path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	posts, orders, comments := p.Schema("posts"), p.Schema("orders"), p.Schema("comments")
	of := func(field string, value any) plan.Criteria {
		return plan.Criteria{Equal: []plan.Equality{{Field: field, Values: []any{value}}}}
	}
	german, referred := of("locale", "de"), of("post", "a")
	changed := []plan.Order{{Column: posts.Column("updatedAt"), Desc: true}, {Column: posts.Column("id"), Desc: true}}
	commented := []plan.Order{{Column: comments.Column("updatedAt"), Desc: true}, {Column: comments.Column("id"), Desc: true}}
	open := of("stage", "open")
	last := []plan.Order{{Column: orders.Column("updatedAt"), Desc: true}, {Column: orders.Column("id"), Desc: true}}
	bySlug := []plan.Order{{Column: posts.Column("slug")}, {Column: posts.Column("locale")}, {Column: posts.Column("id")}}
	for name, test := range map[string]struct{ text, want string }{
		"one value":         {sqlgen.EntryList{Schema: orders, Criteria: open, Order: last}.Statements(sqlgen.SQLite)[0].Text, "(<expr>=? AND stage=?)"},
		"a status":          {sqlgen.EntryList{Schema: posts, Status: "draft", Few: posts.Column("status"), Order: bySlug}.Statements(sqlgen.SQLite)[0].Text, "(<expr>=?)"},
		"a status, further": {sqlgen.EntryList{Schema: posts, Status: "draft", Few: posts.Column("status"), Order: bySlug, Nulls: []bool{false, false, false}}.Statements(sqlgen.SQLite)[0].Text, "(<expr>=?)"},
		"how many":          {sqlgen.EntryList{Schema: posts, Status: "draft"}.HasMore(sqlgen.SQLite, posts.Column("status"), 1000).Text, "(<expr>=?)"},
		"a few of a value":  {sqlgen.EntryList{Schema: posts, Status: "draft", Criteria: german, Few: posts.Column("locale"), Order: changed}.Statements(sqlgen.SQLite)[0].Text, "(locale=?)"},
		"few that refer":    {sqlgen.EntryList{Schema: comments, Criteria: referred, Few: comments.Column("post"), Order: commented}.Statements(sqlgen.SQLite)[0].Text, "(<expr>=?)"},
		"how many refer":    {sqlgen.EntryList{Schema: comments, Criteria: referred}.HasMore(sqlgen.SQLite, comments.Column("post"), 1000).Text, "(<expr>=?)"},
	} {
		if got := stepsOf(t, db, test.text)[0]; !strings.HasPrefix(got, "SEARCH") || !strings.HasSuffix(got, test.want) {
			t.Errorf("%s: %s", name, got)
		}
	}
}

const translated = referring + `
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: teas }
spec:
  title: Teas
  schema: { type: object, properties: { code: { type: string } } }
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: tea-texts }
spec:
  title: Texts
  localized: true
  translates: { parent: teas, on: code }
  schema: { type: object, properties: { code: { type: string }, locale: { type: string }, slug: { type: string } } }
  uniqueIndexes: [[slug, locale]]
`

// Pages hold for any number of entries, also of a locale that few have: each list is a
// part of an index, in its order.
func TestListsOfPagesWalkIndexes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "site.db")
	p := plantest.Seal(t, translated, plan.Address{Schema: "posts", Slug: "slug"}, plan.Address{Schema: "tea-texts", Slug: "slug"})
	closed(t, open(t, path, p))
	db, err := sqlite3.Open("file:" + path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	posts, teas, texts := p.Schema("posts"), p.Schema("teas"), p.Schema("tea-texts")
	by := func(s *plan.Schema, desc bool, names ...string) (terms []plan.Order) {
		for _, name := range append(names, "id") {
			terms = append(terms, plan.Order{Column: s.Column(name), Desc: desc})
		}
		return terms
	}
	of := func(equal ...plan.Equality) plan.Criteria { return plan.Criteria{Equal: equal} }
	equal := func(field string, values ...any) plan.Equality { return plan.Equality{Field: field, Values: values} }
	german, locales := of(equal("locale", "de")), equal("locale", "de", "en")
	for name, test := range map[string]struct {
		list sqlgen.EntryList
		want string // what the step that reads ends with
	}{
		"newest first":         {sqlgen.EntryList{Schema: posts, Criteria: german, Order: by(posts, true, "updatedAt")}, "(<expr>=? AND locale=?)"},
		"and goes on":          {sqlgen.EntryList{Schema: posts, Criteria: german, Order: by(posts, true, "updatedAt"), Nulls: []bool{false, false}}, "(<expr>=? AND locale=? AND updatedAt<?)"},
		"oldest first":         {sqlgen.EntryList{Schema: posts, Criteria: german, Order: by(posts, false, "updatedAt")}, "(<expr>=? AND locale=?)"},
		"the next newer":       {sqlgen.EntryList{Schema: posts, Criteria: german, Order: by(posts, false, "updatedAt"), Nulls: []bool{false, false}}, "(<expr>=? AND locale=? AND updatedAt>?)"},
		"of any locale":        {sqlgen.EntryList{Schema: posts, Order: by(posts, true, "updatedAt")}, "(<expr>=?)"},
		"by id":                {sqlgen.EntryList{Schema: posts, Order: by(posts, false)}, "sqlite_autoindex_posts_1"},
		"by id, further":       {sqlgen.EntryList{Schema: posts, Order: by(posts, false), Nulls: []bool{false}}, "(id>?)"},
		"alternates of slugs":  {sqlgen.EntryList{Schema: posts, Criteria: of(equal("slug", "a", "b"), locales), Order: by(posts, false, "slug", "locale")}, "(slug=? AND locale=?)"},
		"parents":              {sqlgen.EntryList{Schema: teas, Criteria: of(equal("code", "a", "b")), Order: by(teas, false, "code")}, "(<expr>=?)"},
		"translations":         {sqlgen.EntryList{Schema: texts, Criteria: of(equal("code", "a", "b"), locales), Order: by(texts, false, "code")}, "(<expr>=?)"},
		"translations by slug": {sqlgen.EntryList{Schema: texts, Criteria: german, Order: by(texts, true, "updatedAt")}, "(<expr>=? AND locale=?)"},
	} {
		test.list.Status = "published"
		statements := test.list.Statements(sqlgen.SQLite)
		if got := stepsOf(t, db, statements[0].Text)[0]; !strings.HasSuffix(got, test.want) {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
		for _, statement := range statements {
			wantSeeks(t, db, name, statement.Text)
		}
	}
}

// In the order of a unique index nothing is sorted, not even the entries of one value.
func TestAUniqueIndexIsReadWithoutSorting(t *testing.T) {
	path := filepath.Join(t.TempDir(), "site.db")
	p := plantest.Seal(t, translated, plan.Address{Schema: "tea-texts", Slug: "slug"})
	closed(t, open(t, path, p))
	db, err := sqlite3.Open("file:" + path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	texts := p.Schema("tea-texts")
	list := sqlgen.EntryList{
		Schema: texts, Status: "published", Order: []plan.Order{{Column: texts.Column("slug")}, {Column: texts.Column("locale")}},
	}
	for _, values := range [][]any{{"a"}, {"a", "b"}} {
		list.Criteria = plan.Criteria{Equal: []plan.Equality{{Field: "slug", Values: values}}}
		if steps := stepsOf(t, db, list.Statements(sqlgen.SQLite)[0].Text); len(steps) != 1 || !strings.HasSuffix(steps[0], "(slug=?)") {
			t.Errorf("%v: %v", values, steps)
		}
	}
}

// The indexes of staff lists are theirs alone: a View is served as if there were
// none.
func TestViewsDoNotUseTheIndexesOfStaffLists(t *testing.T) {
	path := filepath.Join(t.TempDir(), "site.db")
	closed(t, open(t, path, plantest.Seal(t, referring)))
	db, err := sqlite3.Open("file:" + path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for text, want := range map[string]string{
		`SELECT * FROM posts WHERE status = 'published' ORDER BY id`:                                 "SCAN posts USING INDEX sqlite_autoindex_posts_1",
		`SELECT * FROM posts WHERE status = 'published' AND locale = 'en' ORDER BY publishedAt`:      "SEARCH posts USING INDEX posts:index:3dcc9115ca0c (locale=?)",
		`SELECT * FROM comments WHERE status = 'published' AND post = 'a' AND text > '' ORDER BY id`: "SCAN comments USING INDEX sqlite_autoindex_comments_1",
	} {
		if got := strings.Join(stepsOf(t, db, text), "; "); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func stepsOf(t *testing.T, db *sqlite3.Conn, text string) (steps []string) {
	t.Helper()
	statement, _, err := db.Prepare("EXPLAIN QUERY PLAN " + text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	defer statement.Close()
	for statement.Step() {
		steps = append(steps, statement.ColumnText(3))
	}
	return steps
}

var looksAtAll = regexp.MustCompile(`SCAN \w+$|USE TEMP B-TREE FOR ORDER BY`)

func wantSeeks(t *testing.T, db *sqlite3.Conn, name, text string) {
	t.Helper()
	steps := stepsOf(t, db, text)
	for _, step := range steps {
		if looksAtAll.MatchString(step) {
			t.Errorf("%s: %s\n\t%s", name, text, strings.Join(steps, "\n\t"))
			return
		}
	}
	t.Logf("%s: %s", name, strings.Join(steps, "; "))
}
