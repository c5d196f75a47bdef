package content

import (
	"cmp"
	"context"
	"maps"
	"time"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
)

// Arrival is an entry as a file has it (decision 216). What the file does not say
// is the zero value: the state of a new entry, version 1, now. Data is read and
// not changed.
type Arrival struct {
	Entry

	// Stamped says that data holds the stamps of x-service-bind as they were made.
	// Otherwise those that are missing are made from the author and the time of
	// creation.
	Stamped bool
}

// Resolution is what becomes of a stored entry that differs from the one of its id
// that arrives.
type Resolution string

// The resolutions.
const (
	Refuse  Resolution = "fail"   // it stays, and the arrival is CONFLICT
	Keep    Resolution = "skip"   // it stays
	Replace Resolution = "update" // it becomes what arrives, in its next version
)

// ImportOptions say how entries are imported.
type ImportOptions struct {
	OnConflict Resolution // "" is Refuse

	// Hooks has the entry come by the moves that staff would make, each of which
	// fires its hooks. Without it the entry is written at once, and none fires.
	Hooks bool

	// Rehearsal has nothing written: it remembers what would have been.
	Rehearsal *Rehearsal
}

// Outcome is what became of an arrival that was not refused.
type Outcome uint8

// The outcomes.
const (
	Refused  Outcome = iota // or not tried
	Added                   // a new entry
	Replaced                // a stored entry was changed
	Same                    // the stored entry says the same
	Kept                    // the stored entry differs and stays
)

// importEntry brings one arrival in. before is the stored row of its id, nil for none.
//
// It goes through the one entry writer: declared properties, Schema, locale gate,
// unique indexes and states hold for it as for every write. Its author, its times
// and its version are those that it arrives with.
func (s *Service) importEntry(ctx context.Context, a *Arrival, before *Entry, o ImportOptions) (Outcome, error) {
	c, err := s.arriving(a, before, o.Rehearsal.createdAt(a))
	if err != nil {
		return Refused, err
	}
	outcome := Added
	if before == nil {
		if already := o.Rehearsal.met(c, o.OnConflict); already != Added {
			return already, nil
		}
	} else {
		switch outcome = Replaced; {
		case c.says(before):
			return Same, o.Rehearsal.stays(c, before)
		case o.OnConflict == Keep:
			return Kept, o.Rehearsal.stays(c, before)
		case o.OnConflict != Replace:
			return Refused, differs()
		}
	}
	if o.Hooks && o.Rehearsal == nil {
		return outcome, s.importByMoves(ctx, c)
	}
	c.arrival.rehearsal, c.arrival.quiet = o.Rehearsal, true
	c.arrival.refuses = o.OnConflict != Keep && o.OnConflict != Replace
	_, err = s.write(ctx, c)
	return outcome, err
}

// arrival is what an import says of a row beside its data.
type arrival struct {
	row       *Entry // id, author, state, times and version as they shall be
	quiet     bool   // written at once, and no hook fires
	refuses   bool   // another entry of its id
	rehearsal *Rehearsal
}

// arriving checks what of an arrival needs no database, and makes the change of it. createdAt
// is that of a former line of it, which is not stored; 0 without one.
func (s *Service) arriving(a *Arrival, before *Entry, createdAt int64) (*change, error) {
	schema, err := s.schema(a.Collection)
	if err != nil {
		return nil, err
	}
	if a.ID == "" || !storable(a.ID) {
		return nil, diag.At(diag.InputValidationFailed, "input#/id", "The id of an entry is a text of 1 to 255 bytes.")
	}
	row := a.Entry
	row.Status = cmp.Or(row.Status, lifecycles[schema.Lifecycle()][create][absent])
	if _, ok := lifecycles[schema.Lifecycle()][edit][row.Status]; !ok {
		return nil, diag.At(diag.InputValidationFailed, "input#/status", "No entry of this collection has that status.")
	}
	if before != nil {
		createdAt = before.CreatedAt
	}
	row.CreatedAt = cmp.Or(row.CreatedAt, createdAt, row.UpdatedAt, s.opts.Now().UnixMilli())
	row.UpdatedAt = max(row.UpdatedAt, row.CreatedAt)
	data, err := acceptData(schema, a.Data, nil)
	if err != nil {
		return nil, err
	}
	c := &change{
		schema: schema, move: create, id: a.ID, data: data, before: before, original: data,
		arrival: &arrival{row: &row},
	}
	if before != nil {
		c.move, c.data = edit, overlay(undeclaredOf(schema, before.Data), data)
		row.AuthorID = cmp.Or(row.AuthorID, before.AuthorID)
	}
	c.partial = schema.Lifecycle() == plan.Publishing && row.Status != Published
	if !a.Stamped {
		c.stampArrival()
	}
	return c, nil
}

// undeclaredOf is what the Schema declares no more, which stays (decision 11).
func undeclaredOf(schema *plan.Schema, data map[string]any) map[string]any {
	rest := maps.Clone(data)
	maps.DeleteFunc(rest, func(name string, _ any) bool { return schema.Property(name) != nil })
	return rest
}

// stampArrival makes the stamps that are missing: those of what was stored, of the
// author and of the time of creation, so that an import that is repeated makes the
// same ones.
func (c *change) stampArrival() {
	stored := c.data
	if c.before != nil {
		stored = overlay(c.before.Data, c.data)
	}
	var author Caller
	if id := c.arrival.row.AuthorID; id != "" {
		author.User = &User{ID: id}
	}
	c.data = maps.Clone(c.data)
	stamp(c.schema, author, time.UnixMilli(c.arrival.row.CreatedAt), c.data, stored)
}

// says reports whether a stored entry is what the change would make of it. Version and
// time of change do not count: the database counts them.
func (c *change) says(stored *Entry) bool {
	row := c.arrival.row
	return stored.Status == row.Status && stored.AuthorID == row.AuthorID && stored.CreatedAt == row.CreatedAt &&
		jsonvalue.Equal(stored.Data, c.data)
}

func differs() *diag.Diagnostic {
	d := diag.At(diag.Conflict, "input#/id", "Another entry has this id, and it differs.")
	d.Suggestion = "Import with --on-conflict update to replace it, whatever version it has now, or skip to leave it."
	return d
}

// arrive makes the row of a change as it arrives.
func (c *change) arrive(status Status) *Entry {
	row := *c.arrival.row
	row.Status, row.Data = status, c.data
	if c.before == nil {
		row.Version = max(row.Version, 1)
	} else {
		row.Version = max(row.Version, c.before.Version+1)
	}
	return &row
}

// maxImportMoves is more than any entry needs: unpublish, edit, publish, and one to see
// that nothing is left.
const maxImportMoves = 4

// importByMoves brings an entry to what arrives by create, edit and the moves between
// states. A run that was cut off is taken up where it stopped.
func (s *Service) importByMoves(ctx context.Context, c *change) error {
	before := c.before
	for range maxImportMoves {
		next, more := c.nextMove(before)
		if !more {
			return nil
		}
		written, err := s.write(ctx, c.step(next, before))
		if err != nil {
			return err
		}
		if before, err = s.entry(ctx, c.schema, written.ID); err != nil {
			return err
		}
	}
	return diag.At(diag.Conflict, "input#/id", "Something else changes the entry while it is imported.")
}

// step is one move of an import.
func (c *change) step(m move, before *Entry) *change {
	step := *c
	step.move, step.before = m, before
	switch {
	case !m.writesData():
		step.original = nil
	case before != nil:
		step.partial = c.schema.Lifecycle() == plan.Publishing && before.Status == Draft
	}
	return &step
}

// nextMove is the next move towards what arrives.
func (c *change) nextMove(before *Entry) (move, bool) {
	if before == nil {
		return create, true
	}
	want := *c.arrival.row
	sameData := jsonvalue.Equal(before.Data, c.data) && before.AuthorID == want.AuthorID && before.CreatedAt == want.CreatedAt
	switch {
	case before.Status != want.Status && before.Status != Draft && want.Status != Archived:
		return unpublish, true
	case !sameData && (before.Status == Draft || before.Status == want.Status):
		return edit, true
	case before.Status != want.Status && want.Status == Archived:
		return archive, true
	case before.Status != want.Status:
		return publish, true
	}
	return 0, false
}

// throughImport says in the audit log where changes come from.
func throughImport(ctx context.Context) context.Context { return audit.Through(ctx, audit.Import) }

// quiet reports whether no hook fires for the change.
func (c *change) quiet() bool { return c.arrival != nil && c.arrival.quiet }

// rehearses reports whether the change is looked at, and not made.
func (c *change) rehearses() bool { return c.arrival != nil && c.arrival.rehearsal != nil }
