package authorizer_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/ext/fts5"

	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/sqlgen"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
	"github.com/quartet-dev/quartet/internal/store/sqlite/authorizer"
	"github.com/quartet-dev/quartet/internal/store/sqlite/dbfile"
)

const shelf = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: books }
spec:
  title: Books
  schema:
    type: object
    properties: { title: { type: string }, tags: { type: array, items: { type: string } }, lent: { type: boolean } }
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: Readers }
spec:
  title: Readers
  schema: { type: object, properties: { name: { type: string } } }
`

// A statement of a sql View sees the logical tables, json_each, json_tree and
// plain functions (open-parts.md, View).
func TestRestrictedStatementsThatRun(t *testing.T) {
	c := restricted(t)
	for _, sql := range []string{
		`SELECT * FROM books`,
		`SELECT id, status, version, createdAt, updatedAt, authorId, data, title, tags, lent FROM books`,
		`SELECT count(*) FROM books`,
		`SELECT BOOKS.TITLE, readers.Name FROM Books LEFT JOIN "READERS" AS readers ON readers.id = books.authorId`,
		`SELECT t.value, t.key FROM books, json_each(books.tags) AS t`,
		`SELECT count(*) FROM books, json_each(books.tags)`,
		`SELECT fullkey FROM json_tree('{"a":[1]}')`,
		`WITH lent AS (SELECT * FROM books WHERE lent) SELECT count(*) FROM lent`,
		`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT sum(i), count(*) FROM n`,
		`SELECT upper(title), substr(title, 1, 3), json_extract(data, '$.title'), data ->> 'title', date('now'), sqrt(2) FROM books`,
		`SELECT title, row_number() OVER (PARTITION BY lent ORDER BY title), group_concat(title) OVER () FROM books`,
		`SELECT title FROM books WHERE title LIKE 'a%' UNION SELECT name FROM readers ORDER BY 1`,
		`SELECT * FROM (SELECT title FROM books) AS b WHERE EXISTS (SELECT 1 FROM readers WHERE readers.id = b.title)`,
	} {
		if err := try(c, sql); err != nil {
			t.Errorf("%s\n\t%v", sql, err)
		}
	}
}

func TestRestrictedStatementsThatAreRefused(t *testing.T) {
	c := restricted(t)
	for _, sql := range []string{
		`SELECT * FROM sqlite_master`,
		`SELECT count(*) FROM sqlite_master`,
		`SELECT * FROM sqlite_schema`,
		`SELECT * FROM temp.sqlite_schema`,
		`SELECT * FROM sqlite_temp_master`,
		`SELECT count(*) FROM sqlite_sequence`,
		`SELECT * FROM site_config`,
		`SELECT count(*) FROM site_config`,
		`SELECT count(*) FROM SITE_CONFIG`,
		`SELECT value FROM _quartet_secrets`,
		`SELECT count(*) FROM _quartet_secrets`,
		`SELECT count(*) FROM main._quartet_secrets`,
		`SELECT 1 FROM _quartet_later_table`,
		`SELECT 1 WHERE EXISTS (SELECT 1 FROM _quartet_seeds)`,
		`SELECT (SELECT value FROM _quartet_secrets) FROM books`,
		`SELECT title FROM books UNION SELECT value FROM site_config`,
		`SELECT * FROM books JOIN _quartet_layout ON true`,
		`SELECT old FROM attic`,
		`SELECT count(*) FROM attic`,
		`SELECT count(*) FROM main.attic`,
		`SELECT count(*) FROM "books:search_data"`,
		`SELECT rowid FROM "books:search"`,
		`SELECT fts5_source_id()`,
		`SELECT * FROM main.books`,
		`SELECT rowid FROM books`,
		`SELECT hidden FROM readers`,
		`SELECT name FROM pragma_table_info('books')`,
		`SELECT count(*) FROM pragma_table_info('books')`,
		`SELECT * FROM pragma_database_list`,
		`SELECT count(*) FROM pragma_function_list`,
		`SELECT value FROM generate_series(1, 3)`,
		`SELECT count(*) FROM dbstat`,
		`SELECT load_extension('x')`,
		`SELECT readfile('/etc/passwd')`,
		`SELECT sqlite_version()`,
		`SELECT sqlite_compileoption_get(1)`,
		`SELECT sqlite_log(1, 'x')`,
		`SELECT fts3_tokenizer('x')`,
		`PRAGMA user_version`,
		`PRAGMA query_only = OFF`,
		`PRAGMA writable_schema = ON`,
		`ATTACH 'other.db' AS other`,
		`DETACH temp`,
		`INSERT INTO books (id) VALUES (1)`,
		`WITH x AS (SELECT 1) INSERT INTO books (id) SELECT * FROM x`,
		`WITH x AS (SELECT 1) UPDATE books SET title = ''`,
		`WITH x AS (SELECT 1) DELETE FROM books`,
		`INSERT INTO main.books (id) VALUES (1) RETURNING id`,
		`REPLACE INTO site_config VALUES ('origin', 'x')`,
		`CREATE TABLE t (a)`,
		`CREATE TEMP TABLE t (a)`,
		`CREATE TEMP VIEW peek AS SELECT * FROM main._quartet_secrets`,
		`CREATE TEMP TRIGGER r INSTEAD OF INSERT ON books BEGIN SELECT 1; END`,
		`CREATE VIRTUAL TABLE temp.v USING fts5(a)`,
		`DROP VIEW books`,
		`DROP TABLE main.books`,
		`ALTER TABLE main.books RENAME TO b`,
		`BEGIN IMMEDIATE`,
		`COMMIT`,
		`SAVEPOINT s`,
		`VACUUM INTO 'copy.db'`,
		`VACUUM`,
		`REINDEX`,
		`ANALYZE`,
		`SELECT 1; SELECT 2`,
	} {
		if err := try(c, sql); err == nil {
			t.Errorf("this ran: %s", sql)
		}
	}
	if err := try(c, `SELECT count(*) FROM books`); err != nil {
		t.Errorf("afterwards nothing runs: %v", err)
	}
}

// The connection is read-only below the authorizer too.
func TestRestrictedConnectionCannotWriteWithoutItsAuthorizer(t *testing.T) {
	c := restricted(t)
	if err := c.SetAuthorizer(nil); err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{`DELETE FROM main.books`, `PRAGMA user_version = 7`, `CREATE TABLE main.t (a)`} {
		if err := try(c, sql); !errors.Is(err, sqlite3.READONLY) {
			t.Errorf("%s: %v, want READONLY", sql, err)
		}
	}
}

// restricted is a connection for sql Views to a file that also holds the table of
// a Schema that was removed and a column of a property that was.
func restricted(t *testing.T) *sqlite3.Conn {
	t.Helper()
	path := filepath.Join(t.TempDir(), "site.db")
	before := strings.Replace(shelf, "name: { type: string }", "name: { type: string }, hidden: { type: string }", 1) + `
---
{ apiVersion: quartet/v1, kind: Schema, metadata: { name: attic }, spec: { title: Attic, schema: { type: object, properties: { old: { type: string } } } } }`
	openAndClose(t, path, plantest.Seal(t, before))
	p := plantest.Seal(t, shelf)
	openAndClose(t, path, p)
	c := connect(t, path, "ro")
	if err := authorizer.Restrict(c, p.Schemas()); err != nil {
		t.Fatal(err)
	}
	makeSearchTable(t, path, p.Schema("books"))
	return c
}

func connect(t *testing.T, path, mode string) *sqlite3.Conn {
	t.Helper()
	c, err := sqlite3.Open(dbfile.URI(path, mode))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

// makeSearchTable makes one after the restricted connection has looked at what
// there is.
func makeSearchTable(t *testing.T, path string, s *plan.Schema) {
	t.Helper()
	c, search := connect(t, path, "rw"), sqlgen.SearchOf(s)
	if err := fts5.Register(c); err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{search.Create(), search.Begin()} {
		if err := c.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
}

func openAndClose(t *testing.T, path string, p *plan.Plan) {
	t.Helper()
	store, err := sqlite.Open(t.Context(), sqlite.Options{Path: path, Plan: p})
	if err != nil {
		t.Fatal(err, errors.Unwrap(err))
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
}

// try runs a statement to its end.
func try(c *sqlite3.Conn, sql string) error {
	s, tail, err := c.Prepare(sql)
	if err != nil {
		return err
	}
	for s.Step() {
	}
	if tail != "" {
		return errors.Join(s.Close(), sqlite3.MISUSE)
	}
	return errors.Join(s.Err(), s.Close())
}
