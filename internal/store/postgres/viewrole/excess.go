package viewrole

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// excess is what the role may and should not: by itself, by another role, or
// because everybody may.
const excess = `
WITH role AS (SELECT * FROM pg_catalog.pg_roles WHERE rolname = $1)
SELECT 'it is a superuser' FROM role WHERE rolsuper
UNION ALL SELECT 'it may make roles' FROM role WHERE rolcreaterole
UNION ALL SELECT 'it may make databases' FROM role WHERE rolcreatedb
UNION ALL SELECT 'it may replicate' FROM role WHERE rolreplication
UNION ALL SELECT 'it bypasses row security' FROM role WHERE rolbypassrls
UNION ALL SELECT 'it is the user that the service connects as' FROM role WHERE rolname = session_user
UNION ALL SELECT 'it is a member of the role ' || g.rolname FROM role
	JOIN pg_catalog.pg_auth_members AS m ON m.member = role.oid JOIN pg_catalog.pg_roles AS g ON g.oid = m.roleid
UNION ALL SELECT 'it owns the database' FROM role JOIN pg_catalog.pg_database AS d ON d.datdba = role.oid
	WHERE d.datname = pg_catalog.current_database()
UNION ALL SELECT 'it may ' || can || ' ' || c.relname
FROM role JOIN pg_catalog.pg_namespace AS n ON n.nspname = $2
	JOIN pg_catalog.pg_class AS c ON c.relnamespace = n.oid AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
	CROSS JOIN LATERAL (SELECT c.relname ~ '^_quartet_' OR c.relname = 'site_config' AS platforms) AS of
	CROSS JOIN LATERAL (VALUES
		('read', of.platforms AND pg_catalog.has_any_column_privilege(role.oid, c.oid, 'SELECT')),
		('write', pg_catalog.has_any_column_privilege(role.oid, c.oid, 'INSERT, UPDATE')
			OR pg_catalog.has_table_privilege(role.oid, c.oid, 'DELETE, TRUNCATE'))) AS may(can, does)
WHERE does
ORDER BY 1`

// Excess lists what the role may beyond reading the tables of Schemas; none for a
// role as it should be, or that is not there.
func (r Role) Excess(ctx context.Context, q Querier) ([]string, error) {
	rows, err := q.Query(ctx, excess, pgx.QueryExecModeExec, r.Name, r.Schema)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}
