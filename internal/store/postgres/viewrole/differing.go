package viewrole

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"
)

// Differing lists what is not as it should be in a session of the role: whose it
// is, where it leads and what it is set to.
func (r Role) Differing(ctx context.Context, q Querier) (differing []string, err error) {
	wanted := map[string]string{"session_authorization": r.Name, "role": "none", "database": r.Database}
	for _, s := range settings {
		wanted[s.name] = s.value
	}
	rows, err := q.Query(ctx, sessionState, pgx.QueryExecModeExec, slices.Sorted(maps.Keys(wanted)))
	if err != nil {
		return nil, err
	}
	var name, is string
	_, err = pgx.ForEachRow(rows, []any{&name, &is}, func() error {
		if is != wanted[name] {
			differing = append(differing, fmt.Sprintf("%s is %s and not %s", name, is, wanted[name]))
		}
		return nil
	})
	return differing, err
}

const sessionState = `SELECT name, CASE name WHEN 'database' THEN pg_catalog.current_database()::text ELSE pg_catalog.current_setting(name) END
FROM pg_catalog.unnest($1::text[]) AS wanted(name)`
