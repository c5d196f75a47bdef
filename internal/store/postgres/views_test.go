package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/logtest"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/store/postgres"
	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest"
)

const viewedPosts = `
{ apiVersion: quartet/v1, kind: Schema, metadata: { name: posts }, spec: { title: Posts, schema: { type: object,
  properties: { title: { type: string }, tags: { type: array, items: { type: string } } } } } }
---
{ apiVersion: quartet/v1, kind: View, metadata: { name: counted }, spec: { surface: staff, sql: { postgres: SELECT count(*) AS posts FROM posts } } }
`

func sqlView(name, statement string) string {
	return fmt.Sprintf(`
---
apiVersion: quartet/v1
kind: View
metadata: { name: %s }
spec:
  surface: staff
  sql:
    postgres: |
      %s
`, name, statement)
}

// endless selects from numbers without end.
func endless(columns, rest string) string {
	return "SELECT " + columns + " AS x FROM (WITH RECURSIVE n(i) AS (SELECT 1::bigint UNION ALL SELECT i + 1 FROM n) SELECT i FROM n) AS n " + rest
}

// A sql View that wants what it may not have, or too much of it, is refused or
// stopped. Whoever writes is not held up, and the next read answers.
var hostile = []struct {
	name, sql string
	want      diag.Code
}{
	{"endless recursion", endless(`count(*)`, ``), diag.ResourceExhausted},
	{"endless text", endless(`string_agg(repeat('x', 1000000), '')`, ``), diag.ResourceExhausted},
	{"endless sort", endless(`i`, `ORDER BY -i`), diag.ResourceExhausted},
	{"a cross join of everything", `SELECT count(*) AS n FROM generate_series(1, 100000) AS a, generate_series(1, 100000) AS b, generate_series(1, 100000) AS c`, diag.ResourceExhausted},
	{"a long text", `SELECT repeat('x', 100000000) AS text`, diag.ResourceExhausted},
	{"a text that no value holds", `SELECT length(repeat('xxxx', 1000000000)) AS n`, diag.ResourceExhausted},
	{"endless patterns", `SELECT count(*) AS n FROM generate_series(1, 1000000000) AS i WHERE repeat('a', 1000) ~ ('(a|aa)+' || i || '$')`, diag.ResourceExhausted},
	{"deep parentheses", `SELECT ` + strings.Repeat("(", 20000) + `1` + strings.Repeat(")", 20000) + ` AS n`, diag.InternalError},
	{"a lock that writers wait for", `SELECT pg_advisory_xact_lock(1970366834, 2)::text AS x`, diag.InternalError},
	{"sleep", `SELECT pg_sleep(3600)::text AS x`, diag.InternalError},
	{"rows that writers wait for", `SELECT title FROM public.posts FOR UPDATE`, diag.InternalError},
	{"another role", `SELECT set_config('role', 'none', true) AS role, query_to_xml('SELECT value FROM public._quartet_secrets', true, true, '')::text AS rows`, diag.InternalError},
	{"a platform table", `SELECT name FROM public._quartet_secrets`, diag.InternalError},
	{"the configuration", `SELECT value FROM public.site_config`, diag.InternalError},
	{"an unknown column", `SELECT missing FROM posts`, diag.InternalError},
	{"a syntax error", `SELECT FROM WHERE`, diag.InternalError},
	{"bytes", `SELECT 'x'::bytea AS b`, diag.InternalError},
	{"an array", `SELECT ARRAY[1] AS a`, diag.InternalError},
	{"division by zero", `SELECT 1 / (count(*) - count(*)) AS n FROM posts`, diag.InternalError},
}

func TestHostileStatementsHarmNothing(t *testing.T) {
	site := viewedPosts
	for i, h := range hostile {
		site += sqlView(fmt.Sprintf("hostile-%d", i), h.sql)
	}
	p := plantest.Seal(t, site)
	s, err := postgres.Open(t.Context(), postgres.Options{URL: postgrestest.URL(t), Plan: p, StatementTimeout: 300 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer closed(t, s)
	for i, h := range hostile {
		t.Run(h.name, func(t *testing.T) {
			var reads sync.WaitGroup
			for range 4 { // every connection of the role
				reads.Go(func() {
					_, err := s.View(context.Background(), content.ViewQuery{View: p.View(fmt.Sprintf("hostile-%d", i)), Limit: 500}, nil)
					if !diag.HasCode(err, h.want) && !diag.HasCode(err, diag.ResourceUnavailable) {
						t.Errorf("got %v, want %s", err, h.want)
					}
				})
			}
			insertPost(t, s, p, fmt.Sprintf("%d", i))
			reads.Wait()
			if got := read(t, s, p, "counted"); got != fmt.Sprintf(`[{"posts":%d}]`, i+1) {
				t.Errorf("afterwards: %s", got)
			}
		})
	}
}

func insertPost(t *testing.T, s *postgres.Store, p *plan.Plan, id string) {
	t.Helper()
	e := &content.Entry{ID: id, Status: content.Draft, Version: 1, Data: map[string]any{"title": "t"}}
	if err := s.Write(t.Context(), &content.Write{Op: content.Insert, Schema: p.Schema("posts"), Entry: e}); err != nil {
		t.Error(err)
	}
}

func read(t *testing.T, s *postgres.Store, p *plan.Plan, view string) string {
	t.Helper()
	page, err := s.View(t.Context(), content.ViewQuery{View: p.View(view), Limit: 500}, nil)
	if err != nil {
		t.Fatalf("%v: %v", err, errors.Unwrap(diag.As(err)))
	}
	return string(page.Rows)
}

func closed(t *testing.T, s *postgres.Store) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// A mistake in a statement is told at the start, at its place, and the site is
// served.
func TestAStartTellsOfStatementsThatCannotRun(t *testing.T) {
	p := plantest.Seal(t, viewedPosts+sqlView("wrong", "SELECT title,\n             titel FROM posts"))
	log := &logtest.Log{}
	s, err := postgres.Open(t.Context(), postgres.Options{URL: postgrestest.URL(t), Plan: p, Log: slog.New(slog.NewTextHandler(log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	defer closed(t, s)
	if said := log.String(); !strings.Contains(said, "VIEW_STATEMENT_INVALID") || !strings.Contains(said, `column \"titel\" does not exist`) {
		t.Errorf("%s", said)
	}
}

// Processes of one site share the role, and one that starts later changes nothing
// for those that run.
func TestProcessesShareTheRole(t *testing.T) {
	address, p := postgrestest.URL(t), plantest.Seal(t, viewedPosts)
	opened := make(chan *postgres.Store)
	for range 4 {
		go func() {
			s, err := postgres.Open(context.Background(), postgres.Options{URL: address, Plan: p})
			if err != nil {
				t.Error(err)
			}
			opened <- s
		}()
	}
	for range 4 {
		if s := <-opened; s != nil {
			defer closed(t, s)
			defer func() { read(t, s, p, "counted") }()
		}
	}
}

// Where the user of the service may not make roles the start says what somebody
// else has to run, and DATABASE_VIEWS_URL is the role that they have made. A site
// without sql Views needs none.
func TestARoleThatAnOperatorMakes(t *testing.T) {
	address, p := postgrestest.URL(t), plantest.Seal(t, viewedPosts)
	super := execute(t, postgrestest.Superuser(address))
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	name := "plain" + strings.TrimPrefix(u.Path, "/test")
	super(`CREATE ROLE ` + name + ` LOGIN PASSWORD 'x'`)
	super(`ALTER DATABASE ` + strings.TrimPrefix(u.Path, "/") + ` OWNER TO ` + name)
	t.Cleanup(func() {
		super(`DROP OWNED BY ` + name + ` CASCADE; ALTER DATABASE ` + strings.TrimPrefix(u.Path, "/") + ` OWNER TO postgres; DROP ROLE ` + name)
	})
	u.User = url.UserPassword(name, "x")

	_, err = postgres.Open(t.Context(), postgres.Options{URL: u.String(), Plan: p})
	d := diag.As(err)
	if !diag.HasCode(err, diag.DatabaseRoleRequired) || !strings.Contains(d.Suggestion, "GRANT SELECT") {
		t.Fatalf("%v", err)
	}
	wantRoleProblem := func(d postgres.Database) {
		t.Helper()
		if _, blocked := d.Changes(t.Context(), p); len(blocked) != 1 || blocked[0].Code != diag.DatabaseRoleRequired || !strings.Contains(blocked[0].Suggestion, "GRANT SELECT") {
			t.Errorf("who looks before a start is told %v", blocked)
		}
	}
	wantRoleProblem(postgres.Database{URL: u.String()})
	without := plantest.Seal(t, strings.Split(viewedPosts, "---")[0])
	s, err := postgres.Open(t.Context(), postgres.Options{URL: u.String(), Plan: without})
	if err != nil {
		t.Fatal(err)
	}
	closed(t, s)

	_, script, _ := strings.Cut(d.Suggestion, "\n")
	super(strings.ReplaceAll(script, "a password of your own", "secret"))
	views := *u
	_, role, _ := strings.Cut(script, `CREATE ROLE "`)
	role, _, _ = strings.Cut(role, `"`)
	views.User = url.UserPassword(role, "secret")
	s, err = postgres.Open(t.Context(), postgres.Options{URL: u.String(), ViewsURL: views.String(), Plan: p})
	if err != nil {
		t.Fatalf("%v: %v", err, errors.Unwrap(diag.As(err)))
	}
	defer closed(t, s)
	if got := read(t, s, p, "counted"); got != `[{"posts":0}]` {
		t.Error(got)
	}
	if _, blocked := (postgres.Database{URL: u.String(), ViewsURL: views.String()}).Changes(t.Context(), p); blocked != nil {
		t.Errorf("with the role: %v", blocked)
	}
	if _, err := postgres.Open(t.Context(), postgres.Options{URL: u.String(), ViewsURL: u.String(), Plan: p}); !diag.HasCode(err, diag.DatabaseRoleRequired) {
		t.Errorf("as the user of the service: %v", err)
	}
}

// Who only looks leaves no role behind.
func TestLookingAtChangesMakesNoRole(t *testing.T) {
	address, p := postgrestest.URL(t), plantest.Seal(t, viewedPosts)
	if _, blocked := (postgres.Database{URL: address}).Changes(t.Context(), p); blocked != nil {
		t.Fatal(blocked)
	}
	var made bool
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	c, err := pgx.Connect(t.Context(), postgrestest.Superuser(address))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close(t.Context()) }()
	err = c.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname LIKE 'quartet_views_' || $1 || '%')`, strings.TrimPrefix(u.Path, "/")).Scan(&made)
	if err != nil || made {
		t.Error(made, err)
	}
}

// Behind a pooler that gives each transaction another connection the role logs in
// through it, with its settings.
func TestViewsBehindAPooler(t *testing.T) {
	server := postgrestest.Start(t, postgrestest.Options{})
	address := postgrestest.At(server.Database(t), server.PgBouncer(t)) + "&default_query_exec_mode=exec"
	p := plantest.Seal(t, viewedPosts)
	s, err := postgres.Open(t.Context(), postgres.Options{URL: address, Plan: p})
	if err != nil {
		t.Fatalf("%v: %v", err, errors.Unwrap(diag.As(err)))
	}
	defer closed(t, s)
	for range 8 {
		if got := read(t, s, p, "counted"); got != `[{"posts":0}]` {
			t.Error(got)
		}
	}
}

func execute(t *testing.T, address string) func(string) {
	t.Helper()
	c, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close(context.Background()) })
	return func(statement string) {
		t.Helper()
		if _, err := c.Exec(context.Background(), statement); err != nil {
			t.Errorf("%s: %v", statement, err)
		}
	}
}
