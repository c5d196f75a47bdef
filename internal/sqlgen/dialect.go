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
	same        string                     // equality that takes null for a value; "" where an argument says whether it fits
	types       map[plan.ColumnKind]string // of stored columns; "" for what has none
	dataType    string
	member      string                     // JSON member of data; %s is the property
	scalar      string                     // the same as a scalar, for comparing and filling
	jsonType    string                     // type of the JSON member; %s is the property
	jsonTypes   map[string]string          // comparison of jsonType with a type of JSON
	casts       map[plan.ColumnKind]string // after scalar, where it yields text
	derived     string                     // column definition after its name; %s is the property
	text        string                     // a text itself, of anything else its JSON, null for JSON's null; %s is the property
	textOf      string                     // the text of any expression; %s is the expression
	outputValue string                     // an output of a sql View as it is compared
	outputKind  plan.ColumnKind            // what an output of a sql View is compared as
	wide        string                     // after an argument that may be a fraction
	byBytes     string                     // after an expression, so that it is compared by its bytes; "" where all are
	encodes     bool                       // columns of several types hold ScalarKey
	seeksFew    bool                       // the database does not tell rare values from others
	aside       string                     // before a column that leads an index of its own alone
	json        string                     // JSON member of data for an object; %s is the property
	object      string                     // function that makes a JSON object

	// How a text is matched in any case: with LIKE while what is looked for is
	// ASCII, else with a pattern of character classes, in which the characters of
	// special are written between the two parts of escape.
	like                       string
	matches, anything, special string
	escape                     [2]string

	paramTypes map[plan.ColumnKind]string // of params in a sql View; nil where values have types of their own

	// What statements over the platform's tables say in braces.
	asJSON, textsOf, keysOf, lastKey, skipLocked, forShare, forUpdate string

	// What a sql View sees: the definitions of tables, by Schema.
	schemas []*plan.Schema
	tables  map[string]string
}

// jsonMember is what PostgreSQL's data has of a property, null for JSON's null.
const jsonMember = `(CASE WHEN json_typeof("data" -> '%s') <> 'null' THEN "data" -> '%s' END)`

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
		text:     `(CASE json_type("data", '$."%s"') WHEN 'text' THEN "data" ->> '$."%s"' ELSE nullif("data" -> '$."%s"', 'null') END)`,
		textOf:   "CAST(%s AS TEXT)",
		seeksFew: true,

		outputValue: "%s",
		outputKind:  plan.MixedColumn,
		jsonType:    `json_type("data", '$."%s"')`,
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
		keysOf:   "(SELECT value FROM json_each(?1))",
		lastKey:  "last_insert_rowid()",
	}
	Postgres = &Dialect{
		Name:        "postgres",
		placeholder: "$",
		noLimit:     "ALL",
		nullsFirst:  " NULLS FIRST",
		nullsLast:   " NULLS LAST",
		types: map[plan.ColumnKind]string{
			plan.TextColumn: `text COLLATE "C"`, plan.IntegerColumn: "bigint", plan.RealColumn: "double precision",
			plan.BooleanColumn: "boolean", plan.MixedColumn: `text COLLATE "C"`, plan.JSONColumn: "",
		},
		// And not jsonb: answers have the text of a value as it was written
		// (decision 204).
		dataType: "json",
		member:   jsonMember,
		scalar:   `_quartet_scalar("data" -> '%s')`,
		text:     `("data" ->> '%s')`,
		textOf:   "CAST(%s AS TEXT)",
		encodes:  true,
		wide:     "::numeric",
		byBytes:  ` COLLATE "C"`,

		outputValue: "CAST(%s AS TEXT)",
		outputKind:  plan.TextColumn,
		jsonType:    `json_typeof("data" -> '%s')`,
		jsonTypes: map[string]string{
			"string": " = 'string'", "number": " = 'number'", "boolean": " = 'boolean'",
		},
		casts: map[plan.ColumnKind]string{
			plan.IntegerColumn: "::bigint", plan.RealColumn: "::double precision", plan.BooleanColumn: "::boolean", plan.TextColumn: "",
			plan.MixedColumn: "", plan.JSONColumn: "", // see filled
		},
		derived: "json GENERATED ALWAYS AS (" + jsonMember + ") STORED",
		json:    `"data" -> '%s'`,
		object:  "json_build_object",
		like:    " ILIKE ",
		matches: " ~ ",
		special: `.*+?()[]{}|^$\`,
		escape:  [2]string{`\`, ""},

		paramTypes: map[plan.ColumnKind]string{
			plan.TextColumn: "text", plan.IntegerColumn: "bigint",
			plan.RealColumn: "double precision", plan.BooleanColumn: "boolean", plan.JSONColumn: "json", plan.MixedColumn: "text",
		},

		asJSON:     "::json",
		textsOf:    "(SELECT json_array_elements_text($1::json))",
		keysOf:     "(SELECT CAST(json_array_elements_text($1::json) AS bigint))",
		lastKey:    "lastval()",
		skipLocked: " FOR UPDATE SKIP LOCKED",
		forShare:   " FOR SHARE",
		forUpdate:  " FOR UPDATE",
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
	return strings.ReplaceAll(template, "%s", property)
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
		return d.bytewise(of(d.scalar, c.Name()))
	}
	return quote(c.Name())
}

// bytewise is an expression that is compared by its bytes, as the columns of texts
// are: unless it says so, an expression has the collation of the database.
func (d *Dialect) bytewise(expression string) string {
	if d.byBytes == "" {
		return expression
	}
	return "(" + expression + d.byBytes + ")"
}

// filled is the expression that fills the column of a property from data.
func (d *Dialect) filled(name string, kind plan.ColumnKind) string {
	if d.encodes && kind != plan.MixedColumn {
		return of(d.text, name) + d.casts[kind]
	}
	return of(d.scalar, name)
}

// Encodes reports whether columns of several types hold ScalarKey.
func (d *Dialect) Encodes() bool { return d.encodes }

// SeeksFew reports whether a list has to find out by itself whether a value is
// rare.
func (d *Dialect) SeeksFew() bool { return d.seeksFew }

// Stored is what a column of the kind holds of a scalar value.
func (d *Dialect) Stored(kind plan.ColumnKind, value any) any {
	if d.encodes && value != nil && (kind == plan.MixedColumn || kind == plan.JSONColumn) {
		return ScalarKey(value)
	}
	return value
}

// Read is the scalar value that a column of the kind holds.
func (d *Dialect) Read(kind plan.ColumnKind, value any) any {
	if text, ok := value.(string); ok && d.encodes && (kind == plan.MixedColumn || kind == plan.JSONColumn) {
		return ScalarOf(text)
	}
	return value
}
