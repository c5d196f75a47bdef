package wire

// Views is the Views that the caller may run.
type Views struct {
	Views []View `json:"views"`
}

// View describes a View. Params is its JSON Schema, null without params;
// Collection, whose entries its rows are, and Fields are null for a sql View, of whose
// rows Rows is the JSON Schema that it declares, null for none; Limit is the most rows that a page holds.
type View struct {
	Name        string    `json:"name"`
	Title       Text      `json:"title"`
	Description Text      `json:"description"`
	Surface     string    `json:"surface" ts:"Surface"`
	Collection  *string   `json:"collection"`
	Params      Raw       `json:"params" ts:"Object | null"`
	Fields      []string  `json:"fields" ts:"Array<string> | null"`
	Rows        Raw       `json:"rows" ts:"Object | null"`
	Limit       int       `json:"limit"`
	List        *ViewList `json:"list"`
}

// ViewList is uiSchema.list.
type ViewList struct {
	Columns      []string `json:"columns"`
	SearchFields []string `json:"searchFields"`
	FilterFields []string `json:"filterFields"`
}

// Operations is the staff-operable Procedures that the caller may call.
type Operations struct {
	Operations []Operation `json:"operations"`
}

// Operation is a staff operation descriptor. Op is that of a builtin handler; null
// for one of the site's own, of which nobody knows.
type Operation struct {
	Name             string       `json:"name"`
	Title            Text         `json:"title"`
	Description      Text         `json:"description"`
	Input            Raw          `json:"input" ts:"Object"`
	Output           Raw          `json:"output" ts:"Object"`
	UISchema         Object       `json:"uiSchema" ts:"Object | null"`
	Triggers         []string     `json:"triggers"`
	RowBindings      []RowBinding `json:"rowBindings"`
	TargetCollection *string      `json:"targetCollection"`
	Op               *string      `json:"op" ts:"BuiltinOp | null"`
}

// RowBinding fills an input field from a row of a collection.
type RowBinding struct {
	Collection string `json:"collection"`
	InputField string `json:"inputField"`
	RowField   string `json:"rowField"`
}

// Operated answers an operation.
type Operated struct {
	OK     bool  `json:"ok"`
	Output Value `json:"output"`
}
