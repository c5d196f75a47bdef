package sqlgen_test

import (
	"testing"

	"github.com/quartet-dev/quartet/internal/sqlgen"
)

func TestAPlatformStatementInEachDialect(t *testing.T) {
	for text, want := range map[string][2]string{
		`SELECT a FROM t WHERE b = ?1 AND c > ?12`: {
			`SELECT a FROM t WHERE b = ?1 AND c > ?12`, `SELECT a FROM t WHERE b = $1 AND c > $12`,
		},
		`SELECT a FROM t WHERE a {like} ?1 ESCAPE '\' OR a {matches} ?2`: {
			`SELECT a FROM t WHERE a LIKE ?1 ESCAPE '\' OR a GLOB ?2`, `SELECT a FROM t WHERE a ILIKE $1 ESCAPE '\' OR a ~ $2`,
		},
		`SELECT a FROM t WHERE {aside}b = ?1`: {`SELECT a FROM t WHERE +b = ?1`, `SELECT a FROM t WHERE b = $1`},
		`SELECT ?1{as json} ->> 0`:            {`SELECT ?1 ->> 0`, `SELECT $1::json ->> 0`},
		`SELECT a FROM t WHERE a IN {keys of ?1}`: {
			`SELECT a FROM t WHERE a IN (SELECT value FROM json_each(?1))`, `SELECT a FROM t WHERE a IN (SELECT CAST(json_array_elements_text($1::json) AS bigint))`,
		},
		`INSERT INTO t (a) VALUES ({last key})`: {
			`INSERT INTO t (a) VALUES (last_insert_rowid())`, `INSERT INTO t (a) VALUES (lastval())`,
		},
		`SELECT a FROM t WHERE a = ?1{for share}`:  {`SELECT a FROM t WHERE a = ?1`, `SELECT a FROM t WHERE a = $1 FOR SHARE`},
		`SELECT a FROM t WHERE a = ?1{for update}`: {`SELECT a FROM t WHERE a = ?1`, `SELECT a FROM t WHERE a = $1 FOR UPDATE`},
		`SELECT a FROM t LIMIT ?1{skip locked}`:    {`SELECT a FROM t LIMIT ?1`, `SELECT a FROM t LIMIT $1 FOR UPDATE SKIP LOCKED`},
	} {
		got := [2]string{sqlgen.SQLite.Platform(text), sqlgen.Postgres.Platform(text)}
		if got != want {
			t.Errorf("%s\ngives %q\nwant  %q", text, got, want)
		}
	}
}
