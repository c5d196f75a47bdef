package transfer

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/sqlgen"
	"github.com/quartet-dev/quartet/internal/store"
	"github.com/quartet-dev/quartet/internal/store/layout"
	"github.com/quartet-dev/quartet/internal/store/migration"
)

const prefix = migration.Prefix

const (
	configTable = "site_config"
	layoutTable = prefix + "layout" // its rows are the layouts of [store.Table]
)

// Unfinished is the table that a database has while it is loaded. It has a row as
// soon as the tables of the platform are there, and empty.
const Unfinished = prefix + "unfinished"

// leftOut are the platform's tables that are not copied: those about the target's
// own tables and files, and those that are made of others.
var leftOut = []string{
	layoutTable, Unfinished,
	migration.VersionTable, migration.ProgramTable, prefix + "mark",
	prefix + "search", prefix + "unsearched",
}

// forgotten are columns that are not copied: who holds what at the moment.
var forgotten = map[string][]string{
	prefix + "outbox": {"claim"},
}

// RoleSecret names the secret that the password of a role of the source's server is
// made of. It stays there: whoever has a copy must not be let into its source, and the
// target makes one of its own.
const RoleSecret = "views-role"

// stays reports whether a row is of the database that it lies in alone.
func stays(t *store.Table, r store.Row) bool { return t.Name == prefix+"secrets" && r[0] == RoleSecret }

func isPlatform(table string) bool { return table == configTable || strings.HasPrefix(table, prefix) }

// platformTables are those that are copied, by name.
func platformTables(relations []*Relation) (tables []*store.Table, err error) {
	for _, r := range relations {
		if !isPlatform(r.Name) || slices.Contains(leftOut, r.Name) {
			continue
		}
		t := tableOf(r)
		if t.Key == 0 {
			return nil, fmt.Errorf("table %s has no primary key", t.Name)
		}
		tables = append(tables, t)
	}
	slices.SortFunc(tables, func(a, b *store.Table) int { return cmp.Compare(a.Name, b.Name) })
	return tables, nil
}

func tableOf(r *Relation) *store.Table {
	columns := slices.DeleteFunc(slices.Clone(r.Columns), func(c Column) bool { return slices.Contains(forgotten[r.Name], c.Name) })
	slices.SortFunc(columns, func(a, b Column) int {
		if (a.Key > 0) != (b.Key > 0) {
			return cmp.Compare(b.Key, a.Key)
		}
		return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.Name, b.Name))
	})
	t := &store.Table{Name: r.Name, Columns: []string{}}
	for _, c := range columns {
		t.Columns = append(t.Columns, c.Name)
		if c.Key > 0 {
			t.Key++
		}
	}
	return t
}

var layouts = store.Table{Name: layoutTable, Columns: []string{"name", "layout"}, Key: 1}

// schemaTables are those that the database says it has.
func (d *database) schemaTables(ctx context.Context) (tables []*store.Table, err error) {
	err = d.Rows(ctx, &layouts, nil, func(r store.Row) error {
		text, _ := r[1].(string)
		l, err := layout.Parse([]byte(text))
		if err != nil {
			return err
		}
		bare, err := json.Marshal(l.WithoutIndexes())
		tables = append(tables, &store.Table{Name: l.Name, Columns: sqlgen.EntryColumns(), Key: 1, Layout: bare})
		return err
	})
	return tables, err
}
