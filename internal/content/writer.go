package content

import (
	"context"
	"maps"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
)

// change is one write on its way through the writer.
type change struct {
	caller   Caller
	schema   *plan.Schema
	move     move
	before   *Entry         // the row as it was read; nil on create
	id       string         // create: the new row's id; "" for one made here
	data     map[string]any // create and edit: data as it shall be but for stamps; the writer's own
	original map[string]any // what the caller sent, for before-hooks; nil for nothing
	partial  bool           // required properties and locale may be missing
	media    []string       // create and edit: the media assets that data names, sorted
	kept     bool           // remove: the entry goes into the bin, and its files stay
	returned *Binned        // create: what comes back out of the bin; nil for a new entry
	arrival  *arrival       // of an import; nil otherwise
	draft    *DraftEnd      // the pending draft that the change is made of; nil for none
	dry      bool           // ends behind the checks: no hook runs and nothing is written
	staff    bool           // a generic call of staff makes it, whose bounds hold for what follows, too
	follows  bool           // it takes a translation along with its parent
}

// write is the one way in which entries change, whoever asks. In this order it
// asks the lifecycle, stamps, validates the declared properties against the
// Schema, applies the locale gate, looks for unique conflicts, runs the
// before-hooks and hands the result to the Store.
//
// The hooks come last because they may do things outside that nobody undoes:
// they must not see a write that is refused anyway. They run before the write
// is handed over, so that a slow hook holds up its own caller alone; what
// changes meanwhile is caught by the Store, which is pinned to the version and
// status that were read (decision 9).
func (s *Service) write(ctx context.Context, c *change) (*Entry, error) {
	now := s.opts.Now()
	after, err := s.checked(ctx, c, now)
	if err != nil {
		return nil, err
	}
	if c.rehearses() {
		return shown(c.schema, after), c.arrival.rehearsal.writes(c, after)
	}
	followers, err := s.followers(ctx, c, after, nil, now)
	if err != nil {
		return nil, err
	}
	if c.dry {
		return shown(c.schema, after), nil
	}
	if err := s.runAllHooks(ctx, c, followers); err != nil {
		return nil, err
	}
	if err := s.submit(ctx, c, after, followers, now); err != nil {
		return nil, err
	}
	return shown(c.schema, after), nil
}

// checked is the row as a change shall leave it, when its hooks let it through.
func (s *Service) checked(ctx context.Context, c *change, now time.Time) (*Entry, error) {
	status, err := c.target()
	if err != nil {
		return nil, err
	}
	c.kept = s.bins(ctx, c)
	after := c.prepare(status, now, s.opts.NewID)
	if moves[c.move].checks {
		if err := s.check(ctx, c, after); err != nil {
			return nil, err
		}
	}
	return after, nil
}

// runAllHooks runs the before-hooks of a change, and then those of what follows it.
func (s *Service) runAllHooks(ctx context.Context, c *change, followers []*follower) error {
	if err := s.runHooks(ctx, c); err != nil {
		return err
	}
	for _, f := range followers {
		if err := s.runHooks(ctx, f.change); err != nil {
			return cannotFollow(f.rejoin, f.after, err)
		}
	}
	return nil
}

// target is the state that the change brings the entry to, or CONFLICT. An import
// that is written at once may bring it to any state that there is.
func (c *change) target() (Status, error) {
	if c.arrival != nil && c.arrival.quiet {
		return c.arrival.row.Status, nil
	}
	return c.move.target(c.schema, c.status())
}

func (c *change) status() Status {
	if c.before == nil {
		return absent
	}
	return c.before.Status
}

// prepare makes the row as it shall be; of a removed entry, as it was.
func (c *change) prepare(status Status, now time.Time, newID func() string) *Entry {
	if c.arrival != nil && c.move.writesData() {
		return c.arrive(status)
	}
	switch c.move {
	case create:
		return c.newEntry(status, now, newID)
	case remove:
		return c.before
	case edit, replace, publish, unpublish, archive:
	}
	after := *c.before
	after.Status, after.UpdatedAt = status, now.UnixMilli()
	after.Version++
	if c.move.writesData() {
		stamp(c.schema, c.caller, now, c.data, c.before.Data)
		after.Data = c.data
	}
	return &after
}

// newEntry makes a new row. An id that is made here rises with time, which keeps
// the end of the table where inserts go warm.
func (c *change) newEntry(status Status, now time.Time, newID func() string) *Entry {
	if c.returned != nil {
		return c.newAgain(now)
	}
	stamp(c.schema, c.caller, now, c.data, nil)
	e := &Entry{
		ID:         c.id,
		Collection: c.schema.Name(),
		Status:     status,
		Version:    1,
		Data:       c.data,
		CreatedAt:  now.UnixMilli(),
		UpdatedAt:  now.UnixMilli(),
	}
	if e.ID == "" {
		e.ID = newID()
	}
	if c.caller.User != nil {
		e.AuthorID = c.caller.User.ID
	}
	return e
}

// check is what an entry's data must pass: what it says by itself, then the unique
// indexes.
func (s *Service) check(ctx context.Context, c *change, after *Entry) error {
	if err := s.checkAlone(ctx, c, after); err != nil {
		return err
	}
	if c.rehearses() {
		return s.rehearseUnique(ctx, c, after)
	}
	if c.move == edit {
		return s.preflight(ctx, c.schema, c.before, after)
	}
	return s.preflight(ctx, c.schema, nil, after)
}

// checkAlone is check of what no other entry has a part in, which needs no Store:
// INPUT_VALIDATION_FAILED at data#/<property>, then the locale gate.
func (s *Service) checkAlone(ctx context.Context, c *change, after *Entry) error {
	data, validate := declared(c.schema, after.Data), c.schema.Validate
	if c.partial {
		validate = c.schema.ValidatePartial
	}
	if v := validate(data); v != nil {
		return violated(diag.InputValidationFailed, "data#", v)
	}
	if err := c.findMedia(after); err != nil {
		return err
	}
	if !c.follows { // its locale is what it was
		if err := s.localeGate(ctx, c.schema, data, c.partial); err != nil {
			return err
		}
	}
	if column := c.schema.TakenAddress(data); column != nil && after.Status == Published {
		return takenAddress(column)
	}
	return nil
}

// submit hands a prepared change to the Store, with what follows it.
func (s *Service) submit(ctx context.Context, c *change, row *Entry, followers []*follower, now time.Time) error {
	if len(followers) > 0 {
		g := new(group)
		if err := s.add(ctx, g, 0, c, row, followers, now); err != nil {
			return err
		}
		_, err := s.submitTogether(ctx, g)
		return err
	}
	w, err := s.writeAlone(ctx, c, row, now)
	if err != nil {
		return err
	}
	if w.Event != nil {
		s.opts.Deferred()
	}
	return nil
}

// binTries is how often an entry is deleted whose draft is saved meanwhile, each time with the
// draft of then: nobody who deletes it has to look at what was typed, since the bin keeps it (decision 327).
const binTries = 5

func (s *Service) writeAlone(ctx context.Context, c *change, row *Entry, now time.Time) (w *Write, err error) {
	for range binTries {
		if w, err = s.writeOf(ctx, c, row, now); err != nil {
			return nil, err
		}
		if err = s.store.Write(ctx, w); w.Bin == nil || !IsOvertaken(err) {
			break
		}
	}
	if err != nil {
		err = diag.Attempted(noEntryOr(err), "%s an entry of %s", w.Record.Action, c.schema.Name())
	}
	return w, err
}

// submitTogether hands a group to the Store; failed is the publication that err is about. The
// error of a translation that follows is told of its parent.
func (s *Service) submitTogether(ctx context.Context, g *group) (failed int, err error) {
	if at, err := s.store.WriteTogether(ctx, g.writes); err != nil {
		return g.of[at], diag.Attempted(g.told(at, err), "write entries together")
	}
	if g.deferred {
		s.opts.Deferred()
	}
	return 0, nil
}

// noEntryOr is an error of a write as callers are told.
func noEntryOr(err error) error {
	if diag.HasCode(err, diag.NotFound) {
		return noEntry()
	}
	return err
}

// writeOf is a prepared change as the Store takes it. It is the one place where what must be
// stored in the same transaction as the row is put into the Write.
func (s *Service) writeOf(ctx context.Context, c *change, row *Entry, now time.Time) (*Write, error) {
	event, err := s.deferred(ctx, c, row)
	if err != nil {
		return nil, err
	}
	bin, typed, err := s.binned(ctx, c, now)
	if err != nil {
		return nil, err
	}
	w := &Write{
		Op: moves[c.move].op, Schema: c.schema, Entry: row, Event: event, Record: c.auditRecord(ctx, row, now), Left: c.left(row),
		Purge: s.purges(c, row), Media: c.mediaChange(), Draft: c.draft,
		Bin: bin, Unbin: c.returned != nil, Rejoined: s.rejoined(c, row), Moves: movesOf(ctx, c),
	}
	if c.move == remove && c.schema.Lifecycle() == plan.Publishing {
		w.Draft = typed
	}
	if c.before != nil {
		w.Expect = Expect{Version: c.before.Version, Status: c.before.Status}
	}
	return w, nil
}

// project is the intersection of values and the Schema's properties.
func project(schema *plan.Schema, values map[string]any) map[string]any {
	data := make(map[string]any, len(values))
	for name, v := range values {
		if schema.Property(name) != nil {
			data[name] = v
		}
	}
	return data
}

// overlay is the shallow merge of patch over data, in a new map.
func overlay(data, patch map[string]any) map[string]any {
	merged := make(map[string]any, len(data)+len(patch))
	maps.Copy(merged, data)
	maps.Copy(merged, patch)
	return merged
}

// declared is data without what the Schema declares no more: a property that
// was removed from a Schema keeps its stored data, but nobody reads it
// (decision 11).
func declared(schema *plan.Schema, data map[string]any) map[string]any {
	for name := range data {
		if schema.Property(name) == nil {
			return project(schema, data)
		}
	}
	return data
}

// shown is the entry as callers, hooks and surfaces see it.
func shown(schema *plan.Schema, e *Entry) *Entry {
	visible := *e
	visible.Data = declared(schema, e.Data)
	return &visible
}
