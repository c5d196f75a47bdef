package sqlgen

import (
	"strconv"
	"strings"

	"github.com/quartet-dev/quartet/internal/plan"
)

// Dialect is what differs between databases, as data.
type Dialect struct {
	// Name is what a sql View calls the dialect: sqlite or postgres.
	Name string

	placeholder string                     // before the number of an argument
	noLimit     string                     // LIMIT that keeps every row
	nullsFirst  string                     // after an ascending order term
	nullsLast   string                     // after a descending order term
	same        string                     // equality that takes null for a value
	types       map[plan.ColumnKind]string // of stored columns; "" for what has none
	dataType    string
	member      string                     // JSON member of data; %s is the property
	scalar      string                     // the same as a scalar, for comparing and filling
	jsonType    string                     // type of the JSON member; %s is the property
	jsonTypes   map[string]string          // comparison of jsonType with a type of JSON
	casts       map[plan.ColumnKind]string // after scalar, where it yields text
	derived     string                     // column definition after its name; %s is the property
	aside       string                     // before a column that leads an index of its own alone
	json        string                     // JSON member of data for an object; %s is the property
	object      string                     // function that makes a JSON object

	// How a text is matched in any case: with LIKE while what is looked for is
	// ASCII, else with a pattern of character classes, in which the characters of
	// special are written between the two parts of escape.
	like                       string
	matches, anything, special string
	escape                     [2]string

	// What statements over the platform's tables say in braces.
	asJSON, textsOf, lastKey, skipLocked, forShare string
}

// The dialects. Nulls sort as the smallest value in both, text by its bytes.
var (
	SQLite = &Dialect{
		Name:        "sqlite",
		placeholder: "?",
		noLimit:     "-1",
		same:        " IS ",
		types: map[plan.ColumnKind]string{
			plan.TextColumn: "TEXT", plan.IntegerColumn: "INTEGER", plan.RealColumn: "REAL",
			plan.BooleanColumn: "BOOLEAN", plan.MixedColumn: "BLOB", plan.JSONColumn: "",
		},
		// A type with TEXT in its name has text affinity: JSON stays as written.
		dataType: "JSON_TEXT",
		member:   `nullif("data" -> '$."%s"', 'null')`,
		scalar:   `("data" ->> '$."%s"')`,
		jsonType: `json_type("data", '$."%s"')`,
		jsonTypes: map[string]string{
			"string": " = 'text'", "number": " IN ('integer', 'real')", "boolean": " IN ('true', 'false')",
		},
		derived:  `JSON_TEXT GENERATED ALWAYS AS (nullif("data" -> '$."%s"', 'null')) VIRTUAL`,
		aside:    "+",
		json:     `"data" -> '$."%s"'`,
		object:   "json_object",
		like:     " LIKE ",
		matches:  " GLOB ",
		anything: "*",
		special:  "*?[",
		escape:   [2]string{"[", "]"},
		textsOf:  "(SELECT value FROM json_each(?1))",
		lastKey:  "last_insert_rowid()",
	}
	Postgres = &Dialect{
		Name:        "postgres",
		placeholder: "$",
		noLimit:     "ALL",
		nullsFirst:  " NULLS FIRST",
		nullsLast:   " NULLS LAST",
		same:        " IS NOT DISTINCT FROM ",
		types: map[plan.ColumnKind]string{
			plan.TextColumn: `text COLLATE "C"`, plan.IntegerColumn: "bigint", plan.RealColumn: "double precision",
			plan.BooleanColumn: "boolean", plan.MixedColumn: `text COLLATE "C"`, plan.JSONColumn: "",
		},
		dataType: "jsonb",
		member:   `nullif("data" -> '%s', 'null'::jsonb)`,
		scalar:   `("data" ->> '%s')`,
		jsonType: `jsonb_typeof("data" -> '%s')`,
		jsonTypes: map[string]string{
			"string": " = 'string'", "number": " = 'number'", "boolean": " = 'boolean'",
		},
		casts: map[plan.ColumnKind]string{
			plan.IntegerColumn: "::bigint", plan.RealColumn: "::double precision", plan.BooleanColumn: "::boolean",
			plan.TextColumn: "", plan.MixedColumn: "", plan.JSONColumn: "",
		},
		derived: `jsonb GENERATED ALWAYS AS (nullif("data" -> '%s', 'null'::jsonb)) STORED`,
		json:    `"data" -> '%s'`,
		object:  "jsonb_build_object",
		like:    " ILIKE ",
		matches: " ~ ",
		special: `.*+?()[]{}|^$\`,
		escape:  [2]string{`\`, ""},

		asJSON:     "::jsonb",
		textsOf:    "(SELECT jsonb_array_elements_text($1::jsonb))",
		lastKey:    "lastval()",
		skipLocked: " FOR UPDATE SKIP LOCKED",
		forShare:   " FOR SHARE",
	}
)

func (d *Dialect) arg(n int) string { return d.placeholder + strconv.Itoa(n) }

// quote makes an identifier of any name.
func quote(name string) string {
	return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
}

// of fills a property into a template of the dialect. Property names hold
// neither quotes nor percent signs (open-parts.md, Names).
func of(template, property string) string {
	return strings.Replace(template, "%s", property, 1)
}

// output is the expression that a View selects for a column.
func (d *Dialect) output(c *plan.Column) string {
	if c.Kind() == plan.MixedColumn {
		return of(d.member, c.Name())
	}
	return quote(c.Name())
}

// operand is the expression that a filter compares.
func (d *Dialect) operand(c *plan.Column) string {
	if c.Kind() == plan.JSONColumn {
		return of(d.scalar, c.Name())
	}
	return quote(c.Name())
}
