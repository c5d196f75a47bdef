package layout

import (
	"context"
	"errors"
	"log/slog"
	"slices"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/sqlgen"
	"github.com/quartet-dev/quartet/internal/store"
)

// reconciler makes the tables match a plan, in one transaction: what it finds
// wrong with stored rows, or a crash at any moment, leaves everything as it
// was. Rows are read and filled in batches, so that memory stays bounded.
type reconciler struct {
	db      Database
	dialect *sqlgen.Dialect
	plan    *plan.Plan
	log     *slog.Logger
	drop    bool // what removed properties and Schemas left behind
	dry     bool // everything is taken back

	found   Layouts
	changes []store.Change
	blocked diag.List
}

func newReconciler(db Database, p *plan.Plan, log *slog.Logger) *reconciler {
	return &reconciler{db: db, dialect: db.Dialect(), plan: p, log: log}
}

// Reconcile changes what has to be changed, commits, and tells what it did. It
// writes nothing when the tables match already. What a plan no longer has is
// named each time, or dropped.
//
// The error is a diag.List of SCHEMA_CHANGE_BLOCKED when stored rows are in the
// way, or one of the database.
func Reconcile(ctx context.Context, db Database, p *plan.Plan, log *slog.Logger, drop bool) ([]store.Change, error) {
	r := newReconciler(db, p, log)
	r.drop = drop
	found, err := Read(db)
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
	if err := db.Atomically(ctx, work); err != nil {
		return nil, err
	}
	return r.changes, nil
}

// errRollBack ends a transaction whose changes were only wanted to be known.
var errRollBack = errors.New("take everything back")

// DryRun lists what Reconcile would do, and what is in its way. It does the
// work and takes it back, so that the answer is exact; other processes cannot
// write meanwhile.
func DryRun(ctx context.Context, db Database, p *plan.Plan, log *slog.Logger) ([]store.Change, diag.List, error) {
	r := newReconciler(db, p, log)
	r.dry = true
	err := db.Atomically(ctx, func() error {
		if err := r.run(); err != nil {
			return err
		}
		return errRollBack
	})
	if !errors.Is(err, errRollBack) {
		return nil, nil, err
	}
	return r.changes, r.blocked, nil
}

// FromNothing are the changes that a new database needs.
func FromNothing(p *plan.Plan) (changes []store.Change) {
	for _, s := range p.Schemas() {
		changes = append(changes, store.Change{Schema: s.Name(), Action: store.CreateTable})
		for _, name := range Of(s).Indexes {
			changes = append(changes, store.Change{Schema: s.Name(), Action: store.CreateIndex, Name: name})
		}
	}
	return changes
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
	return r.db.Changed()
}

// look names what is there beside the plan.
func (r *reconciler) look() (err error) {
	if r.found, err = Read(r.db); err != nil {
		return err
	}
	return r.removed()
}

// run works out and does every change. The layouts are read again, now that no
// other process can change them.
func (r *reconciler) run() (err error) {
	if r.found, err = Read(r.db); err != nil {
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
	have, want := r.found.of(s), Of(s)
	switch {
	case have == nil:
		return r.create(s, want)
	case have.fits(want):
		return r.leftovers(s, have)
	default:
		return r.alter(s, have, want)
	}
}

func (r *reconciler) create(s *plan.Schema, want *Layout) error {
	r.did(s, store.CreateTable, "")
	if err := r.exec(sqlgen.CreateTable(r.dialect, s)); err != nil {
		return err
	}
	for _, index := range s.StoredIndexes() {
		if err := r.createIndex(s, index); err != nil {
			return err
		}
	}
	return want.save(r.db)
}

// alter brings a table from have to want. Columns that were replaced are
// filled before the indexes over them are made.
func (r *reconciler) alter(s *plan.Schema, have, want *Layout) error {
	if have.Fingerprint != want.Fingerprint {
		r.did(s, store.CheckRows, "")
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
	if err := r.findMedia(s, have, want); err != nil {
		return err
	}
	want.Columns = append(want.Columns, work.stale...)
	if err := want.save(r.db); err != nil {
		return err
	}
	return r.leftovers(s, want)
}

// work is what differs between the layout of a table and the one wanted.
type work struct {
	added, replaced, returned []*plan.Column
	stale                     []Column      // of removed properties
	oldIndexes                []string      // to drop
	newIndexes                []*plan.Index // to create
}

func difference(s *plan.Schema, have, want *Layout) *work {
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
			w.stale = append(w.stale, Column{Name: c.Name, Kind: c.Kind, Stale: true})
		}
	}
	w.indexes(s, have, want)
	return w
}

// indexes finds those that are no longer wanted and those that are new. An
// index over a replaced column is both.
func (w *work) indexes(s *plan.Schema, have, want *Layout) {
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
		r.did(s, store.DropIndex, name)
		if err := r.exec(sqlgen.DropIndex(name)); err != nil {
			return err
		}
	}
	return nil
}

func (r *reconciler) alterColumns(s *plan.Schema, w *work) error {
	for _, c := range w.returned {
		r.did(s, store.FillColumn, c.Name())
	}
	for _, c := range w.replaced {
		r.did(s, store.ReplaceColumn, c.Name())
		if err := r.exec(sqlgen.DropColumn(s.Name(), c.Name())); err != nil {
			return err
		}
		if err := r.exec(sqlgen.AddColumn(r.dialect, s, c)); err != nil {
			return err
		}
	}
	for _, c := range w.added {
		r.did(s, store.AddColumn, c.Name())
		if err := r.exec(sqlgen.AddColumn(r.dialect, s, c)); err != nil {
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
	r.did(s, store.CreateIndex, sqlgen.IndexName(s, index))
	err := r.exec(sqlgen.CreateIndex(r.dialect, s, index))
	if errors.Is(err, ErrTooLong) {
		return tooLong(s, index).WithCause(err)
	}
	return err
}

func (r *reconciler) did(s *plan.Schema, action store.Action, name string) {
	r.note(store.Change{Schema: s.Name(), Action: action, Name: name})
}

// exec runs a statement that has no arguments.
func (r *reconciler) exec(statement string) error {
	_, err := r.db.Exec(statement)
	return err
}

func (r *reconciler) note(c store.Change) { r.changes = append(r.changes, c) }
