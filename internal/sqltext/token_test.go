package sqltext_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/sqltext"
)

// marked writes a statement with «:name» around placeholders and ‹?1› around
// parameters of the dialect's own.
func marked(dialect, statement string) string {
	var b strings.Builder
	for _, t := range sqltext.Tokens(dialect, statement) {
		switch t.Kind {
		case sqltext.Placeholder:
			b.WriteString("«" + t.Name() + "»")
		case sqltext.Foreign:
			b.WriteString("‹" + t.Text + "›")
		default:
			b.WriteString(t.Text)
		}
	}
	return b.String()
}

func TestTokens(t *testing.T) {
	const sqlite, postgres = sqltext.SQLite, sqltext.Postgres
	for _, test := range []struct{ dialect, statement, want string }{
		{sqlite, "", ""},
		{sqlite, "SELECT 1", "SELECT 1"},
		{sqlite, "a=:a AND b=:b_2", "a=«a» AND b=«b_2»"},
		{sqlite, ":a:a", "«a»«a»"},
		{sqlite, ":größe", "«größe»"},
		{sqlite, "' :a '' :a ' = :a", "' :a '' :a ' = «a»"},
		{sqlite, `" :a "" " = :a`, `" :a "" " = «a»`},
		{sqlite, "` :a `` ` = :a", "` :a `` ` = «a»"},
		{sqlite, "[ :a ] = :a", "[ :a ] = «a»"},
		{sqlite, "1 -- :a\n:a --", "1 -- :a\n«a» --"},
		{sqlite, "/* :a /* */ :a /* */", "/* :a /* */ «a» /* */"},
		{sqlite, "x::text", "x::text"},
		{sqlite, "a : b := :", "a : b := :"},
		{sqlite, "? ?12 @a $a :1", "‹?› ‹?12› ‹@a› ‹$a› ‹:1›"},
		{sqlite, "a$b", "a$b"},
		{sqlite, `'\' = :a`, `'\' = «a»`},
		{sqlite, "' :a", "' :a"},
		{sqlite, "/* :a", "/* :a"},
		{postgres, "x::text = :a::text", "x::text = «a»::text"},
		{postgres, "/* /* :a */ :a */ :a", "/* /* :a */ :a */ «a»"},
		{postgres, "$$ :a $$ :a $t$ :a $$ $t$ :a", "$$ :a $$ «a» $t$ :a $$ $t$ «a»"},
		{postgres, "$1 $t :a", "‹$1› ‹$t› «a»"},
		{postgres, "$1$ :a $1$", "‹$1›$ «a» ‹$1›$"},
		{postgres, "data @> :a AND data ? 'x' AND data ?| :b", "data @> «a» AND data ? 'x' AND data ?| «b»"},
		{postgres, `E'\' :a' = :a`, `E'\' :a' = «a»`},
		{postgres, `'\' = :a`, `'\' = «a»`},
		{postgres, `name'\' = :a`, `name'\' = «a»`},
		{postgres, "tags[1:2]", "tags[1:2]"},
		{postgres, "tags[:a]", "tags[«a»]"},
	} {
		if diff := cmp.Diff(test.want, marked(test.dialect, test.statement)); diff != "" {
			t.Errorf("%s %q: %s", test.dialect, test.statement, diff)
		}
	}
}

func TestCheck(t *testing.T) {
	for _, test := range []struct {
		dialect, statement string
		want               error
	}{
		{sqltext.SQLite, "SELECT ((1)) -- (", nil},
		{sqltext.SQLite, "SELECT ')', \"(\" /* ) */", nil},
		{sqltext.SQLite, "SELECT 'a", sqltext.ErrOpenQuote},
		{sqltext.SQLite, "SELECT \"a", sqltext.ErrOpenQuote},
		{sqltext.SQLite, "SELECT [a", sqltext.ErrOpenQuote},
		{sqltext.SQLite, "SELECT 1 /* a", sqltext.ErrOpenComment},
		{sqltext.SQLite, "SELECT 1) UNION SELECT (2", sqltext.ErrParentheses},
		{sqltext.SQLite, "SELECT (1", sqltext.ErrParentheses},
		{sqltext.SQLite, "SELECT 1 /* /* */", nil},
		{sqltext.Postgres, "SELECT 1 /* /* */", sqltext.ErrOpenComment},
		{sqltext.Postgres, "SELECT $a$ ) $a$", nil},
		{sqltext.Postgres, "SELECT $a$ ) $b$", sqltext.ErrOpenQuote},
		{sqltext.Postgres, `SELECT E'\`, sqltext.ErrOpenQuote},
	} {
		if err := sqltext.Check(test.dialect, test.statement); !errors.Is(err, test.want) {
			t.Errorf("%s %q: %v, want %v", test.dialect, test.statement, err, test.want)
		}
	}
}

func FuzzTokens(f *testing.F) {
	for _, seed := range []string{"SELECT :a, '':b''", "$$ $x$ :a", "/* -- */ :a::b", "E'\\' ?1 @a [x] `y`"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, statement string) {
		for _, dialect := range []string{sqltext.SQLite, sqltext.Postgres} {
			var joined strings.Builder
			for _, token := range sqltext.Tokens(dialect, statement) {
				if token.Text == "" || token.Kind == sqltext.Placeholder && token.Name() == "" {
					t.Errorf("%s %q: an empty token", dialect, statement)
				}
				joined.WriteString(token.Text)
			}
			if joined.String() != statement {
				t.Errorf("%s %q: pieces are %q", dialect, statement, joined.String())
			}
		}
	})
}
