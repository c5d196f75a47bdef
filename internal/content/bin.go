package content

import (
	"context"
	"time"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/principal"
)

// Binned is an entry in the bin (decision 228): as it was when it was deleted, when that was, and by
// whom. No read of entries finds it, and what it uses of the media library stays.
type Binned struct {
	Entry
	DeletedAt int64 // Unix epoch milliseconds
	By        audit.Actor
	Surface   audit.Surface

	// Joined is the value that joins a translation to its parent, as canonical JSON; ""
	// for an entry of another Schema.
	Joined string
}

// BinStore is the bin as content needs it. Its errors are those of Store.
type BinStore interface {
	// Bin gives what is in the bin, what was deleted last first. It gives fewer than the
	// limit where they are long, but one at least; more reports whether there are others
	// behind them.
	Bin(ctx context.Context, q BinQuery) (found []*Binned, more bool, err error)

	// CountBinned counts those of a collection with a value of Joined, up to most.
	CountBinned(ctx context.Context, collection, joined string, most int) (int, error)

	// BinnedEntry is one of them, or NOT_FOUND.
	BinnedEntry(ctx context.Context, collection, id string) (*Binned, error)

	// DropBinned ends one for good, with the names of its versions, and tells the record
	// about it; it reports whether it was there. Record may be nil.
	DropBinned(ctx context.Context, b *Binned, media *MediaChange, record *audit.Record) (bool, error)
}

// BinQuery chooses what is in the bin. Its texts are "" for any.
type BinQuery struct {
	Collection, Joined string
	Until              int64 // deleted at that time or before, epoch milliseconds; 0 for any time
	OldestFirst        bool
	After              *Binned // the last one seen; nil from the start
	Limit              int
}

// binned is what goes into the bin with a change: what staff or an agent delete, with what
// they have typed into it since. What a front end, a hook or an import deletes is gone,
// because nobody looks for it there.
func (s *Service) binned(ctx context.Context, c *change, now time.Time) (*Binned, error) {
	if c.move != remove || !c.kept {
		return nil, nil
	}
	d, err := s.pending(ctx, c.schema, c.before.ID)
	if err != nil {
		return nil, err
	}
	b := &Binned{Entry: *c.before, DeletedAt: now.UnixMilli(), By: c.caller.Actor(), Surface: audit.SurfaceOf(ctx)}
	if d != nil {
		b.Data, _ = d.onto(b.Data)
	}
	b.Joined = joinOf(c.schema, b.Data)
	return b, nil
}

// bins reports whether what the change deletes goes into the bin.
func (s *Service) bins(ctx context.Context, c *change) bool {
	if c.move != remove || s.opts.Bin <= 0 {
		return false
	}
	surface := audit.SurfaceOf(ctx)
	return c.caller.Staff != nil || surface == audit.Admin || surface == audit.MCP
}

// joinOf is the value that joins a translation; "" for none.
func joinOf(schema *plan.Schema, data map[string]any) string {
	t := schema.Translation()
	if t == nil || data[t.On] == nil {
		return ""
	}
	return string(jsonvalue.Append(nil, data[t.On]))
}

// Bin lists the bin, for editors.
func (d StaffEntries) Bin(ctx context.Context, q BinQuery) (found []*Binned, more bool, err error) {
	if err := d.caller.NeedRole(principal.Editor); err != nil {
		return nil, false, err
	}
	found, more, err = d.service.store.Bin(ctx, q)
	return found, more, diag.Attempted(err, "list the bin")
}

// KeptInBin is how long an entry stays in the bin.
func (s *Service) KeptInBin() time.Duration { return s.opts.Bin }

// Return is what became of an entry that came back.
type Return struct {
	Entry        *Entry
	Translations []*Entry

	// Left are translations that stay in the bin, with why.
	Left []LeftBehind

	// Missing are the properties that name entries which are no more.
	Missing []string
}

// LeftBehind is an entry that could not come back.
type LeftBehind struct {
	ID  string
	Err *diag.Diagnostic
}

// BinnedTranslations is how many translations of an entry are in the bin, counted up to
// maxReturned.
func (s *Service) BinnedTranslations(ctx context.Context, e *Entry) (count int, err error) {
	for _, r := range s.plan.References() {
		value := e.column(r.Field)
		if !r.Translation || r.To.Name() != e.Collection || value == nil {
			continue
		}
		n, err := s.store.CountBinned(ctx, r.From.Name(), string(jsonvalue.Append(nil, value)), maxReturned)
		if err != nil {
			return 0, diag.Attempted(err, "count translations in the bin")
		}
		count += n
	}
	return count, nil
}

// maxReturned is how many translations come back with an entry.
const maxReturned = 200

// Return brings an entry back out of the bin, and the translations of it that are there:
// as a draft where its Schema has drafts, in its next version, so that its former
// versions are its own again. It is checked as every write is, uniques included; a
// value that another entry has by now is CONFLICT at it.
func (d StaffEntries) Return(ctx context.Context, collection, id string) (*Return, error) {
	if err := d.caller.NeedRole(principal.Editor); err != nil {
		return nil, err
	}
	b, err := d.service.store.BinnedEntry(ctx, collection, id)
	if err != nil {
		return nil, notInBin(err)
	}
	out := new(Return)
	if out.Entry, err = d.service.bringBack(ctx, d.caller, b); err != nil {
		return nil, err
	}
	if out.Missing, err = d.service.missingReferences(ctx, out.Entry); err != nil {
		return nil, err
	}
	return out, d.service.returnTranslations(ctx, d.caller, out)
}

// returnTranslations brings back what the bin has of the translations of an entry. One
// that is refused is told, and keeps nobody else there.
func (s *Service) returnTranslations(ctx context.Context, caller Caller, out *Return) error {
	for _, r := range s.plan.References() {
		value := out.Entry.column(r.Field)
		if !r.Translation || r.To.Name() != out.Entry.Collection || value == nil {
			continue
		}
		found, _, err := s.store.Bin(ctx, BinQuery{Collection: r.From.Name(), Joined: string(jsonvalue.Append(nil, value)), Limit: maxReturned})
		if err != nil {
			return diag.Attempted(err, "look for translations in the bin")
		}
		for _, b := range found {
			e, err := s.bringBack(ctx, caller, b)
			if err != nil {
				out.Left = append(out.Left, LeftBehind{b.ID, diag.As(err)})
				continue
			}
			out.Translations = append(out.Translations, e)
		}
	}
	return nil
}

func (s *Service) bringBack(ctx context.Context, caller Caller, b *Binned) (*Entry, error) {
	schema, err := s.writable(create, b.Collection)
	if err != nil {
		return nil, err
	}
	data := overlay(b.Data, nil)
	return s.write(ctx, &change{
		caller: caller, schema: schema, move: create, id: b.ID, data: data, original: declared(schema, b.Data),
		partial: schema.Lifecycle() == plan.Publishing, returned: b,
	})
}

// newAgain is the row of an entry that comes back: its next version. Its stamps and its
// author are those that it had.
func (c *change) newAgain(now time.Time) *Entry {
	e := c.returned.Entry
	stamp(c.schema, c.caller, now, c.data, c.returned.Data)
	e.Status, e.Data = lifecycles[c.schema.Lifecycle()][create][absent], c.data
	e.Version++
	e.UpdatedAt = now.UnixMilli()
	return &e
}

// missingReferences are the properties of an entry that name entries which are not
// there.
func (s *Service) missingReferences(ctx context.Context, e *Entry) (missing []string, err error) {
	for _, r := range s.plan.References() {
		value := e.column(r.Property)
		if r.From.Name() != e.Collection || value == nil {
			continue
		}
		found, err := s.named(ctx, r.To, r.Names(), value)
		if err != nil {
			return nil, err
		}
		if found == nil {
			missing = append(missing, r.Property.Name())
		}
	}
	return missing, nil
}

// Erase ends an entry in the bin for good, for owners.
func (d StaffEntries) Erase(ctx context.Context, collection, id string) error {
	if err := d.caller.NeedRole(principal.Owner); err != nil {
		return err
	}
	b, err := d.service.store.BinnedEntry(ctx, collection, id)
	if err != nil {
		return notInBin(err)
	}
	_, was := audit.Difference(nil, map[string]any{"collection": collection})
	record := &audit.Record{
		Time: d.service.opts.Now().UnixMilli(), Actor: d.caller.Actor(), Surface: audit.SurfaceOf(ctx), Action: audit.Erase,
		Subject: id, Version: b.Version, Before: was,
	}
	there, err := d.service.drop(ctx, b, record)
	if err == nil && !there {
		err = notInBin(diag.At(diag.NotFound, "", ""))
	}
	return err
}

// drop ends an entry in the bin. The assets that it used are used by nobody then, but by
// an entry that has its id now.
func (s *Service) drop(ctx context.Context, b *Binned, record *audit.Record) (bool, error) {
	var media *MediaChange
	if schema := s.plan.Schema(b.Collection); schema != nil && schema.Media() != nil {
		used := schema.Media().Assets(b.Data)
		now, err := s.store.Entry(ctx, schema, b.ID)
		switch {
		case err == nil:
			used = without(used, schema.Media().Assets(now.Data))
		case !diag.HasCode(err, diag.NotFound):
			return false, diag.Attempted(err, "look for an entry of %s", b.Collection)
		}
		media = &MediaChange{Removed: used}
	}
	there, err := s.store.DropBinned(ctx, b, media, record)
	return there, diag.Attempted(err, "take an entry out of the bin for good")
}

// binBatch is how many entries one look of the sweep takes.
const binBatch = 100

// SweepBin ends what has been in the bin for longer than it is kept, and writes a record
// of how much that was.
func (s *Service) SweepBin(ctx context.Context) (ended int, err error) {
	now := s.opts.Now()
	q := BinQuery{Until: now.Add(-s.opts.Bin).UnixMilli(), OldestFirst: true, Limit: binBatch}
	var found []*Binned
	for more := true; more && err == nil; {
		if found, more, err = s.store.Bin(ctx, q); err != nil {
			return ended, diag.Attempted(err, "look for what has been in the bin for long")
		}
		for i, b := range found {
			var record *audit.Record
			if !more && i == len(found)-1 {
				record = s.emptied(now, ended+1)
			}
			there, err := s.drop(ctx, b, record)
			if err != nil {
				return ended, err
			}
			if there {
				ended++
			}
		}
	}
	return ended, err
}

// emptied is the record of a sweep of the bin.
func (s *Service) emptied(now time.Time, entries int) *audit.Record {
	_, after := audit.Difference(nil, map[string]any{"entries": int64(entries), "days": int64(s.opts.Bin / (24 * time.Hour))})
	return &audit.Record{Time: now.UnixMilli(), Surface: audit.Sweep, Action: audit.EmptyBin, After: after}
}

func notInBin(err error) error {
	if !diag.HasCode(err, diag.NotFound) {
		return diag.Attempted(err, "look into the bin")
	}
	return diag.At(diag.NotFound, "input#", "There is no such entry in the bin.")
}
