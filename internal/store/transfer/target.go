package transfer

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/sqlgen"
	"github.com/quartet-dev/quartet/internal/store"
	"github.com/quartet-dev/quartet/internal/store/layout"
)

// target is a Target over any driver.
type target struct {
	database
	inserts map[string]string // by table
}

// NewTarget is a database to load, which Close closes. Where there is an error it
// has been closed.
func NewTarget(ctx context.Context, d Driver) (store.Target, error) {
	t := &target{database{driver: d}, map[string]string{}}
	if err := t.prepare(ctx); err != nil {
		_ = d.Close()
		return nil, d.Diagnostic(err)
	}
	return t, nil
}

// prepare marks an empty database before anything else is in it, and has its
// tables made, empty.
func (t *target) prepare(ctx context.Context) error {
	relations, err := t.driver.Relations(ctx)
	switch {
	case err != nil:
		return err
	case len(relations) == 0:
		err = t.atomically(ctx, "CREATE TABLE "+Unfinished+" (prepared integer PRIMARY KEY)")
	case !holds(relations, Unfinished):
		return t.notEmpty()
	}
	if err != nil {
		return err
	}
	if err := t.driver.Migrate(ctx); err != nil {
		return err
	}
	if t.version, err = t.driver.Version(ctx); err != nil {
		return err
	}
	isPrepared := false
	err = t.driver.Query(ctx, selectPrepared, func(store.Row) error { isPrepared = true; return nil })
	if err == nil && !isPrepared {
		err = t.Clear(ctx)
	}
	return err
}

const selectPrepared = "SELECT prepared FROM " + Unfinished

// atomically runs statements without arguments, all or none.
func (t *target) atomically(ctx context.Context, statements ...string) error {
	return t.driver.Atomically(ctx, t.all(ctx, statements))
}

func (t *target) all(ctx context.Context, statements []string) func() error {
	return func() error {
		for _, statement := range statements {
			if err := t.driver.Exec(ctx, statement, nil); err != nil {
				return err
			}
		}
		return nil
	}
}

// whileMarked is Atomically for a database that is still being loaded: another
// process may have gone on with the load and completed it, and who serves it then
// must not have back what it has deleted. Whoever completes it waits for fn.
func (t *target) whileMarked(ctx context.Context, fn func() error) error {
	return t.driver.Atomically(ctx, func() error {
		if err := t.driver.Query(ctx, selectPrepared, func(store.Row) error { return nil }); err != nil {
			return t.notEmpty().WithCause(err)
		}
		return fn()
	})
}

func (t *target) notEmpty() *diag.Diagnostic {
	return failure(diag.DatabaseNotEmpty, "The database "+t.driver.Name()+" is not empty.", "Name an empty database; it is never overwritten.")
}

// Clear implements store.Target. Migrations put rows into some tables.
func (t *target) Clear(ctx context.Context) error {
	tables, err := t.Tables(ctx)
	if err != nil {
		return err
	}
	statements := []string{sqlgen.DeleteRows(layoutTable), sqlgen.DeleteRows(Unfinished)}
	for _, each := range tables {
		if each.Layout != nil {
			statements = append(statements, sqlgen.DropTable(each.Name))
		} else {
			statements = append(statements, sqlgen.DeleteRows(each.Name))
		}
	}
	statements = append(statements, "INSERT INTO "+Unfinished+" (prepared) VALUES (1)")
	clear(t.inserts)
	return t.explained(t.whileMarked(ctx, t.all(ctx, statements)))
}

// Make implements store.Target.
func (t *target) Make(ctx context.Context, tables []*store.Table) error {
	made, err := t.Tables(ctx)
	if err != nil {
		return err
	}
	wanted, has := map[string]*store.Table{}, map[string]bool{}
	for _, each := range tables {
		wanted[each.Name] = each
	}
	for _, each := range made {
		if has[each.Name] = true; each.Layout == nil {
			continue
		}
		if like := wanted[each.Name]; like == nil || !bytes.Equal(like.Layout, each.Layout) {
			return Moved(each.Name)
		}
	}
	for _, each := range tables {
		if !has[each.Name] && each.Layout != nil {
			if err := t.makeTable(ctx, each); err != nil {
				return t.explained(err)
			}
		}
	}
	return nil
}

func (t *target) makeTable(ctx context.Context, table *store.Table) error {
	l, err := layout.Parse(table.Layout)
	if err != nil {
		return err
	}
	properties, err := l.Properties(false)
	if err != nil {
		return err
	}
	d := t.driver.Dialect()
	return t.whileMarked(ctx, func() error {
		if err := t.driver.Exec(ctx, sqlgen.CreateTableOf(d, table.Name, properties), nil); err != nil {
			return err
		}
		save := sqlgen.InsertRow(d, layouts.Name, layouts.Columns, layouts.Key)
		return t.driver.Exec(ctx, save, store.Row{strings.ToLower(table.Name), string(table.Layout)})
	})
}

// Load implements store.Target.
func (t *target) Load(ctx context.Context, table *store.Table, rows []store.Row) error {
	insert, err := t.insert(table)
	if err != nil {
		return t.explained(err)
	}
	err = t.whileMarked(ctx, func() error { return t.driver.Exec(ctx, insert, rows...) })
	if err != nil && t.driver.Unfit(err) {
		return fmt.Errorf("%w: %s: %w", ErrUnfit, table.Name, err)
	}
	if err != nil {
		err = t.explained(fmt.Errorf("load rows of %s: %w", table.Name, err))
	}
	return err
}

// insert is the statement that loads a row of a table.
func (t *target) insert(table *store.Table) (string, error) {
	if text := t.inserts[table.Name]; text != "" {
		return text, nil
	}
	text := sqlgen.InsertRow(t.driver.Dialect(), table.Name, table.Columns, table.Key)
	if table.Layout != nil {
		l, err := layout.Parse(table.Layout)
		if err != nil {
			return "", err
		}
		properties, err := l.Properties(true)
		if err != nil {
			return "", err
		}
		text = sqlgen.InsertEntry(t.driver.Dialect(), table.Name, table.Columns, properties)
	}
	t.inserts[table.Name] = text
	return text, nil
}

// Complete implements store.Target.
func (t *target) Complete(ctx context.Context) error {
	tables, err := t.Tables(ctx)
	if err != nil {
		return err
	}
	return t.explained(t.whileMarked(ctx, func() error {
		for _, each := range tables {
			if each.Layout == nil && each.Key == 1 {
				if err := t.driver.Advance(ctx, each.Name, each.Columns[0]); err != nil {
					return err
				}
			}
		}
		return t.driver.Exec(ctx, sqlgen.DropTable(Unfinished), nil)
	}))
}

func (t *target) explained(err error) error {
	if err == nil {
		return nil
	}
	return t.driver.Diagnostic(err)
}

// Moved is why an interrupted load cannot go on.
func Moved(table string) *diag.Diagnostic {
	return failure(diag.CopyDiffers, "What was copied of the table "+table+" before is not what the source begins with: the source was written since, or it is another one.",
		"Begin the copy anew, with --restart.")
}
