package viewrole_test

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/sqlgen"
	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest"
	"github.com/quartet-dev/quartet/internal/store/postgres/viewrole"
)

const shelf = `
{ apiVersion: quartet/v1, kind: Schema, metadata: { name: books }, spec: { title: Books, schema: { type: object,
  properties: { title: { type: string }, either: { type: [string, integer] }, tags: { type: array, items: { type: string } } } } } }
---
{ apiVersion: quartet/v1, kind: Schema, metadata: { name: tea-notes }, spec: { title: Notes, schema: { type: object, properties: { text: { type: string } } } } }
`

const password = "a password of the test"

// site is a database with the tables of a plan and of the platform.
type site struct {
	*testing.T
	url   string
	plan  *plan.Plan
	owner *pgx.Conn
	role  viewrole.Role
}

func newSite(t *testing.T) *site {
	t.Helper()
	s := &site{T: t, url: postgrestest.URL(t), plan: plantest.Seal(t, shelf)}
	s.owner = s.connect(s.url)
	for _, each := range s.plan.Schemas() {
		s.exec(s.owner, sqlgen.CreateTable(sqlgen.Postgres, each))
	}
	s.exec(s.owner, `CREATE TABLE _quartet_secrets (name text, value bytea); CREATE TABLE site_config (key text, value text)`)
	var err error
	if s.role, err = viewrole.Of(t.Context(), s.owner, ""); err != nil {
		t.Fatal(err)
	}
	return s
}

// drop removes a role, which would outlive the database.
func (s *site) drop(name string) {
	super := s.connect(postgrestest.Superuser(s.url))
	for _, statement := range []string{"DROP OWNED BY ", "DROP ROLE "} {
		var refused *pgconn.PgError
		if _, err := super.Exec(context.Background(), statement+name); err != nil && (!errors.As(err, &refused) || refused.Code != "42704") {
			s.Error(err)
		}
	}
}

func (s *site) connect(address string) *pgx.Conn {
	s.Helper()
	c, err := pgx.Connect(context.Background(), address)
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(func() { _ = c.Close(context.Background()) })
	return c
}

func (s *site) exec(c *pgx.Conn, statement string) {
	s.Helper()
	if _, err := c.Exec(s.Context(), statement); err != nil {
		s.Fatalf("%s: %v", statement, err)
	}
}

// ensure makes the role as one process of several does.
func (s *site) ensure(c *pgx.Conn) error {
	return pgx.BeginFunc(s.Context(), c, func(tx pgx.Tx) error {
		if _, err := tx.Exec(s.Context(), `SELECT pg_advisory_xact_lock(7)`); err != nil {
			return err
		}
		return s.role.Ensure(s.Context(), tx, s.plan.Schemas(), password)
	})
}

func (s *site) mustEnsure() {
	s.Helper()
	if err := s.ensure(s.owner); err != nil {
		s.Fatal(err)
	}
}

func (s *site) missing() []string {
	s.Helper()
	missing, err := s.role.Missing(s.Context(), s.owner, s.plan.Schemas(), "x")
	if err != nil {
		s.Fatal(err)
	}
	return missing
}

// asRole is a connection of the role.
func (s *site) asRole() *pgx.Conn {
	s.Helper()
	c, err := pgx.ConnectConfig(s.Context(), s.role.Config(s.owner.Config(), password))
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(func() { _ = c.Close(context.Background()) })
	return c
}

func TestTheRoleReadsTheTablesOfSchemasAlone(t *testing.T) {
	s := newSite(t)
	s.exec(s.owner, `ALTER TABLE books ADD COLUMN removed text`) // of a property that is no longer declared
	s.exec(s.owner, `CREATE SCHEMA elsewhere CREATE TABLE elsewhere.t (a text)`)
	s.mustEnsure()
	c := s.asRole()
	for _, statement := range []string{
		`SELECT id, status, data, title, tags FROM public.books`,
		`SELECT count(*) FROM public."tea-notes"`,
	} {
		s.exec(c, statement)
	}
	for _, statement := range []string{
		`SELECT removed FROM public.books`,
		`SELECT either FROM public.books`, // as it is kept, which is no value of the property
		`SELECT * FROM public._quartet_secrets`,
		`SELECT count(*) FROM public._quartet_secrets`,
		`SELECT value FROM public.site_config`,
		`SELECT a FROM elsewhere.t`,
		`SELECT id FROM public.books FOR SHARE`,
		`INSERT INTO public.books (id) VALUES ('1')`,
		`BEGIN READ WRITE; DELETE FROM public.books`,
		`SET ROLE ` + s.owner.Config().User,
		`SET SESSION AUTHORIZATION ` + s.owner.Config().User,
		`COPY public.books TO PROGRAM 'true'`,
		`SELECT pg_read_file('/etc/passwd')`,
		// What undoes SET ROLE within one SELECT.
		`SELECT set_config('role', 'none', true), query_to_xml('SELECT value FROM public.site_config', true, true, '')`,
		`SELECT set_config('session_authorization', 'default', true), query_to_xml('SELECT value FROM public.site_config', true, true, '')`,
	} {
		if _, err := c.Exec(t.Context(), statement); err == nil {
			t.Errorf("this ran: %s", statement)
		}
		_, _ = c.Exec(t.Context(), `ROLLBACK`)
	}
}

func TestTheRoleHasItsSettings(t *testing.T) {
	s := newSite(t)
	s.mustEnsure()
	c := s.asRole()
	for name, want := range map[string]string{
		"default_transaction_read_only": "on", "search_path": "pg_catalog", "statement_timeout": "5s", "DateStyle": "ISO, YMD", "TimeZone": "UTC",
	} {
		var got string
		if err := c.QueryRow(t.Context(), `SELECT current_setting($1)`, name).Scan(&got); err != nil || got != want {
			t.Errorf("%s is %q, %v", name, got, err)
		}
	}
}

// Rights are renewed for what is new, and the rest is left alone.
func TestRightsFollowTheTables(t *testing.T) {
	s := newSite(t)
	s.mustEnsure()
	if missing := s.missing(); missing != nil {
		t.Errorf("a second time: %q", missing)
	}
	s.plan = plantest.Seal(t, shelf+`
---
{ apiVersion: quartet/v1, kind: Schema, metadata: { name: cups }, spec: { title: Cups, schema: { type: object, properties: { a: { type: string } } } } }`)
	s.exec(s.owner, sqlgen.CreateTable(sqlgen.Postgres, s.plan.Schema("cups")))
	s.exec(s.owner, `DROP TABLE "tea-notes"`)
	if missing := s.missing(); len(missing) != 1 || !strings.HasPrefix(missing[0], `GRANT SELECT ("id", `) || !strings.Contains(missing[0], `"public"."cups"`) {
		t.Errorf("%q", missing)
	}
	s.mustEnsure()
	s.exec(s.asRole(), `SELECT a FROM public.cups`)
}

// Processes that start at once agree on one role.
func TestManyMakeOneRole(t *testing.T) {
	s := newSite(t)
	results := make(chan error)
	for range 4 {
		c := s.connect(s.url)
		go func() { results <- s.ensure(c) }()
	}
	for range 4 {
		if err := <-results; err != nil {
			t.Error(err)
		}
	}
	s.exec(s.asRole(), `SELECT title FROM public.books`)
}

// Where the user of the service may not make roles, it says what somebody else
// has to run, and goes on from there.
func TestWithoutTheRightTheStatementsAreTold(t *testing.T) {
	s := newSite(t)
	super := s.connect(postgrestest.Superuser(s.url))
	plain := s.role.Name + "_plain"
	s.exec(super, `CREATE ROLE `+plain+` LOGIN PASSWORD 'x'`)
	t.Cleanup(func() { s.drop(plain) })
	for _, table := range []string{`books`, `"tea-notes"`} {
		s.exec(super, `ALTER TABLE `+table+` OWNER TO `+plain)
	}
	address, err := url.Parse(s.url)
	if err != nil {
		t.Fatal(err)
	}
	address.User = url.UserPassword(plain, "x")
	s.owner = s.connect(address.String())
	var need *viewrole.Need
	if err := s.ensure(s.owner); !errors.As(err, &need) {
		t.Fatalf("got %v, want the statements", err)
	}
	script := need.Script()
	if !strings.Contains(script, "PASSWORD 'a password of your own'") || strings.Contains(script, "SCRAM") {
		t.Errorf("%s", script)
	}
	if s.exec(super, strings.ReplaceAll(script, "a password of your own", password)); s.missing() != nil {
		t.Errorf("still missing: %q", s.missing())
	}
	s.mustEnsure()
	s.exec(s.asRole(), `SELECT title FROM public.books`)
	if err := s.role.SetPassword(t.Context(), s.owner, "other"); !errors.As(err, &need) || strings.Contains(need.Script(), "other") {
		t.Errorf("%v", err)
	}
}

func TestALostPasswordIsGivenAgain(t *testing.T) {
	s := newSite(t)
	s.mustEnsure()
	s.exec(s.owner, `ALTER ROLE `+s.role.Name+` PASSWORD 'another'`)
	if err := s.role.SetPassword(t.Context(), s.owner, password); err != nil {
		t.Fatal(err)
	}
	s.asRole()
}

// A role that may more than it should is found, whoever gave it the right.
func TestExcessIsFound(t *testing.T) {
	s := newSite(t)
	s.mustEnsure()
	super := s.connect(postgrestest.Superuser(s.url))
	for _, test := range []struct{ give, take, want string }{
		{``, ``, ``},
		{`GRANT SELECT ON site_config TO PUBLIC`, `REVOKE ALL ON site_config FROM PUBLIC`, `it may read site_config`},
		{`GRANT SELECT (value) ON _quartet_secrets TO $R`, `REVOKE ALL ON _quartet_secrets FROM $R`, `it may read _quartet_secrets`},
		{`GRANT UPDATE ON books TO $R`, `REVOKE UPDATE ON books FROM $R`, `it may write books`},
		{`ALTER ROLE $R SUPERUSER`, `ALTER ROLE $R NOSUPERUSER`, `it is a superuser`},
		{`GRANT pg_read_all_data TO $R`, `REVOKE pg_read_all_data FROM $R`, `it is a member of the role pg_read_all_data`},
	} {
		as := func(statement string) string { return strings.ReplaceAll(statement, "$R", s.role.Name) }
		s.exec(super, as(test.give))
		found, err := s.role.Excess(t.Context(), s.owner)
		if err != nil || !strings.HasPrefix(strings.Join(found, ", "), test.want) || (test.want == "") != (len(found) == 0) {
			t.Errorf("%s: %q, %v", test.give, found, err)
		}
		s.exec(super, as(test.take))
	}
}

// Two sites on one server have a role each.
func TestSitesOfAServerShareNoRole(t *testing.T) {
	a, b := newSite(t), newSite(t)
	if a.role.Name == b.role.Name || len(a.role.Name) > 63 {
		t.Errorf("%s and %s", a.role.Name, b.role.Name)
	}
	secret := []byte("the same in both")
	of := func(r viewrole.Role) string {
		text, err := r.Password(secret)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	if of(a.role) == of(b.role) || len(of(a.role)) < 40 {
		t.Errorf("%s and %s", of(a.role), of(b.role))
	}
}
