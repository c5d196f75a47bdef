package viewrole

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/sqlgen"
)

// what the role has and may. Names of settings are compared in small letters.
const (
	roleState = `
SELECT r.oid IS NOT NULL,
	coalesce(r.oid IS NOT NULL AND pg_catalog.has_database_privilege(r.oid, d.oid, 'CONNECT'), false),
	coalesce(r.oid IS NOT NULL AND pg_catalog.has_schema_privilege(r.oid, n.oid, 'USAGE'), false),
	coalesce((SELECT s.setconfig FROM pg_catalog.pg_db_role_setting AS s WHERE s.setrole = r.oid AND s.setdatabase = d.oid), '{}')
FROM pg_catalog.pg_database AS d CROSS JOIN pg_catalog.pg_namespace AS n
	LEFT JOIN pg_catalog.pg_roles AS r ON r.rolname = $1
WHERE d.datname = pg_catalog.current_database() AND n.nspname = $2`

	// Columns of tables that the role cannot read. Without a role that is all of them.
	unreadColumns = `
SELECT c.relname::text, a.attname::text
FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
	JOIN pg_catalog.pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
	LEFT JOIN pg_catalog.pg_roles AS r ON r.rolname = $1
WHERE n.nspname = $2 AND c.relkind = 'r' AND c.relname = ANY ($3::text[])
	AND NOT coalesce(pg_catalog.has_column_privilege(r.oid, c.oid, a.attnum, 'SELECT'), false)
ORDER BY c.relname, a.attnum`
)

// Missing are the statements that make the role what it should be for the tables
// of these Schemas; none where it is. password is as it stands between quotes.
// Rights are added and not taken away: another process may serve older manifests.
func (r Role) Missing(ctx context.Context, q Querier, schemas []*plan.Schema, password string) (statements []string, err error) {
	var (
		exists, connects, uses bool
		have                   []string
	)
	err = q.QueryRow(ctx, roleState, pgx.QueryExecModeExec, r.Name, r.Schema).Scan(&exists, &connects, &uses, &have)
	if err != nil {
		return nil, fmt.Errorf("role %s: %w", r.Name, err)
	}
	if !exists {
		statements = append(statements, r.create(password))
	}
	statements = append(statements, r.missingSettings(have)...)
	if !connects {
		statements = append(statements, "GRANT CONNECT ON DATABASE "+pgx.Identifier{r.Database}.Sanitize()+" TO "+r.quoted())
	}
	if !uses {
		statements = append(statements, "GRANT USAGE ON SCHEMA "+pgx.Identifier{r.Schema}.Sanitize()+" TO "+r.quoted())
	}
	grants, err := r.missingGrants(ctx, q, schemas)
	return append(statements, grants...), err
}

func (r Role) create(password string) string {
	return fmt.Sprintf("CREATE ROLE %s LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOINHERIT CONNECTION LIMIT %d PASSWORD '%s'",
		r.quoted(), connections, password)
}

func (r Role) missingSettings(have []string) (statements []string) {
	set := map[string]string{}
	for _, each := range have {
		name, value, _ := strings.Cut(each, "=")
		set[strings.ToLower(name)] = value
	}
	for _, s := range settings {
		if value, ok := set[strings.ToLower(s.name)]; !ok || value != s.value {
			statements = append(statements, fmt.Sprintf("ALTER ROLE %s IN DATABASE %s SET %s = %s",
				r.quoted(), pgx.Identifier{r.Database}.Sanitize(), s.name, s.quoted()))
		}
	}
	return statements
}

// quoted is the value of a setting. A list is one of names, and not a name.
func (s setting) quoted() string {
	if strings.Contains(s.value, ", ") {
		return "'" + strings.ReplaceAll(s.value, ", ", "', '") + "'"
	}
	return "'" + s.value + "'"
}

func (r Role) missingGrants(ctx context.Context, q Querier, schemas []*plan.Schema) (statements []string, err error) {
	wanted, names := map[[2]string]bool{}, make([]string, len(schemas))
	for i, s := range schemas {
		names[i] = s.Name()
		for _, c := range sqlgen.ReadColumns(s) {
			wanted[[2]string{s.Name(), Cut(c)}] = true
		}
	}
	rows, err := q.Query(ctx, unreadColumns, pgx.QueryExecModeExec, r.Name, r.Schema, names)
	if err != nil {
		return nil, err
	}
	columns := map[string][]string{}
	var table, column string
	_, err = pgx.ForEachRow(rows, []any{&table, &column}, func() error {
		if wanted[[2]string{table, column}] {
			columns[table] = append(columns[table], pgx.Identifier{column}.Sanitize())
		}
		return nil
	})
	for _, name := range names {
		if columns[name] != nil {
			statements = append(statements, fmt.Sprintf("GRANT SELECT (%s) ON %s TO %s",
				strings.Join(columns[name], ", "), pgx.Identifier{r.Schema, name}.Sanitize(), r.quoted()))
		}
	}
	return statements, err
}
