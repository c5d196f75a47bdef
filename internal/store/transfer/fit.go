package transfer

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/sqlgen"
	"github.com/quartet-dev/quartet/internal/store"
	"github.com/quartet-dev/quartet/internal/store/layout"
)

// ErrUnfit is of a row that its table does not take.
var ErrUnfit = errors.New("a row does not fit its table")

// Fit says why tables from outside cannot be loaded; nil where they can. platform are
// those that every database of this version has (decision 282).
func Fit(tables, platform []*store.Table) error {
	names := distinct{}
	var found []*store.Table
	for _, t := range tables {
		if err := names.add(t.Name); err != nil {
			return err
		}
		if t.Layout == nil {
			found = append(found, t)
		} else if err := fitSchema(t); err != nil {
			return fmt.Errorf("the table %.200q cannot be made: %w", t.Name, err)
		}
	}
	if !slices.EqualFunc(found, platform, sameColumns) {
		return errors.New("the tables of the platform are not those of its version")
	}
	return nil
}

func sameColumns(a, b *store.Table) bool {
	return a.Name == b.Name && a.Key == b.Key && slices.Equal(a.Columns, b.Columns)
}

// fitSchema says why the table of a Schema cannot be made.
func fitSchema(t *store.Table) error {
	l, err := layout.Parse(t.Layout)
	if err != nil {
		return err
	}
	properties, err := l.Properties(false)
	if err != nil {
		return err
	}
	if l.Name != t.Name || isPlatform(strings.ToLower(t.Name)) {
		return errors.New("its name is not that of a Schema")
	}
	if t.Key != 1 || !slices.Equal(t.Columns, sqlgen.EntryColumns()) {
		return errors.New("its columns are not those of entries")
	}
	columns := distinct{}
	for _, name := range t.Columns {
		columns[strings.ToLower(name)] = true
	}
	for _, p := range properties {
		if err := columns.add(p.Name); err != nil {
			return err
		}
	}
	return nil
}

// distinct are names that no database takes for one another.
type distinct map[string]bool

func (d distinct) add(name string) error {
	folded := strings.ToLower(name)
	if folded == "" || d[folded] {
		return fmt.Errorf("the name %.200q is empty, or there twice", name)
	}
	d[folded] = true
	return nil
}
