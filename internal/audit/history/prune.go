package history

import (
	"context"
	"maps"
	"slices"

	"github.com/quartet-dev/quartet/internal/audit"
)

// pruner takes away what an entry's history has beyond the bounds, from its
// packs: the values of its changes first, the versions that a publish made last.
type pruner struct {
	*Sweeper
	of                 Entry
	changes, published int // kept so far
}

// prune goes through the packs, the newest first. As many changes as lie in
// their records are the newest.
func (p *pruner) prune(ctx context.Context) error {
	var packs []*Pack
	err := p.store.Read(ctx, func(journal Reader) (err error) {
		if packs, err = journal.Packs(p.of); err != nil || len(packs) == 0 {
			return err
		}
		p.changes, err = journal.CountInRecords(p.of, packAfterRecords)
		return err
	})
	if err != nil {
		return err
	}
	for _, each := range packs {
		if p.fits(each) {
			p.changes += each.Records
			p.published += each.Published
		} else if err := p.thin(ctx, each.Key); err != nil {
			return err
		}
	}
	return nil
}

func (p *pruner) fits(each *Pack) bool {
	return (each.Records == 0 || p.changes+each.Records <= p.retention.Versions) && p.published+each.Published <= p.retention.Published
}

// thin leaves of a pack what is within the bounds.
func (p *pruner) thin(ctx context.Context, key int64) error {
	var old *Pack
	err := p.store.Read(ctx, func(journal Reader) (err error) {
		old, err = journal.Pack(key)
		return err
	})
	if old == nil || err != nil {
		return err
	}
	versions, err := audit.Unpack(old.Text)
	if err != nil {
		return err
	}
	kept, lines := p.sort(versions)
	var text []byte
	if len(kept) > 0 {
		text = audit.Pack(kept)
	}
	return p.store.Write(ctx, func(journal Writer) error {
		if err := replacePack(journal, old, p.of, kept, text); err != nil {
			return err
		}
		for _, line := range slices.Sorted(maps.Keys(lines)) { // in one order, so that no two wait for each other
			if err := journal.Empty(line, lines[line]); err != nil {
				return err
			}
		}
		return journal.AddPruned(len(lines), 0)
	})
}

// sort gives which versions stay, and which records have less than before.
func (p *pruner) sort(versions []audit.Version) (kept []audit.Version, lines map[int64]Kept) {
	lines = make(map[int64]Kept)
	for _, v := range versions {
		switch {
		case v.Undo != nil && p.changes < p.retention.Versions:
			p.changes++
			kept = append(kept, v)
		case v.Published && p.published < p.retention.Published:
			p.published++
			if v.Undo != nil {
				lines[v.Key] = StateOnly
			}
			v.Undo = nil
			kept = append(kept, v)
		default:
			lines[v.Key] = Nowhere
		}
	}
	return slices.Clip(kept), lines
}

// pruneRecords throws away what records still have in themselves after all that fits
// was packed, and is more than shall be kept: what others than the service have
// torn from its entry, and values that are too long for a pack.
func (w *Sweeper) pruneRecords(ctx context.Context, of Entry) error {
	var beyond []int64
	err := w.store.Read(ctx, func(journal Reader) (err error) {
		beyond, err = journal.InRecordsBeyond(of, w.retention.Versions)
		return err
	})
	if err != nil || len(beyond) == 0 {
		return err
	}
	return w.store.Write(ctx, func(journal Writer) error {
		pruned := 0
		for _, key := range beyond {
			here, err := journal.IsInRecord(key)
			if err == nil && here {
				pruned++
				err = journal.Empty(key, Nowhere)
			}
			if err != nil {
				return err
			}
		}
		return journal.AddPruned(pruned, 0)
	})
}
