package sqlgen_test

import (
	"testing"

	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/sqlgen"
)

// The statements of a copy, in both dialects.
func TestStatementsOfACopy(t *testing.T) {
	pair := []string{"bucket", "window", "count"}
	properties := []sqlgen.Property{{Name: "name", Kind: plan.TextColumn}, {Name: "n", Kind: plan.IntegerColumn}, {Name: "any", Kind: plan.MixedColumn}, {Name: "tags", Kind: plan.JSONColumn}}
	for _, test := range []struct {
		name             string
		text             func(*sqlgen.Dialect) string
		sqlite, postgres string
	}{
		{
			"the first rows", func(d *sqlgen.Dialect) string { return sqlgen.SelectRows(d, "rates", pair, 2, false) },
			`SELECT "bucket", "window", "count" FROM "rates" ORDER BY "bucket", "window" LIMIT ?1`,
			`SELECT "bucket", "window", "count" FROM "rates" ORDER BY "bucket", "window" LIMIT $1`,
		},
		{
			"rows behind a key", func(d *sqlgen.Dialect) string { return sqlgen.SelectRows(d, "rates", pair, 2, true) },
			`SELECT "bucket", "window", "count" FROM "rates" WHERE ("bucket", "window") > (?1, ?2) ORDER BY "bucket", "window" LIMIT ?3`,
			`SELECT "bucket", "window", "count" FROM "rates" WHERE ("bucket", "window") > ($1, $2) ORDER BY "bucket", "window" LIMIT $3`,
		},
		{
			"a row", func(d *sqlgen.Dialect) string { return sqlgen.InsertRow(d, "rates", pair, 2) },
			`INSERT INTO "rates" ("bucket", "window", "count") VALUES (?1, ?2, ?3) ON CONFLICT ("bucket", "window") DO NOTHING`,
			`INSERT INTO "rates" ("bucket", "window", "count") VALUES ($1, $2, $3) ON CONFLICT ("bucket", "window") DO NOTHING`,
		},
		{
			"an entry", func(d *sqlgen.Dialect) string {
				return sqlgen.InsertEntry(d, "notes", []string{"id", "version", "data"}, properties)
			},
			`INSERT INTO "notes" ("id", "version", "data", "name", "n", "any") SELECT "id", "version", "data", ("data" ->> '$."name"'), ("data" ->> '$."n"'), ("data" ->> '$."any"') FROM (SELECT ?1 AS "id", ?2 AS "version", ?3 AS "data") AS entry WHERE true ON CONFLICT ("id") DO NOTHING`,
			`INSERT INTO "notes" ("id", "version", "data", "name", "n", "any") SELECT "id", "version", "data", ("data" ->> 'name'), ("data" ->> 'n')::bigint, _quartet_scalar("data" -> 'any') FROM (SELECT $1::text AS "id", $2::bigint AS "version", $3::json AS "data") AS entry WHERE true ON CONFLICT ("id") DO NOTHING`,
		},
	} {
		if got := test.text(sqlgen.SQLite); got != test.sqlite {
			t.Errorf("%s, in SQLite:\n%s\nwant\n%s", test.name, got, test.sqlite)
		}
		if got := test.text(sqlgen.Postgres); got != test.postgres {
			t.Errorf("%s, in PostgreSQL:\n%s\nwant\n%s", test.name, got, test.postgres)
		}
	}
}
