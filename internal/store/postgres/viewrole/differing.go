package viewrole

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// Differing lists what is not as it should be in a session of the role: whose it
// is, where it leads and what it is set to.
func (r Role) Differing(ctx context.Context, q Querier) (differing []string, err error) {
	wanted := append([]setting{{"session_authorization", r.Name}, {"role", "none"}}, settings...)
	for _, s := range wanted {
		var is string
		if err := q.QueryRow(ctx, `SELECT pg_catalog.current_setting($1)`, pgx.QueryExecModeExec, s.name).Scan(&is); err != nil {
			return nil, err
		}
		if is != s.value {
			differing = append(differing, fmt.Sprintf("%s is %s and not %s", s.name, is, s.value))
		}
	}
	var database string
	err = q.QueryRow(ctx, `SELECT pg_catalog.current_database()::text`, pgx.QueryExecModeExec).Scan(&database)
	if err == nil && database != r.Database {
		differing = append(differing, "the database is "+database+" and not "+r.Database)
	}
	return differing, err
}
