package history

import (
	"context"
	"errors"
	"math"

	"github.com/quartet-dev/quartet/internal/audit"
)

const (
	packLines        = 64      // that a pack holds at most
	packBytes        = 1 << 18 // of packed text to which nothing more is added
	packAfterRecords = 64      // that have their values in themselves, and no more
	packAfterBytes   = 16 << 10
	packAfterTimes   = 2        // as long as the entry that they are of
	maxPack          = 6 << 20  // so that a row with it fits
	growth           = 4        // as many older versions are packed anew as there are new ones
	maxPackBatch     = 16 << 20 // of changes that are packed at once
)

// packer moves what the records of one entry have in themselves into packs. It
// reads and compresses beside the writes; what it has made is stored in short
// jobs. Nothing that it reads ever changes, but by the sweep of another process,
// which the job finds.
type packer struct {
	*Sweeper
	of    Entry
	below int64 // where the last pack that it made begins
}

// packBatch is what one pack shall hold.
type packBatch struct {
	versions []audit.Version
	records  int   // of them from records
	replaced *Pack // that the others are from
}

// due reports whether the records of the entry are worth a pack by now.
func (f *packer) due(journal Reader) (bool, error) {
	lines, bytes, err := journal.Waiting(f.of, packAfterRecords+1)
	switch {
	case err != nil:
		return false, err
	case lines >= packAfterRecords, lines > f.retention.Versions:
		return true, nil
	case bytes < packAfterBytes:
		return false, nil
	}
	size, err := journal.Size(f.of)
	return bytes >= packAfterTimes*size, err
}

// packAll makes packs until no record of the entry has its values in itself, the
// newest first.
func (f *packer) packAll(ctx context.Context) error {
	f.below = math.MaxInt64
	for {
		h, err := f.gather(ctx)
		if err != nil || h.records == 0 {
			return err
		}
		if err := f.pack(ctx, h); err != nil {
			return err
		}
	}
}

// gather reads what the next pack shall hold: the newest records, and the pack
// behind them when that is so short that both are one.
func (f *packer) gather(ctx context.Context) (h *packBatch, err error) {
	err = f.store.Read(ctx, func(journal Reader) error {
		h = &packBatch{}
		p := &versionWalker{journal: journal, of: f.of}
		if f.below < math.MaxInt64 {
			if _, err := p.to(f.below); err != nil {
				return err
			}
		}
		return h.fill(p)
	})
	return h, err
}

// fill takes changes from p until the batch is full or they are packed already.
func (h *packBatch) fill(p *versionWalker) error {
	for {
		at, err := p.peek()
		if at == nil || !at.known || err != nil || !h.takes(at, p.read) {
			return err
		}
		p.queue = p.queue[1:]
		h.versions = append(h.versions, at.Version)
		if at.pack == nil {
			h.records++
		}
		h.replaced = at.pack
	}
}

func (h *packBatch) takes(at *step, read int) bool {
	switch {
	case at.pack == nil:
		return h.replaced == nil && len(h.versions) < packLines && (read < maxPackBatch || h.records == 0)
	case h.replaced != nil:
		return at.pack.Key == h.replaced.Key
	}
	older := at.pack.Records + at.pack.Published
	return h.records > 0 && older <= growth*h.records && older+h.records <= packLines && len(at.pack.Text) < packBytes
}

// pack packs the batch, or what of it fits.
func (f *packer) pack(ctx context.Context, h *packBatch) error {
	text := audit.Pack(h.versions)
	for len(text) > maxPack {
		if h.records == 1 {
			return errTooLong
		}
		h.records /= 2
		h.versions, h.replaced = h.versions[:h.records], nil
		text = audit.Pack(h.versions)
	}
	f.below = h.versions[len(h.versions)-1].Key
	return f.store.Write(ctx, func(journal Writer) error {
		for i := range h.versions[:h.records] {
			if err := moveToPack(journal, h.versions[i].Key); err != nil {
				return err
			}
		}
		return replacePack(journal, h.replaced, f.of, h.versions, text)
	})
}

// moveToPack takes the values of a record that has them out of it.
func moveToPack(journal Writer, line int64) error {
	if here, err := journal.IsInRecord(line); err != nil || !here {
		return errors.Join(err, errMoved)
	}
	return journal.Empty(line, InPack)
}

// replacePack stores a pack of versions in the place of another, or of nil.
func replacePack(journal Writer, old *Pack, of Entry, versions []audit.Version, text []byte) error {
	if old != nil {
		if there, err := journal.DeletePack(old); err != nil || !there {
			return errors.Join(err, errMoved)
		}
	}
	if len(versions) == 0 {
		return nil
	}
	p := &Pack{Last: versions[0].Key, First: versions[len(versions)-1].Key, Text: text}
	for i := range versions {
		if versions[i].Undo != nil {
			p.Records++
		} else {
			p.Published++
		}
	}
	return journal.AddPack(of, p)
}

// errMoved is that another process has been at an entry's history meanwhile, and
// errTooLong that it has a version which does not fit into a pack.
var (
	errMoved   = errors.New("the history has changed meanwhile")
	errTooLong = errors.New("the version is too long for a pack")
)
