package store

// Action is what is done to a table so that it matches the manifests.
type Action string

// The actions. A removed Schema or property keeps its data, and is only named,
// until Migrate is told to drop it.
const (
	CreateTable   Action = "create-table"
	AddColumn     Action = "add-column"
	ReplaceColumn Action = "replace-column" // another type: dropped, added and filled from data
	FillColumn    Action = "fill-column"    // a property that returned: filled from data
	CreateIndex   Action = "create-index"
	DropIndex     Action = "drop-index"
	CheckRows     Action = "check-rows" // the Schema changed: stored entries were checked against it

	KeepTable  Action = "keep-table"
	KeepColumn Action = "keep-column"
	DropTable  Action = "drop-table"
	DropColumn Action = "drop-column"
)

// Change is one action on the table of a Schema. Name is the column or the
// index.
type Change struct {
	Schema string `json:"schema"`
	Action Action `json:"action"`
	Name   string `json:"name,omitempty"`

	// Rows is how many entries hold what is kept or dropped.
	Rows int64 `json:"rows,omitempty"`

	// Renamed is, with KeepTable, a declared Schema without entries and with
	// similar properties: the kept one may have been renamed to it.
	Renamed string `json:"renamed,omitempty"`
}

// Keeps reports whether the action leaves everything as it is and only names
// what the manifests no longer declare.
func (c Change) Keeps() bool { return c.Action.Keeps() }

// Keeps is that of the action's changes.
func (a Action) Keeps() bool { return a == KeepTable || a == KeepColumn }
