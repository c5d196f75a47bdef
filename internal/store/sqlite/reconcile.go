package sqlite

import (
	"context"
	"log/slog"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/sqlgen"
)

// reconciler makes the tables match a plan, in one transaction: what it finds
// wrong with stored rows, or a crash at any moment, leaves everything as it
// was. Rows are read and filled in batches, so that memory stays bounded.
type reconciler struct {
	conn *conn
	plan *plan.Plan
	log  *slog.Logger
	drop bool // what removed properties and Schemas left behind

	found   layouts
	changes []Change
	blocked diag.List
}

// reconcile changes what has to be changed and commits. It writes nothing when
// the tables match already. Tables that the plan no longer has are named each
// time.
func reconcile(ctx context.Context, c *conn, p *plan.Plan, log *slog.Logger, drop bool) ([]Change, error) {
	r := &reconciler{conn: c, plan: p, log: log, drop: drop}
	found, err := readLayouts(c)
	if err != nil {
		return nil, err
	}
	work := r.commit
	if found.fit(p) && !drop {
		if len(found) == len(p.Schemas()) {
			return nil, nil
		}
		work = r.look
	}
	if err := c.atomically(ctx, work); err != nil {
		return nil, err
	}
	return r.changes, nil
}

// commit has other processes compare their manifests with the tables before
// they write again.
func (r *reconciler) commit() error {
	if err := r.run(); err != nil {
		return err
	}
	if err := r.blocked.Err(); err != nil {
		return err
	}
	return r.conn.mark()
}

// look names what is there beside the plan.
func (r *reconciler) look() (err error) {
	if r.found, err = readLayouts(r.conn); err != nil {
		return err
	}
	return r.removed()
}

// run works out and does every change. The layouts are read again, now that no
// other process can change them.
func (r *reconciler) run() (err error) {
	if r.found, err = readLayouts(r.conn); err != nil {
		return err
	}
	for _, s := range r.plan.Schemas() {
		if err := r.schema(s); err != nil {
			return err
		}
	}
	return r.removed()
}

func (r *reconciler) schema(s *plan.Schema) error {
	have, want := r.found[strings.ToLower(s.Name())], layoutOf(s)
	switch {
	case have == nil:
		return r.create(s, want)
	case have.fits(want):
		return r.leftovers(s, have)
	default:
		return r.alter(s, have, want)
	}
}

func (r *reconciler) create(s *plan.Schema, want *layout) error {
	r.did(s, CreateTable, "")
	if err := r.conn.exec(sqlgen.CreateTable(sqlgen.SQLite, s)); err != nil {
		return err
	}
	for _, index := range s.StoredIndexes() {
		if err := r.createIndex(s, index); err != nil {
			return err
		}
	}
	return want.save(r.conn)
}

// alter brings a table from have to want. Columns that were replaced are
// filled before the indexes over them are made.
func (r *reconciler) alter(s *plan.Schema, have, want *layout) error {
	if have.Fingerprint != want.Fingerprint {
		r.did(s, CheckRows, "")
		if err := r.checkRows(s); err != nil {
			return err
		}
	}
	work := difference(s, have, want)
	if err := r.dropIndexes(s, work.oldIndexes); err != nil {
		return err
	}
	if err := r.alterColumns(s, work); err != nil {
		return err
	}
	if err := r.fill(s, work.filled()); err != nil {
		return err
	}
	for _, index := range work.newIndexes {
		if err := r.checkedIndex(s, index); err != nil {
			return err
		}
	}
	want.Columns = append(want.Columns, work.stale...)
	if err := want.save(r.conn); err != nil {
		return err
	}
	return r.leftovers(s, want)
}

// work is what differs between the layout of a table and the one wanted.
type work struct {
	added, replaced, returned []*plan.Column
	stale                     []layoutColumn // of removed properties
	oldIndexes                []string       // to drop
	newIndexes                []*plan.Index  // to create
}

func difference(s *plan.Schema, have, want *layout) *work {
	w := &work{}
	for _, c := range s.Properties() {
		switch was := have.column(c.Name()); {
		case was == nil:
			w.added = append(w.added, c)
		case was.Name != c.Name() || was.Kind != kindNames[c.Kind()]:
			w.replaced = append(w.replaced, c)
		case was.Stale:
			w.returned = append(w.returned, c)
		}
	}
	for _, c := range have.Columns {
		if want.column(c.Name) == nil {
			w.stale = append(w.stale, layoutColumn{Name: c.Name, Kind: c.Kind, Stale: true})
		}
	}
	w.indexes(s, have, want)
	return w
}

// indexes finds those that are no longer wanted and those that are new. An
// index over a replaced column is both.
func (w *work) indexes(s *plan.Schema, have, want *layout) {
	for _, name := range have.Indexes {
		if !slices.Contains(want.Indexes, name) {
			w.oldIndexes = append(w.oldIndexes, name)
		}
	}
	for i, index := range s.StoredIndexes() {
		existed := slices.Contains(have.Indexes, want.Indexes[i])
		replaced := slices.ContainsFunc(index.Columns(), func(c *plan.Column) bool { return slices.Contains(w.replaced, c) })
		if existed && replaced {
			w.oldIndexes = append(w.oldIndexes, want.Indexes[i])
		}
		if !existed || replaced {
			w.newIndexes = append(w.newIndexes, index)
		}
	}
}

// filled are the columns whose values must be written through from data.
func (w *work) filled() []*plan.Column {
	var columns []*plan.Column
	for _, c := range slices.Concat(w.added, w.replaced, w.returned) {
		if c.Kind().Scalar() {
			columns = append(columns, c)
		}
	}
	return columns
}

func (r *reconciler) dropIndexes(s *plan.Schema, names []string) error {
	for _, name := range names {
		r.did(s, DropIndex, name)
		if err := r.conn.exec(sqlgen.DropIndex(name)); err != nil {
			return err
		}
	}
	return nil
}

func (r *reconciler) alterColumns(s *plan.Schema, w *work) error {
	for _, c := range w.returned {
		r.did(s, FillColumn, c.Name())
	}
	for _, c := range w.replaced {
		r.did(s, ReplaceColumn, c.Name())
		if err := r.conn.exec(sqlgen.DropColumn(s.Name(), c.Name())); err != nil {
			return err
		}
		if err := r.conn.exec(sqlgen.AddColumn(sqlgen.SQLite, s, c)); err != nil {
			return err
		}
	}
	for _, c := range w.added {
		r.did(s, AddColumn, c.Name())
		if err := r.conn.exec(sqlgen.AddColumn(sqlgen.SQLite, s, c)); err != nil {
			return err
		}
	}
	return nil
}

// checkedIndex makes an index, or says which stored rows are in its way.
func (r *reconciler) checkedIndex(s *plan.Schema, index *plan.Index) error {
	if index.Unique() {
		duplicates, err := r.checkUnique(s, index)
		if duplicates || err != nil {
			return err
		}
	}
	return r.createIndex(s, index)
}

func (r *reconciler) createIndex(s *plan.Schema, index *plan.Index) error {
	r.did(s, CreateIndex, sqlgen.IndexName(s, index))
	return r.conn.exec(sqlgen.CreateIndex(sqlgen.SQLite, s, index))
}

func (r *reconciler) did(s *plan.Schema, action Action, name string) {
	r.note(Change{Schema: s.Name(), Action: action, Name: name})
}

func (r *reconciler) note(c Change) { r.changes = append(r.changes, c) }
