package sqlview_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/sqlgen"
	"github.com/quartet-dev/quartet/internal/store"
	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest"
	"github.com/quartet-dev/quartet/internal/store/postgres/sqlview"
	"github.com/quartet-dev/quartet/internal/store/postgres/viewrole"
)

const shelf = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: books }
spec:
  title: Books
  schema:
    type: object
    properties:
      title: { type: string }
      pages: { type: integer }
      weight: { type: number }
      lent: { type: boolean }
      either: { type: [string, integer] }
      tags: { type: array, items: { type: string } }
---
{ apiVersion: quartet/v1, kind: Schema, metadata: { name: tea-notes }, spec: { title: Notes, schema: { type: object, properties: { title: { type: string } } } } }
`

// view is a View with a statement, whose params are declared.
func view(name, statement string) string {
	return fmt.Sprintf(`
---
apiVersion: quartet/v1
kind: View
metadata: { name: %s }
spec:
  surface: staff
  params: { type: object, required: [word, number, list], properties: { word: { type: string }, number: { type: integer }, list: { type: array } } }
  sql:
    postgres: |
      %s
`, name, strings.ReplaceAll(statement, "\n", "\n      "))
}

// site is a database with a role, and what statements are held against.
type site struct {
	*testing.T
	owner *pgx.Conn
	role  *pgx.Conn
	plan  *plan.Plan
	check sqlview.Check
}

func newSite(t *testing.T, documents ...string) *site {
	t.Helper()
	address := postgrestest.URL(t)
	s := &site{T: t, plan: plantest.Seal(t, shelf+strings.Join(documents, ""))}
	s.owner = s.connect(s.config(address))
	for _, each := range s.plan.Schemas() {
		s.exec(sqlgen.CreateTable(sqlgen.Postgres, each))
	}
	s.exec(`CREATE TABLE _quartet_secrets (name text, value bytea); CREATE TABLE site_config (key text, value text);
		INSERT INTO site_config VALUES ('origin', 'secret'); INSERT INTO _quartet_secrets VALUES ('cursor', 'secret');
		CREATE SCHEMA elsewhere; CREATE TABLE elsewhere.t (a text); CREATE SEQUENCE public.counter;
		CREATE FUNCTION public.mine(text) RETURNS text IMMUTABLE LANGUAGE sql AS 'SELECT $1';
		CREATE DOMAIN public.short AS text CHECK (length(VALUE) < 9);
		CREATE TYPE public.mood AS ENUM ('good', 'bad');
		CREATE OPERATOR public.<%> (FUNCTION = public.mine, RIGHTARG = text)`)
	role, err := viewrole.Of(t.Context(), s.owner, "")
	if err != nil {
		t.Fatal(err)
	}
	ensure := func(tx pgx.Tx) error { return role.Ensure(t.Context(), tx, s.plan.Schemas(), "x") }
	if err := pgx.BeginFunc(t.Context(), s.owner, ensure); err != nil {
		t.Fatal(err)
	}
	s.role = s.connect(role.Config(s.owner.Config(), "x"))
	s.check = sqlview.Check{
		Owner: s.owner, Role: s.role, Schema: role.Schema, Dialect: sqlgen.Postgres.Logical(role.Schema, s.plan.Schemas()),
	}
	return s
}

func (s *site) config(address string) *pgx.ConnConfig {
	s.Helper()
	c, err := pgx.ParseConfig(address)
	if err != nil {
		s.Fatal(err)
	}
	return c
}

func (s *site) connect(c *pgx.ConnConfig) *pgx.Conn {
	s.Helper()
	conn, err := pgx.ConnectConfig(context.Background(), c)
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

func (s *site) exec(statement string) {
	s.Helper()
	if _, err := s.owner.Exec(s.Context(), statement); err != nil {
		s.Fatalf("%s: %v", statement, err)
	}
}

func (s *site) refusals() []store.Refusal {
	s.Helper()
	refusals, err := s.check.Refusals(s.Context(), s.plan)
	if err != nil {
		s.Fatal(err)
	}
	return refusals
}

// each makes a View of every statement.
func each(statements []string) string {
	var views strings.Builder
	for i, statement := range statements {
		views.WriteString(view(fmt.Sprintf("v%03d", i), statement))
	}
	return views.String()
}

func TestStatementsThatRun(t *testing.T) {
	s := newSite(t, each([]string{
		`SELECT * FROM books`,
		`SELECT id, status, version, "createdAt", "updatedAt", "authorId", data, title, pages, lent, either, tags FROM books`,
		`SELECT b.title, n.title AS note FROM Books AS b LEFT JOIN "tea-notes" AS n ON n.title = b.title`,
		`SELECT title FROM books WHERE title = :word AND pages >= :number OR title ILIKE '%' || :word || '%'`,
		`SELECT t.value AS tag, count(*) FROM books CROSS JOIN LATERAL json_array_elements_text(books.tags) AS t(value) GROUP BY 1 ORDER BY 2 DESC`,
		`SELECT each.value #>> '{}' AS word FROM json_array_elements(:list) AS each`,
		`SELECT title, row_number() OVER w AS n, sum(pages) OVER w AS pages FROM books WINDOW w AS (PARTITION BY lent ORDER BY pages RANGE 1 PRECEDING)`,
		`SELECT lent, json_agg(title ORDER BY title) AS titles, percentile_cont(0.5) WITHIN GROUP (ORDER BY weight) AS middle, string_agg(title, ', ') FILTER (WHERE lent) AS names FROM books GROUP BY GROUPING SETS ((lent), ())`,
		`SELECT * FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT sum(i) AS total FROM n) AS numbers`,
		`SELECT CASE WHEN lent THEN 'out' ELSE 'in' END AS at, coalesce(title, '') AS title, greatest(pages, 1) AS most, nullif(pages, 0) AS pages FROM books`,
		`SELECT to_char(to_timestamp("createdAt" / 1000.0), 'YYYY-MM') AS month, now() - interval '1 day' AS since, extract(year FROM now()) AS year, current_date AS today FROM books`,
		`SELECT date_trunc('day', to_timestamp("createdAt")) AS day FROM books WHERE to_timestamp("createdAt") > timestamp '2020-01-01' AND to_timestamp("createdAt")::date < date '2030-01-01'`,
		`SELECT data ->> 'title' AS title, jsonb_path_query_first(data::jsonb, '$.tags[0]') AS first, json_build_object('a', title) AS made, data::jsonb @> '{"lent": true}' AS lent FROM books`,
		`SELECT to_jsonb(b) AS whole FROM books AS b`,
		`SELECT upper(title) || lower(title) || substring(title FROM 1 FOR 3) || trim(title) || overlay(title placing 'x' from 1) AS text, length(title) AS n, md5(title) AS hash FROM books`,
		`SELECT title FROM books WHERE title ~ '^[a-z]+$' AND title SIMILAR TO 'a%' AND (pages, title) < (3, 'x') AND title = ANY (ARRAY['a', 'b']) AND lent IS NOT TRUE AND title IS DISTINCT FROM 'x'`,
		`SELECT title FROM books UNION SELECT title FROM "tea-notes" EXCEPT SELECT 'x' ORDER BY title FETCH FIRST 3 ROWS ONLY`,
		`SELECT DISTINCT ON (title) title, EXISTS (SELECT 1 FROM "tea-notes") AS noted, (SELECT max(pages) FROM books) AS most FROM books ORDER BY title, pages`,
		`SELECT g.day::date::text AS day, format('%s-%s', 1, 'a') AS made, concat('a', 1) AS joined FROM generate_series(now(), now() + interval '3 days', interval '1 day') AS g(day)`,
		`SELECT to_tsvector('simple', title) @@ plainto_tsquery('simple', :word) AS found, ts_headline(title, to_tsquery('a')) AS shown FROM books`,
		`SELECT (ARRAY[1, 2, 3])[1 : 2]::text AS slice, gen_random_uuid() AS id, random() AS chance, round(1.5, 1) AS rounded, (1 + 2) * 3 % 4 - 2 AS sum`,
		`SELECT '_quartet_secrets' AS word, "x :funcid 1".title FROM books AS "x :funcid 1"`,
		`SELECT ":x 1".title AS "{XMLEXPR" FROM books AS ":x 1"`,
		`SELECT title FROM books FOR UPDATE`, // of a logical table, which locks nothing
		`SELECT title FROM public.books`,
	}))
	for _, r := range s.refusals() {
		statement, _ := r.View.SQL("postgres")
		t.Errorf("%s\n\t%s", statement, r.Message)
	}
}

// Hostile statements: each is refused before it runs.
var hostile = []string{
	// Tables that are no Schema's.
	`SELECT name, value::text FROM _quartet_secrets`,
	`SELECT name FROM public._quartet_secrets`,
	`SELECT count(*) FROM public._quartet_secrets`,
	`SELECT value FROM public.site_config`,
	`SELECT title FROM books UNION SELECT value FROM public.site_config`,
	`SELECT (SELECT count(*) FROM public."_quartet_secrets") AS n FROM books`,
	`SELECT 1 AS one FROM books JOIN LATERAL (SELECT 1 FROM public.site_config) AS x ON true`,
	`SELECT title FROM books ORDER BY (SELECT value FROM public.site_config LIMIT 1)`,
	`SELECT count(*) FILTER (WHERE EXISTS (SELECT 1 FROM public.site_config)) AS n FROM books`,
	`SELECT value FROM public.U&"site\005fconfig"`,
	`SELECT a FROM elsewhere.t`,
	`SELECT last_value FROM public.counter`,
	`SELECT rolname::text FROM pg_roles`,
	`SELECT rolpassword FROM pg_catalog.pg_authid`,
	`SELECT query FROM pg_stat_activity`,
	`SELECT setting FROM pg_settings`,
	`SELECT relname::text FROM pg_class`,
	`SELECT table_name::text FROM information_schema.tables`,
	`SELECT view_definition::text FROM information_schema.views`,
	`SELECT objid::text FROM pg_locks`,
	`SELECT most_common_vals::text FROM pg_stats`,
	`SELECT x.title FROM public.books AS x TABLESAMPLE SYSTEM (10)`,
	// Statements in a text, which run with the rights and settings that set_config left.
	`SELECT set_config('role', 'none', true) AS role, query_to_xml('SELECT value FROM public.site_config', true, true, '')::text AS rows`,
	`SELECT set_config('role', 'quartet', false) AS x`,
	`SELECT set_config('session_authorization', 'postgres', false) AS x`,
	`SELECT set_config('transaction_read_only', 'off', false) AS x`,
	`SELECT set_config('statement_timeout', '0', false) AS x`,
	`SELECT query_to_xml('SELECT 1', true, true, '')::text AS x`,
	`SELECT query_to_xml_and_xmlschema('SELECT 1', true, true, '')::text AS x`,
	`SELECT table_to_xml('public.site_config', true, true, '')::text AS x`,
	`SELECT schema_to_xml('public', true, true, '')::text AS x`,
	`SELECT database_to_xml(true, true, '')::text AS x`,
	`SELECT cursor_to_xml('c', 1, true, true, '')::text AS x`,
	`SELECT ts_rewrite('a'::tsquery, 'SELECT ''a''::tsquery, ''b''::tsquery')::text AS x`,
	`SELECT word FROM ts_stat('SELECT to_tsvector(value) FROM public.site_config')`,
	// Locks, waits and signals.
	`SELECT pg_advisory_lock(1970366834, 2)::text AS x`,
	`SELECT pg_advisory_xact_lock(1970366834, 2)::text AS x`,
	`SELECT pg_advisory_xact_lock_shared(1970366834, 2)::text AS x`,
	`SELECT pg_try_advisory_lock(1970366834, 2) AS x`,
	`SELECT pg_advisory_unlock_all()::text AS x`,
	`SELECT pg_sleep(3600)::text AS x`,
	`SELECT (3600::double precision).pg_sleep::text AS x`,
	`SELECT pg_catalog.pg_sleep(3600)::text AS x`,
	`SELECT U&"pg\005fsleep"(3600)::text AS x`,
	`SELECT pg_sleep_for('1 hour')::text AS x`,
	`SELECT title FROM books WHERE pg_sleep(1) IS NULL`,
	`SELECT title FROM books ORDER BY pg_sleep(1)`,
	`SELECT x::text FROM ROWS FROM (generate_series(1, 3), pg_sleep(1)) AS y(x, z)`,
	`SELECT pg_terminate_backend(pg_backend_pid()) AS x`,
	`SELECT pg_cancel_backend(1) AS x`,
	`SELECT pg_notify('quartet', 'x')::text AS x`,
	`SELECT title FROM public.books FOR UPDATE`,
	`SELECT title FROM (SELECT title FROM public.books FOR SHARE) AS x`,
	// Names that look like what a tree refers to.
	`SELECT pg_sleep(1)::text AS ":funcid" FROM books AS ":funcid"`,
	`SELECT ":relid".value FROM public.site_config AS ":relid"`,
	// Files, large objects, sequences, other servers, the server itself.
	`SELECT pg_read_file('/etc/passwd') AS x`,
	`SELECT pg_ls_dir('.') AS x`,
	`SELECT pg_stat_file('/etc/passwd')::text AS x`,
	`SELECT lo_import('/etc/passwd')::text AS x`,
	`SELECT lo_create(0)::text AS x`,
	`SELECT lo_from_bytea(0, 'x')::text AS x`,
	`SELECT lo_get(1)::text AS x`,
	`SELECT nextval('public.counter') AS x`,
	`SELECT setval('public.counter', 7) AS x`,
	`SELECT dblink('host=127.0.0.1', 'SELECT 1')::text AS x`,
	`SELECT current_setting('data_directory') AS x`,
	`SELECT version() AS x`,
	`SELECT pg_current_xact_id()::text AS x`,
	`SELECT pg_export_snapshot() AS x`,
	`SELECT pg_reload_conf() AS x`,
	`SELECT pg_get_viewdef(1) AS x`,
	`SELECT has_table_privilege('public.site_config', 'SELECT') AS x`,
	`SELECT pg_relation_size('public.site_config') AS x`,
	`SELECT pg_stat_get_activity(NULL)::text AS x`,
	`SELECT obj_description(1) AS x`,
	`SELECT satisfies_hash_partition('public.site_config'::regclass, 1, 0, 1) AS x`,
	// What the database has from others.
	`SELECT public.mine('x') AS x`,
	`SELECT OPERATOR(public.<%>) 'x' AS x`,
	`SELECT 'x'::public.short AS x`,
	`SELECT 'good'::public.mood::text AS x`,
	`SELECT title::public.mood::text AS x FROM books`,
	// XML cannot be interrupted while it searches.
	`SELECT xpath('//a//a', '<a/>')::text AS x`,
	`SELECT xmlelement(name a)::text AS x`,
	`SELECT x.b FROM XMLTABLE('/a' PASSING '<a/>' COLUMNS b text PATH 'b') AS x`,
	// More than one SELECT.
	`SELECT * FROM (DELETE FROM books RETURNING title) AS x`,
	`SELECT title FROM (WITH gone AS (DELETE FROM public.books RETURNING title) SELECT title FROM gone) AS x`,
	`SELECT title INTO copied FROM books`,
}

func TestHostileStatementsAreRefused(t *testing.T) {
	s := newSite(t, each(hostile))
	refused := map[*plan.View]string{}
	for _, r := range s.refusals() {
		refused[r.View] = r.Message
	}
	for i, statement := range hostile {
		message, found := refused[s.plan.View(fmt.Sprintf("v%03d", i))]
		if testing.Verbose() {
			t.Logf("%s\n\t%s", statement, message)
		}
		if !found {
			t.Errorf("this would run: %s", statement)
		}
	}
}
