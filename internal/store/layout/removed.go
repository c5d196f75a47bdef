package layout

import (
	"maps"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/sqlgen"
	"github.com/quartet-dev/quartet/internal/store"
)

// removed names, or with drop removes, the tables of Schemas that the plan no
// longer has.
func (r *reconciler) removed() error {
	wanted := map[string]bool{}
	for _, s := range r.plan.Schemas() {
		wanted[strings.ToLower(s.Name())] = true
	}
	for _, key := range slices.Sorted(maps.Keys(r.found)) {
		if wanted[key] {
			continue
		}
		if err := r.removedTable(key, r.found[key]); err != nil {
			return err
		}
	}
	return nil
}

// removedTable names a table, or drops it with all of its entries and its layout.
func (r *reconciler) removedTable(key string, have *Layout) error {
	name := have.Name
	rows, err := r.db.Number(sqlgen.CountRows(name))
	if err != nil {
		return err
	}
	if !r.drop {
		renamed, err := r.renamed(have, rows)
		r.note(store.Change{Schema: name, Action: store.KeepTable, Rows: rows, Renamed: renamed})
		return err
	}
	r.note(store.Change{Schema: name, Action: store.DropTable, Rows: rows})
	if err := r.db.DropTable(name); err != nil {
		return err
	}
	if err := r.db.ForgetMedia(name); err != nil {
		return err
	}
	return r.db.DeleteLayout(key)
}

// renamed is a Schema of the plan that a removed one, which has rows, may have
// been renamed to: it has no entries yet and, of the properties of both, at
// least half in common.
func (r *reconciler) renamed(have *Layout, rows int64) (name string, err error) {
	most := 0
	for _, s := range r.plan.Schemas() {
		shared, all := have.overlap(Of(s))
		if rows == 0 || shared <= most || 2*shared < all {
			continue
		}
		entry, err := r.db.Number(sqlgen.AnyRow(s.Name()))
		if err != nil {
			return "", err
		}
		if entry == 0 {
			most, name = shared, s.Name()
		}
	}
	return name, nil
}

// leftovers names, or drops, what removed properties left in the table that
// looks like have: their columns, and their values in data.
func (r *reconciler) leftovers(s *plan.Schema, have *Layout) error {
	stale := have.stale()
	if len(stale) == 0 {
		return nil
	}
	action := store.KeepColumn
	if r.drop {
		action = store.DropColumn
	}
	for _, name := range stale {
		rows, err := r.db.Number(sqlgen.CountHolding(r.dialect, s.Name(), name))
		if err != nil {
			return err
		}
		r.note(store.Change{Schema: s.Name(), Action: action, Name: name, Rows: rows})
	}
	if !r.drop {
		return nil
	}
	return r.dropStale(s, have, stale)
}

func (r *reconciler) dropStale(s *plan.Schema, have *Layout, stale []string) error {
	if err := r.strip(s, stale); err != nil {
		return err
	}
	for _, name := range stale {
		if err := r.exec(sqlgen.DropColumn(s.Name(), name)); err != nil {
			return err
		}
	}
	have.Columns = slices.DeleteFunc(have.Columns, func(c Column) bool { return c.Stale })
	return have.save(r.db)
}

// strip takes properties out of the data of every entry. An entry keeps its
// version number, since nobody saw those properties any more.
func (r *reconciler) strip(s *plan.Schema, properties []string) error {
	return r.eachEntry(s, func(e *content.Entry) error {
		before := len(e.Data)
		for _, name := range properties {
			delete(e.Data, name)
		}
		if len(e.Data) == before {
			return nil
		}
		return r.db.Rewrite(s, e)
	})
}
