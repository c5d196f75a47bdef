package sqlite

import (
	"maps"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/sqlgen"
)

// removed names, or drops, the tables of Schemas that the plan no longer has.
func (r *reconciler) removed() error {
	wanted := map[string]bool{}
	for _, s := range r.plan.Schemas() {
		wanted[strings.ToLower(s.Name())] = true
	}
	for _, key := range slices.Sorted(maps.Keys(r.found)) {
		if wanted[key] {
			continue
		}
		if err := r.table(key, r.found[key]); err != nil {
			return err
		}
	}
	return nil
}

func (r *reconciler) table(key string, have *layout) error {
	name := have.Name
	rows, err := r.conn.number(&query{text: sqlgen.CountRows(name), brief: true})
	if err != nil {
		return err
	}
	if !r.drop {
		renamed, err := r.renamed(have, rows)
		r.note(Change{Schema: name, Action: KeepTable, Rows: rows, Renamed: renamed})
		return err
	}
	r.note(Change{Schema: name, Action: DropTable, Rows: rows})
	for _, statement := range append(sqlgen.DropSearch(name), sqlgen.DropTable(name)) {
		if err := r.conn.exec(statement); err != nil {
			return err
		}
	}
	return r.conn.run(deleteLayout, key)
}

// renamed is a Schema of the plan that a removed one, which has rows, may have
// been renamed to: it has no entries yet and, of the properties of both, at
// least half in common.
func (r *reconciler) renamed(have *layout, rows int64) (name string, err error) {
	most := 0
	for _, s := range r.plan.Schemas() {
		shared, all := have.overlap(layoutOf(s))
		if rows == 0 || shared <= most || 2*shared < all {
			continue
		}
		entry, err := r.conn.number(&query{text: sqlgen.AnyRow(s.Name()), brief: true})
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
func (r *reconciler) leftovers(s *plan.Schema, have *layout) error {
	stale := have.stale()
	if len(stale) == 0 {
		return nil
	}
	action := KeepColumn
	if r.drop {
		action = DropColumn
	}
	for _, name := range stale {
		holding := &query{text: sqlgen.CountHolding(sqlgen.SQLite, s.Name(), name), brief: true}
		rows, err := r.conn.number(holding)
		if err != nil {
			return err
		}
		r.note(Change{Schema: s.Name(), Action: action, Name: name, Rows: rows})
	}
	if !r.drop {
		return nil
	}
	return r.dropStale(s, have, stale)
}

func (r *reconciler) dropStale(s *plan.Schema, have *layout, stale []string) error {
	if err := r.strip(s, stale); err != nil {
		return err
	}
	for _, name := range stale {
		if err := r.conn.exec(sqlgen.DropColumn(s.Name(), name)); err != nil {
			return err
		}
	}
	have.Columns = slices.DeleteFunc(have.Columns, func(c layoutColumn) bool { return c.Stale })
	return have.save(r.conn)
}

// strip takes properties out of the data of every entry. Versions stay, since
// nobody saw those properties any more.
func (r *reconciler) strip(s *plan.Schema, properties []string) error {
	c := compileCollection(s, 0)
	c.update.brief, c.search.markChange.brief = true, true
	return r.eachEntry(s, func(e *content.Entry) error {
		before := len(e.Data)
		for _, name := range properties {
			delete(e.Data, name)
		}
		if len(e.Data) == before {
			return nil
		}
		w := &content.Write{Op: content.Update, Schema: s, Entry: e, Expect: content.Expect{Version: e.Version, Status: e.Status}}
		return c.prepare(w).apply(r.conn)
	})
}
