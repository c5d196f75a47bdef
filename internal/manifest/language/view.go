package language

import "github.com/quartet-dev/quartet/internal/manifest"

func surfaceWords() map[manifest.Surface]string {
	return map[manifest.Surface]string{
		manifest.Public: "Everyone whom requires admits; also over REST and /mcp.",
		manifest.Staff:  "Staff alone; in Admin and on /mcp/staff.",
	}
}

// view is the spec of a View.
func (n *names) view() shape {
	least, most := manifest.SharedMaxAge()
	return mapping(
		key("title", ref("text"), "A label: a text, or one for each locale. Default: the name in title case."),
		key("description", ref("text"), "What the View is for: a text, or one for each locale. GET /api/views, MCP tools, generated clients and the OpenAPI document show it. Default: a sentence made of its Schema, filter, order and params."),
		need("surface", choice(manifest.Surfaces(), surfaceWords()), "Where the View is mounted: public is read at /api/views/<name>, staff by staff only."),
		key("from", shape{"type": "string"}.offers(n.schemas), "The Schema whose entries are read. A View has exactly one of from and sql."),
		key("sql", statement(), "One SELECT without a semicolon, or one for each dialect. Each :name is a param that is declared and required. A sql View has no filter, fields and orderBy."),
		key("filter", ref("filter"), "Which entries are read. A node is a mapping with exactly one key: eq, gt, gte, lt or lte with { field, value }, and and or with a list of nodes. Default: every entry. A public View over a publishing Schema reads published entries alone."),
		key("fields", listOf(text()), "The fields of a row: properties and reserved columns. Default: the reserved columns and every property."),
		key("orderBy", listOf(orderTerm()), "The order of the rows. Default: by id."),
		key("limit", shape{"default": 50}, "How many rows a page has at most, up to 500. Default: 50, also for anything but a number of at least 1."),
		key("params", params(), "The JSON Schema of the View's params: type: object with properties. No param is named page, show or cursor. Default: none."),
		key("rows", ref("objectSchema"), "The JSON Schema of a row, for generated clients and documents. It says type: object. Only a sql View declares it; the rows of any other follow from its fields. Default: none, and then a row may be anything."),
		key("requires", ref("requires"), "Who may read the View. Default: everyone on its surface."),
		key("cache", mapping(
			need("sharedMaxAge", shape{"type": "integer", "minimum": least, "maximum": most}, "How many seconds shared caches keep an answer: 1 to 86400."),
		), "Lets shared caches keep anonymous answers. Only a public View with from, without requires and over a publishing Schema has it; the site has a cacheScope. Default: none."),
		key("uiSchema", viewUI(), "How Admin shows the View. Only a View with surface: staff has it. Default: none."),
	).ruled(append(viewRules(), n.perSchema(viewOver)...)...)
}

// isSQL is the condition of a sql View. A blank statement is as good as none.
func isSQL() shape {
	return where("sql", anyOf(shape{"type": "object"}, shape{"type": "string", "pattern": `\S`}))
}

func viewRules() []shape {
	const notCached = "Only a public View with from and without requires can be cached."
	isStaff := where("surface", only(manifest.Staff))
	return []shape{
		{"if": isSQL(), "then": forbid("A sql View has no such key; write it into the statement.", "filter", "fields", "orderBy"),
			"else": has("from").with("errorMessage", "A View requires exactly one of from or sql.")},
		when(not(isSQL()), at(shape{"minLength": 1}, "from")),
		when(isSQL(), at(shape{"maxLength": 0, "errorMessage": "A View requires exactly one of from or sql."}, "from")),
		when(not(isSQL()), forbid("Only a sql View declares rows; those of this one follow from its fields.", "rows")),
		when(anyOf(isSQL(), isStaff, has("requires")), forbid(notCached, "cache")),
		when(where("filter", ref(namesParam)), has("params").with("errorMessage", "A param is declared in params.properties.")),
		when(where("filter", ref(namesCaller)), callerKnown()),
		when(where("surface", only(manifest.Public)), forbid("Only a View with surface: staff has a uiSchema.", "uiSchema")),
	}
}

// callerKnown wants ctx.user of the caller.
func callerKnown() shape {
	const why = "A View that filters by the caller's identity must require ctx.user."
	all := where("all", shape{"contains": only("ctx.user"), "errorMessage": why}).with("errorMessage", why)
	return where("requires", where("auth", all).with("errorMessage", why)).with("errorMessage", why)
}

func statement() shape {
	one := func() shape {
		return shape{"type": "string", "pattern": `^\s*$|^\s*[sS][eE][lL][eE][cC][tT](?:[^0-9A-Za-z_$;][^;]*)?$`,
			"errorMessage": "sql is one SELECT statement without a semicolon."}
	}
	dialects := make([]member, 0, len(manifest.Dialects()))
	for _, each := range manifest.Dialects() {
		dialects = append(dialects, key(each, one().with("minLength", 1), "The statement for "+each+": one SELECT without a semicolon."))
	}
	return anyOf(one(), mapping(dialects...).with("minProperties", 1))
}

func orderTerm() shape {
	meanings := map[string]string{"asc": "Ascending, the default.", "desc": "Descending."}
	return mapping(
		need("field", text(), "A property of the Schema, or a reserved column."),
		key("direction", choice(manifest.Directions(), meanings).with("default", "asc"), "asc or desc. Default: asc."),
	)
}

func params() shape {
	return allOf(ref("objectSchema"), has("properties").with("errorMessage", "params must declare its properties."),
		at(forbid("This name is reserved; a param needs another name.", manifest.ReservedParams()...), "properties"))
}

func viewUI() shape {
	columns := func() shape { return distinct(text().with("pattern", `^[^"\\\x00]*$`)) }
	return mapping(
		key("list", mapping(
			key("columns", columns(), "The columns of the table in their order, and of its CSV."),
			key("searchFields", columns(), "The fields that the search box looks into."),
			key("filterFields", columns(), "The fields that are offered as exact filters."),
		), "The table of the View's rows. Names are fields of a row, each once in a list."),
	)
}

// viewOver offers the fields of a Schema to a View over it.
func viewOver(schema string) shape {
	fields := func() shape { return listOf(ref(fieldsOf(schema))) }
	return when(where("from", only(schema)), allOf(
		at(ref(filterOf(schema)), "filter"), at(fields(), "fields"), at(listOf(at(ref(fieldsOf(schema)), "field")), "orderBy"),
		at(fields(), "uiSchema", "list", "columns"), at(fields(), "uiSchema", "list", "searchFields"), at(fields(), "uiSchema", "list", "filterFields"),
	))
}
