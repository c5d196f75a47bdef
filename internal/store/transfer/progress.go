package transfer

import "github.com/quartet-dev/quartet/internal/store"

// Step is a part of a copy.
type Step string

// The steps.
const (
	Copying   Step = "copying"
	Verifying Step = "verifying"
)

// Progress says how far a copy is: at a row of the table with a number among all.
type Progress struct {
	Step   Step
	Table  string
	Number int // from 1
	Tables int
	Rows   int64 // of the table so far
}

// toldRows is how many rows are read between two reports.
const toldRows = 1000

// teller reports a step.
type teller struct {
	step   Step
	tables int
	tell   func(Progress) // or nil
	now    Progress
}

func (t *teller) begin(table *store.Table) {
	t.now = Progress{Step: t.step, Table: table.Name, Number: t.now.Number + 1, Tables: t.tables}
	t.report()
}

func (t *teller) row() {
	if t.now.Rows++; t.now.Rows%toldRows == 0 {
		t.report()
	}
}

func (t *teller) report() {
	if t.tell != nil {
		t.tell(t.now)
	}
}
