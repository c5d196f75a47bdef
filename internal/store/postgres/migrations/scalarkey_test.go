package migrations_test

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/ncruces/go-sqlite3"
	"pgregory.net/rapid"

	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/sqlgen"
	"github.com/quartet-dev/quartet/internal/store/postgres/migrations"
)

// scalars are numbers, texts and truths as JSON, with what they are in Go.
var scalars = map[string]any{
	`0`: int64(0), `0.0`: 0.0, `-0.0`: 0.0, `false`: false, `true`: true, `1`: int64(1), `1.0`: 1.0, `1e0`: 1.0, `-1`: int64(-1), `-1.0`: -1.0,
	`0.1`: 0.1, `-0.1`: -0.1, `1.5`: 1.5, `-1.5`: -1.5, `10`: int64(10), `9`: int64(9), `1e2`: 100.0, `100`: int64(100),
	`9007199254740991`: int64(9007199254740991), `9007199254740992`: int64(9007199254740992), `9007199254740993`: int64(9007199254740993),
	`-9007199254740993`: int64(-9007199254740993), `9007199254740992.0`: 9007199254740992.0,
	`9223372036854775807`: int64(9223372036854775807), `9223372036854775806`: int64(9223372036854775806),
	`9223372036854775808`: 9223372036854775808.0, `9223372036854777856`: 9223372036854777856.0,
	`-9223372036854775808`: int64(-9223372036854775808), `-9223372036854775809`: -9223372036854775808.0,
	`-9223372036854777856`: -9223372036854777856.0,
	`1e308`:                1e308, `-1e308`: -1e308, `5e-324`: 5e-324, `-5e-324`: -5e-324, `2.2250738585072014e-308`: 2.2250738585072014e-308,
	`1.7976931348623157e308`: 1.7976931348623157e308, `0.30000000000000004`: 0.30000000000000004,
	`""`: "", `"a"`: "a", `"1"`: "1", `"true"`: "true", `"é"`: "é", `"\u00e9\n"`: "é\n",
}

// keyOf asks PostgreSQL for the key of JSON; nil for null.
func keyOf(t testing.TB, conn *pgx.Conn, text string) *string {
	t.Helper()
	var key *string
	if err := conn.QueryRow(t.Context(), `SELECT _quartet_scalar($1::text::json)`, text).Scan(&key); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return key
}

func migrated(t *testing.T) *pgx.Conn {
	t.Helper()
	at := config(t)
	if _, err := migrations.Run(t.Context(), at); err != nil {
		t.Fatal(err)
	}
	return connect(t, at)
}

func TestBothMakeTheSameKeys(t *testing.T) {
	conn := migrated(t)
	for text, value := range scalars {
		if got := keyOf(t, conn, text); got == nil || *got != sqlgen.ScalarKey(value) {
			t.Errorf("the key of %s is %q in Go", text, sqlgen.ScalarKey(value))
		}
	}
	for text, want := range map[string]string{`[1, "a"]`: `t[1, "a"]`, `{"a": null}`: `t{"a": null}`} {
		if got := keyOf(t, conn, text); got == nil || *got != want {
			t.Errorf("the key of %s is not %q", text, want)
		}
	}
	if got := keyOf(t, conn, `null`); got != nil {
		t.Errorf("null has the key %q", *got)
	}
	rapid.Check(t, func(r *rapid.T) {
		value := rapid.OneOf(rapid.Float64Range(-1e300, 1e300).AsAny(), rapid.Int64().AsAny()).Draw(r, "value")
		text := string(jsonvalue.Append(nil, value))
		if got := keyOf(t, conn, text); got == nil || *got != sqlgen.ScalarKey(value) {
			r.Errorf("the key of %s is %q in Go", text, sqlgen.ScalarKey(value))
		}
	})
}

// Keys sort as SQLite sorts what they are of, and are the same where it says so.
func TestKeysSortAsSQLiteSortsScalars(t *testing.T) {
	db, err := sqlite3.Open(":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	s, _, err := db.Prepare(`SELECT (?1 ->> '$') < (?2 ->> '$'), (?1 ->> '$') = (?2 ->> '$')`)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for a, first := range scalars {
		for b, second := range scalars {
			if err := bindBoth(s, a, b); err != nil || !s.Step() {
				t.Fatal(err, s.Err())
			}
			order := strings.Compare(sqlgen.ScalarKey(first), sqlgen.ScalarKey(second))
			if (order < 0) != s.ColumnBool(0) || (order == 0) != s.ColumnBool(1) {
				t.Errorf("%s and %s: %d by their keys, below %t and equal %t in SQLite", a, b, order, s.ColumnBool(0), s.ColumnBool(1))
			}
			if err := s.Reset(); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func bindBoth(s *sqlite3.Stmt, a, b string) error {
	if err := s.BindText(1, a); err != nil {
		return err
	}
	return s.BindText(2, b)
}
