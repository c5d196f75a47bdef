package transfer

import (
	"context"
	"fmt"
	"slices"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/store"
)

// Copy loads all that from holds into to, compares the two, and lets to be served.
func Copy(ctx context.Context, from store.Source, to store.Target, progress func(Progress)) ([]Summary, error) {
	sums, err := Load(ctx, from, to, progress)
	if err != nil {
		return nil, err
	}
	return sums, to.Complete(ctx)
}

// Load is a Copy that is not complete yet. It reads what it has loaded again, and
// compares counts and hashes. What an interrupted one has left is not loaded
// again: COPY_DIFFERS where from does not begin with it any more.
//
// DATABASE_OLDER where from was migrated by an older program: its tables are not
// those of to.
func Load(ctx context.Context, from store.Source, to store.Target, progress func(Progress)) ([]Summary, error) {
	if from.Version() != to.Version() {
		return nil, older(from.Version(), to.Version())
	}
	tables, err := from.Tables(ctx)
	if err != nil {
		return nil, err
	}
	if err := to.Make(ctx, tables); err != nil {
		return nil, err
	}
	told := &teller{step: Copying, tables: len(tables), tell: progress}
	sums := make([]Summary, 0, len(tables))
	for _, t := range tables {
		told.begin(t)
		sum, err := copyTable(ctx, from, to, t, told)
		if err != nil {
			return nil, err
		}
		sums = append(sums, sum.summary(t))
	}
	return sums, Verify(ctx, to, sums, progress)
}

// Verify compares what a database holds with what it should hold.
func Verify(ctx context.Context, s store.Source, want []Summary, progress func(Progress)) error {
	found, err := Summarize(ctx, s, progress)
	if err != nil {
		return err
	}
	for i, each := range want {
		if i >= len(found) || found[i] != each {
			return failure(diag.CopyDiffers, fmt.Sprintf("The table %s is not what was read from the source: %d rows were, and the copy has another hash or another count.", each.Table, each.Rows),
				"Begin the copy anew, with --restart.")
		}
	}
	if len(found) != len(want) {
		return failure(diag.CopyDiffers, "The copy has tables that the source does not have.", "Begin the copy anew, with --restart.")
	}
	return nil
}

func older(from, to int) error {
	return failure(diag.DatabaseOlder, fmt.Sprintf("The platform's tables of the source are at migration %d, and this program has them at %d.", from, to),
		"Run quartet migrate on the source with this program first.")
}

// copyTable loads the rows of a table that are not there yet, and hashes all of
// them.
func copyTable(ctx context.Context, from store.Source, to store.Target, t *store.Table, told *teller) (*Sum, error) {
	before := NewSum(t)
	err := to.Rows(ctx, t, nil, func(r store.Row) error {
		before.Add(r)
		return nil
	})
	if err != nil {
		return nil, err
	}
	sum, load := NewSum(t), &Loader{Target: to, Table: t}
	err = from.Rows(ctx, t, nil, func(r store.Row) error {
		size := len(sum.Add(r))
		told.row()
		switch {
		case sum.Rows == before.Rows && sum.SHA256() != before.SHA256():
			return Moved(t.Name)
		case sum.Rows <= before.Rows:
			return nil
		}
		return load.Add(ctx, r, size)
	})
	if err == nil && sum.Rows < before.Rows {
		err = Moved(t.Name)
	}
	if err == nil {
		err = load.Flush(ctx)
	}
	return sum, err
}

// How much is loaded in one transaction.
const (
	batchRows  = 1000
	batchBytes = 4 << 20
)

// Loader loads rows in batches of bounded size.
type Loader struct {
	Target store.Target
	Table  *store.Table

	rows []store.Row
	size int
}

// Add takes a row with so many bytes. It may be stored by a later call.
func (l *Loader) Add(ctx context.Context, r store.Row, size int) error {
	l.rows, l.size = append(l.rows, r), l.size+size
	if len(l.rows) < batchRows && l.size < batchBytes {
		return nil
	}
	return l.Flush(ctx)
}

// Flush stores all rows that were added.
func (l *Loader) Flush(ctx context.Context) error {
	if len(l.rows) == 0 {
		return nil
	}
	err := l.Target.Load(ctx, l.Table, l.rows)
	l.rows, l.size = slices.Delete(l.rows, 0, len(l.rows)), 0
	return err
}
