package sqlite

import "github.com/quartet-dev/quartet/internal/store"

// What is done to tables is the same in every dialect.
type (
	Action = store.Action
	Change = store.Change
)

// The actions, as store has them.
const (
	CreateTable   = store.CreateTable
	AddColumn     = store.AddColumn
	ReplaceColumn = store.ReplaceColumn
	FillColumn    = store.FillColumn
	CreateIndex   = store.CreateIndex
	DropIndex     = store.DropIndex
	CheckRows     = store.CheckRows

	KeepTable  = store.KeepTable
	KeepColumn = store.KeepColumn
	DropTable  = store.DropTable
	DropColumn = store.DropColumn
)
