package platform

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/sqlgen"
)

// A rule is something that SQLite takes and PostgreSQL refuses, or takes for
// something else. Like is a statement that breaks it.
type rule struct {
	name string
	find func(text string) string // what breaks the rule, or ""
	like string
}

func pattern(expression string) func(string) string { return regexp.MustCompile(expression).FindString }

var rules = []rule{
	{"a placeholder of SQLite", pattern(`\?`), `SELECT 1 FROM t WHERE a = ?`},
	{"a word in braces that no dialect knows", pattern(`[{}]`), `SELECT 1 FROM t WHERE a {alike} $1`},
	{
		"a statement of SQLite alone", pattern(`\b(INSERT OR|REPLACE INTO|INDEXED BY|PRAGMA|GLOB|NOCASE|rowid)\b`),
		`INSERT OR IGNORE INTO t (a) VALUES ($1)`,
	},
	{
		"a function of SQLite alone",
		pattern(`\b(json_(extract|each|tree|group_\w+|quote|valid|type|array|object|set|insert|replace|remove|patch)|unixepoch|strftime|datetime|julianday|last_insert_rowid|changes|ifnull|iif|instr|typeof|hex|total|group_concat|randomblob|zeroblob)\(`),
		`SELECT json_extract(a, '$[0]') FROM t`,
	},
	{"min or max of several values", pattern(`\b(min|max)\([^()]*,`), `UPDATE t SET a = min(a, $1)`},
	{"a bit string that SQLite takes for bytes", pattern(`\bx'`), `INSERT INTO t (a) VALUES (x'')`},
	{"a value compared by IS", pattern(`\bIS (NOT )?\$`), `SELECT 1 FROM t WHERE a IS $1`},
	{
		"arithmetic on an argument whose type nothing tells", pattern(`\$\d+ *[-+*/] *[$\d]`),
		`UPDATE t SET a = $1 + 86400000`,
	},
	{
		"a reserved word as a name",
		pattern(`(^|[^"\w'])(user|window|offset|end|grant|array|column|table|check|references|both|fetch|only|some|leading|trailing|analyze|placing|lateral)($|[^"\w'])`),
		`SELECT a FROM t WHERE user = $1`,
	},
	{"a table without a name", pattern(`FROM \(SELECT .*\)( [^A]|$)`), `SELECT count(*) FROM (SELECT 1 FROM t LIMIT $1)`},
	{
		"a column that is the new one or the old", bareColumn,
		`INSERT INTO t (a) VALUES ($1) ON CONFLICT (a) DO UPDATE SET n = n + 1`,
	},
	{
		"a column that is the new one or the old", bareColumn,
		`INSERT INTO t (a) VALUES ($1) ON CONFLICT (a) DO UPDATE SET b = excluded.b WHERE b <> excluded.b`,
	},
}

var (
	newValues  = regexp.MustCompile(`DO UPDATE SET (.*?)( RETURNING|$)`)
	unasked    = regexp.MustCompile(`\w+\.("\w+"|\w+)|\w+\(|\$\d+|\b(WHERE|AND|OR|NOT|NULL|IS|CASE|WHEN|THEN|ELSE|END)\b`)
	assigned   = regexp.MustCompile(`(^|, )"?\w+"? = `)
	identifier = regexp.MustCompile(`[A-Za-z_]\w*`)
)

// bareColumn finds a column without its table in what a row is changed to that
// exists already.
func bareColumn(text string) string {
	found := newValues.FindStringSubmatch(text)
	if found == nil {
		return ""
	}
	return identifier.FindString(unasked.ReplaceAllString(assigned.ReplaceAllString(found[1], "$1"), " "))
}

// Every statement is in the words that both databases have. That SQLite takes
// each of them is held by the test of its driver.
func TestStatementsAreInTheWordsOfBothDialects(t *testing.T) {
	for _, q := range Queries() {
		text := oneLine(q.In(sqlgen.Postgres))
		for _, r := range rules {
			if found := r.find(text); found != "" {
				t.Errorf("%s: %q\n%s", r.name, found, text)
			}
		}
	}
}

func TestTheRulesFindWhatBreaksThem(t *testing.T) {
	for _, r := range rules {
		if r.find(r.like) == "" {
			t.Errorf("%s is not found in %s", r.name, r.like)
		}
	}
}

// Both dialects number the same arguments, from the first without a gap.
func TestStatementsNumberTheirArguments(t *testing.T) {
	for _, q := range Queries() {
		sqlite, postgres := numbers(t, q.In(sqlgen.SQLite), `\?(\d*)`), numbers(t, q.In(sqlgen.Postgres), `\$(\d*)`)
		if !slices.Equal(sqlite, postgres) {
			t.Errorf("%v in SQLite, %v in PostgreSQL\n%s", sqlite, postgres, q.text)
		}
		if most := len(sqlite); most > 0 && (sqlite[0] != 1 || sqlite[most-1] != most) {
			t.Errorf("%v are not numbers from 1 on\n%s", sqlite, q.text)
		}
	}
}

// numbers are those of the arguments in a text, each once, in their order.
func numbers(t *testing.T, text, placeholder string) (found []int) {
	t.Helper()
	for _, match := range regexp.MustCompile(placeholder).FindAllStringSubmatch(text, -1) {
		number, err := strconv.Atoi(match[1])
		if err != nil {
			t.Errorf("an argument without a number\n%s", text)
		}
		found = append(found, number)
	}
	slices.Sort(found)
	return slices.Compact(found)
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
