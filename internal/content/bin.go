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

	// Joined is the value that joins a translation to its entry, or an entry to its
	// translations, as canonical JSON; "" for an entry of another Schema.
	Joined string
}

// BinStore is the bin as content needs it. Its errors are those of Store.
type BinStore interface {
	// Bin gives what is in the bin, what was deleted last first. It gives fewer than the
	// limit where they are long, but one at least; more reports whether there are others
	// behind them.
	Bin(ctx context.Context, q BinQuery) (found []*Binned, more bool, err error)

	// BinnedEntry is one of them, or NOT_FOUND.
	BinnedEntry(ctx context.Context, collection, id string) (*Binned, error)

	// HasTraces reports whether an entry that had this id is in the bin, or has a line in the
	// audit log.
	HasTraces(ctx context.Context, collection, id string) (bool, error)

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
// because nobody looks for it there. typed is the draft that is in it.
func (s *Service) binned(ctx context.Context, c *change, now time.Time) (b *Binned, typed *DraftEnd, err error) {
	if c.move != remove || !c.kept {
		return nil, &DraftEnd{Any: true}, nil
	}
	d, err := s.pending(ctx, c.schema, c.before.ID)
	if err != nil {
		return nil, nil, err
	}
	b, typed = &Binned{Entry: *c.before, DeletedAt: now.UnixMilli(), By: c.caller.Actor(), Surface: audit.SurfaceOf(ctx)}, new(DraftEnd)
	if d != nil {
		b.Data, _ = d.onto(b.Data)
		typed.Counter = d.Counter
	}
	b.Joined = s.joinOf(c.schema, &b.Entry)
	return b, typed, nil
}

// bins reports whether what the change deletes goes into the bin.
func (s *Service) bins(ctx context.Context, c *change) bool {
	if c.move != remove || s.opts.Bin <= 0 {
		return false
	}
	surface := audit.SurfaceOf(ctx)
	return c.caller.Staff != nil || surface == audit.Admin || surface == audit.MCP
}

// joinOf is the value that joins an entry, of whichever side; "" for none. Of an entry whose
// translations are joined by several properties it is the first.
func (s *Service) joinOf(schema *plan.Schema, e *Entry) string {
	for _, r := range s.plan.References() {
		column := r.Field
		if r.From == schema {
			column = r.Property
		}
		if value := e.column(column); r.Translation && (r.From == schema || r.To == schema) && value != nil {
			return joinedBy(value)
		}
	}
	return ""
}

// joinedBy is a value of a join as the bin has it.
func joinedBy(value any) string { return string(jsonvalue.Append(nil, value)) }

// KeptInBin is how long an entry stays in the bin.
func (s *Service) KeptInBin() time.Duration { return s.opts.Bin }

// Erase ends an entry in the bin for good with the translations of it that are there, for
// owners. The entry is the last, so that the bin shows what is left of it until then.
func (d StaffEntries) Erase(ctx context.Context, collection, id string) error {
	if err := d.caller.NeedRole(principal.Owner); err != nil {
		return err
	}
	b, err := d.service.store.BinnedEntry(ctx, collection, id)
	if err != nil {
		return notInBin(err)
	}
	a, err := d.service.lookIntoBin().article(ctx, b)
	if err != nil {
		return err
	}
	if a != nil { // a translation whose entry is there ends alone
		for _, p := range a.Parts {
			if _, err := d.erase(ctx, p.Binned); err != nil {
				return err
			}
		}
	}
	there, err := d.erase(ctx, b)
	if err == nil && !there {
		err = notInBin(diag.At(diag.NotFound, "", ""))
	}
	return err
}

// erase ends one entry in the bin, with a line of the record.
func (d StaffEntries) erase(ctx context.Context, b *Binned) (there bool, err error) {
	_, was := audit.Difference(nil, map[string]any{"collection": b.Collection})
	return d.service.drop(ctx, b, &audit.Record{
		Time: d.service.opts.Now().UnixMilli(), Actor: d.caller.Actor(), Surface: audit.SurfaceOf(ctx), Action: audit.Erase,
		Subject: b.ID, Version: b.Version, Before: was,
	})
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
